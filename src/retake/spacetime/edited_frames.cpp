#include "retake/spacetime/edited_frames.h"

#include <array>
#include <utility>

#include "retake/numerics/parallel_for.h"
#include "retake/spacetime/outside_obstacles.h"

namespace retake {

void EditedFrames::put(VecX pulls, MatX amplitudes) {
  pulls_ = std::move(pulls);
  amplitudes_ = std::move(amplitudes);
  has_pulls_ = true;
}

Eigen::Matrix3Xf EditedFrames::finished(int frame, Eigen::Matrix3Xf warped,
                                        const std::function<Eigen::Matrix3Xf()>& edit) const {
  return points_->limits()
      .limited(frame, remainders_->added_to(frame, std::move(warped)), edit)
      .positions;
}

Eigen::Matrix3Xf EditedFrames::linear_edit(int frame) const {
  if (has_pulls_) return points_->edits().of(frame, pulls_);
  const std::array frames = {frame};
  const VecX amplitudes = amplitudes_.col(frame - scope_->first);
  return model_->basis->displacements(frames, amplitudes)
      .reshaped(3, scope_->input.body.vertex_count());
}

Eigen::Matrix3Xf EditedFrames::warped(int frame) const {
  const FinishedFrames& known = points_->finished();
  if (has_pulls_ && known.are_at(pulls_) && known.all().contains(frame)) {
    return known.at(frame).positions;
  }
  const Eigen::Matrix3Xf edit = linear_edit(frame);
  return finished(frame, model_->warp->warp(frame, edit), [&] { return edit; });
}

std::vector<Eigen::Matrix3Xf> EditedFrames::warped(std::span<const int> frames) const {
  MatX amplitudes(amplitudes_.rows(), std::ssize(frames));
  for (std::size_t i = 0; i < frames.size(); ++i) {
    amplitudes.col(static_cast<Eigen::Index>(i)) = amplitudes_.col(frames[i] - scope_->first);
  }
  const Eigen::MatrixXf edits = model_->basis->displacements(frames, amplitudes, negligible_motion);
  std::vector<Eigen::Matrix3Xf> positions = model_->warp->warp(frames, edits);
  parallel_for(std::ssize(frames), [&](std::ptrdiff_t i) {
    const auto at = static_cast<std::size_t>(i);
    positions[at] = finished(frames[at], std::move(positions[at]), [&]() -> Eigen::Matrix3Xf {
      return edits.col(i).reshaped(3, edits.rows() / 3);
    });
  });
  return positions;
}

Eigen::Matrix3Xf EditedFrames::outside(int frame) const {
  return kept_outside(*scope_, *model_->warp, frame, warped(frame));
}

std::vector<Eigen::Matrix3Xf> EditedFrames::outside(std::span<const int> frames) const {
  std::vector<Eigen::Matrix3Xf> positions = warped(frames);
  for (std::size_t i = 0; i < frames.size(); ++i) {
    positions[i] = kept_outside(*scope_, *model_->warp, frames[i], std::move(positions[i]));
  }
  return positions;
}

}  // namespace retake
