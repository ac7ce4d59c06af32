#include <array>
#include <cmath>
#include <map>
#include <string>

#include <Eigen/Geometry>

#include "retake/mesh/quality.h"
#include "retake/mesh/repair.h"
#include "retake/mesh/solid_mesher_steps.h"
#include "retake/mesh/topology.h"
#include "retake/numerics/errors.h"

namespace retake::solid {
namespace {

// A ball encloses 0.1 of its area times its box's diagonal, a hand about 0.02, a mattress 0.01.
constexpr double thinnest_solid = 0.004;

void check(const TriangleMesh& surface) {
  for (Eigen::Index f = 0; f < surface.triangles.cols(); ++f) {
    for (const int v : surface.triangles.col(f)) {
      if (v < 0 || v >= surface.vertex_count()) {
        throw InputError({.what = "a vertex index is out of range",
                          .where = "triangle " + std::to_string(f),
                          .expected = "0 to " + std::to_string(surface.vertex_count() - 1),
                          .found = std::to_string(v)});
      }
      if (!surface.positions.col(v).allFinite()) {
        throw InputError({.what = "a coordinate is not a finite number",
                          .where = "vertex " + std::to_string(v),
                          .advice = "export the mesh again"});
      }
    }
  }
}

TriangleMesh welded(const TriangleMesh& surface) {
  std::map<std::array<double, 3>, int> vertex_at;
  TriangleMesh mesh;
  mesh.positions.resize(3, surface.vertex_count());
  mesh.triangles.resize(3, surface.triangle_count());
  for (Eigen::Index corner = 0; corner < surface.triangles.size(); ++corner) {
    const Vec3 x = surface.positions.col(surface.triangles(corner));
    const auto next = static_cast<int>(vertex_at.size());
    const auto [found, is_new] = vertex_at.try_emplace({x[0], x[1], x[2]}, next);
    if (is_new) mesh.positions.col(next) = x;
    mesh.triangles(corner) = found->second;
  }
  mesh.positions.conservativeResize(3, static_cast<Eigen::Index>(vertex_at.size()));
  return mesh;
}

TriangleMesh without_flat_triangles(const TriangleMesh& mesh) {
  const std::vector<int> flat = flat_triangles(mesh);
  std::vector<bool> is_flat(static_cast<std::size_t>(mesh.triangle_count()), false);
  for (const int f : flat) is_flat[static_cast<std::size_t>(f)] = true;
  std::vector<int> kept;
  for (int f = 0; f < mesh.triangle_count(); ++f) {
    if (!is_flat[static_cast<std::size_t>(f)]) kept.push_back(f);
  }
  return {mesh.positions, mesh.triangles(Eigen::all, kept)};
}

// A fan from the middle of each hole to its rim.
TriangleMesh caps_of(const TriangleMesh& mesh) {
  const std::vector<std::vector<int>> loops = boundary_loops(mesh.triangles);
  TriangleMesh caps;
  caps.positions.resize(3, mesh.vertex_count() + static_cast<Eigen::Index>(loops.size()));
  caps.positions.leftCols(mesh.vertex_count()) = mesh.positions;
  std::vector<Eigen::Vector3i> fans;
  int middle = mesh.vertex_count();
  for (const std::vector<int>& loop : loops) {
    caps.positions.col(middle) = mesh.positions(Eigen::all, loop).rowwise().mean();
    for (std::size_t i = 0; i < loop.size(); ++i) {
      fans.emplace_back(loop[(i + 1) % loop.size()], loop[i], middle);
    }
    ++middle;
  }
  caps.triangles.resize(3, static_cast<Eigen::Index>(fans.size()));
  for (std::size_t f = 0; f < fans.size(); ++f) {
    caps.triangles.col(static_cast<Eigen::Index>(f)) = fans[f];
  }
  return caps;
}

struct Measure {
  double area = 0;
  double volume = 0;  // of the cones from `apex` to the triangles
};

Measure measure(const TriangleMesh& mesh, const Vec3& apex) {
  Measure sum;
  for (Eigen::Index f = 0; f < mesh.triangles.cols(); ++f) {
    const Vec3 a = mesh.positions.col(mesh.triangles(0, f)) - apex;
    const Vec3 b = mesh.positions.col(mesh.triangles(1, f)) - apex;
    const Vec3 c = mesh.positions.col(mesh.triangles(2, f)) - apex;
    sum.area += (b - a).cross(c - a).norm() / 2;
    sum.volume += a.dot(b.cross(c)) / 6;
  }
  return sum;
}

}  // namespace

CleanSurface clean(const TriangleMesh& surface) {
  check(surface);
  CleanSurface result;
  result.mesh = orient_triangles(without_flat_triangles(welded(surface))).mesh;
  if (result.mesh.triangle_count() == 0) {
    throw InputError({.what = "the surface has no triangle with an area, so it holds nothing",
                      .expected = "triangles",
                      .found = std::to_string(surface.triangle_count()) + " triangles, " +
                               std::to_string(surface.vertex_count()) + " vertices",
                      .advice = "choose a file with a surface"});
  }
  Eigen::AlignedBox3d box;
  for (const int v : result.mesh.triangles.reshaped()) box.extend(result.mesh.positions.col(v));
  result.diagonal = box.diagonal().norm();
  const EdgeReport edges = examine_edges(result.mesh.triangles);
  result.open_edges = static_cast<int>(edges.boundary.size());
  result.bad_edges = static_cast<int>(edges.non_manifold.size() + edges.misoriented.size());
  result.caps = caps_of(result.mesh);
  const Measure own = measure(result.mesh, box.center());
  result.area = own.area;
  result.volume = std::abs(own.volume + measure(result.caps, box.center()).volume);
  result.is_sheet = result.volume < thinnest_solid * result.area * result.diagonal;
  return result;
}

}  // namespace retake::solid

namespace retake {

bool is_sheet_like(const TriangleMesh& surface) { return solid::clean(surface).is_sheet; }

}  // namespace retake
