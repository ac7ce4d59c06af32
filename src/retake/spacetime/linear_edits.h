#pragma once
#include <map>
#include <span>
#include <vector>

#include "retake/spacetime/probed_points.h"
#include "retake/spacetime/pull_response.h"

namespace retake {

// Of what the strongest mode moves: what modes left out of a frame may move.
inline constexpr double negligible_motion = 1e-6;

// Linear edits p = U z of frames under given pulls. What unit pulls do to a frame is kept, as far
// as memory allows: while dragging a frame is a few of these added up, without streaming all modes
// from memory.
class LinearEdits {
 public:
  // All must live as long. Frames that have points are kept before others.
  LinearEdits(const EditScope& scope, const EditBasis& basis, const EditRows& rows,
              const PullResponse& response, const ProbedPoints& points)
      : scope_(&scope), basis_(&basis), rows_(&rows), response_(&response), points_(&points) {}

  // 3 x n, axes of the rest shape.
  std::vector<Eigen::Matrix3Xf> of(std::span<const int> frames, const VecX& pulls) const;
  Eigen::Matrix3Xf of(int frame, const VecX& pulls) const;
  // The farthest that pulls move any of a few vertices all over the body, m, in each frame. What
  // moves without pulls is left out.
  VecX largest_displacements(std::span<const int> frames, const VecX& pulls) const;

  // Other rows than pulls have changed.
  void clear() { answers_.clear(); }
  // Pulls [first, first + count) go.
  void forget(int first, int count);

 private:
  // Of one frame, for unit pulls (3n x pulls) and without any (3n).
  struct Answers {
    Eigen::MatrixXf pulls;    // at the points, and then turned ones
    Eigen::MatrixXf sampled;  // the same of a few vertices all over the body
    Eigen::VectorXf standing;

    void append(const Eigen::Ref<const Eigen::MatrixXf>& fresh);
    void remove(Eigen::Index first, Eigen::Index count);
  };
  bool bring_answers(std::span<const int> frames) const;
  void forget_a_viewed_frame() const;
  MatX amplitudes_at(std::span<const int> frames, const VecX& pulls) const;

  const EditScope* scope_;
  const EditBasis* basis_;
  const EditRows* rows_;
  const PullResponse* response_;
  const ProbedPoints* points_;
  mutable std::map<int, Answers> answers_;  // by frame
};

}  // namespace retake
