#include "retake/elasticity/forcing.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "retake/elasticity/mass.h"
#include "retake/numerics/errors.h"
#include "retake/numerics/rotation.h"

namespace retake {

namespace {

using std::numbers::pi;

double smooth_step(double s) {
  s = std::clamp(s, 0.0, 1.0);
  return s * s * (3 - 2 * s);
}

// 1 at the centre, 0 from the radius on, smooth at both ends.
double falloff(double distance, double radius) { return 1 - smooth_step(distance / radius); }

// Rises from 0 to 1 and falls to 0 over the duration.
double bump(double time, double start, double duration) {
  const double s = (time - start) / duration;
  if (s <= 0 || s >= 1) return 0;
  const double wave = std::sin(pi * s);
  return wave * wave;
}

PinPath::Key key_at(const std::vector<PinPath::Key>& keys, double time) {
  if (keys.empty()) return {};
  const auto after =
      std::upper_bound(keys.begin(), keys.end(), time,
                       [](double t, const PinPath::Key& key) { return t < key.time; });
  if (after == keys.begin()) return keys.front();
  if (after == keys.end()) return keys.back();
  const PinPath::Key& from = *(after - 1);
  const PinPath::Key& to = *after;
  const double s = smooth_step((time - from.time) / (to.time - from.time));
  return {time, from.translation + s * (to.translation - from.translation),
          from.rotation + s * (to.rotation - from.rotation)};
}

// Forces of a push on each vertex at its peak: 3 x n, N.
Points peak_forces(const Push& push, const Body& body, const VecX& masses) {
  Points forces(3, body.vertex_count());
  for (int v = 0; v < body.vertex_count(); ++v) {
    const double distance = (body.rest_positions.col(v) - push.center).norm();
    forces.col(v) = masses[v] * falloff(distance, push.radius) * push.acceleration;
  }
  return forces;
}

}  // namespace

Vec3 position_on(const PinPath& path, const Vec3& rest, double time) {
  const PinPath::Key key = key_at(path.keys, time);
  const Vec3 arm = rest - path.pivot;
  const Vec3 turned = exp_rotation(key.rotation) * arm;
  return rest + (turned - arm) + key.translation;  // rest itself, to the bit, before the first key
}

Vec3 velocity_of(const Wind& wind, const Vec3& point, double time) {
  const double speed = wind.velocity.norm();
  if (speed == 0) return Vec3::Zero();
  const Vec3 along = wind.velocity / speed;
  const Vec3 side = along.unitOrthogonal();
  // Phase of a wave that is carried along with the air. The three periods are in no small ratio, so
  // that the pattern does not visibly repeat.
  const double t = 2 * pi / wind.gust_period * (time - along.dot(point) / speed);
  const double swell =
      0.5 * std::sin(t) + 0.3 * std::sin(1.71 * t + 1) + 0.2 * std::sin(2.93 * t + 2);
  const double sway =
      0.6 * std::sin(1.37 * t + 0.5) + 0.4 * std::sin(2.39 * t + 4 * side.dot(point));
  return wind.velocity * (1 + wind.gust * swell) + side * (wind.turbulence * speed * sway);
}

void validate(const Forcing& forcing, const Body& body) {
  for (std::size_t p = 0; p < forcing.pin_paths.size(); ++p) {
    for (const int pin : forcing.pin_paths[p].pins) {
      if (std::binary_search(body.pins.begin(), body.pins.end(), pin)) continue;
      throw InputError({.what = "a path leads a vertex that is not pinned",
                        .where = "body '" + body.name + "', pin path " + std::to_string(p),
                        .expected = "pins of the body",
                        .found = "vertex " + std::to_string(pin),
                        .advice = "Pin the vertex, or take it out of the path"});
    }
  }
}

Actions to_actions(const Forcing& forcing, const Body& body) {
  validate(forcing, body);
  Actions actions;
  if (forcing.wind) {
    actions.wind = [wind = *forcing.wind](const Vec3& point, double time) {
      return velocity_of(wind, point, time);
    };
  }
  if (!forcing.pin_paths.empty()) {
    std::vector<int> path_of(static_cast<std::size_t>(body.vertex_count()), -1);
    for (std::size_t p = 0; p < forcing.pin_paths.size(); ++p) {
      for (const int pin : forcing.pin_paths[p].pins) {
        path_of[static_cast<std::size_t>(pin)] = static_cast<int>(p);
      }
    }
    actions.pin_motion = [path_of, paths = forcing.pin_paths, rest = body.rest_positions](
                             int vertex, double time) -> Vec3 {
      const int path = path_of[static_cast<std::size_t>(vertex)];
      if (path < 0) return rest.col(vertex);
      return position_on(paths[static_cast<std::size_t>(path)], rest.col(vertex), time);
    };
  }
  if (!forcing.pushes.empty()) {
    const VecX masses = lumped_mass(body);
    std::vector<Points> peaks;
    for (const Push& push : forcing.pushes) peaks.push_back(peak_forces(push, body, masses));
    actions.forces = [peaks, pushes = forcing.pushes](const Points& positions, const Points&,
                                                      double time) {
      Points sum = Points::Zero(3, positions.cols());
      for (std::size_t p = 0; p < pushes.size(); ++p) {
        const double strength = bump(time, pushes[p].start, pushes[p].duration);
        if (strength > 0) sum += strength * peaks[p];
      }
      return sum;
    };
  }
  return actions;
}

}  // namespace retake
