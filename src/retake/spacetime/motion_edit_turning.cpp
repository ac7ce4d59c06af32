// Pulls that turn along with a body that bends far.
#include <algorithm>
#include <utility>

#include "retake/numerics/parallel_for.h"
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
  std::vector<int> frames;
  for (const HeldPoint& point : points_) frames.push_back(point.frame);
  const MatX tangents = tangents_of(all_points(), linear_edits(frames, pulls));
  std::vector<WishRow> rows;
  for (Eigen::Index i = 0; i < tangents.cols(); ++i) {
    const int frame = points_[static_cast<std::size_t>(i / 3)].frame;
    rows.push_back({{{frame - first_, tangents.col(i)}}});
  }
  return rows;
}

// Of constraints that have none yet, in one pass over the modes.
void MotionEdit::Impl::find_gradients(const VecX& pulls,
                                      std::vector<ElementConstraint>& constraints) {
  std::vector<ElementConstraint*> fresh;
  std::vector<int> frames;
  for (ElementConstraint& constraint : constraints) {
    if (!constraint.row.terms.empty()) continue;
    fresh.push_back(&constraint);
    frames.push_back(constraint.frame);
  }
  if (fresh.empty()) return;
  finish_frames(pulls);
  const std::vector<Eigen::Matrix3Xf> edits = linear_edits(frames, pulls);
  Eigen::MatrixXf gradients(3 * input_.body.vertex_count(), std::ssize(fresh));
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    gradients.col(static_cast<Eigen::Index>(i)) =
        limits_.gradient(*fresh[i], edits[i], finished_frames_.at(frames[i]).positions);
  }
  const MatX pulled = basis_->pull_back(frames, gradients);
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    fresh[i]->row = {{{frames[i] - first_, pulled.col(static_cast<Eigen::Index>(i))}}};
  }
}

HandleModel::Columns MotionEdit::Impl::start() {
  drop_turned_rows();
  Columns columns{VecX::Zero(point_pull_count()), {}};
  if (!settings_.exact_handles || is_input(columns.pulls)) {
    columns.compliance = conditioned_energy();
    return columns;
  }
  std::vector<ElementConstraint> none;
  return linearize(columns.pulls, none);
}

// Rows of the input stay for the next drag. What has been reached is one row, the derivatives of
// the points are three each, and then come the constraints. The first two stay where the state is
// still that which they were taken at.
HandleModel::Columns MotionEdit::Impl::linearize(const VecX& pulls,
                                                 std::vector<ElementConstraint>& constraints) {
  const int of_points = 1 + point_pull_count();
  find_gradients(pulls, constraints);
  const bool is_here =
      turned_rows_ >= of_points && pulls == VecX::Unit(pull_count(), of_points - 1);
  const bool are_finished = finished_pulls_.size() == pulls.size() && finished_pulls_ == pulls;
  std::map<int, FinishedFrame> finished;
  if (are_finished) finished = std::move(finished_frames_);
  std::vector<WishRow> rows;
  if (!is_here) {
    rows.push_back(combined_row(pulls));
    for (WishRow& row : tangent_rows(pulls)) rows.push_back(std::move(row));
    drop_turned_rows();
  }
  const auto known = static_cast<std::size_t>(is_here ? turned_rows_ - of_points : 0);
  for (std::size_t i = known; i < constraints.size(); ++i) rows.push_back(constraints[i].row);
  turned_rows_ += static_cast<int>(rows.size());
  now_.conditioning->add(std::move(rows));
  share_pulls_with_contacts();
  Columns columns{VecX::Unit(pull_count(), point_pull_count()), {}};
  columns.compliance = conditioned_energy().bottomRightCorner(turned_rows_ - 1, turned_rows_ - 1);
  finished_frames_ = std::move(finished);
  finished_pulls_ = columns.pulls;
  return columns;
}

// Before anything is turned or touched the strain that is asked for is that which elements get.
bool MotionEdit::Impl::is_clearly_sound(const VecX& pulls) const {
  constexpr double little_strain = 0.4, much_volume = 0.4;
  if (turned_rows_ > 0 || !remainders_.empty()) return false;
  std::vector<int> frames;
  for (const std::vector<int>& points : points_by_frame()) {
    frames.push_back(points_[static_cast<std::size_t>(points[0])].frame);
    if (touches_anything(frames.back())) return false;
  }
  const std::vector<Eigen::Matrix3Xf> edits = linear_edits(frames, pulls);
  std::vector<double> strains(frames.size());
  parallel_for(std::ssize(frames), [&](std::ptrdiff_t i) {
    const auto at = static_cast<std::size_t>(i);
    strains[at] = limits_.largest_edge_strain(edits[at]);
  });
  return asked_stretch_ > much_volume &&
         std::ranges::all_of(strains, [](double strain) { return strain < little_strain; });
}

std::vector<ElementConstraint> MotionEdit::Impl::violated(const VecX& pulls, std::size_t most) {
  finish_frames(pulls);
  std::vector<ElementConstraint> all;
  for (const auto& [frame, finished] : finished_frames_) {
    const std::vector<ElementConstraint> found = limits_.violated(frame, finished.positions, most);
    all.insert(all.end(), found.begin(), found.end());
  }
  std::ranges::stable_sort(all, [](const auto& a, const auto& b) { return a.excess > b.excess; });
  if (all.size() > most) all.resize(most);
  return all;
}

double MotionEdit::Impl::excess(const ElementConstraint& constraint, const VecX& pulls) {
  finish_frames(pulls);
  return limits_.excess(constraint, finished_frames_.at(constraint.frame).positions);
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
