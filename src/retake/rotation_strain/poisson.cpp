#include "retake/rotation_strain/poisson.h"

#include <algorithm>

#include "retake/elasticity/mass.h"
#include "retake/modes/rigid_modes.h"
#include "retake/numerics/supernodal_ldlt.h"

namespace retake {

struct PoissonSystem::Factor {
  SupernodalLdlt ldlt;
};

namespace {

SparseMatrix lower_laplacian(const Body& body, const std::vector<int>& row_of_vertex, int rows) {
  std::vector<Eigen::Triplet<double>> entries;
  const auto count = body.is_shell() ? body.triangles.cols() : body.tets.cols();
  const double mean = mean_weight(body);
  for (int e = 0; e < count; ++e) {
    const ElementShape shape = shape_of_element(body, e);
    for (int a = 0; a < shape.corners; ++a) {
      const int row = row_of_vertex[static_cast<std::size_t>(shape.vertices[a])];
      for (int b = 0; b < shape.corners && row >= 0; ++b) {
        const int column = row_of_vertex[static_cast<std::size_t>(shape.vertices[b])];
        if (column < 0 || column > row) continue;
        const double product = shape.gradients.col(a).dot(shape.gradients.col(b));
        entries.emplace_back(row, column, shape.weight / mean * product);
      }
    }
  }
  SparseMatrix lower(rows, rows);
  lower.setFromTriplets(entries.begin(), entries.end());
  return lower;
}

}  // namespace

PoissonSystem::PoissonSystem(const Body& body) {
  number_vertices(body);
  const SparseMatrix lower = lower_laplacian(body, row_of_vertex_, row_count_);
  factor_ = std::make_unique<Factor>(Factor{SupernodalLdlt(lower)});
  if (!factor_->ldlt.factorize(lower).positive_definite()) {
    throw SolveError({.what = "the body's Laplacian is not positive definite",
                      .where = "body '" + body.name + "'",
                      .advice = "look for flat elements with `retake check`"});
  }
}

PoissonSystem::~PoissonSystem() = default;
PoissonSystem::PoissonSystem(PoissonSystem&&) noexcept = default;
PoissonSystem& PoissonSystem::operator=(PoissonSystem&&) noexcept = default;

void PoissonSystem::number_vertices(const Body& body) {
  const std::vector<int> piece_of = pieces_of(body);
  const VecX mass = lumped_mass(body);
  std::vector<char> pinned(static_cast<std::size_t>(body.vertex_count()), 0);
  const int pieces = *std::max_element(piece_of.begin(), piece_of.end()) + 1;
  std::vector<int> free_number(static_cast<std::size_t>(pieces), 0);
  for (const int pin : body.pins) {
    pinned[static_cast<std::size_t>(pin)] = 1;
    free_number[static_cast<std::size_t>(piece_of[static_cast<std::size_t>(pin)])] = -1;
  }
  int count = 0;
  for (int& number : free_number) {
    if (number == 0) number = count++;
  }
  free_pieces_.resize(static_cast<std::size_t>(count));
  for (int v = 0; v < body.vertex_count(); ++v) {
    const auto vertex = static_cast<std::size_t>(v);
    const int piece = free_number[static_cast<std::size_t>(piece_of[vertex])];
    piece_of_vertex_.push_back(piece);
    bool held = pinned[vertex] != 0;
    if (piece >= 0) {
      FreePiece& free_piece = free_pieces_[static_cast<std::size_t>(piece)];
      held = free_piece.vertices.empty();
      free_piece.vertices.push_back(v);
      free_piece.share.push_back(mass[v]);
    }
    row_of_vertex_.push_back(held ? -1 : row_count_++);
  }
  for (FreePiece& piece : free_pieces_) {
    double sum = 0;
    for (const double share : piece.share) sum += share;
    // A vertex that belongs to no element is a piece of its own, without mass.
    for (double& share : piece.share) {
      share = sum > 0 ? share / sum : 1.0 / static_cast<double>(piece.share.size());
    }
  }
}

void PoissonSystem::solve(float* rows, int numbers) const {
  using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::Map<RowMajor> all(rows, row_count_, numbers);
  all = factor_->ldlt.solve(all.cast<double>()).cast<float>();
}

VecX PoissonSystem::answer_to(const WeightedPoint& weights) const {
  VecX pull = VecX::Zero(static_cast<Eigen::Index>(row_of_vertex_.size()));
  std::vector<double> total(free_pieces_.size(), 0);
  for (const auto& [vertex, weight] : weights) {
    pull[vertex] += weight;
    if (free_piece_of(vertex) >= 0)
      total[static_cast<std::size_t>(free_piece_of(vertex))] += weight;
  }
  for (std::size_t p = 0; p < free_pieces_.size(); ++p) {
    const FreePiece& piece = free_pieces_[p];
    for (std::size_t i = 0; i < piece.vertices.size(); ++i) {
      pull[piece.vertices[i]] -= total[p] * piece.share[i];
    }
  }
  MatX rows(row_count_, 1);
  for (Eigen::Index v = 0; v < pull.size(); ++v) {
    const int row = row_of_vertex_[static_cast<std::size_t>(v)];
    if (row >= 0) rows(row, 0) = pull[v];
  }
  rows = factor_->ldlt.solve(rows);
  VecX answer = VecX::Zero(pull.size());
  for (Eigen::Index v = 0; v < pull.size(); ++v) {
    const int row = row_of_vertex_[static_cast<std::size_t>(v)];
    if (row >= 0) answer[v] = rows(row, 0);
  }
  for (const FreePiece& piece : free_pieces_) {
    double center = 0;
    for (std::size_t i = 0; i < piece.vertices.size(); ++i) {
      center += piece.share[i] * answer[piece.vertices[i]];
    }
    for (const int v : piece.vertices) answer[v] -= center;
  }
  return answer;
}

}  // namespace retake
