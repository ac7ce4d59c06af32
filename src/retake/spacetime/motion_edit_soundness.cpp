// Whether a warped frame still looks like the body.
#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "retake/numerics/parallel_for.h"
#include "retake/spacetime/motion_edit_impl.h"

namespace retake {

namespace {

constexpr double lost_volume = 0.02;  // of that at rest: what the input has made smaller is lost
constexpr Eigen::Index elements_per_chunk = 2000;

template <class Positions>
double volume(const Positions& points, const Eigen::Vector4i& tet) {
  const Vec3 origin = points.col(tet[0]).template cast<double>();
  const auto edge = [&](int corner) {
    return Vec3(points.col(tet[corner]).template cast<double>() - origin);
  };
  return edge(1).cross(edge(2)).dot(edge(3));
}

// Least value over chunks of elements, looked at side by side.
template <class LeastOf>
double least_of_chunks(Eigen::Index elements, const LeastOf& least_of) {
  const Eigen::Index chunks = (elements + elements_per_chunk - 1) / elements_per_chunk;
  std::vector<double> least(static_cast<std::size_t>(chunks));
  parallel_for(chunks, [&](std::ptrdiff_t c) {
    const Eigen::Index begin = c * elements_per_chunk;
    least[static_cast<std::size_t>(c)] =
        least_of(begin, std::min<Eigen::Index>(begin + elements_per_chunk, elements));
  });
  return chunks == 0 ? 1 : *std::min_element(least.begin(), least.end());
}

}  // namespace

// Of any tet, over that at rest, or in the input where that is less; below 0 it is turned inside
// out.
double MotionEdit::Impl::smallest_volume(int frame, const Eigen::Matrix3Xf& positions) const {
  const FrameView input = motion().frames[static_cast<std::size_t>(frame)];
  const auto& tets = input_.body.tets;
  return least_of_chunks(tets.cols(), [&](Eigen::Index begin, Eigen::Index end) {
    double smallest = 1;
    for (Eigen::Index t = begin; t < end; ++t) {
      const Eigen::Vector4i tet = tets.col(t);
      const double rest = volume(input_.body.rest_positions, tet), before = volume(input, tet);
      if (before <= lost_volume * rest) continue;
      smallest = std::min(smallest, volume(positions, tet) / std::min(rest, before));
    }
    return smallest;
  });
}

// Frames that have points, whole.
void MotionEdit::Impl::finish_frames(const VecX& pulls) {
  if (finished_pulls_.size() != pulls.size() || finished_pulls_ != pulls) finished_frames_.clear();
  finished_pulls_ = pulls;
  std::vector<int> fresh;
  for (const std::vector<int>& points : points_by_frame()) {
    const int frame = points_[static_cast<std::size_t>(points[0])].frame;
    if (!finished_frames_.contains(frame)) fresh.push_back(frame);
  }
  const std::vector<Eigen::Matrix3Xf> edits = linear_edits(fresh, pulls);
  std::vector<FinishedFrame> finished(fresh.size());
  parallel_for(std::ssize(fresh), [&](std::ptrdiff_t i) {
    const auto at = static_cast<std::size_t>(i);
    Eigen::Matrix3Xf positions = with_remainders(fresh[at], warp_.warp(fresh[at], edits[at]));
    const double volume = smallest_volume(fresh[at], positions);
    finished[at] = {std::move(positions), volume};
  });
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    finished_frames_[fresh[i]] = std::move(finished[i]);
  }
}

}  // namespace retake
