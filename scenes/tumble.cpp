#include "scenes/builders.h"
#include "scenes/lofts.h"
#include "scenes/palette.h"
#include "scenes/sculpture.h"

namespace retake {
namespace {

const StairsObstacle stairs = {.top = {0.2, 2.28, 0}, .run = 0.72, .rise = 0.38, .steps = 6};

// A small elephant that faces +x and stands near the edge of the upper floor; metres.
Sculpture make_elephant() {
  const Eigen::Vector3f& skin = palette::lilac;
  Sculpture elephant;
  elephant.parts = {
      {ellipsoid_field({-0.02, 0, 0}, {0.36, 0.275, 0.265}), 0.1, skin},
      {ellipsoid_field({0.36, 0.16, 0}, {0.2, 0.21, 0.195}), 0.1, skin},
      {tube_field(
           {{0.46, 0.10, 0}, {0.62, 0.02, 0}, {0.73, -0.04, 0}, {0.84, 0.0, 0}, {0.90, 0.10, 0}},
           {0.115, 0.085, 0.07, 0.06, 0.055}),
       0.07, skin},
      {smooth_tube_field({{-0.34, 0.06, 0}, {-0.46, 0.03, 0}, {-0.54, -0.08, 0}},
                         {0.045, 0.035, 0.04}),
       0.05, skin},
  };
  add_pair(elephant,
           {capsule_field({0.20, -0.12, 0.15}, {0.23, -0.34, 0.17}, 0.12, 0.105), 0.07, skin});
  add_pair(elephant,
           {capsule_field({-0.22, -0.12, 0.15}, {-0.25, -0.34, 0.17}, 0.12, 0.105), 0.07, skin});
  const Mat3 tilt =
      (Eigen::AngleAxisd(-0.55, Vec3::UnitY()) * Eigen::AngleAxisd(0.2, Vec3::UnitX()))
          .toRotationMatrix();
  add_pair(elephant, {ellipsoid_field({0.27, 0.20, 0.30}, {0.055, 0.2, 0.185}, tilt), 0.04,
                      palette::srgb(0xa587b8)});
  add_pair(elephant, Bead{{0.515, 0.215, 0.115}, 0.028, palette::ink});
  move(elephant, stairs.top + Vec3(-0.75, 0.446, 0));
  return elephant;
}

// What one sees of the stairs, from a little behind the top down to the floor.
TriangleMesh visible_stairs(double half_width) {
  std::vector<Eigen::Vector2d> outline;
  const double x = stairs.top.x(), y = stairs.top.y();
  for (int step = stairs.steps; step > 0; --step) {
    const double edge = x + stairs.run * (step - 1);
    outline.emplace_back(edge, y - stairs.rise * step);
    outline.emplace_back(edge, y - stairs.rise * (step - 1));
  }
  outline.emplace_back(x - 1.5, y);
  outline.emplace_back(x - 1.5, y - stairs.rise * stairs.steps);
  return extruded(outline, -half_width, half_width);
}

}  // namespace

Scene build_tumble(SceneSize size) {
  const bool full = size == SceneSize::full;
  Scene scene;
  Body& body = scene.body;
  body = sculpt(make_elephant(),
                {.tet_spacing = full ? 0.0395 : 0.078, .skin_spacing = 0.017, .padding = 0.006});
  body.materials = {{.name = "rubber toy", .density = 500, .young = 1.2e5, .poisson = 0.42}};
  scene.setup.obstacles = {{.name = "stairs", .shape = stairs, .friction = 0.6}};
  scene.setup.launch = {.translation = {0, 0.34, 0},
                        .rotation = {0.25, 0.3, -0.3},
                        .velocity = {1.5, 0.5, 0},
                        .spin = {0.3, 0.2, -3.8}};
  scene.setup.options = {.fps = full ? 120.0 : 48.0,
                         .frames = full ? 600 : 180,
                         .mass_damping = 0.05,
                         .stiffness_damping = 1e-3,
                         .newton_tolerance = full ? 1e-3 : 3e-4,
                         .contact_reach = 2e-3,
                         .friction_speed = 0.01};
  scene.props = {{"stairs", visible_stairs(1.2), palette::stone}};
  scene.view = {.eye = {6.8, 3.5, 7.4}, .target = {2.75, 1.05, 0}, .vertical_field_of_view = 36};
  if (full) scene.view = {{7.6, 3.8, 8.4}, {3.3, 0.95, 0.2}, 37};  // it rolls on for longer
  scene.color = palette::lilac;
  return scene;
}

}  // namespace retake
