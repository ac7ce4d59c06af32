#pragma once
#include <memory>
#include <string>
#include <vector>

#include "retake/mesh/file_bytes.h"
#include "retake/mesh/gltf_value.h"
#include "retake/numerics/linear_types.h"

namespace retake {

// A glTF 2.0 file: its JSON and its buffers, which lie in the file itself (.glb), in data
// addresses, or in files beside it. Every access is checked against what is really there.
class GltfFile {
 public:
  explicit GltfFile(const FileBytes& file);
  ~GltfFile();

  GltfValue root() const;

  // components x count; what is normalized is so already, sparse entries are put in.
  Eigen::MatrixXf floats(const GltfValue& accessor_index, int components) const;
  // The same for indices and joints, each below `below`.
  Eigen::Matrix<int, Eigen::Dynamic, Eigen::Dynamic> integers(const GltfValue& accessor_index,
                                                              int components, int below) const;

 private:
  struct Numbers;  // numbers of one kind at equal distances in a buffer

  void parse_binary(const std::string& bytes, std::string& json);
  void load_buffers();
  std::string load_buffer(const GltfValue& buffer) const;
  GltfValue accessor(const GltfValue& index, int components) const;
  Numbers numbers_at(const GltfValue& holder, const std::string& view_key, int components,
                     std::int64_t component_type, std::int64_t count) const;
  template <class Number>
  void read_into(Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic>& values,
                 const GltfValue& accessor) const;

  std::filesystem::path path_;
  std::unique_ptr<nlohmann::json> json_;
  std::string binary_chunk_;
  bool has_binary_chunk_ = false;
  std::vector<std::string> buffers_;
};

}  // namespace retake
