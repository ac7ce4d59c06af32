#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "retake/mesh/mesh_file.h"
#include "retake/mesh/motion.h"
#include "retake/mesh/up_axis.h"
#include "retake/numerics/progress.h"

namespace retake {

// Files that hold a motion. A reader gives single frames without loading the others, a writer takes
// them one by one; read_motion and write_motion do all at once.
//
//   .pc2    Point Cache 2: little-endian float32; knows its first frame but no frame rate
//   .mdd    MDD: big-endian float32 with the time of each frame in seconds
//   .md2    Quake II model: 8-bit steps; read only
//   .glb .gltf  glTF 2.0: skins and morph targets, baked at a frame rate; written: .glb
//           with a morph target a frame, or a few that come near
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

// Few morph targets in place of one a frame.
struct MorphOptions {
  int count = 0;        // of targets; 0: as many as the error needs
  double error = 1e-4;  // largest distance of any vertex from its place, of the motion's size

  void validate() const;
};

// What a glTF reader shows from one frame to the next: a straight way, or a jump.
enum class BetweenFrames { linear, step };

struct MotionWriteOptions {
  double fps = 24;
  double start_frame = 0;
  int frame_count = 0;         // needed for .mdd, .glb and .usda, which say it before the frames
  Eigen::Matrix3Xi triangles;  // for OBJ sequences, .glb and .usda: the faces of every frame
  Polygons polygons;      // in place of the triangles where faces may have any size: not in .glb
  UpAxis up = UpAxis::y;  // .usda says so of y and z and turns the mesh of others, .glb the node
  double meters_per_unit = 1;                            // .usda says so, .glb scales the node
  std::optional<MorphOptions> morphs;                    // of .glb; absent: a target a frame
  BetweenFrames between_frames = BetweenFrames::linear;  // of .glb
};

// What only the finished file can tell.
struct MotionWriteReport {
  Eigen::Index morph_targets = 0;    // of .glb
  double largest_error = 0;          // where they are few: of any vertex at any frame, file's unit
  double largest_error_of_size = 0;  // the same, of the diagonal of the first frame's box
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
  MotionWriteReport finish(Progress& progress = Progress::silent());

  class Sink;

 private:
  int point_count_ = 0;
  std::unique_ptr<Sink> sink_;
};

// Whether writing there would replace a file, or files of an OBJ sequence under the same pattern.
bool motion_exists(const std::filesystem::path& path);

Motion read_motion(const std::filesystem::path& path, const MotionReadOptions& options = {});
void write_motion(const std::filesystem::path& path, const Motion& motion,
                  const Eigen::Matrix3Xi& triangles = {});

}  // namespace retake
