#include "retake/rotation_strain/contact_rows.h"

#include <algorithm>
#include <set>

#include <Eigen/Dense>

namespace retake {

namespace {

// Of the diagonal, added to it: two rows that are the same then have a solution.
constexpr double softness_of_rows = 1e-6;
// How much further a free piece goes as a whole than it is dented by the same pull.
constexpr double lift_over_dent = 1e3;

// How far a free piece goes as a whole under a unit pull, from how far contacts dent it.
VecX lift_of_pieces(const PoissonSystem& poisson, const std::vector<int>& vertices,
                    const VecX& dent) {
  VecX lift = VecX::Zero(static_cast<Eigen::Index>(poisson.free_pieces().size()));
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const int piece = poisson.free_piece_of(vertices[i]);
    if (piece < 0) continue;
    lift[piece] = std::max(lift[piece], lift_over_dent * dent[static_cast<Eigen::Index>(i)]);
  }
  return lift;
}

// How far contact i rises along its normal under a unit pull along that of contact j.
MatX rows_among(const PoissonSystem& poisson, const std::vector<WarpContact>& contacts,
                const MatX& answers, const VecX& lift) {
  MatX rows = answers;
  for (Eigen::Index j = 0; j < rows.cols(); ++j) {
    const WarpContact& pulled = contacts[static_cast<std::size_t>(j)];
    const int piece = poisson.free_piece_of(pulled.vertex);
    for (Eigen::Index i = 0; i < rows.rows(); ++i) {
      const WarpContact& contact = contacts[static_cast<std::size_t>(i)];
      if (piece >= 0 && poisson.free_piece_of(contact.vertex) == piece) rows(i, j) += lift[piece];
      rows(i, j) *= contact.normal.dot(pulled.normal);
    }
    rows(j, j) *= 1 + pulled.softness;
  }
  return rows;
}

// Solves rows x = miss with rows that may repeat each other; two steps of refinement take the
// softness out again where they agree. A vertex that is held has no dent, and no say.
VecX solve_softly(const MatX& rows, const VecX& dent, const VecX& miss) {
  MatX soft = rows;
  for (Eigen::Index i = 0; i < dent.size(); ++i) {
    soft(i, i) += dent[i] > 0 ? softness_of_rows * dent[i] : 1;
  }
  const VecX asked = (dent.array() > 0).select(miss, 0);
  const Eigen::LDLT<MatX> factor(soft);
  VecX solution = factor.solve(asked);
  for (int step = 0; step < 2; ++step) solution += factor.solve(asked - rows * solution);
  return solution;
}

}  // namespace

void ContactColumns::keep(int vertex, Eigen::VectorXf values) {
  const std::size_t bytes = sizeof(float) * static_cast<std::size_t>(values.size());
  while (!uses_.empty() && (columns_.size() + 1) * bytes > bytes_) {
    columns_.erase(uses_.back());
    uses_.pop_back();
  }
  if (bytes > bytes_ || columns_.contains(vertex)) return;
  uses_.push_front(vertex);
  columns_.emplace(vertex, Column{std::move(values), uses_.begin()});
}

MatX ContactColumns::answers_among(const std::vector<int>& vertices) {
  const auto count = static_cast<Eigen::Index>(vertices.size());
  MatX answers(count, count);
  const auto fill = [&](int vertex, const Eigen::VectorXf& column) {
    for (Eigen::Index j = 0; j < count; ++j) {
      if (vertices[static_cast<std::size_t>(j)] != vertex) continue;
      answers.col(j) = column(vertices).cast<double>();
    }
  };
  std::set<int> missing;
  {
    const std::lock_guard lock(mutex_);
    for (const int vertex : vertices) {
      const auto known = columns_.find(vertex);
      if (known == columns_.end()) {
        missing.insert(vertex);
        continue;
      }
      uses_.splice(uses_.begin(), uses_, known->second.use);
      fill(vertex, known->second.values);
    }
  }
  // Not under the lock: this thread may take up another frame's work while it waits for the others.
  std::vector<WeightedPoint> points;
  for (const int vertex : missing) points.push_back({{vertex, 1.0}});
  const Eigen::MatrixXf solved =
      poisson_.answers_to(points, PoissonSystem::Groups::large).cast<float>();
  const std::lock_guard lock(mutex_);
  Eigen::Index column = 0;
  for (const int vertex : missing) {
    fill(vertex, solved.col(column));
    keep(vertex, solved.col(column++));
  }
  return (answers + answers.transpose()) / 2;
}

ContactPulls pulls_of_contacts(const PoissonSystem& poisson, ContactColumns& columns,
                               const std::vector<WarpContact>& contacts,
                               const Eigen::Matrix3Xd& found) {
  const auto count = static_cast<Eigen::Index>(contacts.size());
  ContactPulls result;
  VecX miss(count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const WarpContact& contact = contacts[static_cast<std::size_t>(i)];
    result.vertices.push_back(contact.vertex);
    miss[i] = contact.offset - contact.normal.dot(found.col(i));
  }
  const MatX answers = columns.answers_among(result.vertices);
  const VecX dent = answers.diagonal();
  const VecX lift = lift_of_pieces(poisson, result.vertices, dent);
  const VecX strength = solve_softly(rows_among(poisson, contacts, answers, lift), dent, miss);
  result.pulls.resize(3, count);
  result.centers = Eigen::Matrix3Xd::Zero(3, lift.size());
  for (Eigen::Index i = 0; i < count; ++i) {
    const WarpContact& contact = contacts[static_cast<std::size_t>(i)];
    result.pulls.col(i) = strength[i] * contact.normal;
    const int piece = poisson.free_piece_of(contact.vertex);
    if (piece >= 0) result.centers.col(piece) += lift[piece] * result.pulls.col(i);
  }
  return result;
}

}  // namespace retake
