#pragma once
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "retake/elasticity/body.h"
#include "retake/elasticity/mass.h"

namespace retake {

struct BarOptions {
  Eigen::Vector3i cells = {8, 2, 2};
  Vec3 size = {4, 1, 1};  // metres
  Material material = {.name = "test", .density = 1000, .young = 1e6, .poisson = 0.3};
};

// A box along x from the origin, centred in y and z. Each cell is cut into 24 tets around its
// centre, so that the mesh has every symmetry of the box and multiple eigenvalues stay multiple.
inline Body make_bar(const BarOptions& options = {}) {
  Body body;
  body.name = "bar";
  body.materials = {options.material};
  std::vector<Vec3> points;
  std::map<std::array<int, 3>, int> index;  // by half cells
  const auto vertex = [&](const Eigen::Vector3i& at) {
    const auto [place, is_new] =
        index.try_emplace({at[0], at[1], at[2]}, static_cast<int>(points.size()));
    if (is_new) {
      Vec3 p = at.cast<double>().cwiseQuotient((2 * options.cells).cast<double>());
      p.tail<2>().array() -= 0.5;
      points.push_back(p.cwiseProduct(options.size));
    }
    return place->second;
  };
  std::vector<Eigen::Vector4i> tets;
  const auto fill_cell = [&](const Eigen::Vector3i& center) {
    for (int axis = 0; axis < 3; ++axis) {
      for (const int side : {-1, 1}) {
        const Eigen::Vector3i out = side * Eigen::Vector3i::Unit(axis);
        const Eigen::Vector3i u = Eigen::Vector3i::Unit((axis + 1) % 3);
        const Eigen::Vector3i v = side * Eigen::Vector3i::Unit((axis + 2) % 3);
        const std::array<Eigen::Vector3i, 4> corners = {-u - v, u - v, u + v, -u + v};
        for (std::size_t k = 0; k < 4; ++k) {
          tets.push_back({vertex(center), vertex(center + out + corners[k]),
                          vertex(center + out + corners[(k + 1) % 4]), vertex(center + out)});
        }
      }
    }
  };
  for (int x = 0; x < options.cells[0]; ++x) {
    for (int y = 0; y < options.cells[1]; ++y) {
      for (int z = 0; z < options.cells[2]; ++z) fill_cell({2 * x + 1, 2 * y + 1, 2 * z + 1});
    }
  }
  body.rest_positions.resize(3, static_cast<Eigen::Index>(points.size()));
  for (std::size_t i = 0; i < points.size(); ++i) {
    body.rest_positions.col(static_cast<Eigen::Index>(i)) = points[i];
  }
  body.tets.resize(4, static_cast<Eigen::Index>(tets.size()));
  for (std::size_t i = 0; i < tets.size(); ++i)
    body.tets.col(static_cast<Eigen::Index>(i)) = tets[i];
  return body;
}

// Pins the vertices at x = 0.
inline Body clamp_end(Body body) {
  for (int v = 0; v < body.vertex_count(); ++v) {
    if (body.rest_positions(0, v) == 0) body.pins.push_back(v);
  }
  return body;
}

// Of every coordinate, kg.
inline VecX masses_of(const Body& body) {
  return lumped_mass(body).transpose().replicate(3, 1).reshaped();
}

}  // namespace retake
