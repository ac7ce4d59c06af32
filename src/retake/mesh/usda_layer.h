#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "retake/numerics/linear_types.h"

namespace retake {

// As much of a USD layer in text form as is needed to write another one over it: its metadata, and
// where the points of its meshes stand in the text.
struct UsdaSample {
  double time = 0;        // time code
  std::string_view text;  // "[(x, y, z), ...]" or "None", as it stands there
};

struct UsdaMesh {
  std::string path;                 // "/World/body"
  std::string_view points;          // the value at no time; empty: none
  std::vector<UsdaSample> samples;  // of the points, in the order of the file
  bool has_normals = false;         // stated, not computed

  int point_count() const;  // of the first value there is; 0: there is none
};

struct UsdaLayer {
  std::filesystem::path file;
  std::string text;  // that all views point into: a layer is moved, never copied
  // Values of the layer's metadata that speak of the whole stage (upAxis, timeCodesPerSecond ...),
  // as they stand there. A stage takes them from its root layer alone.
  std::map<std::string, std::string> metadata;
  std::vector<UsdaMesh> meshes;

  UsdaLayer() = default;
  UsdaLayer(UsdaLayer&&) = default;
  UsdaLayer& operator=(UsdaLayer&&) = default;
  UsdaLayer(const UsdaLayer&) = delete;

  double time_codes_per_second() const;
};

// Whether the file is USD in text form.
bool is_usda(const std::filesystem::path& file);

// Throws InputError with the line where the text makes no sense.
UsdaLayer read_usda_layer(const std::filesystem::path& file);

// The mesh at `prim`; null where this file does not describe it (it may refer to one that does).
// Without `prim` the only mesh with so many points. Throws InputError that names the meshes there
// are.
const UsdaMesh* find_mesh(const UsdaLayer& layer, const std::string& prim, int point_count);

// 3 x n from "[(x, y, z), ...]".
Eigen::Matrix3Xf parse_points(std::string_view text);

}  // namespace retake
