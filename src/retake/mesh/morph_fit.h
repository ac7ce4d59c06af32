#pragma once
#include "retake/mesh/frame_spool.h"
#include "retake/mesh/motion_file.h"
#include "retake/numerics/progress.h"

namespace retake {

// Few shapes whose weighted sums come near to every frame: x(t) ≈ base + Σ_j weights(j, t) shape_j.
// The shapes are principal components of the frames about their mean, from the eigenvectors of the
// T x T matrix of their products; never are all frames in memory.
struct MorphFit {
  Eigen::Matrix3Xf base;         // mean of the frames
  Eigen::MatrixXf weights;       // targets x T, the largest of each target ±1
  Eigen::MatrixXd combinations;  // T x targets: shape_j is Σ_t (x(t) − base) combinations(t, j)
  double size = 1;               // diagonal of the box around the first frame
  // Largest distance of any vertex at any frame from where it should be, as single precision sums.
  double largest_error = 0;

  Eigen::Index target_count() const { return weights.rows(); }
};

// Throws InputError where no number of targets meets the error in single precision.
MorphFit fit_morphs(const FrameSpool& frames, const MorphOptions& options,
                    Progress& progress = Progress::silent());

// Shapes first ... first + count - 1: 3n x count.
Eigen::MatrixXf morph_targets(const FrameSpool& frames, const MorphFit& fit, Eigen::Index first,
                              Eigen::Index count);

}  // namespace retake
