#include <cmath>
#include <numbers>

#include "scenes/builders.h"
#include "scenes/lofts.h"
#include "scenes/palette.h"

namespace retake {
namespace {

constexpr int columns = 61, rows = 21;
constexpr double width = 1.7, height = 1.7, top = 2.0;  // metres
constexpr int pleats = 8;

// u across and v down, each 0 to 1. Pleats are sewn in at the top and open a little downwards.
Vec3 cloth(double u, double v) {
  const double phase = 2 * std::numbers::pi * pleats * u;
  const double depth = 0.045 + 0.02 * v + 0.012 * v * std::sin(9 * u);
  const double drift = 0.35 * v * std::sin(5 * u + 1);  // folds do not hang quite parallel
  return {(u - 0.5) * width, top - height * v, depth * std::sin(phase + drift)};
}

// Two triangles a cell; the diagonals alternate, so that no direction is stiffer than its mirror.
Eigen::Matrix3Xi cloth_triangles() {
  Eigen::Matrix3Xi triangles(3, 2 * (columns - 1) * (rows - 1));
  int t = 0;
  for (int j = 0; j + 1 < rows; ++j)
    for (int i = 0; i + 1 < columns; ++i) {
      const int a = j * columns + i, b = a + 1, c = a + columns, d = c + 1;
      const bool falling = (i + j) % 2 == 0;
      triangles.col(t++) = falling ? Eigen::Vector3i(a, c, d) : Eigen::Vector3i(a, c, b);
      triangles.col(t++) = falling ? Eigen::Vector3i(a, d, b) : Eigen::Vector3i(b, c, d);
    }
  return triangles;
}

Body make_cloth() {
  Body body;
  body.rest_positions.resize(3, columns * rows);
  for (int j = 0; j < rows; ++j)
    for (int i = 0; i < columns; ++i)
      body.rest_positions.col(j * columns + i) = cloth(i / (columns - 1.0), j / (rows - 1.0));
  body.triangles = cloth_triangles();
  for (int i = 0; i < columns; ++i) body.pins.push_back(i);
  body.materials = {{.name = "cotton", .density = 70, .young = 5e4, .poisson = 0.3}};
  body.thickness = 4e-3;
  return body;
}

}  // namespace

Scene build_curtain() {
  Scene scene;
  scene.body = make_cloth();
  scene.setup.forcing.wind = {
      .velocity = {0.4, 0, 1.2}, .gust = 1.2, .gust_period = 3.2, .turbulence = 0.6};
  scene.setup.options = {.fps = 24,
                         .frames = 240,
                         .mass_damping = 0.1,
                         .stiffness_damping = 5e-3,
                         .newton_tolerance = 3e-4};
  const double end = width / 2 + 0.12;
  scene.props = {{"rod", closed_tube({{-end, top + 0.02, 0}, {end, top + 0.02, 0}}, {0.022, 0.022}),
                  palette::metal}};
  scene.view = {.eye = {1.4, 1.4, 3.8}, .target = {0, 1.15, 0}, .vertical_field_of_view = 31};
  scene.color = palette::rose;
  return scene;
}

}  // namespace retake
