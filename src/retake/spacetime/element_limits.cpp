#include "retake/spacetime/element_limits.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

namespace retake {

namespace {

constexpr double lost_volume = 0.02;   // of that at rest: what the input has made smaller is lost
constexpr double least_volume = 1e-3;  // over the reference: below, the logarithm goes on straight
constexpr double least_length = 1e-6;  // over the input's
constexpr std::size_t most_differences = 2000;  // that are kept

template <class Positions>
double volume_of(const Positions& points, const Eigen::Vector4i& tet) {
  const Vec3 origin = points.col(tet[0]).template cast<double>();
  const auto edge = [&](int corner) {
    return Vec3(points.col(tet[corner]).template cast<double>() - origin);
  };
  return edge(1).cross(edge(2)).dot(edge(3));
}

// -log(ratio), and its tangent where there is none.
double minus_log(double ratio) {
  return ratio > least_volume ? -std::log(ratio)
                              : -std::log(least_volume) + 1 - ratio / least_volume;
}

}  // namespace

ElementLimits::ElementLimits(const Body& body, const Motion& input, const Warp& warp)
    : body_(&body), input_(&input), warp_(&warp) {
  const auto add_all = [&](const auto& elements) {
    for (Eigen::Index e = 0; e < elements.cols(); ++e) {
      for (Eigen::Index i = 1; i < elements.rows(); ++i) {
        for (Eigen::Index j = 0; j < i; ++j) {
          edges_.push_back(std::minmax(elements(i, e), elements(j, e)));
        }
      }
    }
  };
  if (body_->tets.cols() > 0) {
    add_all(body_->tets);
  } else {
    add_all(body_->triangles);
  }
  std::sort(edges_.begin(), edges_.end());
  edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
}

double ElementLimits::largest_edge_strain(const Eigen::Matrix3Xf& edit) const {
  const Points& rest = body_->rest_positions;
  double largest = 0;
  for (const auto& [a, b] : edges_) {
    const Vec3 along = rest.col(a) - rest.col(b);
    const double strain =
        along.dot((edit.col(a) - edit.col(b)).cast<double>()) / along.squaredNorm();
    largest = std::max(largest, std::abs(strain));
  }
  return largest;
}

double ElementLimits::edge_excess(Pair edge_of, int frame, const Eigen::Matrix3Xf& positions,
                                  bool longer) const {
  const FrameView input = input_->frames[static_cast<std::size_t>(frame)];
  const auto [a, b] = edge_of;
  const double before = (input.col(a) - input.col(b)).norm();
  if (!(before > 0)) return -edge;
  const double ratio =
      std::max<double>((positions.col(a) - positions.col(b)).norm() / before, least_length);
  return (longer ? 1 : -1) * std::log(ratio) - edge;
}

double ElementLimits::reference_volume(const Eigen::Vector4i& tet, int frame) const {
  const double rest = volume_of(body_->rest_positions, tet);
  const double before = volume_of(input_->frames[static_cast<std::size_t>(frame)], tet);
  return before <= lost_volume * rest ? 0 : std::min(rest, before);
}

double ElementLimits::volume_excess(const Eigen::Vector4i& tet, int frame,
                                    const Eigen::Matrix3Xf& positions) const {
  const double reference = reference_volume(tet, frame);
  return reference > 0 ? minus_log(volume_of(positions, tet) / reference) - volume : -volume;
}

double ElementLimits::excess(const ElementConstraint& constraint,
                             const Eigen::Matrix3Xf& positions) const {
  using Kind = ElementConstraint::Kind;
  const Eigen::Vector4i& v = constraint.vertices;
  if (constraint.kind == Kind::flatter) return volume_excess(v, constraint.frame, positions);
  return edge_excess({v[0], v[1]}, constraint.frame, positions, constraint.kind == Kind::longer);
}

std::vector<ElementConstraint> ElementLimits::violated(int frame, const Eigen::Matrix3Xf& positions,
                                                       std::size_t most) const {
  using Kind = ElementConstraint::Kind;
  std::vector<ElementConstraint> found;
  for (const Pair& pair : edges_) {
    for (const bool longer : {true, false}) {
      const double excess = edge_excess(pair, frame, positions, longer);
      if (excess <= 0) continue;
      found.push_back(
          {longer ? Kind::longer : Kind::shorter, frame, {pair.first, pair.second, 0, 0}, excess});
    }
  }
  for (Eigen::Index t = 0; t < body_->tets.cols(); ++t) {
    const Eigen::Vector4i tet = body_->tets.col(t);
    const double excess = volume_excess(tet, frame, positions);
    if (excess > 0) found.push_back({Kind::flatter, frame, tet, excess});
  }
  const auto worse = [](const auto& a, const auto& b) { return a.excess > b.excess; };
  std::stable_sort(found.begin(), found.end(), worse);
  if (found.size() > most) found.resize(most);
  return found;
}

Eigen::Matrix<float, 3, Eigen::Dynamic> ElementLimits::difference_gradient(
    int a, int b, int frame, const Eigen::Matrix3Xf& edit) const {
  if (differences_.size() >= most_differences) differences_.clear();
  std::shared_ptr<const Warp::Probe>& probe = differences_[{a, b}];
  if (probe == nullptr) probe = warp_->probe(WeightedPoint{{a, 1}, {b, -1}});
  return warp_->probe(*probe, frame, edit, Warp::WithGradient::yes).gradient;
}

Eigen::VectorXf ElementLimits::gradient(const ElementConstraint& constraint,
                                        const Eigen::Matrix3Xf& edit,
                                        const Eigen::Matrix3Xf& positions) const {
  using Kind = ElementConstraint::Kind;
  const Eigen::Vector4i& v = constraint.vertices;
  const auto edge_to = [&](int corner) {
    return Eigen::Vector3f(positions.col(v[corner]) - positions.col(v[0]));
  };
  if (constraint.kind != Kind::flatter) {
    const Eigen::Vector3f along = -edge_to(1);
    const float sign = constraint.kind == Kind::longer ? 1.0f : -1.0f;
    return sign / std::max(along.squaredNorm(), 1e-20f) *
           (difference_gradient(v[0], v[1], constraint.frame, edit).transpose() * along);
  }
  const double reference = reference_volume(v, constraint.frame);
  const double ratio = std::max(volume_of(positions, v) / reference, least_volume);
  const std::array<Eigen::Vector3f, 3> cofactors = {
      edge_to(2).cross(edge_to(3)), edge_to(3).cross(edge_to(1)), edge_to(1).cross(edge_to(2))};
  Eigen::VectorXf gradient = Eigen::VectorXf::Zero(positions.size());
  for (int i = 0; i < 3; ++i) {
    gradient += difference_gradient(v[i + 1], v[0], constraint.frame, edit).transpose() *
                cofactors[static_cast<std::size_t>(i)];
  }
  return static_cast<float>(-1 / (ratio * reference)) * gradient;
}

}  // namespace retake
