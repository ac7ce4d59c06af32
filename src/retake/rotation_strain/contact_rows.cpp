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
  MatX K = columns.answers_among(result.vertices);
  const VecX dent = K.diagonal();
  std::vector<double> lift(poisson.free_pieces().size(), 0);
  const auto piece_of = [&](Eigen::Index i) {
    return poisson.free_piece_of(result.vertices[static_cast<std::size_t>(i)]);
  };
  for (Eigen::Index i = 0; i < count; ++i) {
    if (piece_of(i) < 0) continue;
    double& of_piece = lift[static_cast<std::size_t>(piece_of(i))];
    of_piece = std::max(of_piece, lift_over_dent * dent[i]);
  }
  for (Eigen::Index j = 0; j < count; ++j) {
    for (Eigen::Index i = 0; i < count; ++i) {
      if (piece_of(i) >= 0 && piece_of(i) == piece_of(j)) {
        K(i, j) += lift[static_cast<std::size_t>(piece_of(i))];
      }
      K(i, j) *= contacts[static_cast<std::size_t>(i)].normal.dot(
          contacts[static_cast<std::size_t>(j)].normal);
    }
  }
  for (Eigen::Index i = 0; i < count; ++i) {
    K(i, i) *= 1 + contacts[static_cast<std::size_t>(i)].softness;
  }
  MatX soft = K;
  // Vertices that are held answer to nothing; their rows are left as they are.
  for (Eigen::Index i = 0; i < count; ++i)
    soft(i, i) += K(i, i) > 0 ? softness_of_rows * dent[i] : 1;
  const Eigen::LDLT<MatX> factor(soft);
  VecX strength = factor.solve(miss);
  for (int step = 0; step < 2; ++step) strength += factor.solve(miss - K * strength);
  result.pulls.resize(3, count);
  result.centers = Eigen::Matrix3Xd::Zero(3, static_cast<Eigen::Index>(lift.size()));
  for (Eigen::Index i = 0; i < count; ++i) {
    if (K(i, i) <= 0) strength[i] = 0;
    result.pulls.col(i) = strength[i] * contacts[static_cast<std::size_t>(i)].normal;
    if (piece_of(i) < 0) continue;
    result.centers.col(piece_of(i)) +=
        lift[static_cast<std::size_t>(piece_of(i))] * result.pulls.col(i);
  }
  return result;
}

}  // namespace retake
