#include <algorithm>
#include <vector>

#include "retake/mesh/lattice_mesher_steps.h"
#include "retake/mesh/quality.h"
#include "retake/mesh/surface.h"

namespace retake::lattice {
namespace {

using Neighbourhoods = std::vector<std::vector<int>>;

Neighbourhoods tets_around_vertices(const TetMesh& mesh) {
  Neighbourhoods around(static_cast<std::size_t>(mesh.vertex_count()));
  for (int t = 0; t < mesh.tet_count(); ++t)
    for (int c = 0; c < 4; ++c) around[static_cast<std::size_t>(mesh.tets(c, t))].push_back(t);
  return around;
}

// Smallest dihedral angle of the given tets, degrees; negative if one is inverted.
double smallest_angle(const TetMesh& mesh, const std::vector<int>& tets) {
  double smallest = 180;
  for (const int t : tets) {
    const TetQuality q = quality(mesh, t);
    smallest = std::min(smallest, q.volume > 0 ? q.min_dihedral_angle : -1.0);
  }
  return smallest;
}

// Places to try: towards the middle of the neighbours, and a little along each axis.
std::vector<Vec3> candidates(const TetMesh& mesh, int vertex, const std::vector<int>& tets,
                             double step) {
  Vec3 middle = Vec3::Zero();
  for (const int t : tets)
    for (int c = 0; c < 4; ++c) middle += mesh.positions.col(mesh.tets(c, t));
  const Vec3 here = mesh.positions.col(vertex);
  const double count = static_cast<double>(tets.size());
  middle = (middle - count * here) / (3 * count);
  std::vector<Vec3> places = {middle, (here + middle) / 2};
  for (int axis = 0; axis < 3; ++axis)
    for (const double sign : {-step, step}) places.emplace_back(here + sign * Vec3::Unit(axis));
  return places;
}

}  // namespace

TetMesh relax(const TetMesh& mesh, const DistanceField& solid, double spacing, int sweeps,
              double wanted) {
  TetMesh relaxed = mesh;
  const Neighbourhoods around = tets_around_vertices(mesh);
  std::vector<char> on_skin(around.size(), 0);
  const Eigen::Matrix3Xi skin = surface_triangles(mesh);
  for (const int v : skin.reshaped()) on_skin[static_cast<std::size_t>(v)] = 1;

  for (int sweep = 0; sweep < sweeps; ++sweep) {
    const double step = 0.12 * spacing / (1 + sweep);
    for (int v = 0; v < relaxed.vertex_count(); ++v) {
      const std::vector<int>& tets = around[static_cast<std::size_t>(v)];
      double best = smallest_angle(relaxed, tets);
      if (best >= wanted) continue;
      Vec3 best_place = relaxed.positions.col(v);
      for (Vec3 place : candidates(relaxed, v, tets, step)) {
        if (on_skin[static_cast<std::size_t>(v)]) place = projected_onto(solid, place, spacing / 2);
        const Vec3 back = relaxed.positions.col(v);
        relaxed.positions.col(v) = place;
        const double angle = smallest_angle(relaxed, tets);
        relaxed.positions.col(v) = back;
        if (angle <= best) continue;
        best = angle;
        best_place = place;
      }
      relaxed.positions.col(v) = best_place;
    }
  }
  return relaxed;
}

}  // namespace retake::lattice
