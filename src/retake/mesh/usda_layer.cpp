#include "retake/mesh/usda_layer.h"

#include <algorithm>
#include <charconv>

#include "retake/mesh/file_bytes.h"
#include "retake/mesh/random_access_file.h"
#include "retake/mesh/usda_scanner.h"
#include "retake/numerics/errors.h"

namespace retake {
namespace {

constexpr std::string_view signature = "#usda";
constexpr int no_mesh = -1;

// Of the whole stage; the rest of a layer's metadata is its own affair.
const std::vector<std::string_view> stage_metadata = {
    "defaultPrim",        "upAxis",          "metersPerUnit", "kilogramsPerUnit",
    "timeCodesPerSecond", "framesPerSecond", "startTimeCode", "endTimeCode"};

class LayerReader {
 public:
  explicit LayerReader(UsdaLayer& layer) : layer_(layer), scanner_(layer.file, layer.text) {}

  void read() {
    if (scanner_.peek() == "(") read_metadata();
    while (!scanner_.at_end()) read_statement("", no_mesh);
  }

 private:
  void read_metadata() {
    scanner_.next();
    for (std::string_view word; (word = scanner_.next()) != ")";) {
      if (scanner_.peek() != "=") continue;
      scanner_.next();
      const std::string_view value = scanner_.value();
      if (std::find(stage_metadata.begin(), stage_metadata.end(), word) != stage_metadata.end()) {
        layer_.metadata.emplace(word, value);
      }
    }
  }

  // The inside of a prim, a variant set or a variant, up to its closing brace.
  void read_block(const std::string& path, int mesh) {
    while (scanner_.peek() != "}") read_statement(path, mesh);
    scanner_.next();
  }

  // `mesh`: number of the mesh that it is about.
  void read_statement(const std::string& path, int mesh) {
    const std::string_view word = scanner_.next();
    if (word == "def" || word == "over" || word == "class") return read_prim(path);
    if (word == "{") return read_block(path, mesh);  // of a variant
    if (word == "(") return scanner_.skip_brackets();
    if (word == "=") return read_value(path, mesh);
    name_ = word;
  }

  void read_prim(const std::string& parent) {
    std::string_view type;
    while (!scanner_.peek().starts_with('"')) type = scanner_.next();
    std::string_view name = scanner_.next();
    name = name.substr(1, name.size() - 2);
    const std::string path = parent + "/" + std::string(name);
    if (scanner_.peek() == "(") {
      scanner_.next();
      scanner_.skip_brackets();
    }
    int mesh = no_mesh;
    if (type == "Mesh") {
      mesh = static_cast<int>(layer_.meshes.size());
      layer_.meshes.push_back({.path = path});
    }
    scanner_.expect("{");
    read_block(path, mesh);
  }

  // Of what was named last: an attribute, or a variant set, whose name is a string.
  void read_value(const std::string& path, int mesh) {
    if (name_.starts_with('"') && scanner_.peek() == "{") {
      scanner_.next();
      return read_block(path, mesh);
    }
    if (mesh == no_mesh) {
      scanner_.value();
      return;
    }
    UsdaMesh& target = layer_.meshes[static_cast<std::size_t>(mesh)];
    if (name_ == "points.timeSamples") return read_samples(target);
    const std::string_view value = scanner_.value();
    if (name_ == "points") target.points = value;
    if (name_.find("normals") != name_.npos) target.has_normals = true;
  }

  void read_samples(UsdaMesh& mesh) {
    scanner_.expect("{");
    while (scanner_.peek() != "}") {
      const double time = scanner_.number();
      scanner_.expect(":");
      mesh.samples.push_back({time, scanner_.value()});
      if (scanner_.peek() == ",") scanner_.next();
    }
    scanner_.next();
  }

  UsdaLayer& layer_;
  UsdaScanner scanner_;
  std::string_view name_;
};

std::string names_of(const UsdaLayer& layer) {
  std::string names;
  for (const UsdaMesh& mesh : layer.meshes) {
    if (!names.empty()) names += ", ";
    names += mesh.path + " (" + std::to_string(mesh.point_count()) + " points)";
  }
  return names.empty() ? "no mesh" : names;
}

}  // namespace

int UsdaMesh::point_count() const {
  std::string_view value = points;
  for (const UsdaSample& sample : samples) {
    if (value.empty() && sample.text.starts_with('[')) value = sample.text;
  }
  return static_cast<int>(std::count(value.begin(), value.end(), '('));
}

double UsdaLayer::time_codes_per_second() const {
  for (const char* key : {"timeCodesPerSecond", "framesPerSecond"}) {
    if (const auto found = metadata.find(key); found != metadata.end()) {
      const double rate = std::strtod(found->second.c_str(), nullptr);
      if (rate > 0) return rate;
    }
  }
  return 24;  // what USD takes where nothing is said
}

bool is_usda(const std::filesystem::path& file) {
  const RandomAccessFile bytes(file);
  std::string start(signature.size(), ' ');
  if (bytes.size() < start.size()) return false;
  bytes.read(0, start.data(), start.size());
  return start == signature;
}

UsdaLayer read_usda_layer(const std::filesystem::path& file) {
  UsdaLayer layer;
  layer.file = file;
  layer.text = read_file(file).bytes;
  LayerReader(layer).read();
  return layer;
}

const UsdaMesh* find_mesh(const UsdaLayer& layer, const std::string& prim, int point_count) {
  std::vector<const UsdaMesh*> found;
  for (const UsdaMesh& mesh : layer.meshes) {
    if (prim.empty() ? mesh.point_count() == point_count : mesh.path == prim)
      found.push_back(&mesh);
  }
  if (prim.empty() && found.size() != 1) {
    throw InputError({.what = found.empty() ? "the USD file has no mesh that fits"
                                            : "more than one mesh of the USD file fits",
                      .where = layer.file.string(),
                      .expected = "a mesh of " + std::to_string(point_count) + " points",
                      .found = names_of(layer),
                      .advice = "Name the mesh (--prim /path/of/mesh)"});
  }
  if (found.empty()) return nullptr;
  const int points = found.front()->point_count();
  if (points == point_count || points == 0) return found.front();
  throw InputError({.what = "the USD mesh has another number of points",
                    .where = layer.file.string() + ", " + found.front()->path,
                    .expected = std::to_string(point_count),
                    .found = std::to_string(points)});
}

Eigen::Matrix3Xf parse_points(std::string_view text) {
  std::vector<float> numbers;
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at < end;) {
    float value = 0;
    const auto [stop, error] = std::from_chars(at, end, value);
    if (error == std::errc()) numbers.push_back(value);
    at = error == std::errc() ? stop : at + 1;
  }
  return Eigen::Map<const Eigen::Matrix3Xf>(numbers.data(), 3,
                                            static_cast<Eigen::Index>(numbers.size() / 3));
}

}  // namespace retake
