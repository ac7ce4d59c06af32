#include "retake/interpolation/pose_hold.h"

#include <algorithm>
#include <set>

#include <Eigen/LU>
#include <Eigen/SVD>

#include "retake/interpolation/pose_share.h"
#include "retake/numerics/errors.h"
#include "retake/numerics/rotation.h"

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

// The rotation nearest to what the hold has done since the rest shape; none for a point or a line.
HeldPath::Match HeldPath::match(const Points& rest, const Points& pose) {
  constexpr double flat = 1e-6;  // second extent of the hold, by its first
  const Vec3 rest_centre = rest.rowwise().mean(), centre = pose.rowwise().mean();
  const Mat3 covariance = (pose.colwise() - centre) * (rest.colwise() - rest_centre).transpose();
  const Eigen::JacobiSVD<Mat3> svd(covariance, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Mat3 rotation = Mat3::Identity();
  if (svd.singularValues()[1] > flat * svd.singularValues()[0]) {
    const double sign = (svd.matrixU() * svd.matrixV().transpose()).determinant() < 0 ? -1 : 1;
    rotation = svd.matrixU() * Vec3(1, 1, sign).asDiagonal() * svd.matrixV().transpose();
  }
  return {rotation, centre, rotation.transpose() * (pose.colwise() - centre)};
}

HeldPath::HeldPath(const Body& body, const std::vector<KeyPose>& poses,
                   const std::vector<PoseHold>& holds) {
  check_holds(body, holds);
  for (const KeyPose& pose : poses) times_.push_back(pose.time);
  for (const PoseHold& hold : holds) {
    vertices_.insert(vertices_.end(), hold.vertices.begin(), hold.vertices.end());
    const Points rest = body.rest_positions(Eigen::all, hold.vertices);
    std::vector<Match>& matches = matches_.emplace_back();
    for (const KeyPose& pose : poses)
      matches.push_back(match(rest, pose.positions(Eigen::all, hold.vertices).cast<double>()));
  }
}

Points HeldPath::positions(double time) const {
  Points result(3, std::ssize(vertices_));
  const auto [k, s] = place_between(times_, time);
  Eigen::Index begin = 0;
  for (const std::vector<Match>& matches : matches_) {
    const Match &from = matches[k], &to = matches[std::min(k + 1, matches.size() - 1)];
    const double share = smooth_step(s);
    const Vec3 turn = log_rotation(to.rotation * from.rotation.transpose());
    const Mat3 rotation = exp_rotation(share * turn) * from.rotation;
    const Vec3 centre = from.centre + share * (to.centre - from.centre);
    const Points local = from.local + share * (to.local - from.local);
    result.middleCols(begin, local.cols()) = (rotation * local).colwise() + centre;
    begin += local.cols();
  }
  return result;
}

}  // namespace retake
