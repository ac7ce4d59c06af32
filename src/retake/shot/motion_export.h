#pragma once
#include "retake/shot/exported_mesh.h"
#include "retake/shot/frame_stream.h"

// A shot's motion on its way out, into any format of mesh/motion_file.h.
namespace retake {

struct ExportOptions {
  FrameRange frames;  // empty: all
  ExportMesh mesh = ExportMesh::simulation;
  std::optional<MorphOptions> morphs;  // of .glb
  BetweenFrames between_frames = BetweenFrames::linear;
  bool replace = false;  // what is there already
};

// `motion` outlives the stream.
FrameStream stream_of(const Motion& motion);

// Some of its frames, numbered as they were.
Motion gathered(const FrameStream& motion, const FrameRange& frames);

// What can be known before anything else is there. Throws InputError for an ending that no format
// has, for options that do not fit it, for a file that is there already unless it shall be
// replaced.
void check_export_file(const std::filesystem::path& file, const ExportOptions& options);

// One frame at a time is in memory. The file appears whole, or not at all.
MotionWriteReport export_motion(const Shot& shot, const FrameStream& motion,
                                const std::filesystem::path& file, const ExportOptions& options,
                                Progress& progress = Progress::silent());

}  // namespace retake
