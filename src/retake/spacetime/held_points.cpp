#include "retake/spacetime/held_points.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

namespace retake {

namespace {

// Sine of the angle between a direction and those before it; below, they say the same.
constexpr double least_independence = 1e-3;

std::string name_of(const Wish& wish) {
  return "wish '" + (wish.name.empty() ? std::string("without a name") : wish.name) + "', frame " +
         std::to_string(wish.frame);
}

[[noreturn]] void refuse(const Wish& wish, const std::string& what, const std::string& expected,
                         const std::string& found, const std::string& advice = "") {
  throw InputError({.what = what,
                    .where = name_of(wish),
                    .expected = expected,
                    .found = found,
                    .advice = advice});
}

void validate_point(const Wish& wish, const WeightedPoint& point, int vertex_count) {
  if (point.empty()) refuse(wish, "no vertex", "one or more", "none");
  double sum = 0;
  for (const auto& [vertex, weight] : point) {
    if (vertex < 0 || vertex >= vertex_count) {
      refuse(wish, "vertex does not exist", "0 to " + std::to_string(vertex_count - 1),
             std::to_string(vertex));
    }
    if (!std::isfinite(weight))
      refuse(wish, "weight of a vertex", "a finite number", "NaN or infinity");
    sum += weight;
  }
  if (std::abs(sum - 1) > 1e-6) {
    refuse(wish, "weights of the vertices do not sum to 1", "1", std::to_string(sum));
  }
}

void validate_directions(const Wish& wish) {
  if (std::optional<Complaint> complaint = complaint_about(wish.directions)) {
    complaint->where = name_of(wish);
    throw InputError(std::move(*complaint));
  }
}

// Gram and Schmidt: axes stay what they are, to the bit.
Eigen::Matrix3Xd orthonormalized(Eigen::Matrix3Xd directions) {
  for (Eigen::Index i = 0; i < directions.cols(); ++i) {
    const auto before = directions.leftCols(i);
    directions.col(i) -= before * (before.transpose() * directions.col(i)).eval();
    directions.col(i).normalize();
  }
  return directions;
}

// Both frames that a velocity is read from, the earlier first.
std::pair<int, int> velocity_frames(int frame, const WindowFrames& window) {
  if (frame < window.last) return {frame, frame + 1};
  return window.cycle ? std::pair(frame, window.first) : std::pair(frame - 1, frame);
}

}  // namespace

std::vector<HeldPoint> points_of(const Wish& wish, int id, const Motion& input,
                                 const WindowFrames& window) {
  switch (wish.kind) {
    case WishKind::position:
    case WishKind::pin:
      return {{id, wish.frame, wish.point, 1}};
    case WishKind::relative:
      return {{id, wish.frame, wish.point, 1}, {id, wish.frame, wish.other, -1}};
    case WishKind::velocity: {
      const auto [from, to] = velocity_frames(wish.frame, window);
      return {{id, to, wish.point, input.fps}, {id, from, wish.point, -input.fps}};
    }
    case WishKind::pose:
      break;
  }
  return {};
}

Vec3 position_in(const Eigen::Ref<const Eigen::Matrix3Xf>& frame, const WeightedPoint& point) {
  Vec3 position = Vec3::Zero();
  for (const auto& [vertex, weight] : point) position += weight * frame.col(vertex).cast<double>();
  return position;
}

Vec3 target_of(const Wish& wish, const Motion& input) {
  if (wish.kind != WishKind::pin) return wish.target;
  return position_in(input.frames[static_cast<std::size_t>(wish.frame)], wish.point);
}

HandleEquations equations_of(const std::vector<Wish>& wishes, const std::vector<int>& ids,
                             const std::vector<HeldPoint>& points) {
  Eigen::Index count = 0;
  for (const Wish& wish : wishes) count += wish.directions.cols();
  HandleEquations equations;
  equations.rows = MatX::Zero(count, 3 * static_cast<Eigen::Index>(points.size()));
  equations.weights.resize(count);
  equations.metres_per_unit.setOnes(std::ssize(wishes));
  Eigen::Index row = 0;
  for (std::size_t w = 0; w < wishes.size(); ++w) {
    const Wish& wish = wishes[w];
    const Eigen::Index directions = wish.directions.cols();
    for (std::size_t p = 0; p < points.size(); ++p) {
      if (points[p].wish != ids[w]) continue;
      equations.rows.block(row, 3 * static_cast<Eigen::Index>(p), directions, 3) =
          points[p].factor * wish.directions.transpose();
      equations.metres_per_unit[static_cast<Eigen::Index>(w)] = 1 / std::abs(points[p].factor);
    }
    equations.weights.segment(row, directions).setConstant(wish.weight);
    equations.wish_of_row.insert(equations.wish_of_row.end(), static_cast<std::size_t>(directions),
                                 static_cast<int>(w));
    equations.unbounded.push_back(wish.stiff_axes == StiffAxes::locked ? 1 : 0);
    row += directions;
  }
  return equations;
}

VecX targets_of(const std::vector<Wish>& wishes, const Motion& input) {
  Eigen::Index count = 0;
  for (const Wish& wish : wishes) count += wish.directions.cols();
  VecX targets(count);
  Eigen::Index row = 0;
  for (const Wish& wish : wishes) {
    targets.segment(row, wish.directions.cols()) =
        wish.directions.transpose() * target_of(wish, input);
    row += wish.directions.cols();
  }
  return targets;
}

ReconciledTargets reconciled(VecX targets, const std::vector<Wish>& wishes, const Motion& input) {
  constexpr double most_beside = 0.6;  // of the distance
  ReconciledTargets result{std::move(targets), {}};
  std::vector<Eigen::Index> rows(wishes.size(), 0);
  for (std::size_t w = 1; w < wishes.size(); ++w) {
    rows[w] = rows[w - 1] + wishes[w - 1].directions.cols();
  }
  const auto place_of = [&](const Wish& wish) {
    return position_in(input.frames[static_cast<std::size_t>(wish.frame)], wish.point);
  };
  const auto is_of_a_place = [](const Wish& wish) {
    return wish.kind == WishKind::position || wish.kind == WishKind::pin;
  };
  // From the targets as given, whatever the order of the wishes; the mean over a wish's opponents.
  std::vector<Vec3> taken(wishes.size(), Vec3::Zero());
  std::vector<int> opponents(wishes.size(), 0);
  for (std::size_t a = 0; a < wishes.size(); ++a) {
    for (std::size_t b = a + 1; b < wishes.size(); ++b) {
      const Wish &one = wishes[a], &other = wishes[b];
      if (!is_of_a_place(one) || !is_of_a_place(other) || one.frame != other.frame) continue;
      const Vec3 from = place_of(one), beside = place_of(other);
      const auto rows_a = result.targets.segment(rows[a], one.directions.cols());
      const auto rows_b = result.targets.segment(rows[b], other.directions.cols());
      const Vec3 apart = one.directions * (rows_a - one.directions.transpose() * from) -
                         other.directions * (rows_b - other.directions.transpose() * beside);
      const double most = most_beside * (from - beside).norm();
      if (apart.norm() <= most) continue;
      const double kept = most / apart.norm();  // squared: the more they differ, the less of it
      const Vec3 excess = 0.5 * (1 - kept * kept) * apart;
      taken[a] += excess;
      taken[b] -= excess;
      ++opponents[a];
      ++opponents[b];
      result.opposed.emplace_back(static_cast<int>(a), static_cast<int>(b));
    }
  }
  for (std::size_t w = 0; w < wishes.size(); ++w) {
    if (opponents[w] == 0) continue;
    result.targets.segment(rows[w], wishes[w].directions.cols()) -=
        wishes[w].directions.transpose() * taken[w] / opponents[w];
  }
  return result;
}

std::optional<Complaint> complaint_about(const Eigen::Matrix3Xd& directions) {
  if (directions.cols() < 1 || directions.cols() > 3) {
    return Complaint{.what = "impossible number of directions",
                     .expected = "1 to 3",
                     .found = std::to_string(directions.cols())};
  }
  if (!directions.allFinite() || directions.colwise().squaredNorm().minCoeff() == 0) {
    return Complaint{.what = "a direction points nowhere",
                     .expected = "numbers, not all of them 0"};
  }
  const Eigen::Matrix3Xd unit = directions.colwise().normalized();
  const Eigen::Matrix3Xd independent = orthonormalized(directions);
  if ((independent.cwiseProduct(unit).colwise().sum().array() < least_independence).any()) {
    return Complaint{.what = "directions that say the same",
                     .expected = "directions of which none follows from the others",
                     .found = std::to_string(directions.cols()) + " that lie in one line or plane",
                     .advice = "Leave one of them out"};
  }
  return std::nullopt;
}

Wish with_orthonormal_directions(Wish wish) {
  wish.directions = orthonormalized(std::move(wish.directions));
  return wish;
}

void validate(const Wish& wish, int vertex_count, int first, int last) {
  if (wish.frame < first || wish.frame > last) {
    refuse(wish, "the frame cannot be changed here",
           std::to_string(first) + " to " + std::to_string(last), std::to_string(wish.frame),
           "move the wish, or widen the window of the layer (the outermost two frames at an end "
           "that is "
           "held stay as they are)");
  }
  if (!(wish.weight > 0)) refuse(wish, "weight", "above 0", std::to_string(wish.weight));
  if (wish.kind == WishKind::pose) {
    if (wish.pose.cols() != vertex_count) {
      refuse(wish, "the pose does not fit the body", std::to_string(vertex_count) + " vertices",
             std::to_string(wish.pose.cols()));
    }
    if (!wish.pose.allFinite())
      refuse(wish, "the pose is not finite", "numbers", "NaN or infinity");
    return;
  }
  validate_point(wish, wish.point, vertex_count);
  if (wish.kind == WishKind::relative) validate_point(wish, wish.other, vertex_count);
  validate_directions(wish);
  if (!wish.target.allFinite()) {
    refuse(wish, "the target is not finite", "three numbers", "NaN or infinity");
  }
}

}  // namespace retake
