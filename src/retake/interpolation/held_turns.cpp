#include "retake/interpolation/held_turns.h"

namespace retake {

std::vector<std::vector<Vec3>> turns_around_holds(const PoseSpace& space,
                                                  const std::vector<PoseCoordinates>& poses,
                                                  const std::vector<RigidKey>& keys,
                                                  const std::vector<PoseHold>& holds) {
  std::vector<std::vector<Vec3>> turns;
  for (const PoseHold& hold : holds) {
    std::vector<Vec3>& of_hold = turns.emplace_back();
    for (std::size_t k = 0; k + 1 < poses.size(); ++k) {
      const Vec3 more = space.turn_around(hold.vertices, poses[k + 1]) -
                        space.turn_around(hold.vertices, poses[k]);
      of_hold.push_back(turn_between(keys[k], keys[k + 1]) + keys[k + 1].rotation * more);
    }
  }
  return turns;
}

}  // namespace retake
