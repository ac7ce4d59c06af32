#pragma once
#include <memory>

#include "retake/mesh/motion_file.h"

namespace retake {

// One open file of a certain format; see motion_file.h.
class MotionReader::Source {
 public:
  virtual ~Source() = default;
  virtual Eigen::Matrix3Xf frame(int index) const = 0;
  MotionInfo info;
};

class MotionWriter::Sink {
 public:
  virtual ~Sink() = default;
  virtual void append(const Eigen::Matrix3Xf& frame) = 0;
  virtual MotionWriteReport finish(Progress& progress) = 0;
};

using SourcePointer = std::unique_ptr<MotionReader::Source>;
using SinkPointer = std::unique_ptr<MotionWriter::Sink>;

SourcePointer open_pc2(const std::filesystem::path& path, const MotionReadOptions& options);
SourcePointer open_mdd(const std::filesystem::path& path);
SourcePointer open_md2(const std::filesystem::path& path, const MotionReadOptions& options);
SourcePointer open_gltf(const std::filesystem::path& path, const MotionReadOptions& options);
SourcePointer open_mesh_sequence(const std::filesystem::path& path,
                                 const MotionReadOptions& options);

SinkPointer create_pc2(const std::filesystem::path& path, int point_count,
                       const MotionWriteOptions& options);
SinkPointer create_mdd(const std::filesystem::path& path, int point_count,
                       const MotionWriteOptions& options);
SinkPointer create_glb(const std::filesystem::path& path, int point_count,
                       const MotionWriteOptions& options);
SinkPointer create_usda(const std::filesystem::path& path, const MotionWriteOptions& options);
SinkPointer create_obj_sequence(const std::filesystem::path& path,
                                const MotionWriteOptions& options);

// The polygons, or the triangles as such.
Polygons faces_of(const MotionWriteOptions& options);

bool obj_sequence_exists(const std::filesystem::path& path);

// Frames of float32 that follow each other without gaps, which PC2 and MDD share.
Eigen::Matrix3Xf frame_from_bytes(const std::string& bytes, std::endian order);
std::string frame_to_bytes(const Eigen::Matrix3Xf& frame, std::endian order);

}  // namespace retake
