// Whether a warped frame still looks like the body.
#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "retake/numerics/parallel_for.h"
#include "retake/spacetime/motion_edit_impl.h"

namespace retake {

namespace {

constexpr double lost_volume = 0.02;  // of that at rest: what the input has made smaller is lost
constexpr double least_volume = 0.2;  // of an element of a sound body, over rest or input

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
    if (before <= lost_volume * rest) continue;
    smallest = std::min(smallest, volume(positions, tet) / std::min(rest, before));
  }
  return smallest;
}

double MotionEdit::Impl::largest_strain(int frame, const Eigen::Matrix3Xf& positions) const {
  const Eigen::Matrix3Xf& input = motion().frames[static_cast<std::size_t>(frame)];
  return input_.body.tets.cols() > 0 ? strain_of_edges(input_.body.tets, positions, input)
                                     : strain_of_edges(input_.body.triangles, positions, input);
}

bool MotionEdit::Impl::is_sound(int frame, const Eigen::Matrix3Xf& positions,
                                const Limits& limits) const {
  const Eigen::Matrix3Xf& input = motion().frames[static_cast<std::size_t>(frame)];
  return (positions - input).colwise().norm().maxCoeff() <= limits.farthest &&
         smallest_volume(frame, positions) >= least_volume &&
         largest_strain(frame, positions) <= limits.strain;
}

// Where single vertices must be led out of obstacles, holding more would only push against these.
bool MotionEdit::Impl::is_sound(const VecX& pulls, const Limits& limits) {
  if (!guards_.empty()) return false;
  if (finished_pulls_.size() != pulls.size() || finished_pulls_ != pulls) finished_frames_.clear();
  finished_pulls_ = pulls;
  std::vector<int> frames, fresh;
  for (const std::vector<int>& points : points_by_frame()) {
    frames.push_back(points_[static_cast<std::size_t>(points[0])].frame);
    if (!finished_frames_.contains(frames.back())) fresh.push_back(frames.back());
  }
  const std::vector<Eigen::Matrix3Xf> edits = linear_edits(fresh, pulls);
  std::vector<Eigen::Matrix3Xf> warped(fresh.size());
  parallel_for(std::ssize(fresh), [&](std::ptrdiff_t i) {
    const auto at = static_cast<std::size_t>(i);
    warped[at] = with_remainders(fresh[at], warp_.warp(fresh[at], edits[at]));
  });
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    finished_frames_[fresh[i]] = std::move(warped[i]);
  }
  std::vector<char> sound(frames.size());
  parallel_for(std::ssize(frames), [&](std::ptrdiff_t i) {
    const auto at = static_cast<std::size_t>(i);
    sound[at] = is_sound(frames[at], finished_frames_.at(frames[at]), limits) ? 1 : 0;
  });
  return std::all_of(sound.begin(), sound.end(), [](char is) { return is != 0; });
}

}  // namespace retake
