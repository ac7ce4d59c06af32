#include <algorithm>

#include "apps/server/engine/descriptions.h"
#include "apps/server/engine/show.h"

namespace retake::server {

namespace {

const std::string about = "measuring poses";

// Frame by frame, so that messages come in between: frames that are there stay.
void measure(Desk& desk, Progress& progress) {
  SourceMotion& motion = desk.shot->evaluation.source_motion();
  const auto poses = motion.poses();
  if (!poses) return;
  for (const PoseKey& key : poses->keys) {
    if (key.frame >= motion.frame_count() || motion.has(key.frame)) continue;
    motion.frame(key.frame);
    progress.update(about, 0);
  }
  desk.audience.tell_all(document(*desk.shot));
}

}  // namespace

void measure_poses(Desk& desk) {
  const SourceMotion& motion = desk.shot->evaluation.source_motion();
  const auto waits = [](const Deferred& work) { return work.about == about; };
  if (!motion.poses() || std::ranges::any_of(desk.deferred, waits)) return;
  const auto is_there = [&](const PoseKey& key) { return motion.has(key.frame); };
  if (!motion.missing_modes() && std::ranges::all_of(motion.poses()->keys, is_there)) return;
  Deferred later = {0, {}, about, 0, nullptr, {}};
  later.work = [&desk](Progress& progress) { measure(desk, progress); };
  put_off(desk, std::move(later));
}

}  // namespace retake::server
