#include "retake/spacetime/finished_frames.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <Eigen/Geometry>

#include "retake/numerics/parallel_for.h"

namespace retake {

namespace {

constexpr double lost_part = 0.02;  // of that at rest: what the input has made smaller is lost
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

double smallest_volume(const EditScope& scope, int frame, const Eigen::Matrix3Xf& positions) {
  const FrameView input = scope.input_frame(frame);
  const auto& tets = scope.input.body.tets;
  return least_of_chunks(tets.cols(), [&](Eigen::Index begin, Eigen::Index end) {
    double smallest = 1;
    for (Eigen::Index t = begin; t < end; ++t) {
      const Eigen::Vector4i tet = tets.col(t);
      const double rest = volume(scope.input.body.rest_positions, tet), before = volume(input, tet);
      if (before <= lost_part * rest) continue;
      smallest = std::min(smallest, volume(positions, tet) / std::min(rest, before));
    }
    return smallest;
  });
}

// Several together are cheaper.
std::vector<Eigen::Matrix3Xf> FinishedFrames::warped(
    const std::vector<int>& frames, const std::vector<Eigen::Matrix3Xf>& edits) const {
  if (frames.size() == 1) return {warp_->warp(frames[0], edits[0])};
  Eigen::MatrixXf flat(3 * scope_->input.body.vertex_count(), std::ssize(frames));
  for (std::size_t i = 0; i < frames.size(); ++i) {
    flat.col(static_cast<Eigen::Index>(i)) = edits[i].reshaped();
  }
  return warp_->warp(frames, flat);
}

VecX FinishedFrames::displacements(const VecX& pulls) {
  const std::vector<int> frames = points_->frames();
  if (standing_.empty()) standing_ = warped(frames, edits_->of(frames, VecX::Zero(pulls.size())));
  const std::vector<Eigen::Matrix3Xf> moved = warped(frames, edits_->of(frames, pulls));
  VecX farthest(std::ssize(frames));
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const float squared = (moved[i] - standing_[i]).colwise().squaredNorm().maxCoeff();
    farthest[static_cast<Eigen::Index>(i)] = std::sqrt(static_cast<double>(squared));
  }
  return farthest;
}

void FinishedFrames::finish(const VecX& pulls) {
  if (!are_at(pulls)) frames_.clear();
  pulls_ = pulls;
  std::vector<int> fresh;
  for (const int frame : points_->frames()) {
    if (!frames_.contains(frame)) fresh.push_back(frame);
  }
  std::vector<FinishedFrame> finished(fresh.size());
  const std::vector<Eigen::Matrix3Xf> edits = edits_->of(fresh, pulls);
  const std::vector<Eigen::Matrix3Xf> warped = this->warped(fresh, edits);
  parallel_for(std::ssize(fresh), [&](std::ptrdiff_t i) {
    const auto at = static_cast<std::size_t>(i);
    LimitedFrame frame = limits_->limited(fresh[at], remainders_->added_to(fresh[at], warped[at]),
                                          [&] { return edits[at]; });
    const double volume = smallest_volume(*scope_, fresh[at], frame.positions);
    finished[at] = {std::move(frame.positions), volume, frame.is_limited};
  });
  for (std::size_t i = 0; i < fresh.size(); ++i) frames_[fresh[i]] = std::move(finished[i]);
}

}  // namespace retake
