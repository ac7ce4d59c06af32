#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "retake/mesh/atomic_file.h"
#include "retake/mesh/motion_file.h"

namespace retake {

// A binary glTF 2.0 file with one mesh, morph targets and an animation of their weights, written
// block by block. The JSON comes first in the file but is known last: room is kept for it.
class GlbFile {
 public:
  // Most morph targets, and bytes of the buffer, that will come. Throws InputError where that
  // exceeds the 4 GB of the format.
  GlbFile(const std::filesystem::path& path, std::uint64_t targets, std::uint64_t buffer_bytes);

  // The mesh at weights of 0; comes first, 3 x n.
  void add_mesh(const Eigen::Matrix3Xf& points);
  // Differences to the mesh; sparse where fewer than half of the vertices move.
  void add_target(const Eigen::Matrix3Xf& difference);
  int target_count() const { return static_cast<int>(targets_.size()); }

  // `weights`: of all targets, one frame after the other. `extras` tell a person about the mesh.
  void finish(const MotionWriteOptions& options, int frames, const std::string& weights,
              nlohmann::json extras);

 private:
  using Json = nlohmann::json;

  int add_view(const std::string& bytes, int target);
  int add_accessor(Json accessor);
  int add_dense(const Eigen::Matrix3Xf& points);
  int add_sparse(const Eigen::Matrix3Xf& difference, const std::vector<int>& moved);
  int add_numbers(const std::string& bytes, int component_type, int target);
  int add_triangles(const Eigen::Matrix3Xi& triangles);
  Json animation(const MotionWriteOptions& options, int frames, const std::string& weights);
  Json description(const MotionWriteOptions& options, int frames, const std::string& weights,
                   Json extras);

  std::string path_;
  AtomicFile file_;
  std::uint64_t room_;      // bytes kept for the JSON; what is not used is blank
  std::uint64_t size_ = 0;  // bytes in the buffer
  std::vector<Json> views_, accessors_, targets_;
};

}  // namespace retake
