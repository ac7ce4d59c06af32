#pragma once
#include <filesystem>
#include <memory>
#include <string>

#include "retake/mesh/motion.h"

namespace retake {

// Files that hold a motion. A reader gives single frames without loading the others, a writer takes
// them one by one; read_motion and write_motion do all at once.
//
//   .pc2    Point Cache 2: little-endian float32; knows its first frame but no frame rate
//   .mdd    MDD: big-endian float32 with the time of each frame in seconds
//   .md2    Quake II model: 8-bit steps; read only
//   .glb .gltf  glTF 2.0: skins and morph targets, baked at a frame rate; written: .glb
//           with a morph target a frame
//   .usda   USD as text: a mesh with time-sampled points; written only
//   OBJ or PLY sequence: a folder of numbered .obj (or .ply) files, or a pattern such as
//           shot/flag_##.obj whose marks stand for the digits of the frame number; the faces of all
//           are the same. PLY: read only

struct MotionInfo {
  int point_count = 0;
  int frame_count = 0;
  double fps = 24;           // frames per second
  bool fps_is_known = true;  // false: the file does not store it, and MotionReadOptions gave it
  double start_frame = 0;    // number of the first frame
};

struct MotionReadOptions {
  double fps = 24;   // where the file does not say; what glTF is baked at
  std::string clip;  // of glTF: name or number; empty: the first
};

class MotionReader {
 public:
  explicit MotionReader(const std::filesystem::path& path, const MotionReadOptions& options = {});
  ~MotionReader();
  MotionReader(MotionReader&&) noexcept;
  MotionReader& operator=(MotionReader&&) noexcept;

  const MotionInfo& info() const;

  // 3 x n. Throws InputError where coordinates are not finite. May be called from several threads.
  Eigen::Matrix3Xf frame(int index) const;

  class Source;

 private:
  std::unique_ptr<Source> source_;
};

struct MotionWriteOptions {
  double fps = 24;
  double start_frame = 0;
  int frame_count = 0;         // needed for .mdd, .glb and .usda, which say it before the frames
  Eigen::Matrix3Xi triangles;  // for OBJ sequences, .glb and .usda: the faces of every frame
  char up_axis = 'Y';          // or 'Z'; .usda says so
  double meters_per_unit = 1;  // .usda says so
};

// The file appears when finish() is called, whole; without it nothing is left. An OBJ sequence too
// appears as a whole, in place of an older one under the same pattern.
class MotionWriter {
 public:
  MotionWriter(const std::filesystem::path& path, int point_count,
               const MotionWriteOptions& options = {});
  ~MotionWriter();
  MotionWriter(MotionWriter&&) noexcept;
  MotionWriter& operator=(MotionWriter&&) noexcept;

  void append(const Eigen::Matrix3Xf& frame);
  void finish();

  class Sink;

 private:
  int point_count_ = 0;
  std::unique_ptr<Sink> sink_;
};

Motion read_motion(const std::filesystem::path& path, const MotionReadOptions& options = {});
void write_motion(const std::filesystem::path& path, const Motion& motion,
                  const Eigen::Matrix3Xi& triangles = {});

}  // namespace retake
