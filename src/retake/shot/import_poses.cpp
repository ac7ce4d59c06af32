#include "retake/shot/import_poses.h"

#include <algorithm>
#include <iomanip>
#include <sstream>

#include "retake/interpolation/pose_presets.h"
#include "retake/shot/mode_shelf.h"
#include "retake/shot/pose_source.h"
#include "retake/shot/sources/poses.h"

namespace retake {

namespace {

[[noreturn]] void refuse_frames(const std::string& what, const std::string& expected,
                                std::ptrdiff_t found) {
  throw InputError({.what = what,
                    .where = "--pose-frames",
                    .expected = expected,
                    .found = std::to_string(found)});
}

PoseKey key_of(const ImportReading& reading, int at, int frame, const std::string& name) {
  return {.frame = at, .name = name, .positions = reading.plan.body_frame(frame), .more_turns = {}};
}

std::vector<PoseKey> keys_of_set(const ImportReading& reading) {
  const std::vector<std::filesystem::path>& files = reading.files.poses;
  const ImportFrames& frames = reading.plan.frames;
  std::vector<int> at = reading.request.poses->frames;
  if (at.empty()) {
    const int second = std::max(1, static_cast<int>(std::lround(frames.info.fps)));
    for (int k = 0; k < std::ssize(files); ++k) at.push_back(k * second);
  }
  if (at.size() != files.size())
    refuse_frames("every pose needs its frame", std::to_string(files.size()) + " frames",
                  std::ssize(at));
  std::vector<PoseKey> keys;
  for (std::size_t k = 0; k < files.size(); ++k)
    keys.push_back(
        key_of(reading, at[k], static_cast<int>(k) * frames.hold, files[k].filename().string()));
  return keys;
}

// Where a motion that shall wobble is held to: its beginning, a second apart, and its end.
std::vector<int> seconds_of(const MotionInfo& info) {
  const int second = std::max(2, static_cast<int>(std::lround(info.fps)));
  const int last = info.frame_count - 1;
  std::vector<int> frames = {0};
  for (int frame = second; frame + second / 2 < last; frame += second) frames.push_back(frame);
  if (last > 0) frames.push_back(last);
  return frames;
}

// The motion begins with the first pose, or where it does if it is kept.
std::vector<PoseKey> keys_of_cache(const ImportReading& reading) {
  const PoseImport& wish = *reading.request.poses;
  const MotionInfo& info = reading.plan.frames.info;
  const std::vector<int> chosen =
      wish.wobble && wish.frames.empty() ? seconds_of(info) : wish.frames;
  if (chosen.size() < 2)
    refuse_frames("which frames of the motion are poses", "two frames at least, such as 0,24,60",
                  std::ssize(chosen));
  std::vector<PoseKey> keys;
  for (const int frame : chosen) {
    if (frame < 0 || frame >= info.frame_count)
      refuse_frames("no such frame in the motion", "0 to " + std::to_string(info.frame_count - 1),
                    frame);
    keys.push_back(key_of(reading, wish.wobble ? frame : frame - chosen.front(), frame,
                          "Frame " + std::to_string(frame)));
  }
  return keys;
}

// All frames of the cache, which the swing is a part of.
QuasiStatic whole_motion(const ImportReading& reading, double share) {
  Motion motion = {.fps = reading.plan.frames.info.fps, .start_frame = 0, .frames = {}};
  for (int t = 0; t < reading.plan.frames.info.frame_count; ++t)
    motion.frames.push_back(reading.plan.body_frame(t));
  return {std::make_shared<const Motion>(std::move(motion)), share};
}

std::string told(const std::vector<PoseKey>& keys) {
  std::string list;
  for (const PoseKey& key : keys)
    list += (list.empty() ? "" : ", ") + key.name + " at " + std::to_string(key.frame);
  return list;
}

// Bodies of all sizes shall feel alike: where nobody has said what this one is made of, it is as
// stiff as presets want it.
void suit_preset(ImportReading& reading, PoseSource& source, Progress& progress) {
  const Body& body = reading.plan.shot.body();
  const auto modes = find_modes(body, {.region = {}, .count = source.modes}, progress);
  source.settings.spectrum.stiffness = suited_stiffness(modes->eigenvalues);
  std::ostringstream text;
  text << std::setprecision(2) << "between poses it is " << source.settings.spectrum.stiffness
       << " times as stiff as its material, so that it feels like others of another size "
          "(--material says otherwise)";
  reading.assume(text.str());
}

}  // namespace

void set_pose_source(ImportReading& reading, Progress& progress) {
  Shot& shot = reading.plan.shot;
  PoseSource source;
  const bool is_set = !reading.files.poses.empty();
  if (reading.plan.frames.empty())
    throw InputError({.what = "a motion between poses needs two poses at least",
                      .where = reading.files.mesh.string(),
                      .found = "one mesh",
                      .advice = "Give the other poses too: retake import REST.obj POSE.obj ..."});
  source.keys = is_set ? keys_of_set(reading) : keys_of_cache(reading);
  source.fps = reading.plan.frames.info.fps;
  source.frames = source.keys.back().frame + 1;
  if (const auto& wobble = reading.request.poses->wobble; wobble && !is_set) {
    source.about = whole_motion(reading, *wobble);
    source.frames = source.about->motion->frame_count();
  }
  const std::string& feel = reading.request.poses->preset;
  const PosePreset& preset = pose_preset(feel.empty() ? "direct" : feel);
  source.settings = preset.applied_to(source.settings);
  validate(source, shot.body(), reading.files.mesh.parent_path().string());
  const bool swings = preset.spectrum.frequency.at(0) > -1;
  if (swings && !reading.request.material) suit_preset(reading, source, progress);
  shot.source = PosesSource(std::make_shared<PoseSource>(source));
  reading.assume("the body goes from pose to pose, by frames: " + told(source.keys) +
                 (is_set ? " (--pose-frames says otherwise)" : ""));
  if (feel.empty()) reading.assume(preset.what + " (--feel says otherwise)");
  reading.plan.frames = {};
}

}  // namespace retake
