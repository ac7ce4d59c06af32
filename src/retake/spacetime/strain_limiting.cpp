#include "retake/spacetime/strain_limiting.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "retake/numerics/parallel_for.h"

namespace retake {

namespace {

constexpr double vanished_volume =
    0.02;                              // of that at rest: what the input has made smaller is lost
constexpr double least_ratio = 1e-3;   // below, the logarithm goes on straight
constexpr double longest_move = 0.25;  // of the size of a tet, in one projection
constexpr int most_sweeps = 200;
constexpr int constraints_per_chunk = 4000;

template <class Positions>
Vec3 at(const Positions& positions, int vertex) {
  return positions.col(vertex).template cast<double>();
}

template <class Positions>
double volume_of(const Positions& points, std::span<const int> tet) {
  const Vec3 origin = at(points, tet[0]);
  return (at(points, tet[1]) - origin)
      .cross(at(points, tet[2]) - origin)
      .dot(at(points, tet[3]) - origin);
}

template <class Positions>
double squared_length_of(const Positions& points, std::span<const int> edge) {
  return (at(points, edge[0]) - at(points, edge[1])).squaredNorm();
}

template <class Positions>
double length_of(const Positions& points, std::span<const int> edge) {
  return std::sqrt(squared_length_of(points, edge));
}

double log_of(double ratio) {
  return ratio > least_ratio ? std::log(ratio) : std::log(least_ratio) - 1 + ratio / least_ratio;
}

}  // namespace

struct StrainLimiter::Frame {
  const Eigen::Matrix3Xf* positions;
  const FrameView* input;
  const Eigen::Matrix3Xf* standing;
};

StrainLimiter::StrainLimiter(const Body& body) : body_(&body) {
  const auto add_edges = [&](const auto& elements) {
    for (Eigen::Index e = 0; e < elements.cols(); ++e) {
      for (Eigen::Index i = 1; i < elements.rows(); ++i) {
        for (Eigen::Index j = 0; j < i; ++j) {
          const auto [a, b] = std::minmax(elements(i, e), elements(j, e));
          edges_.push_back({a, b});
        }
      }
    }
  };
  if (body.has_tets()) {
    add_edges(body.tets);
  } else {
    add_edges(body.triangles);
  }
  std::ranges::sort(edges_);
  edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
  for (Eigen::Index t = 0; t < body.tets.cols(); ++t) {
    tets_.push_back({body.tets(0, t), body.tets(1, t), body.tets(2, t), body.tets(3, t)});
  }
  for (const auto& vertices : edges_)
    rest_.push_back(squared_length_of(body.rest_positions, vertices));
  for (const auto& vertices : tets_) rest_.push_back(volume_of(body.rest_positions, vertices));
  first_of_vertex_.assign(static_cast<std::size_t>(body.vertex_count()) + 1, 0);
  for (int c = 0; c < constraint_count(); ++c)
    for (const int v : vertices_of(c)) ++first_of_vertex_[static_cast<std::size_t>(v) + 1];
  for (std::size_t v = 1; v < first_of_vertex_.size(); ++v)
    first_of_vertex_[v] += first_of_vertex_[v - 1];
  of_vertices_.resize(static_cast<std::size_t>(first_of_vertex_.back()));
  std::vector<int> next = first_of_vertex_;
  for (int c = 0; c < constraint_count(); ++c)
    for (const int v : vertices_of(c))
      of_vertices_[static_cast<std::size_t>(next[static_cast<std::size_t>(v)]++)] = c;
}

std::span<const int> StrainLimiter::vertices_of(int constraint) const {
  if (is_edge(constraint)) return edges_[static_cast<std::size_t>(constraint)];
  return tets_[static_cast<std::size_t>(constraint) - edges_.size()];
}

// How far beyond its limit, as a logarithm.
double StrainLimiter::excess(int constraint, const Frame& frame) const {
  const std::span<const int> vertices = vertices_of(constraint);
  const auto beyond = [&](const Eigen::Matrix3Xf& positions) {
    if (is_edge(constraint)) {
      const double before = length_of(*frame.input, vertices);
      const double rest = std::sqrt(rest_[static_cast<std::size_t>(constraint)]);
      if (!(before > 0)) return -edge;
      const double now = length_of(positions, vertices);
      return std::max(log_of(now / std::max(rest, before)), -log_of(now / std::min(rest, before))) -
             edge;
    }
    const double rest = rest_[static_cast<std::size_t>(constraint)];
    const double before = volume_of(*frame.input, vertices);
    if (before <= vanished_volume * rest) return -volume;
    return -log_of(volume_of(positions, vertices) / std::min(rest, before)) - volume;
  };
  const double allowed = frame.standing->size() > 0 ? std::max(0.0, beyond(*frame.standing)) : 0.0;
  return beyond(*frame.positions) - allowed;
}

// Of a tet: what its limit leaves, or what it has without handles where that is less.
double StrainLimiter::least_volume(int constraint, const Frame& frame) const {
  const std::span<const int> tet = vertices_of(constraint);
  const double rest = rest_[static_cast<std::size_t>(constraint)];
  const double least = std::exp(-volume) * std::min(rest, volume_of(*frame.input, tet));
  return frame.standing->size() > 0 ? std::min(least, volume_of(*frame.standing, tet)) : least;
}

// excess > 0, without logarithms and roots. What stands beyond is looked at by its excess.
bool StrainLimiter::is_beyond(int constraint, const Frame& frame) const {
  static const double most = std::exp(2 * edge), least = std::exp(-volume);
  const std::span<const int> vertices = vertices_of(constraint);
  const auto in = [&](const auto& positions) {
    return is_edge(constraint) ? squared_length_of(positions, vertices)
                               : volume_of(positions, vertices);
  };
  const double now = in(*frame.positions), before = in(*frame.input);
  const double rest = rest_[static_cast<std::size_t>(constraint)];
  const bool is_within = is_edge(constraint) ? now <= most * std::max(rest, before) &&
                                                   now * most >= std::min(rest, before)
                                             : now >= least * std::min(rest, before);
  return !is_within && excess(constraint, frame) > 0;
}

std::vector<int> StrainLimiter::violated(const Frame& frame) const {
  const int chunks = (constraint_count() + constraints_per_chunk - 1) / constraints_per_chunk;
  std::vector<std::vector<int>> of_chunks(static_cast<std::size_t>(chunks));
  parallel_for(chunks, [&](std::ptrdiff_t chunk) {
    const int begin = static_cast<int>(chunk) * constraints_per_chunk;
    const int end = std::min(begin + constraints_per_chunk, constraint_count());
    for (int c = begin; c < end; ++c) {
      if (is_beyond(c, frame)) of_chunks[static_cast<std::size_t>(chunk)].push_back(c);
    }
  });
  std::vector<int> all;
  for (const std::vector<int>& some : of_chunks) all.insert(all.end(), some.begin(), some.end());
  return all;
}

double StrainLimiter::excess(const Eigen::Matrix3Xf& positions, const FrameView& input) const {
  const Eigen::Matrix3Xf none;
  const Frame frame{&positions, &input, &none};
  double worst = -volume;
  for (int c = 0; c < constraint_count(); ++c) worst = std::max(worst, excess(c, frame));
  return worst;
}

// Brings one constraint after the other to its limit.
struct StrainLimiter::Projection {
  const StrainLimiter& limiter;
  const FrameView& input;
  const Eigen::Matrix3Xf& standing;
  Eigen::Matrix3Xf& positions;
  std::vector<char> is_held;                            // per vertex
  std::vector<std::pair<WeightedPoint, Vec3>> regions;  // held points of several vertices
  std::vector<int> moved;
  std::vector<int> active;  // constraints, in their order
  std::vector<char> is_active;

  void activate(const std::vector<int>& constraints) {
    const std::size_t before = active.size();
    for (const int c : constraints) {
      if (std::exchange(is_active[static_cast<std::size_t>(c)], 1) == 0) active.push_back(c);
    }
    if (active.size() > before) std::ranges::sort(active);
  }
  double mobility(int vertex) const {
    return is_held[static_cast<std::size_t>(vertex)] != 0 ? 0.0 : 1.0;
  }
  void move(int vertex, const Vec3& by) {
    positions.col(vertex) += by.cast<float>();
    moved.push_back(vertex);
  }
  Frame frame() const { return {&positions, &input, &standing}; }

  double project(int constraint) {
    const double excess = limiter.excess(constraint, frame());
    if (excess <= 0) return excess;
    if (limiter.is_edge(constraint)) {
      project_edge(limiter.vertices_of(constraint), excess);
    } else {
      project_tet(limiter.vertices_of(constraint), limiter.least_volume(constraint, frame()));
    }
    return excess;
  }

  void project_edge(std::span<const int> edge, double excess) {
    const auto [a, b] = std::pair(edge[0], edge[1]);
    const double mobile = mobility(a) + mobility(b);
    const Vec3 apart = at(positions, a) - at(positions, b);
    const double length = apart.norm(), before = length_of(input, edge);
    if (mobile == 0 || !(length > 0)) return;
    const double wanted = length * std::exp(length > before ? -excess : excess);
    const Vec3 by = (wanted - length) / (length * mobile) * apart;
    if (mobility(a) > 0) move(a, by);
    if (mobility(b) > 0) move(b, -by);
  }

  // The volume as a function of its corners, linearized: its gradients are the faces' areas.
  void project_tet(std::span<const int> tet, double least) {
    std::array<Vec3, 4> corners, gradients;
    for (std::size_t i = 0; i < 4; ++i) corners[i] = at(positions, tet[i]);
    gradients[1] = (corners[2] - corners[0]).cross(corners[3] - corners[0]);
    gradients[2] = (corners[3] - corners[0]).cross(corners[1] - corners[0]);
    gradients[3] = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
    gradients[0] = -gradients[1] - gradients[2] - gradients[3];
    const double now = gradients[1].dot(corners[1] - corners[0]);
    double squares = 0;
    for (std::size_t i = 0; i < 4; ++i) squares += mobility(tet[i]) * gradients[i].squaredNorm();
    if (!(squares > 0)) return;
    double factor = (least - now) / squares, farthest = 0;
    for (std::size_t i = 0; i < 4; ++i)
      farthest = std::max(farthest, mobility(tet[i]) * factor * gradients[i].norm());
    const double most = longest_move * std::cbrt(std::abs(volume_of(input, tet)));
    if (farthest > most) factor *= most / farthest;
    for (std::size_t i = 0; i < 4; ++i)
      if (mobility(tet[i]) > 0) move(tet[i], factor * gradients[i]);
  }

  // Held points of several vertices: shifted back by the least motion.
  void hold_regions() {
    for (const auto& [point, place] : regions) {
      Vec3 off = place;
      double squares = 0;
      for (const auto& [vertex, weight] : point) {
        off -= weight * at(positions, vertex);
        squares += mobility(vertex) * weight * weight;
      }
      if (!(squares > 0)) continue;
      for (const auto& [vertex, weight] : point)
        if (mobility(vertex) > 0) move(vertex, weight / squares * off);
    }
  }
};

StrainLimiter::Projection StrainLimiter::projection_of(Eigen::Matrix3Xf& positions,
                                                       const FrameView& input, const Held& held,
                                                       const Eigen::Matrix3Xf& standing) const {
  Projection projection{*this, input, standing, positions, {}, {}, {}, {}, {}};
  projection.is_active.assign(static_cast<std::size_t>(constraint_count()), 0);
  std::vector<char>& is_held = projection.is_held;
  is_held.assign(static_cast<std::size_t>(body_->vertex_count()), 0);
  for (const int pin : body_->pins) is_held[static_cast<std::size_t>(pin)] = 1;
  for (const int vertex : held.vertices) is_held[static_cast<std::size_t>(vertex)] = 1;
  for (const WeightedPoint& point : held.points) {
    if (point.size() == 1) {
      is_held[static_cast<std::size_t>(point[0].vertex)] = 1;
      continue;
    }
    Vec3 place = Vec3::Zero();
    for (const auto& [vertex, weight] : point) place += weight * at(positions, vertex);
    projection.regions.emplace_back(point, place);
  }
  return projection;
}

bool StrainLimiter::holds(const Eigen::Matrix3Xf& positions, const FrameView& input,
                          const std::function<Eigen::Matrix3Xf()>& standing) const {
  const Eigen::Matrix3Xf nothing;
  if (violated({&positions, &input, &nothing}).empty()) return true;
  const Eigen::Matrix3Xf allowed = standing();
  return allowed.size() > 0 && violated({&positions, &input, &allowed}).empty();
}

StrainLimiter::Limited StrainLimiter::limited(Eigen::Matrix3Xf positions, const FrameView& input,
                                              const Held& held,
                                              const Eigen::Matrix3Xf& standing) const {
  Limited result{.positions = std::move(positions)};
  const std::vector<int> active = violated({&result.positions, &input, &standing});
  if (active.empty()) return result;
  Projection projection = projection_of(result.positions, input, held, standing);
  projection.activate(active);
  for (int i = 0; i < most_sweeps; ++i) {
    result.excess = sweep(projection);
    if (result.excess <= slack) break;
  }
  return result;
}

// The worst excess that a constraint had when its turn came.
double StrainLimiter::sweep(Projection& projection) const {
  projection.moved.clear();
  double excess = 0;
  for (const int c : projection.active) excess = std::max(excess, projection.project(c));
  projection.hold_regions();
  if (excess <= slack) return excess;
  std::vector<int> touched;
  for (const int vertex : projection.moved) {
    const auto v = static_cast<std::size_t>(vertex);
    touched.insert(touched.end(), of_vertices_.begin() + first_of_vertex_[v],
                   of_vertices_.begin() + first_of_vertex_[v + 1]);
  }
  projection.activate(touched);
  return excess;
}

}  // namespace retake
