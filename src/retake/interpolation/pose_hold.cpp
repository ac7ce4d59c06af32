#include "retake/interpolation/pose_hold.h"

#include <algorithm>
#include <set>

#include "retake/interpolation/pose_share.h"
#include "retake/numerics/errors.h"
#include "retake/numerics/rotation.h"
#include "retake/rotation_strain/winding.h"

namespace retake {

void check_holds(const Body& body, const std::vector<PoseHold>& holds) {
  std::set<int> taken(body.pins.begin(), body.pins.end());
  for (std::size_t k = 0; k < holds.size(); ++k) {
    const std::string where =
        "hold " + (holds[k].name.empty() ? std::to_string(k) : "'" + holds[k].name + "'");
    if (holds[k].vertices.empty())
      throw InputError({.what = "a hold without vertices", .where = where});
    for (const int vertex : holds[k].vertices) {
      if (vertex < 0 || vertex >= body.vertex_count())
        throw InputError({.what = "no such vertex",
                          .where = where,
                          .expected = "0 to " + std::to_string(body.vertex_count() - 1),
                          .found = std::to_string(vertex)});
      if (!taken.insert(vertex).second)
        throw InputError({.what = "a vertex that is pinned or held already",
                          .where = where,
                          .found = std::to_string(vertex),
                          .advice = "Name it once; pins go with their poses anyway"});
    }
  }
}

HeldPath::HeldPath(const Body& body, const std::vector<KeyPose>& poses,
                   const std::vector<PoseHold>& holds) {
  check_holds(body, holds);
  for (const KeyPose& pose : poses) times_.push_back(pose.time);
  for (const PoseHold& hold : holds) {
    vertices_.insert(vertices_.end(), hold.vertices.begin(), hold.vertices.end());
    const Points rest = body.rest_positions(Eigen::all, hold.vertices);
    std::vector<RigidMatch>& matches = matches_.emplace_back();
    for (const KeyPose& pose : poses)
      matches.push_back(
          match_rigidly(rest, pose.positions(Eigen::all, hold.vertices).cast<double>()));
    std::vector<Vec3>& turns = turns_.emplace_back();
    for (std::size_t k = 0; k + 1 < matches.size(); ++k)
      turns.push_back(log_rotation(matches[k + 1].rotation * matches[k].rotation.transpose()));
  }
}

void HeldPath::follow(const std::vector<std::vector<Vec3>>& turns_around) {
  for (std::size_t h = 0; h < turns_.size(); ++h)
    for (std::size_t k = 0; k < turns_[h].size(); ++k)
      turns_[h][k] = nearest_winding(turns_[h][k], turns_around[h][k]);
}

Points HeldPath::positions(double time) const {
  Points result(3, std::ssize(vertices_));
  const auto [k, s] = place_between(times_, time);
  Eigen::Index begin = 0;
  for (std::size_t h = 0; h < matches_.size(); ++h) {
    const RigidMatch &from = matches_[h][k], &to = matches_[h][k + 1];
    const double share = smooth_step(s);
    const Vec3& turn = turns_[h][k];
    const Mat3 whole = to.rotation * from.rotation.transpose();
    const Vec3 correction = log_rotation(exp_rotation(turn).transpose() * whole);
    const Mat3 rotation =
        exp_rotation(share * turn) * exp_rotation(share * correction) * from.rotation;
    const Vec3 centre = from.centre + share * (to.centre - from.centre);
    const Points local = from.local + share * (to.local - from.local);
    result.middleCols(begin, local.cols()) = (rotation * local).colwise() + centre;
    begin += local.cols();
  }
  return result;
}

}  // namespace retake
