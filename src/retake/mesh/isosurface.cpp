#include "retake/mesh/isosurface.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "retake/numerics/errors.h"
#include "retake/numerics/parallel_for.h"

namespace retake {
namespace {

using Place = Eigen::Vector3i;
using Quad = std::array<int, 4>;  // counter-clockwise seen from outside

constexpr double most_samples = 2e8;

// Signed distances at the points of a box grid that encloses the solid with two cells of air.
struct Samples {
  Vec3 origin, spacing;
  Place size;
  std::vector<float> values;

  std::size_t index(const Place& p) const {
    const auto nx = static_cast<std::size_t>(size.x()), ny = static_cast<std::size_t>(size.y());
    return static_cast<std::size_t>(p.x()) +
           nx * (static_cast<std::size_t>(p.y()) + ny * static_cast<std::size_t>(p.z()));
  }
  float value(const Place& p) const { return values[index(p)]; }
  Vec3 position(const Vec3& p) const { return origin + p.cwiseProduct(spacing); }
};

Samples make_grid(const DistanceField& solid, const Vec3& spacing) {
  if (!(spacing.minCoeff() > 0) || !spacing.allFinite())
    throw InputError({.what = "the sample spacing makes no sense", .expected = "lengths above 0"});
  Samples grid;
  grid.spacing = spacing;
  grid.origin = solid.box.min() - 2.25 * spacing;
  const Vec3 cells = (solid.box.max() + 2.25 * spacing - grid.origin).cwiseQuotient(spacing);
  if (cells.prod() > most_samples)
    throw InputError({.what = "the sampling is too fine for the solid",
                      .expected = "at most " + std::to_string(most_samples) + " samples",
                      .found = std::to_string(cells.prod()),
                      .advice = "Use a larger spacing"});
  grid.size = (cells.array().ceil().cast<int>() + 1).matrix();
  return grid;
}

// Blocks of samples that the surface cannot reach get one value for all.
void fill(Samples& grid, const DistanceField& solid) {
  constexpr int block = 6;
  grid.values.resize(static_cast<std::size_t>(grid.size.cast<std::int64_t>().prod()));
  const double reach = steepest_distance * grid.spacing.norm() * block / 2;
  parallel_for((grid.size.z() + block - 1) / block, [&](std::ptrdiff_t slab) {
    for (int y0 = 0; y0 < grid.size.y(); y0 += block)
      for (int x0 = 0; x0 < grid.size.x(); x0 += block) {
        const Place low(x0, y0, static_cast<int>(slab) * block);
        const Place high = (low.array() + block).matrix().cwiseMin(grid.size);
        const Vec3 middle = low.cast<double>() + Vec3::Constant((block - 1) / 2.0);
        const double central = solid(grid.position(middle));
        for (int z = low.z(); z < high.z(); ++z)
          for (int y = low.y(); y < high.y(); ++y)
            for (int x = low.x(); x < high.x(); ++x) {
              const Place p(x, y, z);
              grid.values[grid.index(p)] = static_cast<float>(
                  std::abs(central) > reach ? central : solid(grid.position(p.cast<double>())));
            }
      }
  });
}

// The mean of the points where the surface crosses the cell's edges, in cells from its corner;
// false if it crosses none.
bool crossing_center(const Samples& grid, const Place& cell, Vec3& center) {
  Vec3 sum = Vec3::Zero();
  int crossings = 0;
  for (int axis = 0; axis < 3; ++axis)
    for (int side = 0; side < 4; ++side) {
      Place from = cell;
      from[(axis + 1) % 3] += side & 1;
      from[(axis + 2) % 3] += side >> 1;
      const float a = grid.value(from), b = grid.value(from + Place::Unit(axis));
      if ((a < 0) == (b < 0)) continue;
      sum += from.cast<double>() + Vec3::Unit(axis) * static_cast<double>(a / (a - b));
      ++crossings;
    }
  if (crossings > 0) center = sum / crossings;
  return crossings > 0;
}

struct Net {
  std::vector<Vec3> positions;
  std::vector<Quad> quads;
};

// One vertex for each cell that the surface crosses, one quad for each crossed edge.
Net make_net(const Samples& grid) {
  Net net;
  std::vector<int> vertex_of(grid.values.size(), -1);
  const Place cells = grid.size - Place::Ones();
  for (int z = 0; z < cells.z(); ++z)
    for (int y = 0; y < cells.y(); ++y)
      for (int x = 0; x < cells.x(); ++x) {
        const Place cell(x, y, z);
        Vec3 center;
        if (!crossing_center(grid, cell, center)) continue;
        vertex_of[grid.index(cell)] = static_cast<int>(net.positions.size());
        net.positions.push_back(grid.position(center));
      }
  for (int z = 1; z < cells.z(); ++z)
    for (int y = 1; y < cells.y(); ++y)
      for (int x = 1; x < cells.x(); ++x)
        for (int axis = 0; axis < 3; ++axis) {
          const Place p(x, y, z);
          const bool inside = grid.value(p) < 0;
          if (inside == (grid.value(p + Place::Unit(axis)) < 0)) continue;
          const Place u = Place::Unit((axis + 1) % 3), v = Place::Unit((axis + 2) % 3);
          Quad quad = {vertex_of[grid.index(p - u - v)], vertex_of[grid.index(p - v)],
                       vertex_of[grid.index(p)], vertex_of[grid.index(p - u)]};
          if (!inside) std::reverse(quad.begin(), quad.end());
          net.quads.push_back(quad);
        }
  return net;
}

void project(Net& net, const DistanceField& solid, double reach) {
  parallel_for(
      static_cast<std::ptrdiff_t>(net.positions.size()),
      [&](std::ptrdiff_t i) {
        Vec3& position = net.positions[static_cast<std::size_t>(i)];
        position = projected_onto(solid, position, reach);
      },
      256);
}

// Moves each vertex half-way to the mean of its neighbours.
void even_out(Net& net) {
  std::vector<Vec3> sum(net.positions.size(), Vec3::Zero());
  std::vector<int> count(net.positions.size(), 0);
  for (const Quad& quad : net.quads)
    for (std::size_t c = 0; c < 4; ++c) {
      const auto a = static_cast<std::size_t>(quad[c]);
      const auto b = static_cast<std::size_t>(quad[(c + 1) % 4]);
      sum[a] += net.positions[b];
      sum[b] += net.positions[a];
      ++count[a];
      ++count[b];
    }
  for (std::size_t v = 0; v < sum.size(); ++v)
    if (count[v] > 0) net.positions[v] = (net.positions[v] + sum[v] / count[v]) / 2;
}

// Each quad cut along its shorter diagonal.
TriangleMesh triangulated(const Net& net) {
  TriangleMesh mesh;
  mesh.positions.resize(3, static_cast<Eigen::Index>(net.positions.size()));
  for (std::size_t v = 0; v < net.positions.size(); ++v)
    mesh.positions.col(static_cast<Eigen::Index>(v)) = net.positions[v];
  mesh.triangles.resize(3, 2 * static_cast<Eigen::Index>(net.quads.size()));
  Eigen::Index t = 0;
  for (const auto& [a, b, c, d] : net.quads) {
    const double ac = (mesh.positions.col(a) - mesh.positions.col(c)).squaredNorm();
    const double bd = (mesh.positions.col(b) - mesh.positions.col(d)).squaredNorm();
    const bool along_ac = ac <= bd;
    mesh.triangles.col(t++) = along_ac ? Eigen::Vector3i(a, b, c) : Eigen::Vector3i(a, b, d);
    mesh.triangles.col(t++) = along_ac ? Eigen::Vector3i(a, c, d) : Eigen::Vector3i(b, c, d);
  }
  return mesh;
}

}  // namespace

TriangleMesh extract_isosurface(const DistanceField& solid, const IsosurfaceOptions& options) {
  Samples grid = make_grid(solid, options.spacing);
  fill(grid, solid);
  Net net = make_net(grid);
  const double reach = options.spacing.maxCoeff();
  project(net, solid, reach);
  for (int sweep = 0; sweep < options.relaxations; ++sweep) {
    even_out(net);
    project(net, solid, reach);
  }
  return triangulated(net);
}

}  // namespace retake
