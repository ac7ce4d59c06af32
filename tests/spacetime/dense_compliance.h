#pragma once
#include <map>

#include "spacetime/dense_problem.h"

namespace retake {

// The problem in other coordinates at each frame, in which all modes meet.
inline DenseProblem with_mixed_modes(DenseProblem problem, int r, int T) {
  const MatX random = random_vector(r * r, 31).reshaped(r, r);
  const MatX Q = Eigen::HouseholderQR<MatX>(random).householderQ();
  MatX mix = MatX::Zero(r * T, r * T);
  for (int i = 0; i < r; ++i) {
    for (int j = 0; j < r; ++j) mix.block(i * T, j * T, T, T).diagonal().setConstant(Q(i, j));
  }
  problem.H = (mix.transpose() * problem.H * mix).eval();
  return problem;
}

// A compliance that knows H and nothing else about it. All of A is kept.
class DenseCompliance : public Compliance {
 public:
  DenseCompliance(DenseProblem problem, int r, int T) : problem_(std::move(problem)), r_(r), T_(T) {
    alone_ = inverse_of(problem_.H, problem_.free);
    invert();
  }

  int mode_count() const override { return r_; }
  int frame_count() const override { return T_; }

  MatX apply(const MatX& forces) const override {
    VecX right = stacked(forces), given = VecX::Zero(right.size());
    for (const auto& [frame, pose] : held_) {
      for (int k = 0; k < r_; ++k) {
        const int u = k * T_ + frame;
        if (pose.is_hard())
          given[u] = pose.amplitudes[k];
        else
          right[u] += pose.weight / alone_(u, u) * pose.amplitudes[k];
      }
    }
    return motion(given + A_ * (right - problem_.H * given));
  }

  std::unique_ptr<const GreenFunction> green_function(WishRow row) const override {
    MatX forces = MatX::Zero(r_, T_);
    for (const WishRow::Term& term : row.terms) forces.col(term.frame) += term.coefficients;
    return std::make_unique<Answer>(std::move(row), motion(A_ * stacked(forces)));
  }

  void hold(int frame, const VecX& amplitudes, double weight = hard_weight) override {
    held_[frame] = {amplitudes, weight};
    invert();
  }
  void release(int frame) override {
    held_.erase(frame);
    invert();
  }
  bool holds_poses() const override { return !held_.empty(); }

  double cost(const MatX& amplitudes) const override {
    const VecX z = stacked(amplitudes);
    return 0.5 * z.dot(problem_.H * z);
  }
  // Not of the residuals, which it does not know.
  VecX control_force(const MatX& amplitudes) const override {
    return motion(problem_.H * stacked(amplitudes)).colwise().norm().transpose();
  }

 private:
  struct Answer : GreenFunction {
    Answer(WishRow row, MatX motion) : GreenFunction(std::move(row)), whole(std::move(motion)) {}
    VecX at(int frame) const override { return whole.col(frame); }
    double read_by(const WishRow& other) const override { return value_of(other, whole); }
    MatX whole;
  };
  struct HeldPose {
    VecX amplitudes;
    double weight = hard_weight;
    bool is_hard() const { return weight == hard_weight; }
  };

  static MatX inverse_of(const MatX& H, const std::vector<int>& free) {
    const MatX inverse = MatX(H(free, free)).inverse();
    MatX A = MatX::Zero(H.rows(), H.cols());
    A(free, free) = inverse;
    return A;
  }
  void invert() {
    MatX H = problem_.H;
    std::vector<int> free = problem_.free;
    for (const auto& [frame, pose] : held_) {
      if (pose.is_hard()) {
        std::erase_if(free, [&, held = frame](int u) { return u % T_ == held; });
        continue;
      }
      for (int u = frame; u < r_ * T_; u += T_) H(u, u) += pose.weight / alone_(u, u);
    }
    A_ = inverse_of(H, free);
  }
  VecX stacked(const MatX& frames) const { return frames.transpose().reshaped(); }  // mode-major
  MatX motion(const VecX& values) const { return values.reshaped(T_, r_).transpose(); }

  DenseProblem problem_;
  int r_ = 0, T_ = 0;
  MatX alone_, A_;  // without poses, and beside them
  std::map<int, HeldPose> held_;
};

}  // namespace retake
