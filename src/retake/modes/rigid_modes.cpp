#include "retake/modes/rigid_modes.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Dense>

#include "retake/elasticity/interior.h"
#include "retake/numerics/disjoint_sets.h"

namespace retake {

namespace {

// Pins whose distance from a line is below this fraction of the piece's size stand in a line.
constexpr double in_a_line = 1e-9;

struct Piece {
  std::vector<int> vertices;
  std::vector<int> pins;
};

std::vector<Piece> gather_pieces(const Body& body) {
  const std::vector<int> piece_of = pieces_of(body);
  std::vector<Piece> pieces(
      piece_of.empty()
          ? 0
          : static_cast<std::size_t>(*std::max_element(piece_of.begin(), piece_of.end())) + 1);
  for (int v = 0; v < body.vertex_count(); ++v) {
    pieces[static_cast<std::size_t>(piece_of[static_cast<std::size_t>(v)])].vertices.push_back(v);
  }
  for (const int pin : body.pins) {
    pieces[static_cast<std::size_t>(piece_of[static_cast<std::size_t>(pin)])].pins.push_back(pin);
  }
  return pieces;
}

using Motion6 = Eigen::Matrix<double, 3, 6>;

// How a point at `offset` from the centre moves under three translations and three rotations.
Motion6 rigid_motion(const Vec3& offset) {
  Motion6 motion;
  motion << Mat3::Identity(), Mat3::Zero();
  for (int axis = 0; axis < 3; ++axis) motion.col(3 + axis) = Vec3::Unit(axis).cross(offset);
  return motion;
}

// Combinations of the six motions that leave the pins in place (6 x k).
MatX allowed_motions(const Body& body, const std::vector<int>& pins, const Vec3& center,
                     double size) {
  if (pins.empty()) return MatX::Identity(6, 6);
  MatX at_pins(3 * static_cast<Eigen::Index>(pins.size()), 6);
  for (std::size_t i = 0; i < pins.size(); ++i) {
    const Vec3 offset = (body.rest_positions.col(pins[i]) - center) / size;
    at_pins.middleRows(3 * static_cast<Eigen::Index>(i), 3) = rigid_motion(offset);
  }
  const Eigen::SelfAdjointEigenSolver<MatX> gram(at_pins.transpose() * at_pins);
  const double tolerance = in_a_line * gram.eigenvalues()[5];
  const Eigen::Index allowed = (gram.eigenvalues().array() <= tolerance).count();
  return gram.eigenvectors().leftCols(allowed);
}

// Mass-orthonormal motions of one piece, in the rows of its vertices.
MatX motions_of(const Body& body, const Piece& piece, const VecX& vertex_mass) {
  double mass = 0;
  Vec3 center = Vec3::Zero();
  for (const int v : piece.vertices) {
    mass += vertex_mass[v];
    center += vertex_mass[v] * body.rest_positions.col(v);
  }
  center /= mass;
  double size = 0;
  for (const int v : piece.vertices) {
    size = std::max(size, (body.rest_positions.col(v) - center).norm());
  }
  const MatX allowed = allowed_motions(body, piece.pins, center, size);
  MatX weighted(3 * static_cast<Eigen::Index>(piece.vertices.size()), allowed.cols());
  for (std::size_t i = 0; i < piece.vertices.size(); ++i) {
    const int v = piece.vertices[i];
    const bool pinned = std::binary_search(piece.pins.begin(), piece.pins.end(), v);
    const Vec3 offset = (body.rest_positions.col(v) - center) / size;
    weighted.middleRows(3 * static_cast<Eigen::Index>(i), 3) =
        (pinned ? 0.0 : std::sqrt(vertex_mass[v])) * rigid_motion(offset) * allowed;
  }
  const Eigen::HouseholderQR<MatX> qr(weighted);
  MatX motions = qr.householderQ() * MatX::Identity(weighted.rows(), weighted.cols());
  for (std::size_t i = 0; i < piece.vertices.size(); ++i) {
    const int v = piece.vertices[i];
    const bool pinned = std::binary_search(piece.pins.begin(), piece.pins.end(), v);
    motions.middleRows(3 * static_cast<Eigen::Index>(i), 3) *=
        pinned ? 0.0 : 1 / std::sqrt(vertex_mass[v]);
  }
  return motions;
}

}  // namespace

std::vector<int> pieces_of(const Body& body) {
  if (body.interior) return interior_pieces(body);
  DisjointSets sets(body.vertex_count());
  const auto join_columns = [&](const auto& elements) {
    for (Eigen::Index e = 0; e < elements.cols(); ++e) {
      for (Eigen::Index k = 1; k < elements.rows(); ++k) {
        sets.join(elements(0, e), elements(k, e));
      }
    }
  };
  if (body.has_tets()) {
    join_columns(body.tets);
  } else {
    join_columns(body.triangles);
  }
  return sets.numbers();
}

MatX rigid_modes(const Body& body, const VecX& vertex_mass) {
  std::vector<Piece> pieces = gather_pieces(body);
  std::vector<MatX> motions;
  Eigen::Index columns = 0;
  for (Piece& piece : pieces) {
    std::sort(piece.pins.begin(), piece.pins.end());
    motions.push_back(motions_of(body, piece, vertex_mass));
    columns += motions.back().cols();
  }
  MatX modes = MatX::Zero(3 * body.vertex_count(), columns);
  Eigen::Index column = 0;
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    for (std::size_t i = 0; i < pieces[p].vertices.size(); ++i) {
      modes.block(3 * pieces[p].vertices[i], column, 3, motions[p].cols()) =
          motions[p].middleRows(3 * static_cast<Eigen::Index>(i), 3);
    }
    column += motions[p].cols();
  }
  return modes;
}

}  // namespace retake
