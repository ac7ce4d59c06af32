#include "retake/interpolation/pin_ways.h"

#include <algorithm>

#include "retake/interpolation/pose_share.h"
#include "retake/mesh/bounding_box.h"

namespace retake {
namespace {

constexpr double clear_way = 0.05;  // of the size: from here on a way is the body's own
constexpr double no_way = 1e-6;     // of the size

double size_of(const Points& x) { return bounding_box(x).diagonal(); }

}  // namespace

std::vector<std::optional<PinWays::Span>> PinWays::spans_of(
    const PoseSpace& space, const std::vector<PoseCoordinates>& poses) {
  const double size = size_of(space.body().rest_positions);
  const auto bow = [](double way) {
    return way <= no_way ? 0 : smooth_step(std::min(1.0, way / clear_way));
  };
  const auto anchor = [](double way) { return 1 / (way * way + no_way * no_way); };
  std::vector<std::optional<Span>> spans(poses.size() - 1);
  for (std::size_t k = 0; k + 1 < poses.size(); ++k) {
    const Points moved = poses[k + 1].remainder.pins.centres - poses[k].remainder.pins.centres;
    const VecX ways = moved.colwise().norm().transpose() / size;
    if (ways.maxCoeff() > no_way) spans[k] = Span{ways.unaryExpr(bow), ways.unaryExpr(anchor)};
  }
  return spans;
}

void PinWays::set(const PoseSpace& space, const std::vector<PoseCoordinates>& poses) {
  carried_.clear();
  if (space.pin_groups().count() < 2) return;
  spans_ = spans_of(space, poses);
  if (std::ranges::none_of(spans_, [](const auto& span) { return span.has_value(); })) return;
  if (answers_.size() == 0) prepare(space);
  amplitudes_.resize(poses.front().amplitudes.size(), std::ssize(poses));
  for (std::size_t k = 0; k < poses.size(); ++k) {
    amplitudes_.col(static_cast<Eigen::Index>(k)) = poses[k].amplitudes;
    carried_.push_back(carried(space.gradients_of(poses[k].amplitudes, poses[k].remainder), space));
  }
}

void PinWays::prepare(const PoseSpace& space) {
  Body free = space.body();
  free.pins.clear();
  const PoissonSystem poisson(free);
  std::vector<WeightedPoint> means;
  for (int g = 0; g < space.pin_groups().count(); ++g) {
    const std::vector<int>& vertices = space.pin_groups().vertices(g);
    WeightedPoint& mean = means.emplace_back();
    for (const int v : vertices) mean.push_back({v, 1.0 / static_cast<double>(vertices.size())});
    piece_of_.push_back(poisson.free_piece_of(vertices.front()));
  }
  answers_ = poisson.answers_to(means, PoissonSystem::Groups::large);
}

// From the centre of mass of their piece; mean displacements, 3 x groups.
Points PinWays::carried(const std::vector<Mat3>& gradients, const PoseSpace& space) const {
  return space.forces_of(gradients) * answers_;
}

// Less a shift of each piece, the anchors' mean.
Points PinWays::shifted(const Points& bows, const VecX& anchor) const {
  Points result = bows;
  for (std::size_t g = 0; g < piece_of_.size(); ++g) {
    Vec3 shift = Vec3::Zero();
    double sum = 0;
    for (std::size_t h = 0; h < piece_of_.size(); ++h) {
      if (piece_of_[h] != piece_of_[g]) continue;
      const auto other = static_cast<Eigen::Index>(h);
      shift += anchor[other] * bows.col(other);
      sum += anchor[other];
    }
    result.col(static_cast<Eigen::Index>(g)) -= shift / sum;
  }
  return result;
}

Points PinWays::bows(std::size_t span, const PoseSpace& space, const VecX& shares,
                     const PoseRemainder& remainder) const {
  Points bows = carried(space.gradients_of(amplitudes_ * shares, remainder), space);
  for (std::size_t k = 0; k < carried_.size(); ++k)
    bows -= shares[static_cast<Eigen::Index>(k)] * carried_[k];
  return shifted(bows, spans_[span]->anchor) * spans_[span]->bow.asDiagonal();
}

}  // namespace retake
