#pragma once
#include <cmath>

#include "retake/elasticity/body.h"

// Flat sheets of triangles for tests of shells.
namespace retake {

// cells x cells squares in the plane z = 0 over [0, side]², each cut along a diagonal; the cuts
// alternate so that no direction is preferred.
inline Body make_sheet(int cells, double side = 1, double thickness = 0.01) {
  Body sheet;
  sheet.name = "sheet";
  sheet.materials = {{.name = "cloth", .density = 300, .young = 1e5, .poisson = 0.3}};
  sheet.thickness = thickness;
  sheet.rest_positions.resize(3, (cells + 1) * (cells + 1));
  for (int j = 0; j <= cells; ++j) {
    for (int i = 0; i <= cells; ++i) {
      sheet.rest_positions.col(j * (cells + 1) + i) = Vec3(i, j, 0) * side / cells;
    }
  }
  sheet.triangles.resize(3, 2 * cells * cells);
  for (int j = 0, t = 0; j < cells; ++j) {
    for (int i = 0; i < cells; ++i) {
      const int a = j * (cells + 1) + i, b = a + 1, c = a + cells + 2, d = a + cells + 1;
      const bool rising = (i + j) % 2 == 0;
      sheet.triangles.col(t++) = rising ? Eigen::Vector3i(a, b, c) : Eigen::Vector3i(a, b, d);
      sheet.triangles.col(t++) = rising ? Eigen::Vector3i(a, c, d) : Eigen::Vector3i(b, c, d);
    }
  }
  return sheet;
}

// The same points moved by a smooth, large deformation plus a little noise (fixed seed).
inline Points crumpled(const Points& rest) {
  Points x = rest;
  unsigned state = 12345;
  const auto noise = [&state] {
    state = state * 1664525u + 1013904223u;
    return static_cast<double>(state >> 8) / (1u << 24) - 0.5;
  };
  for (int v = 0; v < x.cols(); ++v) {
    const Vec3 p = rest.col(v);
    x.col(v) = Vec3(0.8 * p.x() + 0.1 * std::sin(3 * p.y()), 1.1 * p.y() + 0.2 * p.x() * p.x(),
                    0.3 * std::sin(4 * p.x() + 2 * p.y()) + 0.9 * p.z());
    x.col(v) += 0.03 * Vec3(noise(), noise(), noise());
  }
  return x;
}

}  // namespace retake
