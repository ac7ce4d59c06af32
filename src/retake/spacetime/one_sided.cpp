#include "retake/spacetime/one_sided.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "retake/numerics/errors.h"
#include "retake/spacetime/held_rows.h"

namespace retake {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Nothing moves a row whose S_ii is below this part of the largest: rows may have different units,
// and a true 0 (a pinned vertex, a held frame) comes out as 0.
constexpr double immovable = 1e-20;

void check(const OneSidedProblem& problem) {
  const Eigen::Index c = problem.d.size();
  if (problem.S.rows() != c || problem.S.cols() != c || std::ssize(problem.at_least) != c) {
    throw InputError({.what = "the parts of a one-sided problem do not fit together",
                      .expected = "S, d and flags of " + std::to_string(c) + " rows",
                      .found = std::to_string(problem.S.rows()) + " x " +
                               std::to_string(problem.S.cols()) + ", " + std::to_string(c) +
                               " and " + std::to_string(problem.at_least.size())});
  }
  if (!problem.S.allFinite() || !problem.d.allFinite()) {
    throw InputError({.what = "a one-sided problem holds a number that is not finite"});
  }
}

// The problem in rows of unit compliance, S_ii = 1, and where its solution stands.
class Search {
 public:
  Search(const OneSidedProblem& problem, const OneSidedOptions& options);

  OneSidedResult run();

 private:
  // Where the search stands.
  struct Stand {
    VecX mu;
    HeldRows held;
    std::vector<bool> settled;  // held, or given up
  };
  enum class Outcome { taken, dependent, interrupted };

  bool may_go(int row) const { return problem_.at_least[static_cast<std::size_t>(row)]; }
  double residual(int row) const { return d_[row] - S_.row(row).dot(at_.mu); }
  double tolerance() const;
  void take_equalities();
  int most_violated() const;  // -1: none
  Outcome take(int row);
  void let_go(int place);
  void refine();
  bool has_changes_left() const { return changes_ < max_changes_; }

  const OneSidedProblem& problem_;
  const OneSidedOptions& options_;
  int max_changes_, changes_ = 0;
  VecX scale_;  // 1 / sqrt(S_ii); 0 where nothing moves the row
  MatX S_;
  VecX d_;
  Stand at_;
  std::vector<int> unmet_;
};

Search::Search(const OneSidedProblem& problem, const OneSidedOptions& options)
    : problem_(problem),
      options_(options),
      max_changes_(options.max_changes > 0 ? options.max_changes
                                           : static_cast<int>(20 * problem.d.size() + 100)),
      at_{VecX::Zero(problem.d.size()), HeldRows(static_cast<int>(problem.d.size())),
          std::vector<bool>(static_cast<std::size_t>(problem.d.size()), false)} {
  const VecX diagonal = problem.S.diagonal();
  const double largest = diagonal.size() > 0 ? diagonal.cwiseAbs().maxCoeff() : 0;
  scale_ = diagonal.unaryExpr(
      [&](double s) { return s > immovable * largest ? 1 / std::sqrt(s) : 0.0; });
  S_ = scale_.asDiagonal() * problem.S * scale_.asDiagonal();
  d_ = scale_.cwiseProduct(problem.d);
}

// Sums of S mu round relative to |mu|, which near-dependent rows make large.
double Search::tolerance() const {
  const double size = std::max(d_.cwiseAbs().maxCoeff(), at_.mu.cwiseAbs().maxCoeff());
  return options_.violation * size;
}

// Moves mu along the ray that changes C z in `row` alone and keeps all held rows met, until the row
// is met too. Flagged rows whose multipliers reach 0 before are let go, each making another ray.
Search::Outcome Search::take(int row) {
  while (has_changes_left()) {
    const HeldRows::Candidate candidate = at_.held.examine(S_, row);
    const bool dependent = candidate.remainder <= options_.dependence;
    const double missing = residual(row);
    const double direction = missing < 0 ? -1 : 1;
    const VecX ray = -direction * at_.held.combination(candidate);  // of the held rows
    const double full = dependent ? infinity : std::abs(missing) / candidate.remainder;

    double step = full;
    int blocking = -1;
    for (int place = 0; place < ray.size(); ++place) {
      const int other = at_.held.rows()[static_cast<std::size_t>(place)];
      if (!may_go(other) || ray[place] >= 0) continue;
      const double until = std::max(0.0, -at_.mu[other] / ray[place]);
      if (until < step) {
        step = until;
        blocking = place;
      }
    }
    if (step == infinity) return Outcome::dependent;
    at_.mu(at_.held.rows()) += step * ray;
    at_.mu[row] += step * direction;
    if (blocking >= 0) {
      let_go(blocking);
      continue;
    }
    at_.held.append(row, candidate);
    at_.settled[static_cast<std::size_t>(row)] = true;
    ++changes_;
    return Outcome::taken;
  }
  return Outcome::interrupted;
}

void Search::let_go(int place) {
  const int row = at_.held.rows()[static_cast<std::size_t>(place)];
  at_.mu[row] = 0;
  at_.settled[static_cast<std::size_t>(row)] = false;
  at_.held.remove(place);
  ++changes_;
}

void Search::take_equalities() {
  for (int row = 0; row < d_.size(); ++row) {
    if (may_go(row)) continue;
    at_.settled[static_cast<std::size_t>(row)] = true;
    const bool moves = scale_[row] > 0;
    if (moves && at_.held.examine(S_, row).remainder > options_.dependence) {
      take(row);
    } else if (moves ? std::abs(residual(row)) > options_.dependence * d_.cwiseAbs().maxCoeff()
                     : problem_.d[row] != 0) {
      unmet_.push_back(row);
    }
  }
}

int Search::most_violated() const {
  const VecX missing = d_ - S_ * at_.mu;
  int worst = -1;
  double most = tolerance();
  for (int row = 0; row < missing.size(); ++row) {
    if (at_.settled[static_cast<std::size_t>(row)] || missing[row] <= most) continue;
    most = missing[row];
    worst = row;
  }
  return worst;
}

// One step of iterative refinement on the held rows takes out what the rotations have rounded.
void Search::refine() {
  if (at_.held.rows().empty()) return;
  const VecX missing = (d_ - S_ * at_.mu)(at_.held.rows());
  at_.mu(at_.held.rows()) += at_.held.solve(missing);
  for (const int row : at_.held.rows())
    if (may_go(row)) at_.mu[row] = std::max(0.0, at_.mu[row]);
}

OneSidedResult Search::run() {
  if (d_.size() == 0) return {.converged = true};
  for (int row = 0; row < d_.size(); ++row) {
    if (!may_go(row) || scale_[row] > 0) continue;
    at_.settled[static_cast<std::size_t>(row)] = true;
    if (problem_.d[row] > 0) unmet_.push_back(row);
  }
  take_equalities();
  OneSidedResult result{.converged = true};
  for (int row = most_violated(); row >= 0; row = most_violated()) {
    const Stand before = at_;
    const Outcome outcome = take(row);
    if (outcome == Outcome::dependent) {
      // A combination of this and other rows that nothing moves asks to be moved: no set of rows
      // cures that, so that the row is given up for good.
      at_ = before;
      at_.settled[static_cast<std::size_t>(row)] = true;
      unmet_.push_back(row);
    }
    if (outcome == Outcome::interrupted) {
      result.converged = false;
      break;
    }
    refine();
  }
  result.multipliers = scale_.cwiseProduct(at_.mu);
  result.active = at_.held.rows();
  std::sort(result.active.begin(), result.active.end());
  result.unmet = unmet_;
  std::sort(result.unmet.begin(), result.unmet.end());
  result.iterations = changes_;
  return result;
}

}  // namespace

void OneSidedOptions::validate() const {
  if (!(violation > 0 && violation < 1)) {
    throw InputError({.what = "violation that counts as none",
                      .expected = "above 0, below 1",
                      .found = std::to_string(violation)});
  }
  if (!(dependence > 0 && dependence < 1)) {
    throw InputError({.what = "dependence of a row",
                      .expected = "above 0, below 1",
                      .found = std::to_string(dependence)});
  }
  if (max_changes < 0) {
    throw InputError({.what = "most changes of the set of rows",
                      .expected = "0 or more",
                      .found = std::to_string(max_changes)});
  }
}

OneSidedResult solve_one_sided_rows(const OneSidedProblem& problem,
                                    const OneSidedOptions& options) {
  options.validate();
  check(problem);
  return Search(problem, options).run();
}

}  // namespace retake
