#include <limits>

#include <nlohmann/json.hpp>

#include "retake/mesh/atomic_file.h"
#include "retake/mesh/byte_order.h"
#include "retake/mesh/motion_formats.h"
#include "retake/numerics/errors.h"

namespace retake {
namespace {

using Json = nlohmann::json;

constexpr auto byte_order = std::endian::little;
constexpr int float32 = 5126;
constexpr int uint32 = 5125;
constexpr int vertex_data = 34962;
constexpr int index_data = 34963;
constexpr std::uint64_t header_size = 12;
constexpr std::uint64_t chunk_header_size = 8;

// Room for the JSON, which comes first in the file but is known last: what is not used is blank.
// Each frame has at most an accessor of 330 bytes, two views of 55 and an entry among the targets.
constexpr std::uint64_t json_bytes(std::uint64_t frames) { return (2000 + 640 * frames) / 4 * 4; }

std::string bytes_of_word(std::uint64_t value) {
  std::string bytes;
  append_bytes(bytes, static_cast<std::uint32_t>(value), byte_order);
  return bytes;
}

Json list_of(const Eigen::Vector3f& x) { return {x[0], x[1], x[2]}; }

// Binary glTF 2.0: the first frame is the mesh; each later frame is a morph target, the difference
// to the first, whose weight is one at its time and falls to zero at its neighbours'. Targets that
// move less than half of the vertices are sparse. One frame at a time is in memory.
class GlbSink : public MotionWriter::Sink {
 public:
  GlbSink(const std::filesystem::path& path, int point_count, const MotionWriteOptions& options)
      : path_(path.string()), file_(path), options_(options) {
    const auto frames = static_cast<std::uint64_t>(options.frame_count);
    const std::uint64_t most = 8 * std::uint64_t(point_count) +
                               12 * std::uint64_t(point_count) * frames +
                               12 * std::uint64_t(options.triangles.cols()) + 4 * frames * frames;
    if (most + json_bytes(frames) > std::numeric_limits<std::uint32_t>::max()) {
      throw InputError({.what = "the motion is too large for one glTF file",
                        .where = path_,
                        .expected = "at most 4 GB",
                        .found = std::to_string(most / 1000000) + " MB",
                        .advice = "Write fewer frames, or a .pc2 or .usda file"});
    }
    file_.write(std::string(header_size + chunk_header_size, '\0'));
    file_.write(std::string(json_bytes(frames), ' '));
    file_.write(std::string(chunk_header_size, '\0'));
  }

  void append(const Eigen::Matrix3Xf& frame) override {
    if (frames_ == 0) {
      first_ = frame;
      add_dense(frame);
    } else {
      add_target(frame - first_);
    }
    ++frames_;
  }

  void finish() override {
    if (frames_ != options_.frame_count) {
      throw InputError({.what = "another number of frames than was said for the glTF file",
                        .where = path_,
                        .expected = std::to_string(options_.frame_count),
                        .found = std::to_string(frames_)});
    }
    std::string json = description().dump();
    const std::uint64_t room = json_bytes(static_cast<std::uint64_t>(frames_));
    if (json.size() > room)
      throw SolveError({.what = "too little room for the JSON of a glTF file"});
    json.resize(room, ' ');
    const std::uint64_t total = header_size + 2 * chunk_header_size + room + size_;
    file_.rewrite(0, "glTF" + bytes_of_word(2) + bytes_of_word(total) + bytes_of_word(room) +
                         "JSON" + json + bytes_of_word(size_) + std::string("BIN\0", 4));
    file_.commit();
  }

 private:
  // Appends a block to the buffer and gives the number of its view. `target`: what the graphics
  // card shall take it for; 0: it never gets there.
  int add_view(const std::string& bytes, int target = 0) {
    views_.push_back({{"buffer", 0}, {"byteOffset", size_}, {"byteLength", bytes.size()}});
    if (target != 0) views_.back()["target"] = target;
    file_.write(bytes);
    size_ += bytes.size();
    return static_cast<int>(views_.size()) - 1;
  }

  int add_accessor(Json accessor) {
    accessors_.push_back(std::move(accessor));
    return static_cast<int>(accessors_.size()) - 1;
  }

  Json positions_accessor(const Eigen::Matrix3Xf& points) const {
    return {{"componentType", float32},
            {"type", "VEC3"},
            {"count", points.cols()},
            {"min", list_of(points.rowwise().minCoeff())},
            {"max", list_of(points.rowwise().maxCoeff())}};
  }

  int add_dense(const Eigen::Matrix3Xf& points) {
    Json accessor = positions_accessor(points);
    accessor["bufferView"] = add_view(frame_to_bytes(points, byte_order), vertex_data);
    return add_accessor(std::move(accessor));
  }

  void add_target(const Eigen::Matrix3Xf& difference) {
    std::vector<int> moved;
    for (Eigen::Index v = 0; v < difference.cols(); ++v) {
      if (!difference.col(v).isZero(0)) moved.push_back(static_cast<int>(v));
    }
    const bool is_sparse = 2 * moved.size() < static_cast<std::size_t>(difference.cols());
    targets_.push_back(
        {{"POSITION", is_sparse ? add_sparse(difference, moved) : add_dense(difference)}});
  }

  int add_sparse(const Eigen::Matrix3Xf& difference, const std::vector<int>& moved) {
    Json accessor = positions_accessor(difference);
    if (!moved.empty()) {  // none at all is an accessor without a view: zeros
      std::string indices;
      for (const int v : moved) append_bytes(indices, static_cast<std::uint32_t>(v), byte_order);
      const int index_view = add_view(indices);
      const int value_view = add_view(frame_to_bytes(difference(Eigen::all, moved), byte_order));
      accessor["sparse"] = {{"count", moved.size()},
                            {"indices", {{"bufferView", index_view}, {"componentType", uint32}}},
                            {"values", {{"bufferView", value_view}}}};
    }
    return add_accessor(std::move(accessor));
  }

  int add_numbers(const std::string& bytes, int component_type, int target = 0) {
    return add_accessor({{"bufferView", add_view(bytes, target)},
                         {"componentType", component_type},
                         {"type", "SCALAR"},
                         {"count", bytes.size() / 4}});
  }

  int add_triangles() {
    std::string bytes;
    for (const int corner : options_.triangles.reshaped()) {
      append_bytes(bytes, static_cast<std::uint32_t>(corner), byte_order);
    }
    return add_numbers(bytes, uint32, index_data);
  }

  // Weights of all targets at every frame: one for the frame's own.
  Json animation() {
    std::string times, weights;
    for (int i = 0; i < frames_; ++i) {
      append_bytes(times, static_cast<float>(i / options_.fps), byte_order);
      for (int k = 1; k < frames_; ++k) append_bytes(weights, k == i ? 1.0f : 0.0f, byte_order);
    }
    const int input = add_numbers(times, float32);
    accessors_[static_cast<std::size_t>(input)]["min"] = {0.0};
    accessors_[static_cast<std::size_t>(input)]["max"] = {
        static_cast<float>((frames_ - 1) / options_.fps)};
    const int output = add_numbers(weights, float32);
    return {{"name", "motion"},
            {"channels", {{{"sampler", 0}, {"target", {{"node", 0}, {"path", "weights"}}}}}},
            {"samplers", {{{"input", input}, {"output", output}, {"interpolation", "LINEAR"}}}}};
  }

  Json description() {
    Json primitive = {{"attributes", {{"POSITION", 0}}}, {"indices", add_triangles()}};
    Json whole = {{"asset", {{"version", "2.0"}, {"generator", "Retake"}}},
                  {"scene", 0},
                  {"scenes", {{{"nodes", {0}}}}},
                  {"nodes", {{{"mesh", 0}, {"name", "body"}}}}};
    if (!targets_.empty()) {
      primitive["targets"] = targets_;
      whole["animations"] = Json::array({animation()});
    }
    whole["meshes"] = Json::array({{{"name", "body"}, {"primitives", Json::array({primitive})}}});
    whole["buffers"] = Json::array({{{"byteLength", size_}}});
    whole["bufferViews"] = views_;
    whole["accessors"] = accessors_;
    return whole;
  }

  std::string path_;
  AtomicFile file_;
  MotionWriteOptions options_;
  Eigen::Matrix3Xf first_;
  int frames_ = 0;
  std::uint64_t size_ = 0;  // bytes in the buffer
  std::vector<Json> views_, accessors_, targets_;
};

}  // namespace

SinkPointer create_glb(const std::filesystem::path& path, int point_count,
                       const MotionWriteOptions& options) {
  return std::make_unique<GlbSink>(path, point_count, options);
}

}  // namespace retake
