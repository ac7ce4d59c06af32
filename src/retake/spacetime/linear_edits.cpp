#include "retake/spacetime/linear_edits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "retake/numerics/dense_blas.h"
#include "retake/numerics/parallel_for.h"

namespace retake {

namespace {

constexpr int most_answer_columns = 24;  // pulls per frame that are kept as whole linear edits
constexpr std::size_t most_answer_frames =
    32;  // 28k x 24 floats each for the paper's bridge: 86 MB
// What a banded solve costs for each frame of the window, over a row's answer at one frame.
constexpr std::ptrdiff_t rows_per_solved_frame = 8;

}  // namespace

void LinearEdits::Answers::append(const Eigen::Ref<const Eigen::MatrixXf>& fresh) {
  const Eigen::Index known = pulls.cols();
  const std::vector<Eigen::Index> sample = EditBasis::sampled_rows(fresh.rows());
  pulls.conservativeResize(fresh.rows(), known + fresh.cols());
  pulls.rightCols(fresh.cols()) = fresh;
  sampled.conservativeResize(std::ssize(sample), known + fresh.cols());
  sampled.rightCols(fresh.cols()) = fresh(sample, Eigen::all);
}

// As far as they are known.
void LinearEdits::Answers::remove(Eigen::Index first, Eigen::Index count) {
  const Eigen::Index known = pulls.cols(), after = std::max<Eigen::Index>(0, known - first - count);
  for (Eigen::MatrixXf* answers : {&pulls, &sampled}) {
    if (after > 0) answers->middleCols(first, after) = answers->rightCols(after).eval();
    answers->conservativeResize(Eigen::NoChange, std::min(known, first + after));
  }
}

void LinearEdits::forget(int first, int count) {
  for (auto& [frame, answers] : answers_) answers.remove(first, count);
}

void LinearEdits::forget_a_viewed_frame() const {
  const auto viewed = std::ranges::find_if(
      answers_, [&](const auto& known) { return !points_->has_frame(known.first); });
  if (viewed != answers_.end()) answers_.erase(viewed);
}

// Answers of all the frames to pulls that came since, all in one pass over the modes. False: too
// many pulls, nothing is kept.
bool LinearEdits::bring_answers(std::span<const int> frames) const {
  if (rows_->point_count() > most_answer_columns) return false;
  std::vector<int> stale, column_frames;
  for (const int frame : frames) {
    const auto known = answers_.find(frame);
    if (known == answers_.end() || known->second.pulls.cols() < rows_->pull_count()) {
      stale.push_back(frame);
    }
  }
  std::vector<MatX> parts;
  for (const int frame : stale) {
    if (!answers_.contains(frame) && answers_.size() >= most_answer_frames) {
      forget_a_viewed_frame();
    }
    const int w = frame - scope_->first;
    const Answers& known = answers_[frame];
    MatX part(basis_->mode_count(), rows_->pull_count() - known.pulls.cols() + 1);
    part << response_->answers_at(w, static_cast<int>(known.pulls.cols())),
        response_->standing().col(w);
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
    Answers& answers = answers_[stale[i]];
    const Eigen::Index fresh = parts[i].cols() - 1;
    answers.append(edits.middleCols(column, fresh));
    answers.standing = edits.col(column + fresh);
    column += fresh + 1;
  }
  return true;
}

// Of the linear edit, modes x frames: frame by frame or, where that are many answers of many rows,
// by one solve for the whole window.
MatX LinearEdits::amplitudes_at(std::span<const int> frames, const VecX& pulls) const {
  MatX amplitudes(basis_->mode_count(), std::ssize(frames));
  const std::ptrdiff_t answers = std::ssize(frames) * rows_->conditioning().row_count();
  if (answers > rows_per_solved_frame * scope_->window_frames()) {
    const MatX whole = response_->answer(pulls);
    for (std::size_t i = 0; i < frames.size(); ++i) {
      amplitudes.col(static_cast<Eigen::Index>(i)) = whole.col(frames[i] - scope_->first);
    }
    return amplitudes;
  }
  parallel_for(std::ssize(frames), [&](std::ptrdiff_t i) {
    const int w = frames[static_cast<std::size_t>(i)] - scope_->first;
    amplitudes.col(i) = response_->standing().col(w) + response_->answers_at(w) * pulls;
  });
  return amplitudes;
}

std::vector<Eigen::Matrix3Xf> LinearEdits::of(std::span<const int> frames,
                                              const VecX& pulls) const {
  const Eigen::Index vertices = scope_->input.body.vertex_count();
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
  const int count = rows_->pull_count();
  parallel_for(std::ssize(frames), [&](std::ptrdiff_t i) {
    const Answers& answers = answers_.at(frames[static_cast<std::size_t>(i)]);
    Eigen::VectorXf edit = answers.standing;
    const int size = static_cast<int>(edit.size());
    blas::multiply(blas::Form::plain, blas::Form::plain, size, 1, count, 1.0f, answers.pulls.data(),
                   size, factors.data(), count, 1.0f, edit.data(), size);
    edits[static_cast<std::size_t>(i)] = edit.reshaped(3, vertices);
  });
  return edits;
}

Eigen::Matrix3Xf LinearEdits::of(int frame, const VecX& pulls) const {
  const std::array frames = {frame};
  return of(frames, pulls)[0];
}

VecX LinearEdits::largest_displacements(std::span<const int> frames, const VecX& pulls) const {
  if (frames.empty()) return {};
  Eigen::MatrixXf edits;  // 3 x sampled vertices, frames
  if (bring_answers(frames)) {
    const Eigen::VectorXf factors = pulls.cast<float>();
    edits.resize(answers_.at(frames[0]).sampled.rows(), std::ssize(frames));
    for (std::size_t i = 0; i < frames.size(); ++i) {
      edits.col(static_cast<Eigen::Index>(i)).noalias() = answers_.at(frames[i]).sampled * factors;
    }
  } else {
    MatX amplitudes = amplitudes_at(frames, pulls);
    for (std::size_t i = 0; i < frames.size(); ++i) {
      amplitudes.col(static_cast<Eigen::Index>(i)) -=
          response_->standing().col(frames[i] - scope_->first);
    }
    edits = basis_->sampled_displacements(frames, amplitudes);
  }
  const Eigen::Index samples = edits.rows() / 3;
  return edits.reshaped(3, edits.size() / 3)
      .colwise()
      .norm()
      .reshaped(samples, edits.cols())
      .colwise()
      .maxCoeff()
      .transpose()
      .cast<double>();
}

}  // namespace retake
