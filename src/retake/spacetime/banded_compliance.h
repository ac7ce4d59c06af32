#pragma once
#include <cassert>
#include <map>
#include <memory>
#include <mutex>

#include "retake/numerics/banded_cholesky.h"
#include "retake/spacetime/compliance.h"
#include "retake/spacetime/cost.h"

namespace retake {

// The answer of every mode over time to a unit pull at it at one frame, where the modes do not
// meet. Green's functions of rows that touch the frame are multiples of it, mode by mode.
class GreenColumn {
 public:
  GreenColumn(MatX unknowns, const FrameOrder& order)
      : unknowns_(std::move(unknowns)), order_(&order), nothing_(VecX::Zero(unknowns_.rows())) {}

  // Of all modes at a frame; zero where the ends leave nothing free.
  Eigen::Map<const VecX> at(int frame) const {
    assert(frame >= 0 && frame < std::ssize(order_->unknown_of_frame));
    const int u = order_->unknown_of_frame[static_cast<std::size_t>(frame)];
    return {u < 0 ? nothing_.data() : unknowns_.col(u).data(), unknowns_.rows()};
  }

 private:
  MatX unknowns_;  // modes x unknowns
  const FrameOrder* order_;
  VecX nothing_;
};

// The compliance of Barbic 2012: vibration modes do not meet in H, which is one small banded matrix
// per mode (cost.h).
//
// Cost for r modes and T frames: factoring and one solve read and write a few times 8 r T bytes and
// do about 10 r T flops; r = 1000, T = 240: 2 MB a matrix, one millisecond.
class BandedCompliance : public Compliance {
 public:
  // Frames 0 ... frame_count - 1 are those of the window. Throws InputError where the window is too
  // short, SolveError where the cost is not positive definite (the paper's form with a free end).
  BandedCompliance(const Spectrum& spectrum, int frame_count, const CostOptions& options);

  int mode_count() const override { return static_cast<int>(eigenvalues_.size()); }
  int frame_count() const override { return frame_count_; }

  // Column t of each mode's H⁻¹. H⁻¹ is symmetric: what it has at frame s is also what a pull at
  // frame s does to frame t. Zero where the ends, or a pose that is held, leave nothing free. Kept
  // for the next time.
  std::shared_ptr<const GreenColumn> column(int frame) const;

  MatX apply(const MatX& forces) const override;
  std::unique_ptr<const GreenFunction> green_function(WishRow row) const override;

  void hold(int frame, const VecX& amplitudes, double weight = hard_weight) override;
  void release(int frame) override;
  bool holds_poses() const override { return !held_.empty(); }

  double cost(const MatX& amplitudes) const override;
  VecX control_force(const MatX& amplitudes) const override;

 private:
  std::shared_ptr<const GreenColumn> new_column(int frame) const;
  struct HeldPose {
    VecX amplitudes;
    double weight = hard_weight;
    VecX stiffness;  // of a soft one, per mode: what it adds to the diagonal of H

    bool is_hard() const { return weight == hard_weight; }
  };
  void factorize();
  void require_least_cost() const;
  void stiffen_soft_poses();
  bool is_given(int frame) const;
  int unknown_of(int frame) const {
    return order_.unknown_of_frame[static_cast<std::size_t>(frame)];
  }
  MatX to_unknowns(const MatX& frames) const;
  MatX to_frames(const MatX& unknowns) const;

  VecX eigenvalues_;
  int frame_count_ = 0;
  CostOptions options_;
  FrameOrder order_;
  BandedSystems hessian_;
  std::map<int, HeldPose> held_;  // by frame
  std::unique_ptr<const BandedCholesky> factor_;
  mutable std::mutex columns_mutex_;
  mutable std::map<int, std::shared_ptr<const GreenColumn>> columns_;
};

}  // namespace retake
