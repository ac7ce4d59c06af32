#include "scenes/builders.h"
#include "scenes/palette.h"
#include "scenes/sculpture.h"

namespace retake {
namespace {

// Faces +x; metres. The ears are flat: their fields are squeezed along x.
Part ear() {
  const std::vector<Vec3> middle = {
      {0.00, 1.42, 0.12}, {-0.02, 1.66, 0.17}, {-0.04, 1.94, 0.21}, {-0.05, 2.22, 0.22}};
  const DistanceField round = smooth_tube_field(middle, {0.085, 0.105, 0.115, 0.07});
  constexpr double flatness = 0.55;
  return {{[round](const Vec3& p) {
             return flatness * round({(p.x() + 0.03) / flatness - 0.03, p.y(), p.z()});
           },
           round.box},
          0.07,
          palette::sand,
          1};
}

Sculpture make_bunny() {
  Sculpture bunny{.on_floor = true};
  bunny.parts = {
      {capsule_field({0, 0.40, 0}, {0, 0.74, 0}, 0.33, 0.25), 0.12, palette::sand},
      {capsule_field({0, 0.84, 0}, {0, 1.02, 0}, 0.215, 0.19), 0.12, palette::sand},
      {ellipsoid_field({0.02, 1.27, 0}, {0.285, 0.285, 0.34}), 0.10, palette::sand},
      {capsule_field({0.21, 1.19, 0}, {0.26, 1.19, 0}, 0.13, 0.105), 0.08, palette::sand},
      {ball_field({-0.35, 0.36, 0}, 0.12), 0.05, palette::srgb(0xf0dfc2)},
      {ellipsoid_field({0.16, 0.50, 0}, {0.21, 0.27, 0.21}), 0.06, palette::srgb(0xefd9b6)},
  };
  add_pair(bunny, ear());
  add_pair(bunny, {smooth_tube_field({{0.02, 0.97, 0.18}, {0.07, 0.90, 0.41}, {0.12, 0.82, 0.60}},
                                     {0.12, 0.105, 0.12}),
                   0.09, palette::sand});
  add_pair(bunny, {capsule_field({0.02, 0.30, 0.19}, {0.08, 0.12, 0.23}, 0.175, 0.13), 0.08,
                   palette::sand});
  add_pair(bunny, {capsule_field({0.08, 0.10, 0.23}, {0.28, 0.095, 0.26}, 0.115, 0.105), 0.06,
                   palette::sand});
  add_pair(bunny, Bead{{0.248, 1.352, 0.135}, 0.038, palette::ink});
  bunny.beads.push_back({{0.368, 1.235, 0}, 0.034, palette::ink});
  return bunny;
}

// Four hops: the feet leave the floor, turn and land; the rest follows.
PinPath hopping_feet(const Body& body) {
  PinPath path{.pins = body.pins, .pivot = {0, 0, 0}};
  double turn = 0;
  path.keys.push_back({.time = 0.5});
  for (const double start : {0.7, 2.7, 4.7, 6.7}) {
    path.keys.push_back({.time = start, .rotation = {0, turn, 0}});
    path.keys.push_back(
        {.time = start + 0.28, .translation = {0, 0.34, 0}, .rotation = {0, turn + 0.25, 0.12}});
    turn += start < 3 ? 0.5 : start < 5 ? -1.0 : 0.0;
    path.keys.push_back({.time = start + 0.52, .rotation = {0, turn, 0}});
  }
  return path;
}

}  // namespace

Scene build_plush() {
  Scene scene;
  Body& body = scene.body;
  body = sculpt(make_bunny(), {.tet_spacing = 0.095, .skin_spacing = 0.022, .padding = 0.015});
  body.materials = {{.name = "stuffing", .density = 150, .young = 2.5e5, .poisson = 0.35},
                    {.name = "ear", .density = 150, .young = 6e4, .poisson = 0.35}};
  body.pins = vertices_where(body, [](const Vec3& p) { return p.y() < 0.03; });
  scene.setup.forcing.pin_paths = {hopping_feet(body)};
  scene.setup.options = {.fps = 24, .frames = 216, .mass_damping = 0.3, .newton_tolerance = 1e-4};
  scene.view = {.eye = {4.2, 1.9, 2.5}, .target = {0, 1.15, 0}, .vertical_field_of_view = 33};
  scene.color = palette::sand;
  return scene;
}

}  // namespace retake
