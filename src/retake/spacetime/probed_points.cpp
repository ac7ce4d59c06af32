#include "retake/spacetime/probed_points.h"

#include <algorithm>
#include <map>
#include <utility>

#include "retake/numerics/parallel_for.h"

namespace retake {

void ProbedPoints::add(const HeldPoint& point) {
  points_.push_back(point);
  probes_.push_back(nullptr);
  tangents_.emplace_back();
}

void ProbedPoints::remove(std::size_t point) {
  const auto at = static_cast<std::ptrdiff_t>(point);
  points_.erase(points_.begin() + at);
  probes_.erase(probes_.begin() + at);
  tangents_.erase(tangents_.begin() + at);
}

bool ProbedPoints::forget(int frame) {
  for (std::size_t p = 0; p < points_.size(); ++p) {
    if (points_[p].frame != frame) continue;
    probes_[p] = nullptr;
    tangents_[p].resize(0, 0);
  }
  return has_frame(frame);
}

// Pulls at a point act along the derivative of its warped position in the input; by the paper's
// way along the linear one.
void ProbedPoints::prepare() {
  std::vector<std::size_t> fresh;
  for (std::size_t p = 0; p < points_.size(); ++p) {
    if (probes_[p] == nullptr) probes_[p] = model_->warp->probe(points_[p].point, points_[p].frame);
    if (tangents_[p].size() == 0) fresh.push_back(p);
  }
  if (!scope_->settings.exact_handles) {
    for (const std::size_t p : fresh) {
      tangents_[p] = model_->basis->rows(points_[p].frame, points_[p].point).transpose();
    }
    return;
  }
  const Eigen::Matrix3Xf none = Eigen::Matrix3Xf::Zero(3, scope_->input.body.vertex_count());
  const MatX found = tangents_of(fresh, std::vector(fresh.size(), none));
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    tangents_[fresh[i]] = found.middleCols<3>(3 * static_cast<Eigen::Index>(i));
  }
}

bool ProbedPoints::has_frame(int frame) const {
  return std::ranges::any_of(points_, [&](const HeldPoint& point) { return point.frame == frame; });
}

std::vector<std::vector<int>> ProbedPoints::points_by_frame() const {
  std::map<int, std::vector<int>> by_frame;
  for (std::size_t p = 0; p < points_.size(); ++p) {
    by_frame[points_[p].frame].push_back(static_cast<int>(p));
  }
  std::vector<std::vector<int>> groups;
  for (auto& [frame, points] : by_frame) groups.push_back(std::move(points));
  return groups;
}

std::vector<int> ProbedPoints::frames() const {
  std::vector<int> frames;
  for (const HeldPoint& point : points_) frames.push_back(point.frame);
  std::ranges::sort(frames);
  frames.erase(std::unique(frames.begin(), frames.end()), frames.end());
  return frames;
}

VecX ProbedPoints::input_positions() const {
  VecX positions(3 * std::ssize(points_));
  for (std::size_t p = 0; p < points_.size(); ++p) {
    positions.segment<3>(3 * static_cast<Eigen::Index>(p)) =
        position_in(scope_->input_frame(points_[p].frame), points_[p].point);
  }
  return positions;
}

std::vector<WishRow> ProbedPoints::rows_of(std::size_t point) const {
  std::vector<WishRow> rows;
  for (int axis = 0; axis < 3; ++axis) {
    rows.push_back({{{points_[point].frame - scope_->first, tangents_[point].col(axis)}}});
  }
  return rows;
}

MatX ProbedPoints::tangents_of(const std::vector<std::size_t>& points,
                               const std::vector<Eigen::Matrix3Xf>& edits) const {
  if (points.empty()) return {};
  std::vector<int> column_frames;
  for (const std::size_t p : points) {
    column_frames.insert(column_frames.end(), 3, points_[p].frame);
  }
  Eigen::MatrixXf gradients(3 * scope_->input.body.vertex_count(), 3 * std::ssize(points));
  parallel_for(std::ssize(points), [&](std::ptrdiff_t i) {
    const auto at = static_cast<std::size_t>(i);
    gradients.middleCols<3>(3 * i) = model_->warp
                                         ->probe(*probes_[points[at]], points_[points[at]].frame,
                                                 edits[at], Warp::WithGradient::yes)
                                         .gradient.transpose();
  });
  return model_->basis->pull_back(column_frames, gradients);
}

}  // namespace retake
