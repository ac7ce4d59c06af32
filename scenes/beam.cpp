#include <cmath>
#include <numbers>

#include "retake/mesh/surface.h"
#include "scenes/builders.h"
#include "scenes/hex_cells.h"
#include "scenes/palette.h"
#include "scenes/sculpture.h"

namespace retake {
namespace {

constexpr double length = 2.4, half_width = 0.15;      // the bar, metres
constexpr double block_depth = 0.2, block_half = 0.3;  // the blocks that hold it
constexpr double axis_height = 0.9;
constexpr double turns = 2;

// Four cells across the bar and one more on each side across the blocks.
GridLines across(double center) {
  GridLines lines = even_lines(center - half_width, center + half_width, 4);
  lines.insert(lines.begin(), center - block_half);
  lines.push_back(center + block_half);
  return lines;
}

// What one sees: the bar and the blocks with softened edges.
Sculpture make_looks() {
  const double middle = (length + block_depth) / 2;
  const Vec3 block = {block_depth / 2, block_half, block_half};
  return {.parts = {{box_field({-middle, axis_height, 0}, block, 0.02), 0, palette::stone},
                    {box_field({middle, axis_height, 0}, block, 0.02), 0, palette::stone},
                    {box_field({0, axis_height, 0}, {middle, half_width, half_width}, 0.02), 0,
                     palette::blue}}};
}

Body make_bar() {
  HexCells cells;
  const GridLines y = across(axis_height), z = across(0);
  const GridLines bar_y(y.begin() + 1, y.end() - 1), bar_z(z.begin() + 1, z.end() - 1);
  const double end = length / 2;
  cells.add_grid(even_lines(-end - block_depth, -end, 2), y, z);
  cells.add_grid(even_lines(-end, end, 30), bar_y, bar_z);
  cells.add_grid(even_lines(end, end + block_depth, 2), y, z);

  const TetMesh mesh = cells.tet_mesh();
  Body body;
  body.rest_positions = mesh.positions;
  body.tets = mesh.tets;
  body.triangles = surface_triangles(mesh);
  body.materials = {{.name = "soft rubber", .density = 600, .young = 5e5, .poisson = 0.4}};
  for (int v = 0; v < body.vertex_count(); ++v)
    if (std::abs(body.rest_positions(0, v)) > end - 1e-9) body.pins.push_back(v);
  body.render_surface = skin_of(make_looks(), mesh, 0.02);
  return body;
}

// The blocks turn against each other, hold, and let go by half a turn.
PinPath turning_block(const Body& body, double side) {
  PinPath path;
  for (const int pin : body.pins)
    if (side * body.rest_positions(0, pin) > 0) path.pins.push_back(pin);
  path.pivot = {0, axis_height, 0};
  const Vec3 full = Vec3::UnitX() * (side * std::numbers::pi * turns);
  const Vec3 closer = Vec3::UnitX() * (-0.06 * side);
  path.keys = {{.time = 0.25},
               {.time = 3.0, .translation = closer, .rotation = full},
               {.time = 3.9, .translation = closer, .rotation = full},
               {.time = 4.3, .translation = closer, .rotation = 0.75 * full}};
  return path;
}

}  // namespace

Scene build_beam() {
  Scene scene;
  scene.body = make_bar();
  scene.setup.forcing.pin_paths = {turning_block(scene.body, -1), turning_block(scene.body, 1)};
  scene.setup.options = {
      .fps = 24, .frames = 120, .substeps = 1, .stiffness_damping = 1e-3, .newton_tolerance = 1e-4};
  scene.view = {.eye = {1.5, 1.8, 3.9}, .target = {0, 0.80, 0}, .vertical_field_of_view = 30};
  scene.color = palette::blue;
  return scene;
}

}  // namespace retake
