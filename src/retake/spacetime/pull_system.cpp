#include "retake/spacetime/pull_system.h"

#include <map>
#include <numeric>
#include <utility>

namespace retake {

void PullSystem::refresh(const Compliance& compliance) {
  compliance_ = &compliance;
  conditioning_.refresh(compliance);
}

void PullSystem::add_contacts(std::vector<WishRow> rows) {
  contacts_ += static_cast<int>(rows.size());
  conditioning_.add(std::move(rows));
}

// Obstacles stand behind the points.
void PullSystem::add_points(std::vector<WishRow> rows) {
  points_ += static_cast<int>(rows.size());
  for (WishRow& row : obstacle_rows()) rows.push_back(std::move(row));
  conditioning_.remove(conditioning_.row_count() - obstacles_, obstacles_);
  conditioning_.add(std::move(rows));
}

void PullSystem::remove_points(int first, int count) {
  conditioning_.remove(contacts_ + first, count);
  points_ -= count;
}

void PullSystem::add_obstacles(std::vector<WishRow> rows) {
  obstacles_ += static_cast<int>(rows.size());
  conditioning_.add(std::move(rows));
}

void PullSystem::remove_obstacles(int first, int count) {
  conditioning_.remove(contacts_ + points_ + first, count);
  obstacles_ -= count;
}

void PullSystem::add_turned(std::vector<WishRow> rows) {
  turned_ += static_cast<int>(rows.size());
  conditioning_.add(std::move(rows));
  share_pulls();
}

void PullSystem::drop_turned() {
  const int turned = std::exchange(turned_, 0);
  if (turned == 0) return;
  conditioning_.remove(conditioning_.row_count() - turned, turned);
  linear_share_.conservativeResize(Eigen::NoChange, points_);
}

std::vector<int> PullSystem::linear_rows() const {
  std::vector<int> rows;
  for (int i = 0; i < contacts_; ++i) rows.push_back(i);
  for (int i = 0; i < obstacles_; ++i) rows.push_back(contacts_ + points_ + i);
  return rows;
}

std::vector<int> PullSystem::pull_rows() const {
  std::vector<int> rows;
  for (int i = 0; i < points_; ++i) rows.push_back(contacts_ + i);
  for (int i = 0; i < turned_; ++i) rows.push_back(contacts_ + points_ + obstacles_ + i);
  return rows;
}

std::vector<WishRow> PullSystem::obstacle_rows() const {
  const int first = conditioning_.row_count() - turned_ - obstacles_;
  std::vector<WishRow> rows;
  for (int i = 0; i < obstacles_; ++i) rows.push_back(conditioning_.row(first + i));
  return rows;
}

// Rows are weighed by how far they give way without the body moving as a whole: else all contacts
// of a body that nothing holds would seem to say the same.
void PullSystem::eliminate_linear_rows(const VecX& obstacle_targets) {
  const std::vector<int> rows = linear_rows();
  const MatX& S = conditioning_.compliance_matrix();
  const MatX among = S(rows, rows);
  const VecX elastic = elastic_compliance_of(rows).cwiseMin(among.diagonal());
  linear_inverse_.emplace(among, filter_, elastic.cwiseMax(0).cwiseSqrt());
  share_pulls();
  VecX wanted = VecX::Zero(std::ssize(rows));
  wanted.tail(obstacles_) = obstacle_targets;
  if (compliance_->holds_poses()) wanted -= values_by_poses()(rows);
  linear_multipliers_ = linear_inverse_->apply(wanted);
  standing_ = answer(VecX::Zero(pull_count()));
}

void PullSystem::share_pulls() {
  const MatX& S = conditioning_.compliance_matrix();
  linear_share_ = -linear_inverse_->apply(S(linear_rows(), pull_rows()));
}

MatX PullSystem::compliance() const {
  const MatX& S = conditioning_.compliance_matrix();
  const std::vector<int> pulls = pull_rows();
  const MatX felt = MatX(S(pulls, pulls)) + S(pulls, linear_rows()) * linear_share_;
  return 0.5 * (felt + felt.transpose());
}

VecX PullSystem::elastic_compliance() const { return elastic_compliance_of(pull_rows()); }

VecX PullSystem::elastic_compliance_of(const std::vector<int>& rows) const {
  VecX compliance(std::ssize(rows));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    WishRow row = conditioning_.row(rows[i]);
    for (WishRow::Term& term : row.terms) term.coefficients.head(rigid_modes_).setZero();
    compliance[static_cast<Eigen::Index>(i)] = between(*compliance_, row, row);
  }
  return compliance;
}

WishRow PullSystem::combined_row(const VecX& pulls) const {
  std::map<int, VecX> by_frame;
  const std::vector<int> rows = pull_rows();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const WishRow::Term& term : conditioning_.row(rows[i]).terms) {
      VecX& sum = by_frame[term.frame];
      if (sum.size() == 0) sum = VecX::Zero(compliance_->mode_count());
      sum += pulls[static_cast<Eigen::Index>(i)] * term.coefficients;
    }
  }
  WishRow row;
  for (auto& [frame, coefficients] : by_frame) row.terms.push_back({frame, coefficients});
  return row;
}

MatX PullSystem::answers_at(int frame, int first) const {
  const std::vector<int> pulls = pull_rows(), rows = linear_rows();
  MatX answers(compliance_->mode_count(), pull_count() - first);
  for (int i = first; i < pull_count(); ++i) {
    answers.col(i - first) = conditioning_.answers_at(frame, pulls[static_cast<std::size_t>(i)], 1);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    answers += conditioning_.answers_at(frame, rows[i], 1) *
               linear_share_.row(static_cast<Eigen::Index>(i)).tail(pull_count() - first);
  }
  return answers;
}

VecX PullSystem::values_of(const std::vector<int>& rows, const MatX& z) const {
  VecX values(std::ssize(rows));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    values[static_cast<Eigen::Index>(i)] = value_of(conditioning_.row(rows[i]), z);
  }
  return values;
}

VecX PullSystem::values_by_poses() const {
  std::vector<int> all(static_cast<std::size_t>(conditioning_.row_count()));
  std::iota(all.begin(), all.end(), 0);
  return values_of(all, conditioning_.answer(VecX::Zero(conditioning_.row_count())));
}

VecX PullSystem::all_multipliers(const VecX& pulls) const {
  VecX all(conditioning_.row_count());
  all(pull_rows()) = pulls;
  all(linear_rows()) = linear_multipliers_ + linear_share_ * pulls;
  return all;
}

}  // namespace retake
