#include "retake/spacetime/pull_response.h"

namespace retake {

// Rows are weighed by how far they give way without the body moving as a whole: else all contacts
// of a body that nothing holds would seem to say the same.
void PullResponse::eliminate_linear_rows(const VecX& obstacle_targets) {
  const std::vector<int> rows = rows_->linear_rows();
  const MatX& S = rows_->conditioning().compliance_matrix();
  const MatX among = S(rows, rows);
  const VecX elastic = elastic_compliance_of(rows).cwiseMin(among.diagonal());
  linear_inverse_.emplace(among, filter_, elastic.cwiseMax(0).cwiseSqrt());
  share_pulls();
  VecX wanted = VecX::Zero(std::ssize(rows));
  wanted.tail(rows_->obstacle_count()) = obstacle_targets;
  if (rows_->compliance().holds_poses()) wanted -= rows_->values_by_poses()(rows);
  linear_multipliers_ = linear_inverse_->apply(wanted);
  standing_ = answer(VecX::Zero(rows_->pull_count()));
}

void PullResponse::share_pulls() {
  const MatX& S = rows_->conditioning().compliance_matrix();
  linear_share_ = -linear_inverse_->apply(S(rows_->linear_rows(), rows_->pull_rows()));
}

MatX PullResponse::compliance() const {
  const MatX& S = rows_->conditioning().compliance_matrix();
  const std::vector<int> pulls = rows_->pull_rows();
  const MatX felt = MatX(S(pulls, pulls)) + S(pulls, rows_->linear_rows()) * linear_share();
  return 0.5 * (felt + felt.transpose());
}

VecX PullResponse::elastic_compliance() const { return elastic_compliance_of(rows_->pull_rows()); }

VecX PullResponse::elastic_compliance_of(const std::vector<int>& rows) const {
  VecX compliance(std::ssize(rows));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    WishRow row = rows_->conditioning().row(rows[i]);
    for (WishRow::Term& term : row.terms) term.coefficients.head(rigid_modes_).setZero();
    compliance[static_cast<Eigen::Index>(i)] = between(rows_->compliance(), row, row);
  }
  return compliance;
}

MatX PullResponse::answers_at(int frame, int first) const {
  const std::vector<int> pulls = rows_->pull_rows(), rows = rows_->linear_rows();
  MatX answers(rows_->compliance().mode_count(), rows_->pull_count() - first);
  for (int i = first; i < rows_->pull_count(); ++i) {
    answers.col(i - first) =
        rows_->conditioning().answers_at(frame, pulls[static_cast<std::size_t>(i)], 1);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    answers += rows_->conditioning().answers_at(frame, rows[i], 1) *
               linear_share().row(static_cast<Eigen::Index>(i)).tail(rows_->pull_count() - first);
  }
  return answers;
}

VecX PullResponse::all_multipliers(const VecX& pulls) const {
  VecX all(rows_->conditioning().row_count());
  all(rows_->pull_rows()) = pulls;
  all(rows_->linear_rows()) = linear_multipliers_ + linear_share() * pulls;
  return all;
}

}  // namespace retake
