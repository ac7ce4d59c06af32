#include "scenes/hex_cells.h"

#include <cmath>

namespace retake {
namespace {

constexpr double weld_step = 1e-6;  // metres; corners nearer than this are one vertex

// The three axes in the order in which a path along the cell's edges takes them from corner 0 to
// corner 7. Odd orders give tets of negative volume unless two vertices change places.
struct Path {
  std::array<int, 3> axes;
  bool odd;
};
constexpr std::array<Path, 6> paths = {{{{0, 1, 2}, false},
                                        {{1, 2, 0}, false},
                                        {{2, 0, 1}, false},
                                        {{0, 2, 1}, true},
                                        {{2, 1, 0}, true},
                                        {{1, 0, 2}, true}}};

}  // namespace

GridLines even_lines(double begin, double end, int cells) {
  GridLines lines;
  for (int i = 0; i <= cells; ++i) lines.push_back(begin + (end - begin) * i / cells);
  return lines;
}

int HexCells::weld(const Vec3& corner) {
  const std::array<long, 3> key = {std::lround(corner.x() / weld_step),
                                   std::lround(corner.y() / weld_step),
                                   std::lround(corner.z() / weld_step)};
  const auto [place, is_new] = vertex_at_.try_emplace(key, static_cast<int>(positions_.size()));
  if (is_new) positions_.push_back(corner);
  return place->second;
}

void HexCells::add(const std::array<Vec3, 8>& corners, int part) {
  std::array<int, 8> vertex{};
  for (std::size_t i = 0; i < 8; ++i) vertex[i] = weld(corners[i]);
  for (const Path& path : paths) {
    const std::size_t first = 1U << static_cast<unsigned>(path.axes[0]);
    const std::size_t second = first + (1U << static_cast<unsigned>(path.axes[1]));
    Eigen::Vector4i tet(vertex[0], vertex[first], vertex[second], vertex[7]);
    if (path.odd) std::swap(tet[1], tet[2]);
    tets_.push_back(tet);
    part_of_tet_.push_back(part);
  }
}

void HexCells::add_grid(const GridLines& x, const GridLines& y, const GridLines& z, int part) {
  for (std::size_t k = 0; k + 1 < z.size(); ++k)
    for (std::size_t j = 0; j + 1 < y.size(); ++j)
      for (std::size_t i = 0; i + 1 < x.size(); ++i) {
        std::array<Vec3, 8> corners;
        for (std::size_t c = 0; c < 8; ++c)
          corners[c] = {x[i + (c & 1U)], y[j + (c >> 1 & 1U)], z[k + (c >> 2)]};
        add(corners, part);
      }
}

TetMesh HexCells::tet_mesh() const {
  TetMesh mesh;
  mesh.positions.resize(3, static_cast<Eigen::Index>(positions_.size()));
  for (std::size_t v = 0; v < positions_.size(); ++v)
    mesh.positions.col(static_cast<Eigen::Index>(v)) = positions_[v];
  mesh.tets.resize(4, static_cast<Eigen::Index>(tets_.size()));
  for (std::size_t t = 0; t < tets_.size(); ++t)
    mesh.tets.col(static_cast<Eigen::Index>(t)) = tets_[t];
  return mesh;
}

}  // namespace retake
