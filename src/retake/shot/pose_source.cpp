#include "retake/shot/pose_source.h"

#include <set>

#include "retake/interpolation/pose_interpolation.h"
#include "retake/numerics/errors.h"
#include "retake/shot/layer_ids.h"
#include "retake/shot/mode_shelf.h"

namespace retake {

namespace {

constexpr int most_keys = 1000;
constexpr int most_frames = 1'000'000;
constexpr int most_modes = 5000;

void need(bool holds, const Complaint& complaint) {
  if (!holds) throw InputError(complaint);
}

void check_numbers(const PoseSource& source, const std::string& where) {
  need(source.fps > 0, {.what = "frames need a rate",
                        .where = where,
                        .expected = "fps above 0",
                        .found = std::to_string(source.fps)});
  need(source.modes >= 1 && source.modes <= most_modes,
       {.what = "impossible number of modes",
        .where = where,
        .expected = "1 to " + std::to_string(most_modes),
        .found = std::to_string(source.modes)});
  need(source.frames >= 1 && source.frames <= most_frames,
       {.what = "impossible number of frames",
        .where = where,
        .expected = "1 to 1,000,000",
        .found = std::to_string(source.frames)});
  need(std::ssize(source.keys) <= most_keys, {.what = "too many poses",
                                              .where = where,
                                              .expected = std::to_string(most_keys) + " at most",
                                              .found = std::to_string(source.keys.size()),
                                              .advice = "Give a cache as the source"});
}

// A hold ends within the motion, and before the next pose.
void check_hold(const PoseSource& source, std::size_t k, const std::string& where) {
  const PoseKey& key = source.keys[k];
  need(key.hold >= 0 && key.hold < source.frames - key.frame,
       {.what = "a pose is held at frames that the motion does not have",
        .where = where + ", pose " + std::to_string(k),
        .expected = "a hold of 0 to " + std::to_string(source.frames - 1 - key.frame) +
                    " frames from frame " + std::to_string(key.frame) + " on",
        .found = std::to_string(key.hold)});
  if (k + 1 == source.keys.size()) return;
  const PoseKey& next = source.keys[k + 1];
  need(key.last_frame() < next.frame,
       {.what = "a pose is held until the next one is there, or longer",
        .where = where + ", poses " + std::to_string(k) + " and " + std::to_string(k + 1),
        .expected = "a hold of at most " + std::to_string(next.frame - key.frame - 1) +
                    " frames: the next pose is at frame " + std::to_string(next.frame),
        .found = "held from frame " + std::to_string(key.frame) + " to " +
                 std::to_string(key.last_frame()),
        .advice = "Hold it for less, or move the next pose"});
}

// Poses by their frames in place of times.
void check_frames(const PoseSource& source, const std::string& where) {
  for (std::size_t k = 0; k < source.keys.size(); ++k) {
    const PoseKey& key = source.keys[k];
    need(key.frame >= 0 && key.frame < source.frames,
         {.what = "a pose at a frame that the motion does not have",
          .where = where + ", pose " + std::to_string(k),
          .expected = "0 to " + std::to_string(source.frames - 1),
          .found = std::to_string(key.frame)});
    if (k == 0) continue;
    const PoseKey& before = source.keys[k - 1];
    need(before.frame < key.frame,
         {.what = before.frame == key.frame ? "two poses at one frame" : "poses out of order",
          .where = where + ", poses " + std::to_string(k - 1) + " and " + std::to_string(k),
          .expected = "frames that rise from pose to pose",
          .found = std::to_string(before.frame) + " and " + std::to_string(key.frame),
          .advice = "Move one of them"});
  }
  for (std::size_t k = 0; k < source.keys.size(); ++k) check_hold(source, k, where);
}

void check_about(const PoseSource& source, const Body& body, const std::string& where) {
  if (!source.about) return;
  const auto& [motion, share] = *source.about;
  need(share >= 0 && share <= 1, {.what = "the share of the swing",
                                  .where = where + ", about",
                                  .expected = "0 to 1",
                                  .found = std::to_string(share)});
  need(motion->frame_count() >= source.frames,
       {.what = "the motion that swings is too short",
        .where = where + ", about",
        .expected = std::to_string(source.frames) + " frames",
        .found = std::to_string(motion->frame_count())});
  for (const FrameView& frame : motion->frames)
    need(frame.cols() == body.vertex_count(),
         {.what = "the cache belongs to another mesh",
          .where = where + ", about",
          .expected = std::to_string(body.vertex_count()) + " vertices as in the body",
          .found = std::to_string(frame.cols())});
}

void check_handles(const PoseSource& source, const Body& body, const std::string& where) {
  for (const PoseKey& key : source.keys)
    for (const PoseHandle& handle : key.handles)
      need(handle.vertex >= 0 && handle.vertex < body.vertex_count() && handle.target.allFinite(),
           {.what = "a handle of a pose that makes no sense",
            .where = where + ", pose at frame " + std::to_string(key.frame),
            .expected = "a vertex from 0 to " + std::to_string(body.vertex_count() - 1) +
                        " and a target in numbers",
            .found = "vertex " + std::to_string(handle.vertex)});
}

void check_order(const PoseSource& source, const Body& body, PoseCheck check) {
  const std::vector<KeyPose> poses = key_poses(source);
  check == PoseCheck::all ? check_poses(body, poses) : check_pose_order(body, poses);
  check_holds(body, source.holds);
  source.settings.validate();
  if (source.settings.loop) check_loop(poses);
  if (source.settings.between == BetweenPoses::swing) check_one_swing(poses);
}

}  // namespace

PassedWith passed_with(const PoseKey& key) {
  if (key.velocities.cols() == 0) return PassedWith::any;
  return key.velocities.isZero(0) ? PassedWith::none : PassedWith::given;
}

std::vector<KeyPose> key_poses(const PoseSource& source) {
  std::vector<KeyPose> poses;
  for (const PoseKey& key : source.keys)
    poses.push_back({.time = key.frame / source.fps,
                     .positions = key.positions,
                     .more_turns = key.more_turns,
                     .velocities = key.velocities,
                     .name = key.name,
                     .hold = key.last_frame() / source.fps - key.frame / source.fps,
                     .span = key.span});
  return poses;
}

void number_poses(std::vector<PoseKey>& keys, const std::string& where) {
  std::set<int> used;
  for (const PoseKey& key : keys)
    need(key.id == 0 || (key.id > 0 && key.id <= most_id && used.insert(key.id).second),
         {.what = "poses have ids of their own",
          .where = where + ", pose at frame " + std::to_string(key.frame),
          .expected = "1 to " + std::to_string(most_id) + ", each once",
          .found = std::to_string(key.id),
          .advice = "Leave ids out to have them given"});
  int last = used.empty() ? 0 : *used.rbegin();
  for (PoseKey& key : keys)
    if (key.id == 0) key.id = ++last;
}

int largest_id(const PoseSource& source) {
  int largest = 0;
  for (const PoseKey& key : source.keys) largest = std::max(largest, key.id);
  return largest;
}

void validate(const PoseSource& source, const Body& body, const std::string& where,
              PoseCheck check) {
  check_numbers(source, where);
  check_frames(source, where);
  check_about(source, body, where);
  check_handles(source, body, where);
  try {
    check_order(source, body, check);
  } catch (const InputError& error) {
    Complaint complaint = error.complaint();
    complaint.where = where + (complaint.where.empty() ? "" : ", " + complaint.where);
    throw InputError(complaint);
  }
}

Motion pose_motion(const PoseSource& source, const Body& body, Progress& progress) {
  PartOfProgress finding(progress, 0, 0.5), placing(progress, 0.5, 0.6), going(progress, 0.6, 1);
  const auto modes = find_modes(body, {.region = {}, .count = source.modes}, finding);
  PoseInterpolation between(body, *modes, key_poses(source), source.holds, placing);
  between.set(source.settings);
  Motion motion = {.fps = source.fps, .start_frame = 0, .frames = {}};
  for (int frame = 0; frame < source.frames; ++frame) {
    going.update("between poses", static_cast<double>(frame) / source.frames);
    const double time = frame / source.fps;
    motion.frames.push_back(
        source.about
            ? between.frame_about(source.about->motion->frames[static_cast<std::size_t>(frame)],
                                  time, source.about->share)
            : between.frame(time));
  }
  going.update("between poses", 1);
  return motion;
}

}  // namespace retake
