// Where held points stand under given pulls, and what the answer is made of.
#include <algorithm>
#include <cmath>

#include "retake/numerics/parallel_for.h"
#include "retake/spacetime/motion_edit_impl.h"

namespace retake {

std::vector<int> MotionEdit::Impl::linear_rows() const {
  std::vector<int> rows;
  for (int i = 0; i < contact_rows_; ++i) rows.push_back(i);
  const int one_sided = contact_rows_ + point_pull_count();
  for (int i = 0; i < one_sided_rows_; ++i) rows.push_back(one_sided + i);
  return rows;
}

std::vector<int> MotionEdit::Impl::pull_rows() const {
  std::vector<int> rows;
  for (int i = 0; i < point_pull_count(); ++i) rows.push_back(contact_rows_ + i);
  for (int i = 0; i < turned_rows_; ++i) {
    rows.push_back(contact_rows_ + point_pull_count() + one_sided_rows_ + i);
  }
  return rows;
}

// Contacts and obstacles are met whatever the pulls at the points are: their share of the pulls
// follows.
void MotionEdit::Impl::condition_on_contacts() {
  const std::vector<int> rows = linear_rows();
  const auto count = static_cast<Eigen::Index>(rows.size());
  const MatX& S = now_.conditioning->compliance_matrix();
  const MatX among = S(rows, rows);
  const VecX elastic = elastic_compliance(rows).cwiseMin(among.diagonal());
  now_.contact_inverse =
      std::make_unique<FilteredInverse>(among, settings_.filter, elastic.cwiseMax(0).cwiseSqrt());
  share_pulls_with_contacts();
  VecX wanted = VecX::Zero(count);
  wanted.tail(one_sided_rows_) = one_sided_targets_;
  if (compliance_->holds_poses())
    wanted -= read(rows, now_.conditioning->answer(VecX::Zero(S.rows())));
  now_.contact_pulls = now_.contact_inverse->apply(wanted);
  now_.standing = now_.conditioning->answer(all_pulls(VecX::Zero(pull_count())));
}

void MotionEdit::Impl::share_pulls_with_contacts() {
  const MatX& S = now_.conditioning->compliance_matrix();
  now_.contact_share = -now_.contact_inverse->apply(S(linear_rows(), pull_rows()));
}

// C z for some of the rows.
VecX MotionEdit::Impl::read(const std::vector<int>& rows, const MatX& amplitudes) const {
  VecX values = VecX::Zero(static_cast<Eigen::Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    values[static_cast<Eigen::Index>(i)] = value_of(now_.conditioning->row(rows[i]), amplitudes);
  }
  return values;
}

VecX MotionEdit::Impl::all_pulls(const VecX& pulls) const {
  VecX all(now_.conditioning->row_count());
  all(pull_rows()) = pulls;
  all(linear_rows()) = now_.contact_pulls + now_.contact_share * pulls;
  return all;
}

MatX MotionEdit::Impl::conditioned_energy() const {
  const MatX& S = now_.conditioning->compliance_matrix();
  const std::vector<int> pulls = pull_rows();
  const MatX energy = MatX(S(pulls, pulls)) + S(pulls, linear_rows()) * now_.contact_share;
  return 0.5 * (energy + energy.transpose());
}

// How far each row gives way without the body moving as a whole.
VecX MotionEdit::Impl::elastic_compliance(const std::vector<int>& rows) const {
  const Eigen::Index moving = (basis_->eigenvalues().array() <= 0).count();  // as a whole
  VecX compliance(std::ssize(rows));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    WishRow row = now_.conditioning->row(rows[i]);
    for (WishRow::Term& term : row.terms) term.coefficients.head(moving).setZero();
    compliance[static_cast<Eigen::Index>(i)] = between(*compliance_, row, row);
  }
  return compliance;
}

// Of the pulls from `first` on: modes x their count.
MatX MotionEdit::Impl::conditioned_answers_at(int frame, int first) const {
  const int w = frame - first_;
  const std::vector<int> pulls = pull_rows(), rows = linear_rows();
  MatX answers(basis_->mode_count(), pull_count() - first);
  for (int i = first; i < pull_count(); ++i) {
    answers.col(i - first) =
        now_.conditioning->answers_at(w, pulls[static_cast<std::size_t>(i)], 1);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    answers += now_.conditioning->answers_at(w, rows[i], 1) *
               now_.contact_share.row(static_cast<Eigen::Index>(i)).tail(pull_count() - first);
  }
  return answers;
}

Eigen::Matrix3Xf MotionEdit::Impl::warped_frame(int frame) const {
  const auto finished = finished_frames_.find(frame);
  if (now_.prepared && finished != finished_frames_.end() &&
      finished_pulls_.size() == pulls_.size() && finished_pulls_ == pulls_) {
    return finished->second.positions;
  }
  if (now_.prepared) return with_remainders(frame, warp_.warp(frame, linear_edit(frame, pulls_)));
  const std::array frames = {frame};  // other wishes than the last solve had
  return with_remainders(
      frame, warp_.warp(frames, basis_->displacements(frames, amplitudes_.col(frame - first_)))[0]);
}

std::vector<std::vector<int>> MotionEdit::Impl::points_by_frame() const {
  std::map<int, std::vector<int>> by_frame;
  for (std::size_t p = 0; p < points_.size(); ++p) {
    by_frame[points_[p].frame].push_back(static_cast<int>(p));
  }
  std::vector<std::vector<int>> groups;
  for (auto& [frame, points] : by_frame) groups.push_back(std::move(points));
  return groups;
}

// Where nothing is pulled and nothing stands by itself, all is as in the input.
bool MotionEdit::Impl::is_input(const VecX& pulls) const {
  return pulls.isZero(0) && guards_.empty() && !compliance_->holds_poses() && one_sided_rows_ == 0;
}

MotionEdit::Impl::State MotionEdit::Impl::input_state() const {
  State state{VecX::Zero(point_pull_count()), 1};
  for (std::size_t p = 0; p < points_.size(); ++p) {
    state.positions.segment<3>(3 * static_cast<Eigen::Index>(p)) =
        position_in(motion().frames[static_cast<std::size_t>(points_[p].frame)], points_[p].point);
  }
  return state;
}

// Frames side by side: each is too small to keep all threads busy by itself.
MotionEdit::Impl::State MotionEdit::Impl::evaluate(const VecX& pulls) const {
  if (is_input(pulls)) return input_state();
  const std::vector<std::vector<int>> groups = points_by_frame();
  std::vector<int> frames;
  for (const auto& points : groups) {
    frames.push_back(points_[static_cast<std::size_t>(points[0])].frame);
  }
  const std::vector<Eigen::Matrix3Xf> edits = linear_edits(frames, pulls);
  State state{VecX::Zero(point_pull_count()), 1};
  std::vector<double> stretches(points_.size(), 1);
  parallel_for(std::ssize(groups), [&](std::ptrdiff_t g) {
    const auto group = static_cast<std::size_t>(g);
    for (const int p : groups[group]) {
      const auto at = static_cast<std::size_t>(p);
      const Warp::ProbedPosition probed = warp_.probe(*probes_[at], frames[group], edits[group]);
      state.positions.segment<3>(3 * p) =
          probed.position + remainder_at(frames[group], points_[at].point);
      stretches[at] = probed.smallest_stretch;
    }
  });
  for (const double stretch : stretches) {
    state.smallest_stretch = std::min(state.smallest_stretch, stretch);
  }
  return state;
}

VecX MotionEdit::Impl::positions(const VecX& pulls) const {
  State state = evaluate(pulls);
  asked_stretch_ = state.smallest_stretch;
  return std::move(state.positions);
}

// Poses and obstacles, which move the body by themselves, are left out.
double MotionEdit::Impl::largest_displacement(const VecX& pulls) const {
  std::vector<int> frames;
  for (const std::vector<int>& points : points_by_frame()) {
    frames.push_back(points_[static_cast<std::size_t>(points[0])].frame);
  }
  if (frames.empty()) return 0;
  Eigen::MatrixXf edits;  // of a few vertices all over the body: 3 x as many, frames
  if (bring_answers(frames)) {
    const Eigen::VectorXf factors = pulls.cast<float>();
    edits.resize(now_.frame_answers.at(frames[0]).sampled.rows(), std::ssize(frames));
    for (std::size_t i = 0; i < frames.size(); ++i) {
      edits.col(static_cast<Eigen::Index>(i)).noalias() =
          now_.frame_answers.at(frames[i]).sampled * factors;
    }
  } else {
    MatX amplitudes = amplitudes_at(frames, pulls);
    for (std::size_t i = 0; i < frames.size(); ++i) {
      amplitudes.col(static_cast<Eigen::Index>(i)) -= now_.standing.col(frames[i] - first_);
    }
    edits = basis_->sampled_displacements(frames, amplitudes);
  }
  return std::sqrt(edits.reshaped(3, edits.size() / 3).colwise().squaredNorm().maxCoeff());
}

}  // namespace retake
