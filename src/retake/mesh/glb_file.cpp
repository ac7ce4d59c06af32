#include "retake/mesh/glb_file.h"

#include <limits>

#include <Eigen/Geometry>

#include "retake/mesh/byte_order.h"
#include "retake/mesh/gltf_format.h"
#include "retake/mesh/motion_formats.h"
#include "retake/numerics/errors.h"

namespace retake {
namespace {

using Json = nlohmann::json;

constexpr int float32 = 5126;
constexpr int uint32 = 5125;
constexpr int vertex_data = 34962;
constexpr int index_data = 34963;
constexpr int no_target = 0;  // of a view whose bytes never get to the graphics card

// Each target has at most an accessor of 330 bytes, two views of 55 and an entry in the list.
constexpr std::uint64_t json_bytes(std::uint64_t targets) { return (3000 + 640 * targets) / 4 * 4; }

std::string bytes_of_word(std::uint64_t value) {
  std::string bytes;
  append_bytes(bytes, static_cast<std::uint32_t>(value), gltf::byte_order);
  return bytes;
}

Json list_of(const Eigen::Vector3f& x) { return {x[0], x[1], x[2]}; }

Json positions_accessor(const Eigen::Matrix3Xf& points) {
  return {{"componentType", float32},
          {"type", "VEC3"},
          {"count", points.cols()},
          {"min", list_of(points.rowwise().minCoeff())},
          {"max", list_of(points.rowwise().maxCoeff())}};
}

// glTF is in metres with y up: the node takes the points there, which stay as they came.
Json node_of(const MotionWriteOptions& options) {
  Json node = {{"mesh", 0}, {"name", "body"}};
  if (options.up != UpAxis::y) {
    const Eigen::Quaterniond turn(to_y_up(options.up));
    node["rotation"] = {turn.x(), turn.y(), turn.z(), turn.w()};
  }
  if (options.meters_per_unit != 1) node["scale"] = std::vector<double>(3, options.meters_per_unit);
  return node;
}

}  // namespace

GlbFile::GlbFile(const std::filesystem::path& path, std::uint64_t targets,
                 std::uint64_t buffer_bytes)
    : path_(path.string()), file_(path), room_(json_bytes(targets)) {
  if (buffer_bytes + room_ > std::numeric_limits<std::uint32_t>::max()) {
    throw InputError({.what = "the motion is too large for one glTF file",
                      .where = path_,
                      .expected = "at most 4 GB",
                      .found = std::to_string(buffer_bytes / 1000000) + " MB",
                      .advice = "Write fewer frames or morph targets, or a .pc2 or .usda file"});
  }
  file_.write(std::string(gltf::header_size + gltf::chunk_header_size, '\0'));
  file_.write(std::string(room_, ' '));
  file_.write(std::string(gltf::chunk_header_size, '\0'));
}

int GlbFile::add_view(const std::string& bytes, int target) {
  views_.push_back({{"buffer", 0}, {"byteOffset", size_}, {"byteLength", bytes.size()}});
  if (target != no_target) views_.back()["target"] = target;
  file_.write(bytes);
  size_ += bytes.size();
  return static_cast<int>(views_.size()) - 1;
}

int GlbFile::add_accessor(Json accessor) {
  accessors_.push_back(std::move(accessor));
  return static_cast<int>(accessors_.size()) - 1;
}

int GlbFile::add_dense(const Eigen::Matrix3Xf& points) {
  Json accessor = positions_accessor(points);
  accessor["bufferView"] = add_view(frame_to_bytes(points, gltf::byte_order), vertex_data);
  return add_accessor(std::move(accessor));
}

int GlbFile::add_sparse(const Eigen::Matrix3Xf& difference, const std::vector<int>& moved) {
  Json accessor = positions_accessor(difference);
  if (!moved.empty()) {  // none at all is an accessor without a view: zeros
    std::string indices;
    for (const int v : moved)
      append_bytes(indices, static_cast<std::uint32_t>(v), gltf::byte_order);
    const int index_view = add_view(indices, no_target);
    const int value_view =
        add_view(frame_to_bytes(difference(Eigen::all, moved), gltf::byte_order), no_target);
    accessor["sparse"] = {{"count", moved.size()},
                          {"indices", {{"bufferView", index_view}, {"componentType", uint32}}},
                          {"values", {{"bufferView", value_view}}}};
  }
  return add_accessor(std::move(accessor));
}

int GlbFile::add_numbers(const std::string& bytes, int component_type, int target) {
  return add_accessor({{"bufferView", add_view(bytes, target)},
                       {"componentType", component_type},
                       {"type", "SCALAR"},
                       {"count", bytes.size() / 4}});
}

int GlbFile::add_triangles(const Eigen::Matrix3Xi& triangles) {
  std::string bytes;
  for (const int corner : triangles.reshaped()) {
    append_bytes(bytes, static_cast<std::uint32_t>(corner), gltf::byte_order);
  }
  return add_numbers(bytes, uint32, index_data);
}

void GlbFile::add_mesh(const Eigen::Matrix3Xf& points) { add_dense(points); }

void GlbFile::add_target(const Eigen::Matrix3Xf& difference) {
  std::vector<int> moved;
  for (Eigen::Index v = 0; v < difference.cols(); ++v) {
    if (!difference.col(v).isZero(0)) moved.push_back(static_cast<int>(v));
  }
  const bool is_sparse = 2 * moved.size() < static_cast<std::size_t>(difference.cols());
  targets_.push_back(
      {{"POSITION", is_sparse ? add_sparse(difference, moved) : add_dense(difference)}});
}

Json GlbFile::animation(const MotionWriteOptions& options, int frames, const std::string& weights) {
  std::string times;
  for (int i = 0; i < frames; ++i) {
    append_bytes(times, static_cast<float>(i / options.fps), gltf::byte_order);
  }
  const int input = add_numbers(times, float32, no_target);
  accessors_[static_cast<std::size_t>(input)]["min"] = {0.0};
  accessors_[static_cast<std::size_t>(input)]["max"] = {
      static_cast<float>((frames - 1) / options.fps)};
  const int output = add_numbers(weights, float32, no_target);
  const char* between = options.between_frames == BetweenFrames::step ? "STEP" : "LINEAR";
  return {{"name", "motion"},
          {"channels", {{{"sampler", 0}, {"target", {{"node", 0}, {"path", "weights"}}}}}},
          {"samplers", {{{"input", input}, {"output", output}, {"interpolation", between}}}}};
}

Json GlbFile::description(const MotionWriteOptions& options, int frames, const std::string& weights,
                          Json extras) {
  Json primitive = {{"attributes", {{"POSITION", 0}}},
                    {"indices", add_triangles(options.triangles)}};
  Json whole = {{"asset", {{"version", "2.0"}, {"generator", "Retake"}}},
                {"scene", 0},
                {"scenes", {{{"nodes", {0}}}}},
                {"nodes", Json::array({node_of(options)})}};
  if (!targets_.empty()) {
    primitive["targets"] = targets_;
    whole["animations"] = Json::array({animation(options, frames, weights)});
  }
  extras["fps"] = options.fps;
  extras["start_frame"] = options.start_frame;
  whole["meshes"] = Json::array({{{"name", "body"},
                                  {"primitives", Json::array({primitive})},
                                  {"extras", std::move(extras)}}});
  whole["buffers"] = Json::array({{{"byteLength", size_}}});
  whole["bufferViews"] = views_;
  whole["accessors"] = accessors_;
  return whole;
}

void GlbFile::finish(const MotionWriteOptions& options, int frames, const std::string& weights,
                     Json extras) {
  std::string json = description(options, frames, weights, std::move(extras)).dump();
  if (json.size() > room_)
    throw SolveError({.what = "too little room for the JSON of a glTF file"});
  json.resize(room_, ' ');
  const std::uint64_t total = gltf::header_size + 2 * gltf::chunk_header_size + room_ + size_;
  file_.rewrite(0, "glTF" + bytes_of_word(2) + bytes_of_word(total) + bytes_of_word(room_) +
                       "JSON" + json + bytes_of_word(size_) + std::string("BIN\0", 4));
  file_.commit();
}

}  // namespace retake
