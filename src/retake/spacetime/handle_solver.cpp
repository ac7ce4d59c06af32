#include "retake/spacetime/handle_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Cholesky>

#include "retake/spacetime/element_limits.h"

namespace retake {

namespace {

constexpr std::size_t most_entering = 8;  // constraints that enter the working set at once
constexpr std::size_t most_seen = 40;     // violated ones that are looked at
constexpr int most_entries = 3;           // times that constraints enter in one step
constexpr int most_halvings = 4;          // of a step that the working set does not hold
constexpr double regularization = 1e-4;   // of the working set, relative
constexpr double least_progress = 0.1;    // of the way that the targets go on: less is none
constexpr int most_rounds = 10;           // of corrections, each from a new linearization
constexpr double least_gain = 0.9;        // of the error by such a round: less is none
constexpr double opposing_part = 0.1;     // of a direction that belongs to a wish

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
  VecX positions;     // x
  VecX start, way;    // t(s) = start + s way, per equation
  double length = 0;  // of the longest way of a wish, m
  double part = 0;    // s
  VecX multipliers;   // sum of all steps, per equation
  std::vector<ElementConstraint> working_set;
  bool is_at_input = true;   // the columns are the first ones
  bool was_stopped = false;  // by elements at their limits
  double allowance = 0;      // excess that elements have without any pull
  MatX yielded = {};         // directions of the last step that were at their bounds, as columns
  int looks = 0;
  bool ran_out = false;

  VecX goal() const { return start + part * way; }
};

// In the columns that a step uses.
struct HandleSolver::Step {
  VecX pulls;
  VecX multipliers;     // per equation
  VecX of_constraints;  // multipliers of those that are active, in their order; <= 0 holds
  MatX yielded;         // directions at their bounds, as columns
  MatX inverse;         // of K, without those
  MatX share;           // pulls of all constraints for unit multipliers
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
  PrincipalDirections directions = principal_directions(K, scale_, displacement_of);
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

// By the paper's way: wishes about linear positions, contradictions filtered.
HandleSolution HandleSolver::solve_linear(const VecX& targets) const {
  const MatX& B = equations_.rows;
  const HandleModel::Columns columns = model_->start();
  MatX K = B * columns.compliance * B.transpose();
  K.diagonal() += softness_;
  const VecX way = targets - B * model_->positions(columns.pulls);
  HandleSolution solution;
  solution.pulls = B.transpose() * FilteredInverse(K, options_.filter, scale_).apply(way);
  solution.misses = targets - B * model_->positions(solution.pulls);
  if (!is_met(solution.misses)) solution.stop = HandleStop::iteration_limit;
  return solution;
}

// The step of least cost with the active constraints brought to their limits: A is conditioned on
// them, K' = K − K_en K_nn⁻¹ K_ne.
HandleSolver::Step HandleSolver::constrained_step(const Path& path,
                                                  const std::vector<Eigen::Index>& active,
                                                  const VecX& error, double farthest,
                                                  BeyondBound beyond) const {
  const MatX& B = equations_.rows;
  const MatX& all = path.columns.compliance;
  const Eigen::Index points = B.cols(), count = std::ssize(active);
  std::vector<Eigen::Index> rows;
  VecX room(count);
  for (Eigen::Index i = 0; i < count; ++i) {
    rows.push_back(points + active[static_cast<std::size_t>(i)]);
    room[i] =
        -path.working_set[static_cast<std::size_t>(active[static_cast<std::size_t>(i)])].excess;
  }
  MatX K = B * all.topLeftCorner(points, points) * B.transpose();
  MatX share = MatX::Zero(count, B.rows());  // of the constraints, for unit multipliers
  VecX own = VecX::Zero(count), led = VecX::Zero(B.rows());
  if (count > 0) {
    MatX among = all(rows, rows);
    among.diagonal() *= 1 + regularization;
    const Eigen::LDLT<MatX> factor(among);
    const MatX coupling = MatX(all(rows, Eigen::all)).leftCols(points) * B.transpose();
    share = -factor.solve(coupling);
    own = factor.solve(room);
    led = coupling.transpose() * own;
    K += coupling.transpose() * share;
  }
  K = 0.5 * (K + K.transpose()).eval();
  K.diagonal() += softness_;
  const auto pulls_of = [&](const VecX& multipliers, const VecX& constraints) {
    VecX pulls = VecX::Zero(all.rows());
    pulls.head(points) = B.transpose() * multipliers;
    pulls(rows) = constraints;
    return pulls;
  };
  const DisplacementOf displacement_of = [&](const VecX& multipliers) {
    VecX pulls = VecX::Zero(path.columns.pulls.size());
    pulls.tail(all.rows()) = pulls_of(multipliers, share * multipliers);
    return model_->largest_displacement(pulls);
  };
  const bool is_known = path.is_at_input && count == 0 && at_input_;
  const PrincipalDirections directions = is_known ? *at_input_ : directions_of(K, displacement_of);
  const BoundedStep bounded =
      bounded_step(directions, error - led, farthest, beyond, displacement_of);
  Step step{{}, bounded.multipliers, own + share * bounded.multipliers, {}};
  step.pulls = pulls_of(step.multipliers, step.of_constraints);
  step.yielded = directions.multipliers(Eigen::all, bounded.yielded);
  if (beyond == BeyondBound::leave) {
    step.inverse = inverse_without(directions, bounded.yielded);
    step.share = MatX::Zero(all.rows() - points, B.rows());
    step.share(active, Eigen::all) = share;
  }
  return step;
}

// With a working set in which no constraint pulls.
HandleSolver::Step HandleSolver::next_step(Path& path, const VecX& error, double farthest,
                                           BeyondBound beyond) const {
  std::vector<Eigen::Index> active(path.working_set.size());
  for (std::size_t i = 0; i < active.size(); ++i) active[i] = static_cast<Eigen::Index>(i);
  for (;;) {
    Step step = constrained_step(path, active, error, farthest, beyond);
    Eigen::Index worst = 0;
    if (active.empty() || !(step.of_constraints.maxCoeff(&worst) > 0)) return step;
    active.erase(active.begin() + worst);
  }
}

bool HandleSolver::is_sound(const VecX& pulls, double allowance) {
  const auto worst = model_->violated(pulls, 1);
  return worst.empty() || worst[0].excess <= ElementLimits::slack + allowance;
}

// Takes in what these pulls violate. False: nothing that is not there already.
bool HandleSolver::enter_working_set(Path& path, const VecX& pulls) {
  std::size_t entered = 0;
  for (const ElementConstraint& constraint : model_->violated(pulls, most_seen)) {
    const auto is_same = [&](const auto& other) { return other.is_same(constraint); };
    if (constraint.excess <= path.allowance || entered == most_entering ||
        std::ranges::any_of(path.working_set, is_same))
      continue;
    path.working_set.push_back(constraint);
    ++entered;
  }
  if (entered > 0) relinearize(path);
  return entered > 0;
}

// As next_step, with elements that it would bring beyond their limits in the working set, and
// shortened where that does not hold them.
HandleSolver::Step HandleSolver::step_within_limits(Path& path, const VecX& error, double farthest,
                                                    BeyondBound beyond) {
  Step step = next_step(path, error, farthest, beyond);
  for (int entry = 0; entry < most_entries; ++entry) {
    if (!enter_working_set(path, pulls_after(path, step))) break;
    step = next_step(path, error, farthest, beyond);
  }
  for (int halving = 0; !is_sound(pulls_after(path, step), path.allowance); ++halving) {
    const double part = halving < most_halvings ? 0.5 : 0;
    step.pulls *= part;
    step.multipliers *= part;
    if (part == 0) break;
  }
  return step;
}

// From the start to the end of the way. False: it ended before.
bool HandleSolver::walk(Path& path, Limits limits) {
  const MatX& B = equations_.rows;
  const double shortest = options_.shortest_step * options_.size / path.length;
  double ds = 1;
  int without_progress = 0;
  for (int steps = 0; path.part < 1; ++steps) {
    if (steps == options_.most_steps || without_progress == 2) {
      path.ran_out = without_progress < 2;
      return false;
    }
    const bool is_near_limits = !path.working_set.empty();
    ds = std::min(is_near_limits ? shortest : ds, 1 - path.part);
    const double to = path.part + ds > 1 - 1e-9 ? 1 : path.part + ds;
    const VecX error =
        error_at(path, path.positions, path.multipliers) + (to - path.part) * path.way;
    const double farthest = options_.amplification * ds * path.length;
    Step step = next_step(path, error, farthest, BeyondBound::at_bound);
    const Eigen::Index points = B.cols();
    VecX pulls = pulls_after(path, step);
    VecX positions = model_->positions(pulls);
    ++path.looks;
    const VecX predicted = path.columns.compliance.topRows(points) * step.pulls;
    const double beside = (positions - path.positions - predicted).norm();
    const double nonlinearity = predicted.norm() > 0 ? beside / predicted.norm() : 0;
    const bool may_shorten = ds > 1.0001 * shortest;
    const double allowed = options_.nonlinearity;
    if (may_shorten && nonlinearity > allowed) {
      ds = std::max(shortest, ds * std::clamp(0.8 * allowed / nonlinearity, 0.1, 0.7));
      continue;
    }
    if (limits == Limits::kept && !model_->violated(pulls, 1).empty()) {
      if (may_shorten) {
        ds = shortest;
        continue;
      }
      step = step_within_limits(path, error, farthest, BeyondBound::at_bound);
      pulls = pulls_after(path, step);
      positions = model_->positions(pulls);
      ++path.looks;
      path.was_stopped = true;
    }
    const double behind = lengths_by_wish(error_at(path, path.positions, path.multipliers)).sum();
    path.columns.pulls = pulls;
    path.positions = positions;
    path.multipliers += step.multipliers;
    path.yielded = step.yielded;
    path.part = to;
    const double gained = ds * lengths_by_wish(path.way).sum() + behind -
                          lengths_by_wish(error_at(path, path.positions, path.multipliers)).sum();
    const bool is_stuck = gained < least_progress * ds * lengths_by_wish(path.way).sum();
    without_progress = is_stuck ? without_progress + 1 : 0;
    if (path.part < 1 || is_near_limits) relinearize(path);
    if (nonlinearity > 0) ds *= std::clamp(0.8 * allowed / nonlinearity, 0.5, 3.0);
  }
  return true;
}

// Towards the goal along directions that do not yield: by secants (Broyden 1965), from a new
// linearization where they stall.
void HandleSolver::correct(Path& path, Limits limits) {
  for (int round = 0; round < most_rounds; ++round) {
    if (round > 0) relinearize(path);
    if (correct_by_secants(path, limits)) return;
  }
}

// True: met, or nothing is to be gained.
bool HandleSolver::correct_by_secants(Path& path, Limits limits) {
  const MatX& B = equations_.rows;
  const double farthest = options_.amplification * options_.shortest_step * options_.size;
  VecX error = error_at(path, path.positions, path.multipliers);
  if (is_met(error)) return true;
  Step step = limits == Limits::kept ? step_within_limits(path, error, farthest, BeyondBound::leave)
                                     : next_step(path, error, farthest, BeyondBound::leave);
  if (step.multipliers.isZero(0)) return true;
  const double before = error.norm();
  for (int i = 0; i < options_.most_corrections; ++i) {
    const VecX pulls = pulls_after(path, step);
    if (limits == Limits::kept && i > 0 && !is_sound(pulls, path.allowance)) break;
    const VecX positions = model_->positions(pulls);
    ++path.looks;
    const VecX multipliers = path.multipliers + step.multipliers;
    const VecX next = error_at(path, positions, multipliers);
    const VecX change = error - next;
    if (!(next.norm() < error.norm())) break;
    path.columns.pulls = pulls;
    path.positions = positions;
    path.multipliers = multipliers;
    path.yielded = step.yielded;
    error = next;
    if (is_met(error)) return true;
    const VecX predicted = step.inverse * change;
    const double along = step.multipliers.dot(predicted);
    if (along != 0) {
      const Eigen::RowVectorXd rest = step.multipliers.transpose() * step.inverse / along;
      step.inverse += (step.multipliers - predicted) * rest;
    }
    step.multipliers = step.inverse * error;
    step.pulls.head(B.cols()) = B.transpose() * step.multipliers;
    step.pulls.tail(step.pulls.size() - B.cols()) = step.share * step.multipliers;
  }
  return error.norm() > least_gain * before;
}

void HandleSolver::relinearize(Path& path) {
  path.columns = model_->linearize(path.columns.pulls, path.working_set);
  path.is_at_input = false;
  for (ElementConstraint& constraint : path.working_set) {
    constraint.excess = model_->excess(constraint, path.columns.pulls) - path.allowance;
  }
}

VecX HandleSolver::error_at(const Path& path, const VecX& positions,
                            const VecX& multipliers) const {
  return path.goal() - equations_.rows * positions - softness_.cwiseProduct(multipliers);
}

VecX HandleSolver::pulls_after(const Path& path, const Step& step) {
  VecX pulls = path.columns.pulls;
  pulls.tail(step.pulls.size()) += step.pulls;
  return pulls;
}

HandleSolution HandleSolver::solution_of(const Path& path) const {
  const MatX& B = equations_.rows;
  const VecX reached = B * path.positions;
  HandleSolution solution{.pulls = path.columns.pulls,
                          .misses = path.start + path.way - reached,
                          .iterations = std::max(0, path.looks - 1)};
  const VecX error = solution.misses - softness_.cwiseProduct(path.multipliers);
  if (is_met(error)) return solution;
  solution.stop = path.ran_out              ? HandleStop::iteration_limit
                  : path.was_stopped        ? HandleStop::element_limit
                  : path.yielded.cols() > 0 ? HandleStop::yielded
                                            : HandleStop::iteration_limit;
  const VecX misses = lengths_by_wish(error);
  const auto wishes = static_cast<int>(misses.size());
  const MatX K = B * path.columns.compliance.topLeftCorner(B.cols(), B.cols()) * B.transpose();
  for (Eigen::Index y = 0; y < path.yielded.cols(); ++y) {
    MatX by_wish = MatX::Zero(B.rows(), wishes);
    VecX parts = VecX::Zero(wishes);
    for (Eigen::Index row = 0; row < B.rows(); ++row) {
      const int wish = equations_.wish_of_row[static_cast<std::size_t>(row)];
      by_wish(row, wish) = path.yielded(row, y);
      parts[wish] += std::pow(scale_[row] * path.yielded(row, y), 2);
    }
    for (int a = 0; a < wishes; ++a) {
      for (int b = a + 1; b < wishes; ++b) {
        const bool both =
            std::min(parts[a], parts[b]) > opposing_part &&
            std::min(misses[a], misses[b]) > options_.shortest_step * options_.size / 10;
        if (both && by_wish.col(a).dot(K * by_wish.col(b)) < 0) solution.opposed.emplace_back(a, b);
      }
    }
  }
  std::ranges::sort(solution.opposed);
  solution.opposed.erase(std::unique(solution.opposed.begin(), solution.opposed.end()),
                         solution.opposed.end());
  return solution;
}

HandleSolution HandleSolver::follow(const VecX& targets, Limits limits) {
  const MatX& B = equations_.rows;
  Path path{.columns = model_->start()};
  path.positions = model_->positions(path.columns.pulls);
  path.multipliers = VecX::Zero(B.rows());
  path.start = B * path.positions;
  path.way = targets - path.start;
  path.length = path.way.size() > 0 ? lengths_by_wish(path.way).maxCoeff() : 0;
  if (!(path.length > 0)) return solution_of(path);
  if (limits == Limits::kept) {
    const auto standing = model_->violated(path.columns.pulls, 1);
    path.allowance = standing.empty() ? 0 : standing[0].excess;
  }
  walk(path, limits);
  correct(path, limits);
  needed_limits_ = path.was_stopped;
  return solution_of(path);
}

HandleSolution HandleSolver::solve(const VecX& targets) {
  if (!options_.exact) return solve_linear(targets);
  if (!at_input_) {
    const MatX& B = equations_.rows;
    const HandleModel::Columns columns = model_->start();
    MatX K = B * columns.compliance * B.transpose();
    K.diagonal() += softness_;
    at_input_ = directions_of(K, [&](const VecX& multipliers) {
      VecX pulls = VecX::Zero(columns.pulls.size());
      pulls.tail(B.cols()) = B.transpose() * multipliers;
      return model_->largest_displacement(pulls);
    });
  }
  if (!needed_limits_) {
    HandleSolution solution = follow(targets, Limits::ignored);
    if (model_->is_clearly_sound(solution.pulls) || is_sound(solution.pulls, -ElementLimits::slack))
      return solution;
  }
  return follow(targets, Limits::kept);
}

}  // namespace retake
