// Where held points stand under given pulls, and what the answer is made of.
#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "retake/numerics/dense_blas.h"
#include "retake/numerics/parallel_for.h"
#include "retake/spacetime/motion_edit_impl.h"

namespace retake {

namespace {

constexpr int kMostAnswerColumns = 24;  // pulls per frame that are kept as whole linear edits
constexpr std::size_t kMostAnswerFrames = 32;  // 28k x 24 floats each for the paper's bridge: 86 MB

}  // namespace

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
  const MatX& S = conditioning_->compliance_matrix();
  const MatX among = S(rows, rows);
  contact_inverse_ = std::make_unique<FilteredInverse>(among, settings_.filter);
  share_pulls_with_contacts();
  VecX wanted = VecX::Zero(count);
  wanted.tail(one_sided_rows_) = one_sided_targets_;
  if (compliance_->holds_poses()) wanted -= read(rows, conditioning_->answer(VecX::Zero(S.rows())));
  contact_pulls_ = contact_inverse_->apply(wanted);
  standing_ = conditioning_->answer(all_pulls(VecX::Zero(pull_count())));
}

void MotionEdit::Impl::share_pulls_with_contacts() {
  const MatX& S = conditioning_->compliance_matrix();
  contact_share_ = -contact_inverse_->apply(S(linear_rows(), pull_rows()));
}

// C z for some of the rows.
VecX MotionEdit::Impl::read(const std::vector<int>& rows, const MatX& amplitudes) const {
  VecX values = VecX::Zero(static_cast<Eigen::Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const WishRow::Term& term : conditioning_->row(rows[i]).terms) {
      values[static_cast<Eigen::Index>(i)] += term.coefficients.dot(amplitudes.col(term.frame));
    }
  }
  return values;
}

VecX MotionEdit::Impl::all_pulls(const VecX& pulls) const {
  VecX all(conditioning_->row_count());
  all(pull_rows()) = pulls;
  all(linear_rows()) = contact_pulls_ + contact_share_ * pulls;
  return all;
}

MatX MotionEdit::Impl::conditioned_energy() const {
  const MatX& S = conditioning_->compliance_matrix();
  const std::vector<int> pulls = pull_rows();
  const MatX energy = MatX(S(pulls, pulls)) + S(pulls, linear_rows()) * contact_share_;
  return 0.5 * (energy + energy.transpose());
}

VecX MotionEdit::Impl::elastic_compliance() const {
  const Eigen::Index moving = (basis_->eigenvalues().array() <= 0).count();  // as a whole
  const Eigen::Index elastic = basis_->mode_count() - moving;
  VecX compliance(point_pull_count());
  for (int i = 0; i < point_pull_count(); ++i) {
    const WishRow::Term& term = conditioning_->row(contact_rows_ + i).terms[0];
    compliance[i] = (term.coefficients.cwiseAbs2().cwiseProduct(
                         compliance_->column(term.frame)->at(term.frame)))
                        .tail(elastic)
                        .sum();
  }
  return compliance;
}

// Of the pulls from `first` on: modes x their count.
MatX MotionEdit::Impl::conditioned_answers_at(int frame, int first) const {
  const int w = frame - first_;
  const std::vector<int> pulls = pull_rows(), rows = linear_rows();
  MatX answers(basis_->mode_count(), pull_count() - first);
  for (int i = first; i < pull_count(); ++i) {
    answers.col(i - first) = conditioning_->answers_at(w, pulls[static_cast<std::size_t>(i)], 1);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    answers += conditioning_->answers_at(w, rows[i], 1) *
               contact_share_.row(static_cast<Eigen::Index>(i)).tail(pull_count() - first);
  }
  return answers;
}

const MotionEdit::Impl::FrameAnswers* MotionEdit::Impl::frame_answers(int frame) const {
  if (point_pull_count() > kMostAnswerColumns) return nullptr;
  FrameAnswers* known = nullptr;
  if (const auto found = frame_answers_.find(frame); found != frame_answers_.end()) {
    known = &found->second;
  }
  const int have = known == nullptr ? 0 : static_cast<int>(known->pulls.cols());
  if (have >= pull_count()) return known;
  if (known == nullptr && frame_answers_.size() >= kMostAnswerFrames) forget_a_viewed_frame();
  MatX amplitudes(basis_->mode_count(), pull_count() - have + 1);
  amplitudes << conditioned_answers_at(frame, have), standing_.col(frame - first_);
  const std::vector<int> frames(static_cast<std::size_t>(amplitudes.cols()), frame);
  const Eigen::MatrixXf edits = basis_->displacements(frames, amplitudes);
  FrameAnswers& answers = frame_answers_[frame];
  answers.pulls.conservativeResize(edits.rows(), pull_count());
  answers.pulls.rightCols(pull_count() - have) = edits.leftCols(pull_count() - have);
  answers.standing = edits.rightCols(1);
  return &answers;
}

void MotionEdit::Impl::forget_a_viewed_frame() const {
  const auto viewed =
      std::find_if(frame_answers_.begin(), frame_answers_.end(), [&](const auto& known) {
        return std::none_of(points_.begin(), points_.end(),
                            [&](const HeldPoint& point) { return point.frame == known.first; });
      });
  if (viewed != frame_answers_.end()) frame_answers_.erase(viewed);
}

Eigen::Matrix3Xf MotionEdit::Impl::linear_edit(int frame, const VecX& pulls) const {
  Eigen::VectorXf edit;
  if (const FrameAnswers* answers = frame_answers(frame)) {
    edit = answers->standing;
    const Eigen::VectorXf factors = pulls.cast<float>();
    blas::multiply(blas::Form::plain, blas::Form::plain, static_cast<int>(edit.size()), 1,
                   pull_count(), 1.0f, answers->pulls.data(), static_cast<int>(edit.size()),
                   factors.data(), pull_count(), 1.0f, edit.data(), static_cast<int>(edit.size()));
  } else {
    const VecX amplitudes = standing_.col(frame - first_) + conditioned_answers_at(frame) * pulls;
    const std::array frames = {frame};
    edit = basis_->displacements(frames, amplitudes);
  }
  return Eigen::Map<const Eigen::Matrix3Xf>(edit.data(), 3, edit.size() / 3);
}

Eigen::Matrix3Xf MotionEdit::Impl::warped_frame(int frame) const {
  const auto finished = finished_frames_.find(frame);
  if (prepared_ && finished != finished_frames_.end() && finished_pulls_ == pulls_)
    return finished->second;
  if (prepared_) return warp_.warp(frame, linear_edit(frame, pulls_));
  const std::array frames = {frame};  // other wishes than the last solve had
  return warp_.warp(frames, basis_->displacements(frames, amplitudes_.col(frame - first_)))[0];
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

// Of any tet over that at rest; below 0 it is turned inside out.
double MotionEdit::Impl::smallest_volume(const Eigen::Matrix3Xf& positions) const {
  const auto volume = [](const auto& points, const Eigen::Vector4i& tet) {
    const Vec3 origin = points.col(tet[0]).template cast<double>();
    const auto edge = [&](int corner) {
      return Vec3(points.col(tet[corner]).template cast<double>() - origin);
    };
    return edge(1).cross(edge(2)).dot(edge(3));
  };
  double smallest = 1;
  for (Eigen::Index t = 0; t < input_.body.tets.cols(); ++t) {
    const Eigen::Vector4i tet = input_.body.tets.col(t);
    smallest = std::min(smallest, volume(positions, tet) / volume(input_.body.rest_positions, tet));
  }
  return smallest;
}

// Frames side by side: each is too small to keep all threads busy by itself.
HandleModel::State MotionEdit::Impl::evaluate(const VecX& pulls) const {
  const std::vector<std::vector<int>> groups = points_by_frame();
  State state{VecX::Zero(point_pull_count()), 1};
  std::vector<double> stretches(groups.size(), 1), volumes(groups.size(), 1);
  std::vector<std::pair<int, Eigen::Matrix3Xf>> finished(groups.size(), {-1, {}});
  for (const auto& points : groups)
    frame_answers(points_[static_cast<std::size_t>(points[0])].frame);
  parallel_for(std::ssize(groups), [&](std::ptrdiff_t g) {
    const auto& points = groups[static_cast<std::size_t>(g)];
    const int frame = points_[static_cast<std::size_t>(points[0])].frame;
    const Eigen::Matrix3Xf edit = linear_edit(frame, pulls);
    const bool touches =
        (warp_contacts_.contains(frame) || guards_.contains(frame));  // probes know no contacts
    auto& [finished_frame, warped] = finished[static_cast<std::size_t>(g)];
    if (touches || turned_rows_ > 0) {
      finished_frame = frame;
      warped = warp_.warp(frame, edit);
      volumes[static_cast<std::size_t>(g)] = smallest_volume(warped);
    }
    for (const int p : points) {
      const auto at = static_cast<std::size_t>(p);
      const Warp::ProbedPosition probed = warp_.probe(*probes_[at], frame, edit);
      state.positions.segment<3>(3 * p) =
          touches ? position_in(warped, points_[at].point) : probed.position;
      double& stretch = stretches[static_cast<std::size_t>(g)];
      stretch = std::min(stretch, probed.smallest_stretch);
    }
  });
  finished_pulls_ = pulls;
  finished_frames_.clear();
  for (auto& [frame, positions] : finished) {
    if (frame >= 0) finished_frames_[frame] = std::move(positions);
  }
  for (std::size_t g = 0; g < groups.size(); ++g) {
    state.smallest_stretch = std::min(state.smallest_stretch, stretches[g]);
    state.smallest_volume = std::min(state.smallest_volume, volumes[g]);
  }
  return state;
}

MatX MotionEdit::Impl::derivative(const VecX& pulls) const {
  MatX jacobian(point_pull_count(), pulls.size());
  for (const HeldPoint& point : points_) frame_answers(point.frame);
  parallel_for(std::ssize(points_), [&](std::ptrdiff_t p) {
    const auto at = static_cast<std::size_t>(p);
    const int frame = points_[at].frame;
    const Warp::ProbedPosition probed =
        warp_.probe(*probes_[at], frame, linear_edit(frame, pulls), Warp::WithGradient::yes);
    auto rows = jacobian.middleRows<3>(3 * p);
    if (const FrameAnswers* answers = frame_answers(frame)) {
      Eigen::MatrixXf product(3, pull_count());
      const int unknowns = static_cast<int>(answers->pulls.rows());
      blas::multiply(blas::Form::plain, blas::Form::plain, 3, pull_count(), unknowns, 1.0f,
                     probed.gradient.data(), 3, answers->pulls.data(), unknowns, 0.0f,
                     product.data(), 3);
      rows = product.cast<double>();
    } else {
      rows = basis_->pull_back(frame, probed.gradient.transpose()).transpose() *
             conditioned_answers_at(frame);
    }
  });
  return jacobian;
}

}  // namespace retake
