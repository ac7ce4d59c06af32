#include "retake/elasticity/simulation_contact.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "retake/numerics/parallel_for.h"

namespace retake {

namespace {

// The surface's vertices (all, where a solid has no triangles) without the pinned ones, ascending.
std::vector<int> touchable_vertices(const Body& body) {
  std::vector<char> touchable(static_cast<std::size_t>(body.vertex_count()),
                              body.triangles.cols() == 0 ? 1 : 0);
  for (const int v : body.triangles.reshaped()) touchable[static_cast<std::size_t>(v)] = 1;
  for (const int pin : body.pins) touchable[static_cast<std::size_t>(pin)] = 0;
  std::vector<int> vertices;
  for (int v = 0; v < body.vertex_count(); ++v) {
    if (touchable[static_cast<std::size_t>(v)] != 0) vertices.push_back(v);
  }
  return vertices;
}

constexpr int most_march_steps = 40;

// Integral of the friction's share of its limit over speed, and the share itself: it rises as 2s -
// s² up to s = speed / friction_speed = 1 and stays 1.
struct FrictionCurve {
  double integral, share_over_speed;
};

FrictionCurve friction_curve(double speed, double full) {
  const double s = speed / full;
  if (s >= 1) return {full * (s - 1.0 / 3), 1 / speed};
  return {full * s * s * (1 - s / 3), (2 - s) / full};
}

// Where the way from one point to another comes as near to an obstacle as `gap`.
struct Entry {
  bool found = false;
  Vec3 point;
  SurfaceDistance surface;
};

// Marches along the way by the distance to the obstacle, which it can not overshoot.
Entry find_entry(const Obstacle& obstacle, const Vec3& from, const Vec3& to, double gap) {
  const Vec3 way = to - from;
  const double length = way.norm();
  double passed = 0;
  SurfaceDistance at = distance_to(obstacle, from);
  for (int k = 0; k < most_march_steps && at.distance > 1.01 * gap && passed < length; ++k) {
    passed += at.distance - gap;
    at = distance_to(obstacle, from + std::min(passed / length, 1.0) * way);
  }
  if (passed >= length) return {};
  return {true, from + passed / length * way, at};
}

}  // namespace

ContactPotential::ContactPotential(const Body& body, std::vector<Obstacle> obstacles,
                                   ContactLaw law)
    : obstacles_(std::move(obstacles)), law_(std::move(law)), vertices_(touchable_vertices(body)) {}

void ContactPotential::begin_step(const Points& from, const StepFormula& formula) {
  reference_ = from;
  friction_base_ = formula.positions;
  step_ = formula.step;
  reference_distances_.resize(std::ssize(obstacles_), std::ssize(vertices_));
  parallel_for(
      std::ssize(vertices_),
      [&](std::ptrdiff_t k) {
        const Vec3 point = from.col(vertices_[static_cast<std::size_t>(k)]);
        for (std::size_t o = 0; o < obstacles_.size(); ++o) {
          reference_distances_(static_cast<Eigen::Index>(o), k) =
              distance_to(obstacles_[o], point).distance;
        }
      },
      64);
  freeze_friction(from);
}

// A distance changes no faster than the point moves: most vertices are ruled out by that alone. One
// that is free again after it passed through an obstacle in a single step touches it where it went
// in: thin boxes and small spheres hold as thick ones do.
std::vector<ContactPotential::Touch> ContactPotential::touches(const Points& positions) const {
  std::vector<Touch> found;
  if (obstacles_.empty()) return found;
  for (std::size_t k = 0; k < vertices_.size(); ++k) {
    const int v = vertices_[k];
    const double moved = (positions.col(v) - reference_.col(v)).norm();
    for (std::size_t o = 0; o < obstacles_.size(); ++o) {
      const double before =
          reference_distances_(static_cast<Eigen::Index>(o), static_cast<Eigen::Index>(k));
      if (before - moved > law_.reach) continue;
      const SurfaceDistance now = distance_to(obstacles_[o], positions.col(v));
      const Touch touch{v, static_cast<int>(o), now.distance, now.normal};
      if (now.distance < law_.reach) {
        found.push_back(touch);
      } else if (before > 0 &&
                 moved > before + now.distance) {  // else the way is too short for both
        const Touch through = entered(touch, reference_.col(v), positions.col(v));
        if (through.distance < law_.reach) found.push_back(through);
      }
    }
  }
  return found;
}

double ContactPotential::push(const Touch& touch) const {
  return law_.stiffness[touch.vertex] * (law_.reach - touch.distance);
}

Vec3 ContactPotential::stopped(const Obstacle& obstacle, const Vec3& from, const Vec3& to) const {
  const double gap = 0.5 * law_.reach;
  const Entry entry = find_entry(obstacle, from, to, gap);
  if (!entry.found) return to;
  const Vec3 rest = to - entry.point;
  const Vec3 slid = to - entry.surface.normal * entry.surface.normal.dot(rest);
  return distance_to(obstacle, slid).distance < 0.5 * gap ? entry.point : slid;
}

Points ContactPotential::stopped_at_obstacles(const Points& from, Points to) const {
  for (const Touch& touch : touches(to)) {
    const Obstacle& obstacle = obstacles_[static_cast<std::size_t>(touch.obstacle)];
    const bool was_free = distance_to(obstacle, from.col(touch.vertex)).distance >= law_.reach;
    if (was_free && touch.distance < 0.5 * law_.reach) {
      to.col(touch.vertex) = stopped(obstacle, from.col(touch.vertex), to.col(touch.vertex));
    }
  }
  return to;
}

void ContactPotential::freeze_friction(const Points& positions) {
  grips_.clear();
  for (const Touch& touch : touches(positions)) {
    const double friction = obstacles_[static_cast<std::size_t>(touch.obstacle)].friction;
    if (friction > 0) grips_.push_back({touch.vertex, touch.normal, friction * push(touch)});
  }
}

Vec3 ContactPotential::slip_velocity(const Grip& grip, const Points& positions) const {
  const Vec3 velocity = (positions.col(grip.vertex) - friction_base_.col(grip.vertex)) / step_;
  return velocity - grip.normal * grip.normal.dot(velocity);
}

double ContactPotential::energy(const Points& positions) const {
  double energy = 0;
  for (const Touch& touch : touches(positions))
    energy += 0.5 * push(touch) * (law_.reach - touch.distance);
  for (const Grip& grip : grips_) {
    const double speed = slip_velocity(grip, positions).norm();
    energy += grip.limit * step_ * friction_curve(speed, law_.friction_speed).integral;
  }
  return energy;
}

ContactPotential::Touch ContactPotential::entered(const Touch& touch, const Vec3& from,
                                                  const Vec3& to) const {
  const Obstacle& obstacle = obstacles_[static_cast<std::size_t>(touch.obstacle)];
  const Entry entry = find_entry(obstacle, from, to, 0.5 * law_.reach);
  if (!entry.found) return touch;
  const double beyond = entry.surface.normal.dot(to - entry.point);
  return {touch.vertex, touch.obstacle, entry.surface.distance + beyond, entry.surface.normal};
}

ContactPotential::Terms ContactPotential::derivatives(const Points& from,
                                                      const Points& positions) const {
  std::map<int, std::pair<Vec3, Mat3>> by_vertex;
  const auto at = [&](int vertex) -> std::pair<Vec3, Mat3>& {
    return by_vertex.try_emplace(vertex, Vec3::Zero(), Mat3::Zero()).first->second;
  };
  for (const Touch& found : touches(positions)) {
    const Touch touch = found.distance > -law_.reach
                            ? found
                            : entered(found, from.col(found.vertex), positions.col(found.vertex));
    auto& [gradient, hessian] = at(touch.vertex);
    gradient -= push(touch) * touch.normal;
    hessian += law_.stiffness[touch.vertex] * touch.normal * touch.normal.transpose();
  }
  for (const Grip& grip : grips_) {
    const Vec3 slip = slip_velocity(grip, positions);
    const FrictionCurve curve = friction_curve(slip.norm(), law_.friction_speed);
    const Mat3 tangential = Mat3::Identity() - grip.normal * grip.normal.transpose();
    auto& [gradient, hessian] = at(grip.vertex);
    gradient += grip.limit * curve.share_over_speed * slip;
    hessian += grip.limit / step_ * curve.share_over_speed * tangential;
  }
  Terms terms;
  for (const auto& [vertex, derivatives] : by_vertex) {
    terms.vertices.push_back(vertex);
    terms.gradients.push_back(derivatives.first);
    terms.hessians.push_back(derivatives.second);
  }
  return terms;
}

std::vector<Contact> ContactPotential::contacts(const Points& positions, int frame) const {
  std::vector<Contact> found;
  for (const Touch& touch : touches(positions)) {
    found.push_back({frame, touch.vertex, touch.obstacle, touch.normal});
  }
  return found;
}

double ContactPotential::worst_penetration(const Points& positions) const {
  double worst = 0;
  for (const Touch& touch : touches(positions)) worst = std::max(worst, -touch.distance);
  return worst;
}

}  // namespace retake
