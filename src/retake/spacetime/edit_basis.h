#pragma once
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "retake/modes/modes.h"
#include "retake/spacetime/spectrum.h"
#include "retake/spacetime/wish.h"

namespace retake {

// The changes that an edit can make to a frame: p = U z, with the body's modes (softest first) as
// columns, UᵀMU = I (Barbic 2012, eq. 2). A body that nothing holds also moves and turns as a
// whole: six more modes of eigenvalue 0, which come first. They are the same motions of the world
// in every frame, so that an edit of its path is a path in the world and does not tumble along with
// the body. Their rotations are J^(-1/2), J the mean over the frames of the body's inertia in the
// world: mass-orthonormal in the mean, and in every frame where the body does not turn. With the
// inertia of each frame by itself, a tilt of a slender body would become a roll, and a larger one,
// once the body has turned on.
class EditBasis {
 public:
  // `placements`: one per frame (Warp::placement). Takes the lowest `count` elastic modes.
  // `window`: the first and last frame over which the mean is taken; absent: all.
  EditBasis(const Body& body, std::shared_ptr<const Modes> modes, int count,
            std::vector<Placement> placements,
            std::optional<std::pair<int, int>> window = std::nullopt);

  int mode_count() const { return static_cast<int>(eigenvalues().size()); }
  int vertex_count() const { return static_cast<int>(modes_->shapes.rows()) / 3; }
  const Spectrum& spectrum() const { return spectrum_; }
  const VecX& eigenvalues() const { return spectrum_.eigenvalues; }  // rad²/s²

  // What the linear edit of a frame moves a point by, world axes: 3 x modes. And along one
  // direction.
  Eigen::Matrix3Xd rows(int frame, const WeightedPoint& point) const;
  VecX row(int frame, const WeightedPoint& point, const Vec3& direction) const {
    return rows(frame, point).transpose() * direction;
  }

  // Linear edits (3n x k, axes of the rest shape) of k frames, from their amplitudes (modes x k).
  // Most of many hundred modes carry nothing in a given frame, and streaming them from memory is
  // what the product costs: modes that together move no vertex by more than this part of what the
  // strongest does are left out, of small edits as of large ones.
  Eigen::MatrixXf displacements(std::span<const int> frames, const MatX& amplitudes,
                                double negligible_part = 1e-7) const;

  // The same of some 500 vertices all over the body alone, or of all where there are fewer: rows
  // `sampled_rows` of the above.
  Eigen::MatrixXf sampled_displacements(std::span<const int> frames, const MatX& amplitudes) const;
  static std::vector<Eigen::Index> sampled_rows(Eigen::Index all);

  // Gradients with respect to amplitudes (modes x k) from those with respect to the linear edit of
  // one frame (3n x k): the transpose of `displacements`.
  MatX pull_back(int frame, const Eigen::MatrixXf& gradients) const;
  // The same with a frame for each column, which is cheaper than one by one.
  MatX pull_back(std::span<const int> frames, const Eigen::MatrixXf& gradients) const;

  // Amplitudes of the linear edit nearest to p (3 x n) in the norm of the masses.
  VecX amplitudes_of(int frame, const Points& edit) const;

 private:
  bool turns_freely() const { return free_count_ == 6; }
  VecX nearest_amplitudes(int frame, const Points& edit) const;
  void add_free_motion(std::span<const int> frames, const MatX& amplitudes, Eigen::Index step,
                       Eigen::MatrixXf& edits) const;
  std::vector<int> modes_that_matter(const MatX& amplitudes, double negligible_part) const;
  Eigen::Matrix<double, 3, 6> free_motion(int frame, const Vec3& rest) const;

  std::shared_ptr<const Modes> modes_;
  int elastic_count_ = 0;
  bool is_orthonormal_ = true;  // in the masses: not for a surface that shows its interior's modes
  int rigid_count_ = 0;         // columns of Modes::rigid in use, axes of the rest shape
  int free_count_ = 0;          // 6: world translations and rotations instead
  Spectrum spectrum_;
  Eigen::MatrixXf shapes_;          // 3n x (rigid + elastic)
  Eigen::MatrixXf sampled_shapes_;  // their sampled rows
  VecX largest_;                    // of each shape: its largest entry
  Points from_centre_;              // rest positions from the centre of mass
  VecX masses_;                     // n
  double translation_ = 0;          // way of a free translation, m
  Mat3 rotations_ = Mat3::Zero();   // columns: rotation vectors of the free rotations, world axes
  std::vector<Placement> placements_;
};

}  // namespace retake
