#include "retake/spacetime/handle_solver.h"

#include <algorithm>
#include <cmath>

namespace retake {

namespace {

constexpr int most_rounds = 10;         // of corrections, each from a new linearization
constexpr int most_line_steps = 3;      // halvings of corrections in a round
constexpr double least_gain = 0.9;      // of the error by such a round: less is none
constexpr double most_lengthening = 2;  // of a displacement, by the warp
constexpr double opposing_part = 0.1;   // of what a wish does to itself

// Of K, zero along some of its principal directions.
MatX inverse_without(const PrincipalDirections& directions,
                     const std::vector<Eigen::Index>& left_out) {
  VecX gains = directions.compliance.unaryExpr([](double s) { return s > 0 ? 1 / s : 0.0; });
  for (const Eigen::Index i : left_out) gains[i] = 0;
  return directions.multipliers * gains.asDiagonal() * directions.multipliers.transpose();
}

}  // namespace

const char* words_of(HandleStop stop) {
  switch (stop) {
    case HandleStop::converged:
      return "converged";
    case HandleStop::yielded:
      return "yielded: the body would be thrown, or wishes oppose each other";
    case HandleStop::element_limit:
      return "element limit: more would squeeze or stretch an element too much";
    case HandleStop::iteration_limit:
      return "iteration limit";
  }
  return "";
}

// Where a way stands.
struct HandleSolver::Path {
  HandleModel::Columns columns;
  VecX positions;           // x
  VecX start, way;          // t(s) = start + s way, per equation
  double length = 0;        // of the longest way of a wish, m
  double part = 0;          // s
  VecX multipliers;         // sum of all steps, per equation
  bool is_at_input = true;  // the columns are the first ones
  VecX given_up = {};       // of the error: beyond the largest gain, or where directions yield
  int looks = 0;
  bool ran_out = false;

  VecX goal() const { return start + part * way; }
};

// In the columns that a step uses.
struct HandleSolver::Step {
  VecX pulls;
  VecX multipliers;  // per equation
  MatX inverse;      // of K, without those
};

HandleSolver::HandleSolver(HandleModel& model, HandleEquations equations,
                           const HandleOptions& options)
    : model_(&model), equations_(std::move(equations)), options_(options) {
  const MatX& B = equations_.rows;
  const MatX compliance = model_->start().compliance;
  const VecX own = (B * compliance * B.transpose()).diagonal();
  softness_ = own.cwiseQuotient(equations_.weights);
  const VecX elastic = equations_.elastic_compliance.size() > 0
                           ? VecX(B.cwiseAbs2() * equations_.elastic_compliance)
                           : own;
  VecX softest = VecX::Zero(lengths_by_wish(own).size());
  for (Eigen::Index i = 0; i < own.size(); ++i) {
    double& most = softest[equations_.wish_of_row[static_cast<std::size_t>(i)]];
    most = std::max({most, std::min(own[i], elastic[i]), 0.0});
  }
  scale_.resize(own.size());
  for (Eigen::Index i = 0; i < own.size(); ++i) {
    scale_[i] = std::sqrt(softest[equations_.wish_of_row[static_cast<std::size_t>(i)]]);
  }
}

VecX HandleSolver::lengths_by_wish(const VecX& values) const {
  const int count = equations_.wish_of_row.empty() ? 0 : equations_.wish_of_row.back() + 1;
  VecX squares = VecX::Zero(count);
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    squares[equations_.wish_of_row[static_cast<std::size_t>(i)]] += values[i] * values[i];
  }
  VecX lengths = squares.cwiseSqrt();
  if (equations_.metres_per_unit.size() > 0)
    lengths = lengths.cwiseProduct(equations_.metres_per_unit.head(count));
  return lengths;
}

bool HandleSolver::is_met(const VecX& error) const {
  const VecX lengths = lengths_by_wish(error);
  return lengths.size() == 0 || lengths.maxCoeff() <= options_.tolerance * options_.size;
}

PrincipalDirections HandleSolver::directions_of(const MatX& K,
                                                const DisplacementOf& displacement_of) const {
  const auto farthest = [&](const VecX& motion) { return lengths_by_wish(motion).maxCoeff(); };
  PrincipalDirections directions = principal_directions(K, scale_, displacement_of, farthest);
  if (std::ranges::none_of(equations_.unbounded, [](char is) { return is != 0; }))
    return directions;
  for (Eigen::Index i = 0; i < K.rows(); ++i) {
    const VecX direction = scale_.cwiseProduct(directions.multipliers.col(i));
    double of_unbounded = 0;
    for (Eigen::Index row = 0; row < direction.size(); ++row) {
      const int wish = equations_.wish_of_row[static_cast<std::size_t>(row)];
      if (equations_.unbounded[static_cast<std::size_t>(wish)] != 0)
        of_unbounded += direction[row] * direction[row];
    }
    directions.is_unbounded[static_cast<std::size_t>(i)] = of_unbounded > 0.5 ? 1 : 0;
  }
  return directions;
}

// K = B G A Gᵀ Bᵀ + Σ.
MatX HandleSolver::compliance_of(const HandleModel::Columns& columns) const {
  const MatX& B = equations_.rows;
  MatX K = B * columns.compliance * B.transpose();
  K = 0.5 * (K + K.transpose()).eval();
  K.diagonal() += softness_;
  return K;
}

// By the paper's way: wishes about linear positions, contradictions filtered.
HandleSolution HandleSolver::solve_linear(const VecX& targets) const {
  const MatX& B = equations_.rows;
  const HandleModel::Columns columns = model_->start();
  const MatX K = compliance_of(columns);
  const VecX way = targets - B * model_->positions(columns.pulls);
  HandleSolution solution;
  solution.pulls = B.transpose() * FilteredInverse(K, options_.filter, scale_).apply(way);
  solution.misses = targets - B * model_->positions(solution.pulls);
  if (!is_met(solution.misses)) solution.stop = HandleStop::iteration_limit;
  return solution;
}

// How much farther the warped body goes than its linear edit, in each frame.
VecX HandleSolver::lengthening_at(const VecX& pulls) const {
  const VecX linear = model_->displacements(pulls), warped = model_->warped_displacements(pulls);
  return VecX::NullaryExpr(linear.size(), [&](Eigen::Index i) {
    const double factor = linear[i] > 0 ? warped[i] / linear[i] : 1;
    return std::clamp(factor, 1 / most_lengthening, most_lengthening);
  });
}

// The step of least cost from where the body stands, whose warped displacement is bounded. The
// linear one is known for all steps: where it is near the bound, the bound is put to it by how much
// farther the warped one goes.
HandleSolver::Step HandleSolver::next_step(const Path& path, const PrincipalDirections& directions,
                                           const VecX& error, double farthest) const {
  const MatX& B = equations_.rows;
  const DisplacementOf displacement_of = displacement_in(path.columns);
  const auto step_within = [&](const VecX& bounds) -> Step {
    const BoundedStep bounded = bounded_step(directions, error, bounds, displacement_of);
    return {B.transpose() * bounded.multipliers, bounded.multipliers,
            inverse_without(directions, bounded.yielded)};
  };
  const VecX bounds = VecX::Constant(directions.displacements.rows(), farthest);
  const Step step = step_within(bounds);
  const VecX moved = displacement_of(step.multipliers);
  if ((moved.array() * most_lengthening <= bounds.array()).all()) return step;
  return step_within(bounds.cwiseQuotient(lengthening_at(pulls_after(path, step))));
}

PrincipalDirections HandleSolver::directions_at(const Path& path) const {
  if (path.is_at_input) return *at_input_;
  return directions_of(compliance_of(path.columns), displacement_in(path.columns));
}

// Along the last columns, those of a step.
DisplacementOf HandleSolver::displacement_in(const HandleModel::Columns& columns) const {
  return [this, count = columns.pulls.size()](const VecX& multipliers) {
    const MatX& B = equations_.rows;
    VecX pulls = VecX::Zero(count);
    pulls.tail(B.cols()) = B.transpose() * multipliers;
    return model_->displacements(pulls);
  };
}

// From the start to the end of the way, or until the steps are spent.
void HandleSolver::walk(Path& path) {
  const double shortest = options_.shortest_step * options_.size / path.length;
  double ds = 1;
  for (int steps = 0; path.part < 1; ++steps) {
    if (steps == options_.most_steps) {
      path.ran_out = true;
      return;
    }
    ds = std::min(ds, 1 - path.part);
    const double to = path.part + ds > 1 - 1e-9 ? 1 : path.part + ds;
    const PrincipalDirections directions = directions_at(path);
    const VecX error =
        error_at(path, path.positions, path.multipliers) + (to - path.part) * path.way;
    const VecX beyond = beyond_gain(directions, error, options_.largest_gain);
    const double farthest = options_.amplification * ds * path.length;
    const Step step = next_step(path, directions, error - beyond, farthest);
    VecX pulls = pulls_after(path, step);
    VecX positions = model_->positions(pulls);
    ++path.looks;
    const VecX predicted = path.columns.compliance * step.pulls;
    const double beside = (positions - path.positions - predicted).norm();
    const double nonlinearity = predicted.norm() > 0 ? beside / predicted.norm() : 0;
    const bool may_shorten = ds > 1.0001 * shortest;
    const double allowed = options_.nonlinearity;
    if (may_shorten && nonlinearity > allowed) {
      ds = std::max(shortest, ds * std::clamp(0.8 * allowed / nonlinearity, 0.1, 0.7));
      continue;
    }
    path.columns.pulls = std::move(pulls);
    path.positions = std::move(positions);
    path.multipliers += step.multipliers;
    path.part = to;
    path.given_up += beyond;
    if (path.part < 1) relinearize(path);
    if (nonlinearity > 0) ds *= std::clamp(0.8 * allowed / nonlinearity, 0.5, 3.0);
  }
}

// What the way leaves is corrected but for its part along directions that yield, by secants
// (Broyden 1965), from a new linearization where they stall.
void HandleSolver::correct(Path& path) {
  const VecX error = error_at(path, path.positions, path.multipliers);
  if (is_met(error)) return;
  const Step step = correction(path, error);
  path.given_up += error - compliance_of(path.columns) * step.multipliers;
  Correction came_to = correct_by_secants(path);
  for (int round = 1; round < most_rounds && came_to != Correction::met; ++round) {
    relinearize(path);
    came_to = correct_by_secants(path);
    if (came_to == Correction::stalled) return;
  }
}

HandleSolver::Step HandleSolver::correction(const Path& path, const VecX& error) const {
  const double farthest = options_.amplification * options_.nonlinearity * path.length;
  return next_step(path, directions_at(path), error, farthest);
}

// With a line search on the error.
HandleSolver::Correction HandleSolver::correct_by_secants(Path& path) {
  VecX error = error_at(path, path.positions, path.multipliers);
  if (is_met(error)) return Correction::met;
  Step step = correction(path, error);
  const double before = error.norm();
  int halvings = 0;
  for (int i = 0; i < options_.most_corrections; ++i) {
    const VecX pulls = pulls_after(path, step);
    const VecX positions = model_->positions(pulls);
    ++path.looks;
    const VecX multipliers = path.multipliers + step.multipliers;
    const VecX next = error_at(path, positions, multipliers);
    const VecX change = error - next;
    if (!(next.norm() < error.norm())) {
      if (++halvings > most_line_steps) break;
      step.multipliers *= 0.5;
      step.pulls *= 0.5;
      continue;
    }
    path.columns.pulls = pulls;
    path.positions = positions;
    path.multipliers = multipliers;
    error = next;
    if (is_met(error)) return Correction::met;
    const VecX predicted = step.inverse * change;
    const double along = step.multipliers.dot(predicted);
    if (along != 0) {
      const Eigen::RowVectorXd rest = step.multipliers.transpose() * step.inverse / along;
      step.inverse += (step.multipliers - predicted) * rest;
    }
    step.multipliers = step.inverse * error;
    step.pulls = equations_.rows.transpose() * step.multipliers;
  }
  return error.norm() < least_gain * before ? Correction::gained : Correction::stalled;
}

void HandleSolver::relinearize(Path& path) {
  path.columns = model_->linearize(path.columns.pulls);
  path.is_at_input = false;
}

// What is left to meet: the goal less what has been given up.
VecX HandleSolver::error_at(const Path& path, const VecX& positions,
                            const VecX& multipliers) const {
  return path.goal() - equations_.rows * positions - softness_.cwiseProduct(multipliers) -
         path.given_up;
}

VecX HandleSolver::pulls_after(const Path& path, const Step& step) {
  VecX pulls = path.columns.pulls;
  pulls.tail(step.pulls.size()) += step.pulls;
  return pulls;
}

// Wishes that are missed and pull each other away: λ_aᵀ K λ_b < 0, by more than a tenth of what the
// weaker one does to itself.
std::vector<std::pair<int, int>> HandleSolver::opposed_in(const Path& path,
                                                          const VecX& misses) const {
  const MatX& B = equations_.rows;
  MatX by_wish = MatX::Zero(B.rows(), misses.size());
  for (Eigen::Index row = 0; row < B.rows(); ++row)
    by_wish(row, equations_.wish_of_row[static_cast<std::size_t>(row)]) = path.multipliers[row];
  const MatX moved = B.transpose() * by_wish;
  const MatX work = moved.transpose() * path.columns.compliance * moved;
  std::vector<std::pair<int, int>> opposed;
  for (int a = 0; a < static_cast<int>(misses.size()); ++a) {
    for (int b = a + 1; b < static_cast<int>(misses.size()); ++b) {
      const bool are_missed = std::min(misses[a], misses[b]) > options_.tolerance * options_.size;
      if (are_missed && work(a, b) < -opposing_part * std::min(work(a, a), work(b, b)))
        opposed.emplace_back(a, b);
    }
  }
  return opposed;
}

// Where elements have the last word, points stand elsewhere than the path has led them.
HandleSolution HandleSolver::solution_of(const Path& path) {
  const VecX led = equations_.rows * path.positions;
  const VecX reached = equations_.rows * model_->finish_frames(path.columns.pulls);
  HandleSolution solution{.pulls = path.columns.pulls,
                          .misses = path.start + path.way - reached,
                          .iterations = std::max(0, path.looks - 1)};
  const VecX error = solution.misses - softness_.cwiseProduct(path.multipliers);
  if (is_met(error)) return solution;
  const bool has_yielded = !is_met(path.given_up) && !path.ran_out;
  solution.stop = !is_met(reached - led) ? HandleStop::element_limit
                  : has_yielded          ? HandleStop::yielded
                                         : HandleStop::iteration_limit;
  solution.opposed = opposed_in(path, lengths_by_wish(error));
  return solution;
}

HandleSolver::Path HandleSolver::follow(const VecX& targets) {
  const MatX& B = equations_.rows;
  Path path{.columns = model_->start()};
  path.positions = model_->positions(path.columns.pulls);
  path.multipliers = path.given_up = VecX::Zero(B.rows());
  path.start = B * path.positions;
  path.way = targets - path.start;
  path.length = path.way.size() > 0 ? lengths_by_wish(path.way).maxCoeff() : 0;
  if (path.length > 0) {
    walk(path);
    correct(path);
  }
  return path;
}

HandleSolution HandleSolver::solve(const VecX& targets) {
  if (!options_.exact) return solve_linear(targets);
  if (!at_input_) {
    const HandleModel::Columns columns = model_->start();
    at_input_ = directions_of(compliance_of(columns), displacement_in(columns));
  }
  return solution_of(follow(targets));
}

}  // namespace retake
