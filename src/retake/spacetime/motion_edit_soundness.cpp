// Whether a warped frame still looks like the body.
#include <algorithm>
#include <cmath>
#include <set>

#include <Eigen/Geometry>

#include "retake/spacetime/motion_edit_impl.h"

namespace retake {

namespace {

constexpr double kLostVolume = 0.02;    // of that at rest: what the input has made smaller is lost
constexpr double kLeastVolume = 0.2;    // of an element of a sound body, over rest or input
constexpr double kLargestStrain = 0.5;  // |log| of an edge's length over that in the input

template <class Positions>
double volume(const Positions& points, const Eigen::Vector4i& tet) {
  const Vec3 origin = points.col(tet[0]).template cast<double>();
  const auto edge = [&](int corner) {
    return Vec3(points.col(tet[corner]).template cast<double>() - origin);
  };
  return edge(1).cross(edge(2)).dot(edge(3));
}

// Of the edges of the columns of `elements`: the largest |log(length / length in the input)|.
template <class Elements>
double strain_of_edges(const Elements& elements, const Eigen::Matrix3Xf& positions,
                       const Eigen::Matrix3Xf& input) {
  const auto length2 = [](const Eigen::Matrix3Xf& points, int a, int b) {
    return (points.col(a) - points.col(b)).squaredNorm();
  };
  float longest = 1, shortest = 1;  // squared ratios
  for (Eigen::Index e = 0; e < elements.cols(); ++e) {
    for (Eigen::Index i = 1; i < elements.rows(); ++i) {
      for (Eigen::Index j = 0; j < i; ++j) {
        const int a = elements(i, e), b = elements(j, e);
        const float before = length2(input, a, b);
        if (before == 0) continue;
        const float ratio = length2(positions, a, b) / before;
        longest = std::max(longest, ratio);
        shortest = std::min(shortest, ratio);
      }
    }
  }
  return 0.5 * std::log(std::max(longest, 1 / shortest));
}

}  // namespace

// Of any tet, over that at rest, or in the input where that is less; below 0 it is turned inside
// out.
double MotionEdit::Impl::smallest_volume(int frame, const Eigen::Matrix3Xf& positions) const {
  const Eigen::Matrix3Xf& input = motion().frames[static_cast<std::size_t>(frame)];
  double smallest = 1;
  for (Eigen::Index t = 0; t < input_.body.tets.cols(); ++t) {
    const Eigen::Vector4i tet = input_.body.tets.col(t);
    const double rest = volume(input_.body.rest_positions, tet), before = volume(input, tet);
    if (before <= kLostVolume * rest) continue;
    smallest = std::min(smallest, volume(positions, tet) / std::min(rest, before));
  }
  return smallest;
}

double MotionEdit::Impl::largest_strain(int frame, const Eigen::Matrix3Xf& positions) const {
  const Eigen::Matrix3Xf& input = motion().frames[static_cast<std::size_t>(frame)];
  return input_.body.tets.cols() > 0 ? strain_of_edges(input_.body.tets, positions, input)
                                     : strain_of_edges(input_.body.triangles, positions, input);
}

// Where obstacles push back, holding more would only push against them.
bool MotionEdit::Impl::is_sound(const VecX& pulls, double farthest) {
  if (one_sided_rows_ > 0 || !guards_.empty()) return false;
  if (finished_pulls_.size() != pulls.size() || finished_pulls_ != pulls) finished_frames_.clear();
  finished_pulls_ = pulls;
  std::set<int> frames;
  for (const HeldPoint& point : points_) frames.insert(point.frame);
  return std::all_of(frames.begin(), frames.end(), [&](int frame) {
    Eigen::Matrix3Xf& positions = finished_frames_[frame];
    if (positions.cols() == 0) positions = warp_.warp(frame, linear_edit(frame, pulls));
    const Eigen::Matrix3Xf& input = motion().frames[static_cast<std::size_t>(frame)];
    if ((positions - input).colwise().norm().maxCoeff() > farthest) return false;
    return smallest_volume(frame, positions) >= kLeastVolume &&
           largest_strain(frame, positions) <= kLargestStrain;
  });
}

}  // namespace retake
