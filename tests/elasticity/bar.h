#pragma once
#include <array>
#include <random>

#include "retake/elasticity/body.h"

// A straight bar along x of cubic cells, six tets a cell around its diagonal (Kuhn), so that
// neighbouring cells fit together. Its left end (x = 0) is pinned.
struct BarOptions {
  std::array<int, 3> cells = {3, 2, 2};
  double cell = 0.1;  // m
  retake::Material material = {.young = 1e5, .poisson = 0.3};
};

inline retake::Body make_bar(const BarOptions& options = {}) {
  const auto [nx, ny, nz] = options.cells;
  const auto index = [&, ny = ny, nz = nz](int x, int y, int z) {
    return (x * (ny + 1) + y) * (nz + 1) + z;
  };
  retake::Body bar;
  bar.name = "bar";
  bar.materials = {options.material};
  bar.rest_positions.resize(3, (nx + 1) * (ny + 1) * (nz + 1));
  for (int x = 0; x <= nx; ++x)
    for (int y = 0; y <= ny; ++y)
      for (int z = 0; z <= nz; ++z)
        bar.rest_positions.col(index(x, y, z)) = options.cell * retake::Vec3(x, y, z);
  constexpr int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {1, 0, 2}, {0, 2, 1}, {2, 1, 0}};
  bar.tets.resize(4, 6 * nx * ny * nz);
  int tet = 0;
  for (int x = 0; x < nx; ++x)
    for (int y = 0; y < ny; ++y)
      for (int z = 0; z < nz; ++z)
        for (int o = 0; o < 6; ++o, ++tet) {
          int corner[3] = {x, y, z};
          bar.tets(0, tet) = index(x, y, z);
          for (int step = 0; step < 3; ++step) {
            ++corner[orders[o][step]];
            bar.tets(step + 1, tet) = index(corner[0], corner[1], corner[2]);
          }
          if (o >= 3) std::swap(bar.tets(1, tet), bar.tets(2, tet));  // odd orders are left-handed
        }
  for (int v = 0; v < (ny + 1) * (nz + 1); ++v) bar.pins.push_back(v);
  return bar;
}

// Each coordinate moved by up to `size`, the same for the same seed.
inline retake::Points shaken(retake::Points positions, double size, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> step(-size, size);
  for (double& coordinate : positions.reshaped()) coordinate += step(random);
  return positions;
}
