#include "retake/rotation_strain/contact_rows.h"

#include <algorithm>
#include <set>

#include <Eigen/Dense>
#include <Eigen/SparseCore>

namespace retake {

namespace {

// Of the diagonal, added to it: two rows that are the same then have a solution.
constexpr double softness_of_rows = 1e-6;
// How much further a free piece goes as a whole than it is dented by the same pull.
constexpr double lift_over_dent = 1e3;

using SparseWeights = Eigen::SparseMatrix<double>;

std::vector<int> vertices_of(const std::vector<WarpContact>& contacts) {
  std::set<int> vertices;
  for (const WarpContact& contact : contacts) {
    for (const auto& [vertex, weight] : contact.point()) vertices.insert(vertex);
  }
  return {vertices.begin(), vertices.end()};
}

// What each contact reads from the vertices (ascending): contacts x vertices.
SparseWeights weights_of(const std::vector<WarpContact>& contacts,
                         const std::vector<int>& vertices) {
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    for (const auto& [vertex, weight] : contacts[i].point()) {
      const auto place = std::lower_bound(vertices.begin(), vertices.end(), vertex);
      entries.emplace_back(static_cast<int>(i), static_cast<int>(place - vertices.begin()), weight);
    }
  }
  SparseWeights weights(std::ssize(contacts), std::ssize(vertices));
  weights.setFromTriplets(entries.begin(), entries.end());
  return weights;
}

// How far a free piece goes as a whole under a unit pull, from how far its vertices are dented.
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

// Among vertices: with what their pieces go as a whole.
MatX lifted(MatX answers, const PoissonSystem& poisson, const std::vector<int>& vertices,
            const VecX& lift) {
  for (Eigen::Index j = 0; j < answers.cols(); ++j) {
    const int piece = poisson.free_piece_of(vertices[static_cast<std::size_t>(j)]);
    if (piece < 0) continue;
    for (Eigen::Index i = 0; i < answers.rows(); ++i) {
      if (poisson.free_piece_of(vertices[static_cast<std::size_t>(i)]) == piece) {
        answers(i, j) += lift[piece];
      }
    }
  }
  return answers;
}

// How far contact i rises along its normal under a unit pull along that of contact j.
MatX rows_among(const std::vector<WarpContact>& contacts, const SparseWeights& weights,
                const MatX& answers) {
  MatX rows = weights * (answers * weights.transpose()).eval();
  for (Eigen::Index j = 0; j < rows.cols(); ++j) {
    const WarpContact& pulled = contacts[static_cast<std::size_t>(j)];
    for (Eigen::Index i = 0; i < rows.rows(); ++i) {
      rows(i, j) *= contacts[static_cast<std::size_t>(i)].normal.dot(pulled.normal);
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
  ContactPulls result{.vertices = vertices_of(contacts)};
  const SparseWeights weights = weights_of(contacts, result.vertices);
  VecX miss(std::ssize(contacts));
  Eigen::MatrixX3d along(std::ssize(contacts), 3);
  for (Eigen::Index i = 0; i < miss.size(); ++i) {
    const WarpContact& contact = contacts[static_cast<std::size_t>(i)];
    miss[i] = contact.offset - contact.normal.dot(found.col(i));
    along.row(i) = contact.normal.transpose();
  }
  const MatX answers = columns.answers_among(result.vertices);
  const VecX dent = (weights * (answers * weights.transpose()).eval()).diagonal();
  const VecX lift = lift_of_pieces(poisson, result.vertices, answers.diagonal());
  const MatX rows = rows_among(contacts, weights, lifted(answers, poisson, result.vertices, lift));
  const VecX strength = solve_softly(rows, dent, miss);
  result.pulls = (weights.transpose() * (strength.asDiagonal() * along)).transpose();
  result.centers = Eigen::Matrix3Xd::Zero(3, lift.size());
  for (std::size_t v = 0; v < result.vertices.size(); ++v) {
    const int piece = poisson.free_piece_of(result.vertices[v]);
    if (piece < 0) continue;
    result.centers.col(piece) += lift[piece] * result.pulls.col(static_cast<Eigen::Index>(v));
  }
  return result;
}

}  // namespace retake
