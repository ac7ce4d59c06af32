#pragma once
#include <array>
#include <map>
#include <vector>

#include "retake/mesh/tet_mesh.h"

namespace retake {

// The coordinates of a grid along one axis, ascending.
using GridLines = std::vector<double>;
// `cells` equal steps from `begin` to `end`.
GridLines even_lines(double begin, double end, int cells);

// Six-sided cells that are welded where their corners meet, each split into six tets around its
// diagonal (Kuhn 1960). Cells must share whole faces and agree on the sense of their axes; then
// the tets fit together.
class HexCells {
 public:
  // Corner (i, j, k), each 0 or 1, stands at index i + 2 j + 4 k; the axes are right-handed.
  // `part` is a number of the caller's own.
  void add(const std::array<Vec3, 8>& corners, int part = 0);
  // All cells of a box grid.
  void add_grid(const GridLines& x, const GridLines& y, const GridLines& z, int part = 0);

  TetMesh tet_mesh() const;
  const std::vector<int>& part_of_tet() const { return part_of_tet_; }

 private:
  int weld(const Vec3& corner);

  std::map<std::array<long, 3>, int> vertex_at_;  // micrometres
  std::vector<Vec3> positions_;
  std::vector<Eigen::Vector4i> tets_;
  std::vector<int> part_of_tet_;
};

}  // namespace retake
