#include "retake/rotation_strain/contact_rows.h"

#include <algorithm>
#include <set>
#include <utility>

#include <Eigen/Dense>

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

ContactSystem::ContactSystem(const PoissonSystem& poisson, ContactColumns& columns,
                             std::vector<WarpContact> contacts)
    : poisson_(poisson),
      contacts_(std::move(contacts)),
      vertices_(vertices_of(contacts_)),
      weights_(weights_of(contacts_, vertices_)),
      along_(std::ssize(contacts_), 3) {
  for (Eigen::Index i = 0; i < along_.rows(); ++i) {
    along_.row(i) = contacts_[static_cast<std::size_t>(i)].normal.transpose();
  }
  const MatX answers = columns.answers_among(vertices_);
  dent_ = (weights_ * (answers * weights_.transpose()).eval()).diagonal();
  lift_ = lift_of_pieces(poisson, vertices_, answers.diagonal());
  rows_ = rows_among(contacts_, weights_, lifted(answers, poisson, vertices_, lift_));
}

ContactPulls ContactSystem::pulls_for(const Eigen::Matrix3Xd& found) const {
  VecX miss(std::ssize(contacts_));
  for (Eigen::Index i = 0; i < miss.size(); ++i) {
    miss[i] = contacts_[static_cast<std::size_t>(i)].offset - along_.row(i).dot(found.col(i));
  }
  const VecX strength = solve_softly(rows_, dent_, miss);
  ContactPulls result{.vertices = vertices_};
  result.pulls = (weights_.transpose() * (strength.asDiagonal() * along_)).transpose();
  result.centers = Eigen::Matrix3Xd::Zero(3, lift_.size());
  for (std::size_t v = 0; v < vertices_.size(); ++v) {
    const int piece = poisson_.free_piece_of(vertices_[v]);
    if (piece < 0) continue;
    result.centers.col(piece) += lift_[piece] * result.pulls.col(static_cast<Eigen::Index>(v));
  }
  return result;
}

// How far the point goes under unit pulls at the contacts' vertices.
VecX ContactSystem::answers_at(const WeightedPoint& point) const {
  VecX lifts = VecX::Zero(lift_.size());
  for (const auto& [vertex, weight] : point) {
    const int piece = poisson_.free_piece_of(vertex);
    if (piece >= 0) lifts[piece] += weight * lift_[piece];
  }
  VecX answers = poisson_.answers_to({&point, 1}, PoissonSystem::Groups::small).col(0)(vertices_);
  for (std::size_t v = 0; v < vertices_.size(); ++v) {
    const int piece = poisson_.free_piece_of(vertices_[v]);
    if (piece >= 0) answers[static_cast<Eigen::Index>(v)] += lifts[piece];
  }
  return answers;
}

// With P the (symmetric) solve of the rows, the point goes by Σ_c answer_c n_c P (offset - n·q)_c.
ContactSystem::Reading ContactSystem::reading_of(const WeightedPoint& point) const {
  Reading reading{.vertices = vertices_};
  for (const auto& [vertex, weight] : point) reading.vertices.push_back(vertex);
  VecX offsets(std::ssize(contacts_));
  for (Eigen::Index i = 0; i < offsets.size(); ++i) {
    offsets[i] = contacts_[static_cast<std::size_t>(i)].offset;
  }
  const VecX answers = weights_ * answers_at(point);
  const Eigen::Index of_contacts = std::ssize(vertices_);
  for (int axis = 0; axis < 3; ++axis) {
    const VecX share = solve_softly(rows_, dent_, answers.cwiseProduct(along_.col(axis)));
    reading.standing[axis] = share.dot(offsets);
    Eigen::Matrix3Xd& reads = reading.reads[axis];
    reads = Eigen::Matrix3Xd::Zero(3, std::ssize(reading.vertices));
    reads.leftCols(of_contacts) =
        -(weights_.transpose() * (share.asDiagonal() * along_)).transpose();
    for (std::size_t i = 0; i < point.size(); ++i) {
      reads(axis, of_contacts + static_cast<Eigen::Index>(i)) = point[i].weight;
    }
  }
  return reading;
}

}  // namespace retake
