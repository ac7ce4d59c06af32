#include "retake/spacetime/exact_handles.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

namespace retake {

namespace {

constexpr double kRegularization = 1e-9;  // of S, relative: pulls at nearly one point stay apart
constexpr int kMostHalvings = 5;
constexpr double kGoodShrink = 3;
constexpr double kRivalCorrelation = 0.9;

// Inverse of a symmetric positive semi-definite matrix, scaled and regularized.
MatX regularized_inverse(const MatX& S) {
  MatX regular = S;
  const double mean = S.rows() > 0 ? S.diagonal().mean() : 0;
  regular.diagonal() += kRegularization * S.diagonal() +
                        VecX::Constant(S.rows(), 1e-14 * mean + std::numeric_limits<double>::min());
  return regular.ldlt().solve(MatX::Identity(S.rows(), S.rows()));
}

struct RowRange {
  Eigen::Index first = 0, count = 0;
};

std::vector<RowRange> rows_of_wishes(const HandleEquations& equations) {
  std::vector<RowRange> ranges(equations.may_free.size());
  for (std::size_t i = 0; i < equations.wish_of_row.size(); ++i) {
    RowRange& range = ranges[static_cast<std::size_t>(equations.wish_of_row[i])];
    if (range.count++ == 0) range.first = static_cast<Eigen::Index>(i);
  }
  return ranges;
}

}  // namespace

HandleSolver::HandleSolver(const HandleModel& model, MatX S, HandleEquations equations,
                           const HandleOptions& options)
    : model_(&model),
      S_(std::move(S)),
      inverse_of_S_(regularized_inverse(S_)),
      equations_(std::move(equations)),
      options_(options) {
  const VecX none = VecX::Zero(S_.rows());
  input_ = model_->evaluate(none);
  derivative_ = options_.exact ? model_->derivative(none) : S_;
  kept_ = MatX::Identity(equations_.rows.rows(), equations_.rows.rows());
  free_stiff_directions();
  at_input_ = linearize(linear_derivative());
}

MatX HandleSolver::compliance_of(const MatX& jacobian) const {
  return jacobian * inverse_of_S_ * jacobian.transpose();
}

void HandleSolver::free_stiff_directions() {
  const MatX K = compliance_of(equations_.rows * linear_derivative());
  std::vector<VecX> kept_rows;
  const std::vector<RowRange> ranges = rows_of_wishes(equations_);
  for (std::size_t w = 0; w < ranges.size(); ++w) {
    const auto [first, count] = ranges[w];
    MatX directions = MatX::Identity(count, count);
    Eigen::Index freed = 0;
    if (equations_.may_free[w] != 0 && count > 1) {
      const Eigen::SelfAdjointEigenSolver<MatX> eigen(K.block(first, first, count, count));
      directions = eigen.eigenvectors();
      const double softest = eigen.eigenvalues()[count - 1];
      while (freed < count - 1 && eigen.eigenvalues()[freed] < options_.stiff_ratio * softest) {
        ++freed;
      }
    }
    freed_.push_back(directions.leftCols(freed));
    for (Eigen::Index c = freed; c < count; ++c) {
      VecX row = VecX::Zero(equations_.rows.rows());
      row.segment(first, count) = directions.col(c);
      kept_rows.push_back(row);
    }
  }
  kept_.resize(static_cast<Eigen::Index>(kept_rows.size()), equations_.rows.rows());
  for (std::size_t i = 0; i < kept_rows.size(); ++i) {
    kept_.row(static_cast<Eigen::Index>(i)) = kept_rows[i].transpose();
  }
}

HandleSolver::Linearization HandleSolver::linearize(const MatX& derivative) const {
  const MatX jacobian = kept_ * equations_.rows * derivative;
  MatX K = compliance_of(jacobian);
  Linearization result;
  result.softness.resize(K.rows());
  for (Eigen::Index i = 0; i < K.rows(); ++i) {
    Eigen::Index equation = 0;
    kept_.row(i).cwiseAbs().maxCoeff(&equation);
    result.softness[i] = K(i, i) / equations_.weights[equation];
  }
  K.diagonal() += result.softness;
  result.step_matrix = inverse_of_S_ * jacobian.transpose();
  result.inverse = std::make_unique<FilteredInverse>(K, options_.tau);
  return result;
}

HandleSolution HandleSolver::solve(const VecX& targets) const {
  const VecX goal = kept_ * targets;
  const MatX read = kept_ * equations_.rows;
  const double least_stretch = std::min(options_.smallest_stretch, 0.9 * input_.smallest_stretch);

  HandleSolution solution;
  solution.pulls = VecX::Zero(S_.rows());
  VecX multipliers = VecX::Zero(goal.size());
  HandleModel::State state = input_;
  Linearization relinearized;
  const Linearization* linear = &at_input_;

  const auto error_of = [&](const HandleModel::State& at, const VecX& lambda) -> VecX {
    return goal - read * at.positions - linear->softness.cwiseProduct(lambda);
  };
  VecX error = error_of(state, multipliers);
  VecX step =
      linear->inverse->apply(error);  // the first one, with contradictions filtered smoothly
  double size = error.norm();
  for (int i = 0;; ++i) {
    bool accepted = false, squeezed = false;
    double shrink = 1;
    for (int halving = 0; halving <= kMostHalvings && !accepted; ++halving) {
      const double part = std::ldexp(1.0, -halving);
      const VecX pulls = solution.pulls + part * (linear->step_matrix * step);
      HandleModel::State next = model_->evaluate(pulls);
      const VecX lambda = multipliers + part * step;
      const VecX next_error = error_of(next, lambda);
      squeezed = options_.exact && !(next.smallest_stretch >= least_stretch);
      // Without exactness the paper's answer is taken as it comes.
      accepted = !options_.exact || (!squeezed && next_error.norm() < size);
      if (!accepted) continue;
      solution.pulls = pulls;
      multipliers = lambda;
      state = std::move(next);
      shrink = size / std::max(next_error.norm(), 1e-300);
      error = next_error;
    }
    solution.degenerate = squeezed;
    if (!accepted && (linear != &at_input_ || squeezed)) break;
    size = error.norm();
    const VecX kept = linear->inverse->kept_part(error);
    solution.met = kept.size() == 0 || kept.lpNorm<Eigen::Infinity>() <= options_.tolerance;
    if (solution.met || !options_.exact || i == options_.most_iterations) break;
    if (!accepted || shrink < kGoodShrink) {
      relinearized = linearize(model_->derivative(solution.pulls));
      linear = &relinearized;
    }
    step = linear->inverse->apply_kept(error);
    solution.iterations = i + 1;
  }
  solution.misses = targets - equations_.rows * state.positions;
  solution.kept_misses = kept_.transpose() * linear->inverse->kept_part(error);
  return solution;
}

std::vector<std::pair<int, int>> HandleSolver::rivals() const {
  const MatX K = compliance_of(equations_.rows * linear_derivative());
  const VecX scale = K.diagonal().cwiseMax(1e-300).cwiseSqrt();
  std::vector<std::pair<int, int>> pairs;
  for (Eigen::Index i = 0; i < K.rows(); ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      const int a = equations_.wish_of_row[static_cast<std::size_t>(j)];
      const int b = equations_.wish_of_row[static_cast<std::size_t>(i)];
      if (a == b || std::abs(K(i, j)) < kRivalCorrelation * scale[i] * scale[j]) continue;
      if (pairs.empty() || pairs.back() != std::pair(a, b)) pairs.emplace_back(a, b);
    }
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

}  // namespace retake
