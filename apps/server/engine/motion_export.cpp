#include "apps/server/engine/motion_export.h"

#include "retake/mesh/motion_file.h"
#include "retake/numerics/errors.h"

namespace retake::server {

void check_export_name(const std::filesystem::path& file) {
  const std::string ending = file.extension().string();
  for (const char* written : {".pc2", ".mdd", ".glb", ".usda", ".obj", ""}) {
    if (ending == written) return;
  }
  throw InputError({.what = "motions are not written as such a file",
                    .expected = "a name that ends with .pc2, .mdd, .glb or .usda, NAME_####.obj, "
                                "or a folder for OBJ files",
                    .found = file.filename().string()});
}

void export_motion(const Motion& motion, const FrameRange& frames, const Body& body,
                   const std::filesystem::path& file, Progress& progress) {
  const int count = frames.last - frames.first + 1;
  MotionWriter writer(file, body.vertex_count(),
                      {.fps = motion.fps,
                       .start_frame = motion.start_frame + frames.first,
                       .frame_count = count,
                       .triangles = body.triangles});
  for (int frame = frames.first; frame <= frames.last; ++frame) {
    progress.update("writing frames", static_cast<double>(frame - frames.first) / count);
    writer.append(motion.frames[static_cast<std::size_t>(frame)]);
  }
  writer.finish();
}

}  // namespace retake::server
