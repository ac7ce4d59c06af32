#pragma once
#include <vector>

#include "retake/interpolation/key_pose.h"
#include "retake/interpolation/rigid_match.h"
#include "retake/numerics/linear_types.h"

namespace retake {

// Vertices that go from pose to pose without swinging, together: a foot that stays on the ground
// (Huang 2011, fig. 8). Three or more that are not in line hold the foot's orientation as well.
struct PoseHold {
  std::string name;
  std::vector<int> vertices;
};

// Throws InputError for holds without vertices, vertices that do not exist, are pinned anyway, or
// are held twice.
void check_holds(const Body& body, const std::vector<PoseHold>& holds);

// Where held vertices are at a time. Each hold is matched to its rest shape in every pose; between
// two poses that rigid motion and what it leaves go from the one to the other with the share 3s² -
// 2s³. What two poses have at the same place, and do not turn, stays there.
class HeldPath {
 public:
  HeldPath(const Body& body, const std::vector<KeyPose>& poses, const std::vector<PoseHold>& holds);

  // How the body around each hold turns from pose to pose, whole turns and all: [hold][pose], world
  // rotation vectors to the next pose. Without it holds turn the shorter way.
  void follow(const std::vector<std::vector<Vec3>>& turns_around);

  const std::vector<int>& vertices() const { return vertices_; }
  Points positions(double time) const;  // of vertices(), world, m

 private:
  std::vector<int> vertices_;
  std::vector<double> times_;
  std::vector<std::vector<RigidMatch>> matches_;  // [hold][pose]
  std::vector<std::vector<Vec3>> turns_;          // [hold][pose], to the next
};

}  // namespace retake
