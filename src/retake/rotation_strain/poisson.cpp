#include "retake/rotation_strain/poisson.h"

#include <algorithm>

#include "retake/elasticity/mass.h"
#include "retake/modes/rigid_modes.h"
#include "retake/numerics/parallel_for.h"
#include "retake/rotation_strain/surface_ties.h"

namespace retake {

namespace {

// Stiffness of a tie in means of L's diagonal: what it joins comes apart by a thousandth of what
// the triangles pull.
constexpr double tie_strength = 1e3;

// Springs between vertices that move together.
void add_ties(const Body& body, const std::vector<int>& row_of_vertex,
              std::vector<Eigen::Triplet<double>>& entries) {
  const auto ties = surface_ties(body);
  double diagonal = 0;
  Eigen::Index count = 0;
  for (const auto& entry : entries) {
    if (entry.row() == entry.col()) diagonal += entry.value(), ++count;
  }
  const double strength = count > 0 ? tie_strength * diagonal / static_cast<double>(count) : 1;
  for (const auto& [a, b] : ties) {
    const int i = row_of_vertex[static_cast<std::size_t>(a)];
    const int j = row_of_vertex[static_cast<std::size_t>(b)];
    if (i >= 0) entries.emplace_back(i, i, strength);
    if (j >= 0) entries.emplace_back(j, j, strength);
    if (i >= 0 && j >= 0) entries.emplace_back(std::max(i, j), std::min(i, j), -strength);
  }
}

SparseMatrix lower_laplacian(const Body& body, const std::vector<int>& row_of_vertex, int rows) {
  std::vector<Eigen::Triplet<double>> entries;
  const auto count = body.has_tets() ? body.tets.cols() : body.triangles.cols();
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
  add_ties(body, row_of_vertex, entries);
  SparseMatrix lower(rows, rows);
  lower.setFromTriplets(entries.begin(), entries.end());
  return lower;
}

}  // namespace

PoissonSystem::PoissonSystem(const Body& body) {
  number_vertices(body);
  lower_ = lower_laplacian(body, row_of_vertex_, row_count_);
  if (row_count_ == 0) return;
  solver_.emplace(lower_);
  for (int row = 0; row < row_count_; ++row) {
    const auto unknown = static_cast<std::size_t>(solver_->order()[static_cast<std::size_t>(row)]);
    row_of_vertex_[static_cast<std::size_t>(unknowns_[unknown])] = row;
  }
}

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
    if (!held) unknowns_.push_back(v);
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

void PoissonSystem::solve(float* rows) const {
  if (solver_) solver_->solve_narrow(rows);
}

void PoissonSystem::solve_wide(float* rows) const {
  if (solver_) solver_->solve_wide(rows);
}

// In single precision: unknowns x sides.
MatX PoissonSystem::solve_unknowns(const MatX& sides, Groups groups) const {
  MatX solution(sides.rows(), sides.cols());
  const std::vector<int>& order = solver_->order();
  const int group = groups == Groups::large ? FloatSolver::wide : FloatSolver::narrow;
  parallel_for((sides.cols() + group - 1) / group, [&](std::ptrdiff_t g) {
    const Eigen::Index first = g * group;
    const Eigen::Index count = std::min<Eigen::Index>(group, sides.cols() - first);
    Eigen::MatrixXf rows = Eigen::MatrixXf::Zero(group, row_count_);
    for (int row = 0; row < row_count_; ++row) {
      const int unknown = order[static_cast<std::size_t>(row)];
      rows.col(row).head(count) =
          sides.row(unknown).segment(first, count).transpose().cast<float>();
    }
    group == FloatSolver::wide ? solve_wide(rows.data()) : solve(rows.data());
    for (int row = 0; row < row_count_; ++row) {
      const int unknown = order[static_cast<std::size_t>(row)];
      solution.row(unknown).segment(first, count) =
          rows.col(row).head(count).transpose().cast<double>();
    }
  });
  return solution;
}

// n x count, in balance.
MatX PoissonSystem::pulls_of(std::span<const WeightedPoint> points) const {
  MatX pulls = MatX::Zero(static_cast<Eigen::Index>(row_of_vertex_.size()),
                          static_cast<Eigen::Index>(points.size()));
  for (std::size_t k = 0; k < points.size(); ++k) {
    auto pull = pulls.col(static_cast<Eigen::Index>(k));
    std::vector<double> total(free_pieces_.size(), 0);
    for (const auto& [vertex, weight] : points[k]) {
      pull[vertex] += weight;
      const int piece = free_piece_of(vertex);
      if (piece >= 0) total[static_cast<std::size_t>(piece)] += weight;
    }
    for (std::size_t p = 0; p < free_pieces_.size(); ++p) {
      const FreePiece& piece = free_pieces_[p];
      for (std::size_t i = 0; i < piece.vertices.size() && total[p] != 0; ++i) {
        pull[piece.vertices[i]] -= total[p] * piece.share[i];
      }
    }
  }
  return pulls;
}

MatX PoissonSystem::answers_to(std::span<const WeightedPoint> points, Groups groups) const {
  MatX answers = MatX::Zero(static_cast<Eigen::Index>(row_of_vertex_.size()),
                            static_cast<Eigen::Index>(points.size()));
  if (!solver_) return answers;
  const MatX sides = pulls_of(points)(unknowns_, Eigen::all);
  MatX solution = solve_unknowns(sides, groups);
  // One step of refinement brings the error from 1e-6 to 1e-11 or so.
  solution += solve_unknowns(sides - lower_.selfadjointView<Eigen::Lower>() * solution, groups);
  answers(unknowns_, Eigen::all) = solution;
  for (const FreePiece& piece : free_pieces_) {
    Eigen::RowVectorXd center = Eigen::RowVectorXd::Zero(answers.cols());
    for (std::size_t i = 0; i < piece.vertices.size(); ++i) {
      center += piece.share[i] * answers.row(piece.vertices[i]);
    }
    for (const int v : piece.vertices) answers.row(v) -= center;
  }
  return answers;
}

}  // namespace retake
