#include "retake/modes/block_lanczos.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "retake/modes/orthonormalize.h"
#include "retake/numerics/dense_blas.h"

namespace retake {

namespace {

// A new block that is this much shorter than the operator is large is orthogonalized once more.
constexpr double short_block = 1e-3;
// Below this fraction of the operator's size a vector is rounding.
constexpr double least_vector = 1e-14;

// Ritz values of the whole Krylov space and what is known about each.
struct RitzState {
  VecX theta;        // of the inverse, ascending
  MatX coordinates;  // in the Krylov basis
  VecX lambda;       // sigma + 1 / theta
  std::vector<char> converged;
};

// Indices of the pairs to keep, and whether the goal is met by them.
struct Selection {
  std::vector<int> below, above;  // nearest to the shift first
  bool goal_met = false;
};

class Krylov {
 public:
  Krylov(const ShiftInvert& inverse, MatX locked, const LanczosOptions& options)
      : inverse_(inverse),
        options_(options),
        locked_(locked.cols()),
        most_(std::min<Eigen::Index>(options.most_vectors,
                                     locked.rows() - locked.cols() - options.block)),
        basis_(std::move(locked)),
        T_(MatX::Zero(most_, most_)),
        generator_(options.seed) {
    basis_.conservativeResize(Eigen::NoChange, locked_ + most_ + options.block);
    start();
  }

  bool full() const { return size_ + options_.block > most_; }
  Eigen::Index size() const { return size_; }

  // One more block: multiply, take away what is known, orthonormalize.
  void grow() {
    const Eigen::Index b = options_.block, last = size_;
    MatX W = inverse_.apply(basis_.middleCols(locked_ + last, b));
    auto diagonal = T_.block(last, last, b, b);
    diagonal = project_out(W, basis_.middleCols(locked_ + last, b));
    if (last > 0) {
      tall_multiply_add(W, -1.0, basis_.middleCols(locked_ + last - b, b), R_.transpose());
    }
    size_ += b;
    const MatX correction = project_out(W, known());
    diagonal += correction.bottomRows(b);
    scale_ = std::max(scale_, diagonal.norm());
    R_ = orthonormalize(W, known(), least_vector * scale_, generator_);
    if (R_.diagonal().cwiseAbs().minCoeff() < short_block * scale_) {
      project_out(W, known());
      R_ = orthonormalize(W, known(), 0, generator_) * R_;
    }
    basis_.middleCols(locked_ + size_, b) = W;
    if (size_ + b <= most_) {
      T_.block(size_, last, b, b) = R_;
      T_.block(last, size_, b, b) = R_.transpose();
    }
  }

  RitzState ritz() const {
    const Eigen::Index b = options_.block;
    const MatX T = T_.topLeftCorner(size_, size_);
    DenseEigen eigen = dense_symmetric_eigen(0.5 * (T + T.transpose()));
    RitzState state{std::move(eigen.values), std::move(eigen.vectors), {}, {}};
    const VecX residuals = (R_ * state.coordinates.bottomRows(b)).colwise().norm();
    state.lambda = inverse_.shift() + state.theta.cwiseInverse().array();
    state.converged.resize(static_cast<std::size_t>(size_));
    for (Eigen::Index i = 0; i < size_; ++i) {
      // After purification (see vectors()) the residual of A v = lambda v is the inverse's
      // residual over theta².
      const double distance = 1 / std::abs(state.theta[i]);
      const double residual = residuals[i] * distance * distance;
      state.converged[static_cast<std::size_t>(i)] =
          residual <= std::max(options_.floor, options_.tolerance * std::abs(state.lambda[i]));
    }
    return state;
  }

  // Ritz vectors after one step of inverse iteration, which comes for free: the inverse times V s
  // is V T s + (next block) R (last of s).
  MatX vectors(const RitzState& state, const std::vector<int>& chosen) const {
    const Eigen::Index b = options_.block;
    MatX coordinates(size_ + b, static_cast<Eigen::Index>(chosen.size()));
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      const auto column = static_cast<Eigen::Index>(k);
      const VecX s = state.coordinates.col(chosen[k]);
      coordinates.col(column) << s, R_ * s.tail(b) / state.theta[chosen[k]];
      coordinates.col(column).normalize();
    }
    MatX result = MatX::Zero(basis_.rows(), coordinates.cols());
    tall_multiply_add(result, 1.0, basis_.middleCols(locked_, size_ + b), coordinates);
    return result;
  }

 private:
  // The start is multiplied once, so that it holds little of what is far from the shift.
  void start() {
    MatX W = inverse_.apply(random_block(basis_.rows(), options_.block, generator_));
    for (int pass = 0; pass < 2; ++pass) {
      project_out(W, known());
      orthonormalize(W, known(), 0, generator_);
    }
    basis_.middleCols(locked_, options_.block) = W;
  }

  Eigen::Ref<const MatX> known() const { return basis_.leftCols(locked_ + size_); }

  const ShiftInvert& inverse_;
  const LanczosOptions& options_;
  Eigen::Index locked_, most_;
  MatX basis_;  // locked vectors, then the Krylov basis with one block more than size_
  MatX T_;      // the inverse in the Krylov basis
  MatX R_;      // couples the newest block to the rest
  Eigen::Index size_ = 0;
  double scale_ = 0;
  std::mt19937_64 generator_;
};

Selection select(const RitzState& state, double shift, const LanczosGoal& goal) {
  Selection selection;
  const auto count = static_cast<int>(state.theta.size());
  // theta ascending: the most negative (just below the shift) first, the largest (just above) last.
  for (int i = 0; i < count && state.theta[i] < 0; ++i) {
    if (state.lambda[i] <= goal.lowest) continue;
    if (state.converged[static_cast<std::size_t>(i)]) selection.below.push_back(i);
  }
  for (int i = count - 1; i >= 0 && state.theta[i] > 0; --i) {
    if (!state.converged[static_cast<std::size_t>(i)]) break;
    if (state.lambda[i] > shift) selection.above.push_back(i);
  }
  selection.goal_met = static_cast<int>(selection.below.size()) >= goal.below &&
                       static_cast<int>(selection.above.size()) >= goal.above;
  return selection;
}

}  // namespace

RitzPairs block_lanczos(const ShiftInvert& inverse, MatX locked, const LanczosGoal& goal,
                        const LanczosOptions& options, const std::function<void(double)>& watch) {
  Krylov krylov(inverse, std::move(locked), options);
  RitzState state;
  Selection selection;
  const int wanted = goal.below + goal.above;
  Eigen::Index next_look = wanted + wanted / 2;  // earlier looks seldom pay
  while (!krylov.full()) {
    krylov.grow();
    watch(std::min(1.0, static_cast<double>(krylov.size()) / (2.5 * wanted + options.block)));
    if (krylov.size() < next_look && !krylov.full()) continue;
    state = krylov.ritz();
    selection = select(state, inverse.shift(), goal);
    if (selection.goal_met) break;
    next_look = krylov.size() + 2 * options.block;
  }
  std::vector<int> chosen(selection.below.rbegin(), selection.below.rend());
  chosen.insert(chosen.end(), selection.above.begin(), selection.above.end());
  std::sort(chosen.begin(), chosen.end(),
            [&](int a, int b) { return state.lambda[a] < state.lambda[b]; });
  RitzPairs pairs{.below = static_cast<int>(selection.below.size()),
                  .vectors_used = static_cast<int>(krylov.size()),
                  .goal_met = selection.goal_met};
  pairs.values.resize(static_cast<Eigen::Index>(chosen.size()));
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    pairs.values[static_cast<Eigen::Index>(k)] = state.lambda[chosen[k]];
  }
  pairs.vectors = krylov.vectors(state, chosen);
  return pairs;
}

}  // namespace retake
