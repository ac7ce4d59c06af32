// Linear edits of frames under given pulls, kept as far as memory allows, and what moves the
// points.
#include <algorithm>
#include <numeric>

#include "retake/numerics/dense_blas.h"
#include "retake/numerics/parallel_for.h"
#include "retake/spacetime/motion_edit_impl.h"

namespace retake {

namespace {

constexpr int most_answer_columns = 24;  // pulls per frame that are kept as whole linear edits
constexpr std::size_t most_answer_frames =
    32;  // 28k x 24 floats each for the paper's bridge: 86 MB
// What a banded solve costs for each frame of the window, over a row's answer at one frame.
constexpr std::ptrdiff_t rows_per_solved_frame = 8;

}  // namespace

void MotionEdit::Impl::FrameAnswers::append(const Eigen::Ref<const Eigen::MatrixXf>& fresh) {
  const Eigen::Index known = pulls.cols();
  const std::vector<Eigen::Index> sample = EditBasis::sampled_rows(fresh.rows());
  pulls.conservativeResize(fresh.rows(), known + fresh.cols());
  pulls.rightCols(fresh.cols()) = fresh;
  sampled.conservativeResize(std::ssize(sample), known + fresh.cols());
  sampled.rightCols(fresh.cols()) = fresh(sample, Eigen::all);
}

// As far as they are known.
void MotionEdit::Impl::FrameAnswers::remove(Eigen::Index first, Eigen::Index count) {
  const Eigen::Index known = pulls.cols(), after = std::max<Eigen::Index>(0, known - first - count);
  for (Eigen::MatrixXf* answers : {&pulls, &sampled}) {
    if (after > 0) answers->middleCols(first, after) = answers->rightCols(after).eval();
    answers->conservativeResize(Eigen::NoChange, std::min(known, first + after));
  }
}

// Answers of all the frames to pulls that came since, all in one pass over the modes. False: too
// many pulls, nothing is kept.
bool MotionEdit::Impl::bring_answers(std::span<const int> frames) const {
  if (point_pull_count() > most_answer_columns) return false;
  std::vector<int> stale, column_frames;
  for (const int frame : frames) {
    const auto known = now_.frame_answers.find(frame);
    if (known == now_.frame_answers.end() || known->second.pulls.cols() < pull_count()) {
      stale.push_back(frame);
    }
  }
  std::vector<MatX> parts;
  for (const int frame : stale) {
    if (!now_.frame_answers.contains(frame) && now_.frame_answers.size() >= most_answer_frames) {
      forget_a_viewed_frame();
    }
    const FrameAnswers& known = now_.frame_answers[frame];
    MatX part(basis_->mode_count(), pull_count() - known.pulls.cols() + 1);
    part << conditioned_answers_at(frame, static_cast<int>(known.pulls.cols())),
        now_.standing.col(frame - first_);
    column_frames.insert(column_frames.end(), static_cast<std::size_t>(part.cols()), frame);
    parts.push_back(std::move(part));
  }
  if (stale.empty()) return true;
  MatX amplitudes(basis_->mode_count(), std::ssize(column_frames));
  Eigen::Index column = 0;
  for (const MatX& part : parts) {
    amplitudes.middleCols(column, part.cols()) = part;
    column += part.cols();
  }
  const Eigen::MatrixXf edits = basis_->displacements(column_frames, amplitudes);
  column = 0;
  for (std::size_t i = 0; i < stale.size(); ++i) {
    FrameAnswers& answers = now_.frame_answers[stale[i]];
    const Eigen::Index fresh = parts[i].cols() - 1;
    answers.append(edits.middleCols(column, fresh));
    answers.standing = edits.col(column + fresh);
    column += fresh + 1;
  }
  return true;
}

void MotionEdit::Impl::forget_a_viewed_frame() const {
  const auto viewed =
      std::find_if(now_.frame_answers.begin(), now_.frame_answers.end(), [&](const auto& known) {
        return std::none_of(points_.begin(), points_.end(),
                            [&](const HeldPoint& point) { return point.frame == known.first; });
      });
  if (viewed != now_.frame_answers.end()) now_.frame_answers.erase(viewed);
}

// Pulls of a point that goes.
void MotionEdit::Impl::forget_answers_of(std::size_t point) {
  for (auto& [frame, answers] : now_.frame_answers) {
    answers.remove(3 * static_cast<Eigen::Index>(point), 3);
  }
}

// Of the linear edit, modes x frames: frame by frame or, where that are many answers of many rows,
// by one solve for the whole window.
MatX MotionEdit::Impl::amplitudes_at(std::span<const int> frames, const VecX& pulls) const {
  MatX amplitudes(basis_->mode_count(), std::ssize(frames));
  const std::ptrdiff_t answers = std::ssize(frames) * now_.conditioning->row_count();
  if (answers > rows_per_solved_frame * window_frames()) {
    const MatX whole = now_.conditioning->answer(all_pulls(pulls));
    for (std::size_t i = 0; i < frames.size(); ++i) {
      amplitudes.col(static_cast<Eigen::Index>(i)) = whole.col(frames[i] - first_);
    }
    return amplitudes;
  }
  parallel_for(std::ssize(frames), [&](std::ptrdiff_t i) {
    const int frame = frames[static_cast<std::size_t>(i)];
    amplitudes.col(i) = now_.standing.col(frame - first_) + conditioned_answers_at(frame) * pulls;
  });
  return amplitudes;
}

std::vector<Eigen::Matrix3Xf> MotionEdit::Impl::linear_edits(std::span<const int> frames,
                                                             const VecX& pulls) const {
  const Eigen::Index vertices = input_.body.vertex_count();
  std::vector<Eigen::Matrix3Xf> edits(frames.size());
  if (frames.empty()) return edits;
  if (!bring_answers(frames)) {
    const Eigen::MatrixXf flat =
        basis_->displacements(frames, amplitudes_at(frames, pulls), negligible_motion);
    for (std::size_t i = 0; i < frames.size(); ++i) {
      edits[i] = flat.col(static_cast<Eigen::Index>(i)).reshaped(3, vertices);
    }
    return edits;
  }
  const Eigen::VectorXf factors = pulls.cast<float>();
  parallel_for(std::ssize(frames), [&](std::ptrdiff_t i) {
    const FrameAnswers& answers = now_.frame_answers.at(frames[static_cast<std::size_t>(i)]);
    Eigen::VectorXf edit = answers.standing;
    const int size = static_cast<int>(edit.size());
    blas::multiply(blas::Form::plain, blas::Form::plain, size, 1, pull_count(), 1.0f,
                   answers.pulls.data(), size, factors.data(), pull_count(), 1.0f, edit.data(),
                   size);
    edits[static_cast<std::size_t>(i)] = edit.reshaped(3, vertices);
  });
  return edits;
}

std::vector<std::size_t> MotionEdit::Impl::all_points() const {
  std::vector<std::size_t> all(points_.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

Eigen::Matrix3Xf MotionEdit::Impl::linear_edit(int frame, const VecX& pulls) const {
  const std::array frames = {frame};
  return linear_edits(frames, pulls)[0];
}

// d position / d z of some points under linear edits of their frames, in one pass over the modes:
// modes x 3 points.
MatX MotionEdit::Impl::tangents_of(const std::vector<std::size_t>& points,
                                   const std::vector<Eigen::Matrix3Xf>& edits) const {
  if (points.empty()) return {};
  std::vector<int> column_frames;
  for (const std::size_t p : points) {
    column_frames.insert(column_frames.end(), 3, points_[p].frame);
  }
  Eigen::MatrixXf gradients(3 * input_.body.vertex_count(), 3 * std::ssize(points));
  parallel_for(std::ssize(points), [&](std::ptrdiff_t i) {
    const auto at = static_cast<std::size_t>(i);
    gradients.middleCols<3>(3 * i) = warp_
                                         .probe(*probes_[points[at]], points_[points[at]].frame,
                                                edits[at], Warp::WithGradient::yes)
                                         .gradient.transpose();
  });
  return basis_->pull_back(column_frames, gradients);
}

}  // namespace retake
