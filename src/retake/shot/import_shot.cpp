#include "retake/shot/import_shot.h"

#include "retake/shot/import_plan.h"
#include "retake/shot/long_motion.h"
#include "retake/shot/sources/cache.h"
#include "retake/shot/staged_shot.h"

namespace retake {

namespace {

namespace fs = std::filesystem;

void refuse_to_overwrite(const std::vector<fs::path>& files) {
  for (const fs::path& file : files) {
    std::error_code none;
    if (!fs::exists(fs::symlink_status(file, none))) continue;
    throw FileError(
        {.what = "the file is there already",
         .where = file.string(),
         .advice =
             "Choose another name for the shot, or say that it shall be replaced (--replace)"});
  }
}

}  // namespace

Imported import_shot(const ImportRequest& request, Progress& progress) {
  PartOfProgress planning(progress, 0, 0.85), loading(progress, 0.85, 1);
  ImportPlan plan = plan_import(request, planning);
  if (!plan.frames.empty()) {
    const MotionInfo& info = plan.frames.info;
    Motion motion{info.fps, info.start_frame,
                  list_for(plan.shot.body().vertex_count(), info.frame_count)};
    for (int t = 0; t < info.frame_count; ++t) {
      loading.update("reading frames", static_cast<double>(t) / info.frame_count);
      motion.frames.push_back(plan.body_frame(t));
    }
    plan.shot.source = CachedSource(std::move(motion));
  }
  return {std::move(plan.shot), std::move(plan.report)};
}

ImportedFile import_to_file(const ImportRequest& request, const fs::path& json_file,
                            const ImportWriting& writing, Progress& progress) {
  if (!writing.overwrite) refuse_to_overwrite({json_file});
  PartOfProgress planning(progress, 0, 0.85), loading(progress, 0.85, 1);
  ImportPlan plan = plan_import(request, planning);
  const MotionInfo& info = plan.frames.info;
  FrameStream stream;
  if (!plan.frames.empty()) {
    stream = {info, [&](int t) {
                loading.update("writing frames", static_cast<double>(t) / info.frame_count);
                return plan.body_frame(t);
              }};
    stream.info.point_count = plan.shot.body().vertex_count();
  }
  const StagedShot staged = stage_shot(plan.shot, json_file, stream);
  if (!writing.overwrite) refuse_to_overwrite(staged.staging->targets());
  staged.publish();
  const int frames = plan.frames.empty() ? frame_count(plan.shot) : info.frame_count;
  return {std::move(plan.shot), frames, std::move(plan.report)};
}

}  // namespace retake
