#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "retake/elasticity/body.h"
#include "retake/interpolation/pose_hold.h"
#include "retake/interpolation/pose_settings.h"
#include "retake/mesh/motion.h"
#include "retake/numerics/progress.h"

// The source `poses` of a shot: a few shapes of the body, and how it goes from one to the next
// (Huang 2011).
namespace retake {

// A point by which a pose was bent, and where the pose has it.
struct PoseHandle {
  int vertex = 0;
  Vec3 target = Vec3::Zero();  // world, m

  bool operator==(const PoseHandle&) const = default;
};

// A shape that the body has at a frame.
struct PoseKey {
  int frame = 0;
  std::string name;               // of the file that it came from
  Eigen::Matrix3Xf positions;     // 3 x n, of the body, world, m
  std::optional<int> more_turns;  // of a free body, beyond the shorter way from the pose before
  Eigen::Matrix3Xf velocities;    // 3 x n, m/s, with which it is passed; empty: any
  int id = 0;                     // above 0 in an opened shot, unique among the poses
  std::vector<PoseHandle> handles = {};
  int hold = 0;                         // frames for which the body stays about it
  std::optional<SpanCurves> span = {};  // of the way to the next pose, in place of those of all

  int last_frame() const { return frame + hold; }
};

// Whether a pose is passed with any velocity, with none, or with the velocities that it has.
enum class PassedWith { any, none, given };
PassedWith passed_with(const PoseKey& key);

// A motion that is given, and how much of it gives way to the swing between poses.
struct QuasiStatic {
  std::shared_ptr<const Motion> motion;
  double share = 0.5;  // γ: 0 the motion as it is, 1 the swing in all modes
};

struct PoseSource {
  std::vector<PoseKey> keys;  // frames rise
  int frames = 1;             // of the motion; the first and last pose stand before and after
  double fps = 24;
  int modes = 100;  // that swing between the poses, or all that the body has
  PoseSettings settings;
  std::vector<PoseHold> holds;       // vertices that do not swing
  std::optional<QuasiStatic> about;  // what the poses are frames of; none: poses alone
};

// Order: all but the shapes of the poses, one by one, which takes its time.
enum class PoseCheck { order, all };

// Throws InputError that says what is wrong with which pose; `where` is the file.
void validate(const PoseSource& source, const Body& body, const std::string& where,
              PoseCheck check = PoseCheck::all);

// Gives an id to every pose that has none (0). Throws InputError for ids below 0, above most_id
// (layer_ids.h), or that occur twice.
void number_poses(std::vector<PoseKey>& keys, const std::string& where);

// The largest id of a pose; 0 where there is none.
int largest_id(const PoseSource& source);

std::vector<KeyPose> key_poses(const PoseSource& source);

// All frames. Modes are looked up in the cache on disk, or computed.
Motion pose_motion(const PoseSource& source, const Body& body, Progress& progress);

}  // namespace retake
