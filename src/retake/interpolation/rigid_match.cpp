#include "retake/interpolation/rigid_match.h"

#include <Eigen/SVD>

#include "retake/numerics/rotation.h"

namespace retake {
namespace {

constexpr double thin = 1e-6;  // second extent of points in line, by their first

Points centred(const Points& x) { return x.colwise() - x.rowwise().mean(); }

// The points' covariance without what rounding adds to points in line.
Mat3 clean_covariance(const Points& pose, const Points& rest) {
  const Mat3 covariance = centred(pose) * centred(rest).transpose();
  const Eigen::JacobiSVD<Mat3> svd(covariance, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const Vec3& extents = svd.singularValues();
  if (extents[1] > thin * extents[0]) return covariance;
  return extents[0] * svd.matrixU().col(0) * svd.matrixV().col(0).transpose();
}

}  // namespace

RigidMatch match_rigidly(const Points& rest, const Points& pose, const Mat3& likely) {
  const Mat3 covariance = clean_covariance(pose, rest);
  // What the covariance leaves open is not turned any more after `likely`.
  const Mat3 rotation = likely * polar_decomposition(likely.transpose() * covariance).R;
  return {rotation, pose.rowwise().mean(), rotation.transpose() * centred(pose)};
}

bool tell_rotation(const Points& rest) {
  const Points r = centred(rest);
  const Eigen::JacobiSVD<Mat3> svd(r * r.transpose());
  return svd.singularValues()[1] > thin * svd.singularValues()[0];
}

}  // namespace retake
