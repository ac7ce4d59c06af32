#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "retake/mesh/lattice_mesher_steps.h"
#include "retake/numerics/disjoint_sets.h"

namespace retake::lattice {
namespace {

DisjointSets joined_by_faces(const TetMesh& mesh) {
  DisjointSets pieces(mesh.tet_count());
  std::map<std::array<int, 3>, int> tet_at;
  for (int t = 0; t < mesh.tet_count(); ++t)
    for (int opposite = 0; opposite < 4; ++opposite) {
      std::array<int, 3> face{};
      for (int c = 0; c < 3; ++c)
        face[static_cast<std::size_t>(c)] = mesh.tets((opposite + 1 + c) % 4, t);
      std::sort(face.begin(), face.end());
      const auto [other, is_new] = tet_at.try_emplace(face, t);
      if (!is_new) pieces.join(t, other->second);
    }
  return pieces;
}

// These tets, with the vertices that they use.
TetMesh part_of(const TetMesh& mesh, const std::vector<int>& kept) {
  std::vector<int> renumbered(static_cast<std::size_t>(mesh.vertex_count()), -1);
  for (const int t : kept) {
    for (const int v : mesh.tets.col(t)) renumbered[static_cast<std::size_t>(v)] = 0;
  }
  TetMesh piece;
  piece.positions.resize(3, mesh.vertex_count());
  int vertices = 0;
  for (int v = 0; v < mesh.vertex_count(); ++v) {
    if (renumbered[static_cast<std::size_t>(v)] < 0) continue;
    renumbered[static_cast<std::size_t>(v)] = vertices;
    piece.positions.col(vertices++) = mesh.positions.col(v);
  }
  piece.positions.conservativeResize(3, vertices);
  piece.tets.resize(4, static_cast<Eigen::Index>(kept.size()));
  for (std::size_t i = 0; i < kept.size(); ++i)
    for (int c = 0; c < 4; ++c)
      piece.tets(c, static_cast<Eigen::Index>(i)) =
          renumbered[static_cast<std::size_t>(mesh.tets(c, kept[i]))];
  return piece;
}

// The piece of each tet, and the number of tets of each piece.
struct PieceSizes {
  std::vector<int> of_tet, size;
};

PieceSizes piece_sizes(const TetMesh& mesh) {
  DisjointSets pieces = joined_by_faces(mesh);
  PieceSizes result;
  result.size.assign(static_cast<std::size_t>(mesh.tet_count()), 0);
  for (int t = 0; t < mesh.tet_count(); ++t) {
    result.of_tet.push_back(pieces.first_of(t));
    ++result.size[static_cast<std::size_t>(result.of_tet.back())];
  }
  return result;
}

template <class Keep>
TetMesh pieces_where(const TetMesh& mesh, const PieceSizes& pieces, const Keep& keep) {
  std::vector<int> kept;
  for (int t = 0; t < mesh.tet_count(); ++t) {
    if (keep(pieces.of_tet[static_cast<std::size_t>(t)])) kept.push_back(t);
  }
  return part_of(mesh, kept);
}

}  // namespace

TetMesh largest_piece(const TetMesh& mesh) {
  const PieceSizes pieces = piece_sizes(mesh);
  const auto& size = pieces.size;
  const auto largest = std::max_element(size.begin(), size.end()) - size.begin();
  return pieces_where(mesh, pieces, [&](int piece) { return piece == largest; });
}

TetMesh large_pieces(const TetMesh& mesh, double least_share) {
  const PieceSizes pieces = piece_sizes(mesh);
  const int largest =
      pieces.size.empty() ? 0 : *std::max_element(pieces.size.begin(), pieces.size.end());
  return pieces_where(mesh, pieces, [&](int piece) {
    return pieces.size[static_cast<std::size_t>(piece)] >= least_share * largest;
  });
}

}  // namespace retake::lattice
