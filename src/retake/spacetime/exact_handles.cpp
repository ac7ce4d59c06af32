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
  const MatX read = kept_ * equations_.rows;
  const VecX compliance = equations_.elastic_compliance.size() > 0 ? equations_.elastic_compliance
                                                                   : VecX(S_.diagonal());
  const VecX elastic = read.cwiseAbs2() * compliance + result.softness;
  const VecX scale = K.diagonal().cwiseMin(elastic).cwiseMax(0).cwiseSqrt();
  result.inverse = std::make_unique<FilteredInverse>(K, options_.tau, scale);
  return result;
}

// Where one run of the iteration stands.
struct HandleSolver::Search {
  VecX goal;         // of the kept equations
  VecX pulls;        // μ
  VecX multipliers;  // λ, with μ = S⁻¹Jᵀλ while J stays the same
  HandleModel::State state;
  VecX error;  // goal − B u − Σλ
};

VecX HandleSolver::error_of(const Search& at, const Linearization& linear) const {
  return at.goal - kept_ * (equations_.rows * at.state.positions) -
         linear.softness.cwiseProduct(at.multipliers);
}

// Goes along the step as far as it helps and leaves every element whole.
HandleSolver::Outcome HandleSolver::advance(Search& search, const Linearization& linear,
                                            const VecX& step) const {
  const double least_stretch = std::min(options_.smallest_stretch, 0.9 * input_.smallest_stretch);
  const VecX pull_step = linear.step_matrix * step;
  bool squeezed = false;
  for (int halving = 0; halving <= kMostHalvings; ++halving) {
    const double part = std::ldexp(1.0, -halving);
    Search next{
        search.goal, search.pulls + part * pull_step, search.multipliers + part * step, {}, {}};
    next.state = model_->evaluate(next.pulls);
    next.error = error_of(next, linear);
    squeezed = !(next.state.smallest_stretch >= least_stretch);
    // By the paper's way the answer is taken as it comes.
    if (options_.exact && (squeezed || !(next.error.norm() < search.error.norm()))) continue;
    search = std::move(next);
    return Outcome::advanced;
  }
  return squeezed ? Outcome::squeezed : Outcome::stuck;
}

HandleSolution HandleSolver::solve(const VecX& targets) const {
  HandleSolution solution;
  Search search{kept_ * targets, VecX::Zero(S_.rows()), VecX::Zero(kept_.rows()), input_, {}};
  Linearization relinearized;
  const Linearization* linear = &at_input_;
  search.error = error_of(search, *linear);
  VecX step =
      linear->inverse->apply(search.error);  // contradictions are filtered smoothly at first
  for (;; ++solution.iterations) {
    const double before = search.error.norm();
    const Outcome outcome = advance(search, *linear, step);
    solution.degenerate = outcome == Outcome::squeezed;
    const bool stopped = outcome == Outcome::stuck && linear != &at_input_;
    const VecX kept = linear->inverse->kept_part(search.error);
    solution.met = kept.size() == 0 || kept.lpNorm<Eigen::Infinity>() <= options_.tolerance;
    const bool at_the_end = solution.iterations == options_.most_iterations;
    if (solution.met || solution.degenerate || stopped || at_the_end || !options_.exact) break;
    if (outcome != Outcome::advanced || search.error.norm() > before / kGoodShrink) {
      relinearized = linearize(model_->derivative(search.pulls));
      linear = &relinearized;
    }
    step = linear->inverse->apply_kept(search.error);
  }
  solution.pulls = search.pulls;
  solution.misses = targets - equations_.rows * search.state.positions;
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
