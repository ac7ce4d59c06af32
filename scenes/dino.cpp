#include "scenes/builders.h"
#include "scenes/palette.h"
#include "scenes/sculpture.h"

namespace retake {
namespace {

// Faces +x; metres.
const std::vector<Vec3> neck = {{0.30, 1.00, 0}, {0.58, 1.16, 0}, {0.82, 1.40, 0},
                                {0.98, 1.68, 0}, {1.08, 1.94, 0}, {1.18, 2.10, 0}};
const std::vector<Vec3> tail = {{-0.42, 0.93, 0}, {-0.78, 0.82, 0}, {-1.14, 0.70, 0},
                                {-1.50, 0.62, 0}, {-1.86, 0.60, 0}, {-2.20, 0.66, 0}};

void add_leg(Sculpture& dino, double x, double lean) {
  const double z = 0.25;
  add_pair(dino, {capsule_field({x, 0.80, 0.8 * z}, {x + lean, 0.44, z}, 0.20, 0.14), 0.16,
                  palette::fern});
  add_pair(dino,
           {capsule_field({x + lean, 0.44, z}, {x, 0.10, z}, 0.135, 0.125), 0.08, palette::fern});
  add_pair(dino,
           {capsule_field({x, 0.06, z}, {x + 0.07, 0.05, z}, 0.145, 0.125), 0.06, palette::fern});
}

// A flattened cone that stands on the back and leans towards the tail.
void add_plate(Sculpture& dino, const Vec3& foot, double lean, double size) {
  const Vec3 up = Vec3(-lean, 1, 0).normalized();
  const Mat3 axes = (Mat3() << up.y(), up.x(), 0, -up.x(), up.y(), 0, 0, 0, 1).finished();
  dino.parts.push_back(
      {ellipsoid_field(foot + 0.25 * size * up, {0.60 * size, 1.0 * size, 0.30 * size}, axes), 0.05,
       palette::moss});
}

Sculpture make_dino() {
  Sculpture dino{.on_floor = true};
  dino.parts = {
      {capsule_field({-0.34, 0.91, 0}, {0.24, 0.95, 0}, 0.37, 0.35), 0.2, palette::fern},
      {smooth_tube_field(neck, {0.29, 0.225, 0.17, 0.14, 0.125, 0.12}), 0.2, palette::fern},
      {smooth_tube_field(tail, {0.29, 0.215, 0.15, 0.105, 0.07, 0.045}), 0.2, palette::fern},
      {ellipsoid_field({1.27, 2.135, 0}, {0.2, 0.145, 0.135}), 0.08, palette::fern},
      {capsule_field({1.34, 2.09, 0}, {1.52, 2.055, 0}, 0.105, 0.085), 0.08, palette::fern},
  };
  add_leg(dino, 0.27, 0.03);
  add_leg(dino, -0.42, -0.03);
  add_plate(dino, {0.80, 1.50, 0}, 0.9, 0.10);
  add_plate(dino, {0.56, 1.34, 0}, 0.7, 0.13);
  add_plate(dino, {0.27, 1.29, 0}, 0.35, 0.17);
  add_plate(dino, {-0.06, 1.29, 0}, 0.3, 0.20);
  add_plate(dino, {-0.40, 1.23, 0}, 0.35, 0.19);
  add_plate(dino, {-0.72, 1.05, 0}, 0.45, 0.16);
  add_plate(dino, {-1.01, 0.90, 0}, 0.45, 0.125);
  add_plate(dino, {-1.26, 0.79, 0}, 0.4, 0.10);
  add_pair(dino, Bead{{1.335, 2.185, 0.108}, 0.034, palette::ink});
  add_pair(dino, Bead{{1.575, 2.095, 0.04}, 0.011, palette::ink});
  return dino;
}

}  // namespace

Scene build_dino() {
  Scene scene;
  Body& body = scene.body;
  body = sculpt(make_dino(), {.tet_spacing = 0.12, .skin_spacing = 0.026, .padding = 0.012});
  body.materials = {{.name = "foam rubber", .density = 400, .young = 4e5, .poisson = 0.4}};
  body.pins = vertices_where(body, [](const Vec3& p) { return p.y() < 0.03; });
  const Vec3 head = {1.2, 2.0, 0}, tip = {-2.0, 0.62, 0};
  scene.setup.forcing.pushes = {
      {.center = head, .radius = 0.9, .acceleration = {-6, 4, 22}, .start = 0.3, .duration = 0.7},
      {.center = tip, .radius = 1.2, .acceleration = {0, 6, -16}, .start = 0.5, .duration = 0.8},
      {.center = head, .radius = 0.9, .acceleration = {-14, 6, -12}, .start = 3.2, .duration = 0.7},
      {.center = tip, .radius = 1.2, .acceleration = {0, 14, 10}, .start = 4.0, .duration = 0.6},
      {.center = head, .radius = 0.9, .acceleration = {10, -12, 14}, .start = 6.3, .duration = 0.6},
      {.center = tip, .radius = 1.2, .acceleration = {0, -4, -18}, .start = 6.8, .duration = 0.7}};
  // The rest shape is the one that stands under its own weight, so no weight is added.
  scene.setup.options = {.fps = 24,
                         .frames = 240,
                         .gravity = Vec3::Zero(),
                         .mass_damping = 0.25,
                         .newton_tolerance = 1e-4};
  scene.view = {.eye = {2.0, 1.9, 5.0}, .target = {-0.25, 1.08, 0}, .vertical_field_of_view = 30};
  scene.color = palette::fern;
  return scene;
}

}  // namespace retake
