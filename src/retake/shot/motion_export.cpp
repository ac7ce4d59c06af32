#include "retake/shot/motion_export.h"

#include <algorithm>

#include "retake/mesh/ascii_text.h"
#include "retake/numerics/errors.h"
#include "retake/shot/long_motion.h"

namespace retake {
namespace {

// The part of the work that is left when all frames have been handed over: fitting morph targets.
double share_of_frames(const ExportOptions& options) { return options.morphs ? 0.3 : 0.99; }

void check_ending(const std::filesystem::path& file, const ExportOptions& options) {
  const std::string ending = ending_of(file);
  const std::vector<std::string> written = {".pc2", ".mdd", ".glb", ".usda", ".obj", ""};
  if (std::find(written.begin(), written.end(), ending) == written.end()) {
    throw InputError({.what = "motions are not written as such a file",
                      .expected = "a name that ends with .pc2, .mdd, .glb or .usda, NAME_####.obj, "
                                  "or a folder for OBJ files",
                      .found = file.filename().string()});
  }
  const bool shapes_glb = options.morphs || options.between_frames != BetweenFrames::linear;
  if (shapes_glb && ending != ".glb") {
    throw InputError({.what = "morph targets belong to glTF alone",
                      .expected = "a name that ends with .glb",
                      .found = file.filename().string()});
  }
}

}  // namespace

FrameStream stream_of(const Motion& motion) {
  MotionInfo info;
  info.point_count = motion.frames.empty() ? 0 : static_cast<int>(motion.frames.front().cols());
  info.frame_count = motion.frame_count();
  info.fps = motion.fps;
  info.start_frame = motion.start_frame;
  return {info, [&motion](int frame) { return motion.frames[static_cast<std::size_t>(frame)]; }};
}

Motion gathered(const FrameStream& motion, const FrameRange& frames) {
  const MotionInfo& info = motion.info;
  const int count = frames.last - frames.first + 1;
  Motion part = {info.fps, info.start_frame + frames.first, list_for(info.point_count, count)};
  for (int frame = frames.first; frame <= frames.last; ++frame) {
    part.frames.push_back(motion.frame(frame));
  }
  return part;
}

void check_export_file(const std::filesystem::path& file, const ExportOptions& options) {
  check_ending(file, options);
  if (options.morphs) options.morphs->validate();
  if (!options.replace && motion_exists(file)) {
    throw InputError(
        {.what = "the file is there already",
         .where = file.string(),
         .advice = "Choose another name, or say that it shall be replaced (--replace)"});
  }
}

MotionWriteReport export_motion(const Shot& shot, const FrameStream& motion,
                                const std::filesystem::path& file, const ExportOptions& options,
                                Progress& progress) {
  check_export_file(file, options);
  const ExportedMesh mesh = exported_mesh(shot, file, options.mesh);
  const FrameRange frames =
      options.frames.empty() ? FrameRange{0, motion.info.frame_count - 1} : options.frames;
  const int count = frames.last - frames.first + 1;
  MotionWriter writer(file, mesh.vertex_count,
                      {.fps = motion.info.fps,
                       .start_frame = motion.info.start_frame + frames.first,
                       .frame_count = count,
                       .triangles = mesh.triangles,
                       .polygons = mesh.polygons,
                       .up = mesh.up,
                       .meters_per_unit = mesh.meters_per_unit,
                       .morphs = options.morphs,
                       .between_frames = options.between_frames});
  const double share = share_of_frames(options);
  for (int frame = frames.first; frame <= frames.last; ++frame) {
    progress.update("writing frames", share * (frame - frames.first) / count);
    writer.append(mesh.positions(motion.frame(frame)));
  }
  PartOfProgress rest(progress, share, 1);
  return writer.finish(rest);
}

}  // namespace retake
