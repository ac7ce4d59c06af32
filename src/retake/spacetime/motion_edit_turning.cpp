// Pulls that turn along with a body that bends far.
#include <utility>

#include "retake/spacetime/motion_edit_impl.h"

namespace retake {

// What the pulls along all rows come to, as one row.
WishRow MotionEdit::Impl::combined_row(const VecX& pulls) const {
  std::map<int, VecX> by_frame;
  const std::vector<int> rows = pull_rows();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const WishRow::Term& term : now_.conditioning->row(rows[i]).terms) {
      VecX& sum = by_frame[term.frame];
      if (sum.size() == 0) sum = VecX::Zero(basis_->mode_count());
      sum += pulls[static_cast<Eigen::Index>(i)] * term.coefficients;
    }
  }
  WishRow row;
  for (auto& [frame, coefficients] : by_frame) row.terms.push_back({frame, coefficients});
  return row;
}

// d position / d z of every point as it stands.
std::vector<WishRow> MotionEdit::Impl::tangent_rows(const VecX& pulls) const {
  const MatX tangents = tangents_of(all_points(), pulls);
  std::vector<WishRow> rows;
  for (Eigen::Index i = 0; i < tangents.cols(); ++i) {
    const int frame = points_[static_cast<std::size_t>(i / 3)].frame;
    rows.push_back({{{frame - first_, tangents.col(i)}}});
  }
  return rows;
}

// Those of the input stay for the next drag; what has been reached is one row, and the tangents of
// the points are three each. Turned rows of before are replaced.
std::optional<HandleModel::TurnedPulls> MotionEdit::Impl::turn(const VecX& pulls) {
  std::vector<WishRow> rows = {combined_row(pulls)};
  for (WishRow& row : tangent_rows(pulls)) rows.push_back(std::move(row));
  drop_turned_rows();
  turned_rows_ = static_cast<int>(rows.size());
  now_.conditioning->add(std::move(rows));
  finished_frames_.clear();  // the same numbers mean other pulls now
  share_pulls_with_contacts();
  TurnedPulls turned;
  turned.pulls = VecX::Unit(pull_count(), point_pull_count());
  turned.energy = conditioned_energy();
  turned.derivative = turned.energy.bottomRows(point_pull_count());
  return turned;
}

void MotionEdit::Impl::drop_turned_rows() {
  const int turned = std::exchange(turned_rows_, 0);
  if (turned == 0) return;
  now_.conditioning->remove(now_.conditioning->row_count() - turned, turned);
  finished_frames_.clear();
  now_.contact_share.conservativeResize(Eigen::NoChange, point_pull_count());
  for (auto& [frame, answers] : now_.frame_answers) {
    answers.remove(point_pull_count(), turned);
  }
}

}  // namespace retake
