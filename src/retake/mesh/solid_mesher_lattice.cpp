#include <algorithm>
#include <cmath>

#include "retake/mesh/lattice_mesher_steps.h"
#include "retake/mesh/solid_mesher_steps.h"
#include "retake/mesh/surface_field.h"
#include "retake/mesh/tet_tree.h"
#include "retake/mesh/topology.h"

namespace retake::solid {
namespace {

constexpr double tets_per_cell = 12;  // of a body-centred cubic lattice, per cube of its spacing
constexpr double fattenings[] = {0.15, 0.3, 0.5, 0.75};  // in cells
constexpr double least_lattice_piece =
    0.05;                               // smaller pieces, by tets, hang on the nearest tet instead
constexpr double nearly_inside = 0.25;  // cells: a point so near to a tet moves with it well enough
constexpr int relaxations = 4;
constexpr double wanted_angle = 25;  // degrees

}  // namespace

bool holds_all(const TetMesh& tets, const TriangleMesh& surface, double reach) {
  if (tets.tet_count() == 0) return false;
  if (components(tets.tets, tets.vertex_count()).count >
      components(surface.triangles, surface.vertex_count()).count) {
    return false;
  }
  const TetTree tree(tets);
  for (const auto& point : surface.positions.colwise()) {
    if (tree.nearest(point).squared_distance > reach * reach) return false;
  }
  return true;
}

double chosen_cell(const CleanSurface& surface, double tets) {
  // tets = 12 (volume + area * half a cell of fattening) / cell³, which falls as the cell grows.
  double low = 1e-3 * surface.diagonal, high = 0.15 * surface.diagonal;
  for (int i = 0; i < 60; ++i) {
    const double cell = std::sqrt(low * high);
    const double filled = surface.volume + surface.area * cell / 2;
    (tets_per_cell * filled / std::pow(cell, 3) > tets ? low : high) = cell;
  }
  return std::sqrt(low * high);
}

LatticeSolid fill_with_lattice(const CleanSurface& surface, double cell, Progress& progress) {
  const DistanceField inside = surface_field(surface.mesh);
  LatticeSolid solid;
  DistanceField field;
  double done = 0;
  for (const double fattening : fattenings) {
    progress.update("tets", done);
    field = offset_field(inside, fattening * cell);
    solid = {lattice::large_pieces(lattice::stuff(field, cell), least_lattice_piece), fattening};
    if (holds_all(solid.tets, surface.mesh, nearly_inside * cell)) break;
    done += 0.8 / std::size(fattenings);
  }
  solid.tets = lattice::relax(solid.tets, field, cell, relaxations, wanted_angle);
  return solid;
}

}  // namespace retake::solid
