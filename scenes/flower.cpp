#include <cmath>
#include <numbers>

#include "scenes/blade.h"
#include "scenes/builders.h"
#include "scenes/palette.h"
#include "scenes/sculpture.h"

namespace retake {
namespace {

using std::numbers::pi;

const Vec3 head = {0.16, 1.52, 0.10};
const Vec3 facing = Vec3(0.30, 0.62, 0.72).normalized();

enum FlowerPart { stalk, bloom, heart };

// Narrow at the base, widest before the middle, with a point.
double petal_width(double t) {
  return 0.012 + 0.13 * std::pow(std::sin(pi * std::pow(0.06 + 0.94 * t, 0.85)), 0.85);
}
double leaf_width(double t) { return 0.034 + 0.09 * std::sin(pi * std::pow(0.04 + 0.96 * t, 0.8)); }

// A ring of petals, `offset` metres in front of the head's middle.
void add_petals(Sculpture& flower, double turn, double offset, double length, double bend,
                const Eigen::Vector3f& color) {
  constexpr int count = 8;
  const Vec3 u = facing.unitOrthogonal(), v = facing.cross(u);
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * pi * (i + turn) / count;
    const Vec3 outwards = std::cos(angle) * u + std::sin(angle) * v;
    // Each petal leans a little out of the plane, so that neighbours overlap like shingles.
    const Vec3 normal = (facing + 0.10 * facing.cross(outwards)).normalized();
    const Vec3 along = (outwards - outwards.dot(normal) * normal).normalized();
    flower.parts.push_back({blade_field({.base = head + 0.06 * outwards + offset * facing,
                                         .direction = along,
                                         .normal = normal,
                                         .length = length,
                                         .half_thickness = 0.018,
                                         .bend = bend,
                                         .cup = 0.25,
                                         .half_width = petal_width}),
                            0.012, color, bloom});
  }
}

void add_leaf(Sculpture& flower, const Vec3& base, const Vec3& direction, double length) {
  const Vec3 along = direction.normalized();
  const Vec3 normal = (Vec3::UnitY() - along.y() * along).normalized();
  flower.parts.push_back({blade_field({.base = base,
                                       .direction = along,
                                       .normal = normal,
                                       .length = length,
                                       .half_thickness = 0.02,
                                       .bend = -0.28,
                                       .cup = 0.35,
                                       .half_width = leaf_width}),
                          0.03, palette::leaf, stalk});
}

Sculpture make_flower() {
  Sculpture flower{.on_floor = true};
  flower.parts = {
      {smooth_tube_field({{-0.10, -0.05, -0.06},
                          {-0.06, 0.35, -0.05},
                          {0.0, 0.75, -0.03},
                          {0.06, 1.15, 0.01},
                          {0.12, 1.42, 0.05},
                          head - 0.03 * facing},
                         {0.052, 0.044, 0.04, 0.038, 0.04, 0.05}),
       0.02, palette::leaf, stalk},
      {ellipsoid_field(head - 0.045 * facing, {0.12, 0.12, 0.12}), 0.05, palette::leaf, stalk}};
  add_leaf(flower, {-0.03, 0.52, -0.04}, {0.74, 0.70, 0.36}, 0.66);
  add_leaf(flower, {-0.06, 0.33, -0.04}, {-0.80, 0.72, 0.20}, 0.70);
  add_petals(flower, 0.5, -0.045, 0.44, -0.06, palette::srgb(0xcc6a69));
  add_petals(flower, 0.0, 0.015, 0.42, 0.24, palette::coral);
  flower.parts.push_back(
      {ellipsoid_field(head + 0.06 * facing, {0.12, 0.12, 0.12}), 0.01, palette::honey, heart});
  return flower;
}

}  // namespace

Scene build_flower() {
  Scene scene;
  Body& body = scene.body;
  body = sculpt(make_flower(), {.tet_spacing = 0.055, .skin_spacing = 0.0125, .padding = 0.01});
  body.materials = {{.name = "stem", .density = 150, .young = 6e6, .poisson = 0.35},
                    {.name = "petal", .density = 150, .young = 2.5e5, .poisson = 0.35},
                    {.name = "heart", .density = 900, .young = 1e6, .poisson = 0.35}};
  body.pins = vertices_where(body, [](const Vec3& p) { return p.y() < 0.04; });
  scene.setup.forcing.wind = {
      .velocity = {2.0, 0, -0.8}, .gust = 1.6, .gust_period = 2.6, .turbulence = 0.5};
  scene.setup.forcing.pushes = {
      {.center = head, .radius = 0.6, .acceleration = {7, 0, -3}, .start = 0.3, .duration = 0.5},
      {.center = head, .radius = 0.6, .acceleration = {-5, 0, 7}, .start = 2.7, .duration = 0.5},
      {.center = head, .radius = 0.6, .acceleration = {8, 0, 2}, .start = 5.2, .duration = 0.5}};
  // The rest shape is the one that stands under its own weight, so no weight is added.
  scene.setup.options = {.fps = 24,
                         .frames = 180,
                         .gravity = Vec3::Zero(),
                         .mass_damping = 0.3,
                         .newton_tolerance = 1e-4};
  scene.view = {.eye = {0.9, 1.7, 3.7}, .target = {0.06, 1.02, 0}, .vertical_field_of_view = 34};
  scene.color = palette::coral;
  return scene;
}

}  // namespace retake
