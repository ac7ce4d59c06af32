#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "retake/mesh/isosurface.h"
#include "scenes/builders.h"
#include "scenes/palette.h"
#include "scenes/sculpture.h"

namespace retake {
namespace {

using std::numbers::pi;

constexpr double span = 1.06;  // from the middle to a wing tip, metres
// Nine beats fill the shot, so that it loops.
constexpr int frames = 255, beats = 9;
constexpr double fps = 24, beat = frames / fps / beats;  // seconds

double rise(double begin, double end, double x) {
  const double t = std::clamp((x - begin) / (end - begin), 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

// The bird faces +z and is modelled with straight wings, so that their edges follow the sampling
// grid and come out clean.
DistanceField straight_wings() {
  const Vec3 half = {span, 0, 0.125};
  const auto distance = [half](const Vec3& p) {
    const double s = std::min(std::abs(p.x()) / span, 1.0);
    // Thickest a third behind the front.
    const double t = std::clamp((half.z() - p.z()) / (2 * half.z()), 0.0, 1.0);
    const double thickness = (0.026 - 0.014 * s) * (1 - 0.6 * rise(0.2, 1.0, t));
    const double camber = 0.03 + 0.03 * (1 - s) * 4 * t * (1 - t);
    const double r = std::max(thickness, 0.0075);
    const Vec3 beyond = {std::max(std::abs(p.x()) - half.x(), 0.0), p.y() - camber,
                         std::max(std::abs(p.z()) - half.z() + r, 0.0)};
    return 0.85 * (beyond.norm() - r);
  };
  return {distance, {Vec3(-span - 0.03, -0.02, -0.13), Vec3(span + 0.03, 0.11, 0.13)}};
}

// From straight to real wings: the arm reaches forward to the wrist, the hand sweeps back and
// narrows to a point.
Vec3 swept(const Vec3& p) {
  const double s = std::min(std::abs(p.x()) / span, 1.0);
  const double taper = 1 - 0.12 * rise(0.1, 0.5, s) - 0.76 * std::pow(s, 2.6);
  const double sweep = 0.15 * rise(0.06, 0.48, s) - 0.62 * std::pow(std::max(s - 0.40, 0.0), 1.6);
  const double wing = rise(0.05, 0.14, s);
  return {p.x(), p.y(), p.z() * (1 + wing * (taper - 1)) + sweep * wing};
}

DistanceField tail_fan() {
  const auto distance = [](const Vec3& p) {
    const double t = std::clamp((-0.22 - p.z()) / 0.30, 0.0, 1.0);
    const double half = 0.035 + 0.085 * t;
    return 0.8 * (std::hypot(std::max(std::abs(p.x()) - half, 0.0), p.y() - 0.01,
                             p.z() + 0.22 + 0.30 * t) -
                  0.018 + 0.006 * t);
  };
  return {distance, {Vec3(-0.16, -0.03, -0.56), Vec3(0.16, 0.05, -0.18)}};
}

Sculpture make_gull() {
  Sculpture gull;
  gull.parts = {
      {ellipsoid_field({0, 0, 0}, {0.092, 0.088, 0.30}), 0.05, palette::feather},
      {ellipsoid_field({0, 0.035, 0.285}, {0.066, 0.066, 0.088}), 0.07, palette::feather},
      {straight_wings(), 0.05, palette::feather},
      {tail_fan(), 0.05, palette::feather},
      {capsule_field({0, 0.028, 0.36}, {0, 0.012, 0.445}, 0.024, 0.009), 0.012, palette::honey},
  };
  return gull;
}

// Angle of the wing above the horizontal at s, rad: the arm leads, the hand follows and folds on
// the upstroke.
double wing_angle(double s, double phase) {
  const double shoulder = 0.20 + 0.42 * std::cos(phase);
  const double elbow = -0.17 + 0.22 * std::cos(phase - 0.75);
  const double wrist = -0.16 + 0.28 * std::cos(phase - 1.35);
  return shoulder * rise(0.02, 0.16, s) + elbow * rise(0.25, 0.5, s) + wrist * rise(0.45, 0.8, s);
}

// Where the wing's middle line is for s = 0, 1/steps, ...: x outwards, y up, in metres, unit span.
struct BentSpan {
  static constexpr int steps = 64;
  std::array<Eigen::Vector2d, steps + 1> point;
  std::array<double, steps + 1> angle{};

  explicit BentSpan(double phase) {
    point[0] = {0, 0};
    for (std::size_t i = 0; i <= steps; ++i) {
      const double s = static_cast<double>(i) / steps;
      angle[i] = wing_angle(s, phase);
      if (i == 0) continue;
      const double middle = (angle[i - 1] + angle[i]) / 2;
      point[i] = point[i - 1] + span / steps * Eigen::Vector2d(std::cos(middle), std::sin(middle));
    }
  }
  // The rest point (x outwards, y above the flat wing) carried along.
  Eigen::Vector2d carry(double x, double y) const {
    const double at = std::clamp(x / span, 0.0, 1.0) * steps;
    const auto i = std::min<std::size_t>(static_cast<std::size_t>(at), steps - 1);
    const double t = at - static_cast<double>(i);
    const double a = angle[i] + t * (angle[i + 1] - angle[i]);
    return (1 - t) * point[i] + t * point[i + 1] + y * Eigen::Vector2d(-std::sin(a), std::cos(a)) +
           std::max(x - span, 0.0) * Eigen::Vector2d(std::cos(a), std::sin(a));
  }
};

// The whole bird at one moment: wings beat, hands sweep back on the upstroke, the body answers, and
// it all drifts along a lying eight.
Points flown(const Points& rest, double time) {
  const double phase = 2 * pi * time / beat;
  const double loop = 2 * pi * time / (beats * beat);
  const BentSpan wing(phase);
  const double fold = 0.5 - 0.5 * std::cos(phase + 1.9);
  const double pitch = 0.05 * std::sin(phase + 0.6), bank = 0.18 * std::cos(loop);
  const Mat3 turn =
      (Eigen::AngleAxisd(0.22 * std::cos(loop), Vec3::UnitY()) *
       Eigen::AngleAxisd(-bank, Vec3::UnitZ()) * Eigen::AngleAxisd(pitch, Vec3::UnitX()))
          .toRotationMatrix();
  const Vec3 place = {0.30 * std::sin(loop),
                      1.25 + 0.10 * std::sin(2 * loop) - 0.055 * std::cos(phase - 0.35),
                      0.08 * std::sin(2 * loop)};
  Points positions(3, rest.cols());
  for (Eigen::Index v = 0; v < rest.cols(); ++v) {
    const Vec3 p = rest.col(v);
    const double out = std::abs(p.x()), s = out / span;
    const Eigen::Vector2d bent = wing.carry(out, p.y());
    const double sweep = -0.16 * fold * rise(0.4, 1.0, s) * s;
    const double twist = 0.10 * std::sin(phase) * rise(0.3, 1.0, s) * (p.z() - 0.1);
    const double tail = 0.30 * std::sin(phase + 2.4) * std::pow(std::max(-p.z() - 0.18, 0.0), 1.0) *
                        rise(0.2, 0.1, s);
    positions.col(v) =
        turn * Vec3(std::copysign(bent.x(), p.x()), bent.y() + twist + tail * 0.6, p.z() + sweep) +
        place;
  }
  return positions;
}

// The shell itself with colours, each vertex carried by itself.
RenderSurface painted(const Body& body, const Sculpture& gull, const Points& straight) {
  RenderSurface surface;
  surface.mesh = {body.rest_positions, body.triangles};
  surface.embedding.vertices =
      Eigen::RowVectorXi::LinSpaced(body.vertex_count(), 0, body.vertex_count() - 1)
          .replicate<4, 1>();
  surface.embedding.weights = Eigen::Vector4f::UnitX().replicate(1, body.vertex_count());
  surface.colors.resize(3, body.vertex_count());
  for (int v = 0; v < body.vertex_count(); ++v) {
    const Vec3 p = straight.col(v);
    const auto tip = static_cast<float>(rise(0.80, 0.90, std::abs(p.x()) / span));
    surface.colors.col(v) = (1 - tip) * color_at(gull, p) + tip * palette::slate;
  }
  return surface;
}

}  // namespace

Scene build_gull() {
  const Sculpture gull = make_gull();
  const TriangleMesh mesh =
      extract_isosurface(solid_of(gull), {.spacing = {0.032, 0.0118, 0.024}, .relaxations = 2});
  Points bird(3, mesh.vertex_count());
  for (int v = 0; v < mesh.vertex_count(); ++v) bird.col(v) = swept(mesh.positions.col(v));

  Scene scene;
  Body& body = scene.body;
  body.rest_positions = flown(bird, 0);
  body.triangles = mesh.triangles;
  body.materials = {{.name = "feather", .density = 300, .young = 1e6, .poisson = 0.3}};
  body.thickness = 4e-3;
  body.render_surface = painted(body, gull, mesh.positions);
  scene.key_framed = [bird](double time) { return flown(bird, time); };
  scene.setup.options = {.fps = fps, .frames = frames};
  scene.view = {.eye = {1.7, 2.2, 2.3}, .target = {0, 1.25, 0}, .vertical_field_of_view = 36};
  scene.color = palette::feather;
  return scene;
}

}  // namespace retake
