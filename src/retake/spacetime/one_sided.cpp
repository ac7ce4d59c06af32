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
  enum class Outcome { taken, dependent, interrupted };

  bool may_go(int row) const { return problem_.at_least[static_cast<std::size_t>(row)]; }
  double residual(int row) const { return d_[row] - S_.row(row).dot(mu_); }
  double tolerance() const;
  void give_up_immovable();
  void give_up(int row, const VecX& mu_before, const std::vector<int>& held_before);
  // False: interrupted.
  bool take_equalities();
  bool take_violated();
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
  VecX d_, mu_;
  HeldRows held_;
  std::vector<bool> settled_;  // held, or given up
  std::vector<int> unmet_;
};

Search::Search(const OneSidedProblem& problem, const OneSidedOptions& options)
    : problem_(problem),
      options_(options),
      max_changes_(options.max_changes > 0 ? options.max_changes
                                           : static_cast<int>(20 * problem.d.size() + 100)),
      mu_(VecX::Zero(problem.d.size())),
      held_(static_cast<int>(problem.d.size())),
      settled_(static_cast<std::size_t>(problem.d.size()), false) {
  const VecX diagonal = problem.S.diagonal();
  const double largest = diagonal.size() > 0 ? diagonal.cwiseAbs().maxCoeff() : 0;
  scale_ = diagonal.unaryExpr(
      [&](double s) { return s > immovable * largest ? 1 / std::sqrt(s) : 0.0; });
  S_ = scale_.asDiagonal() * problem.S * scale_.asDiagonal();
  d_ = scale_.cwiseProduct(problem.d);
}

// Sums of S mu round relative to |mu|, which near-dependent rows make large.
double Search::tolerance() const {
  const double size = std::max(d_.cwiseAbs().maxCoeff(), mu_.cwiseAbs().maxCoeff());
  return options_.violation * size;
}

// Moves mu along the ray that changes C z in `row` alone and keeps all held rows met, until the row
// is met too. Flagged rows whose multipliers reach 0 before are let go, each making another ray.
Search::Outcome Search::take(int row) {
  while (has_changes_left()) {
    const HeldRows::Candidate candidate = held_.examine(S_, row);
    const bool dependent = candidate.remainder <= options_.dependence;
    const double missing = residual(row);
    const double direction = missing < 0 ? -1 : 1;
    const VecX ray = -direction * held_.combination(candidate);  // of the held rows
    const double full = dependent ? infinity : std::abs(missing) / candidate.remainder;

    double step = full;
    int blocking = -1;
    for (int place = 0; place < ray.size(); ++place) {
      const int other = held_.rows()[static_cast<std::size_t>(place)];
      if (!may_go(other) || ray[place] >= 0) continue;
      const double until = std::max(0.0, -mu_[other] / ray[place]);
      if (until < step) {
        step = until;
        blocking = place;
      }
    }
    if (step == infinity) return Outcome::dependent;
    mu_(held_.rows()) += step * ray;
    mu_[row] += step * direction;
    if (blocking >= 0) {
      let_go(blocking);
      continue;
    }
    held_.append(row, candidate);
    settled_[static_cast<std::size_t>(row)] = true;
    ++changes_;
    return Outcome::taken;
  }
  return Outcome::interrupted;
}

void Search::let_go(int place) {
  const int row = held_.rows()[static_cast<std::size_t>(place)];
  mu_[row] = 0;
  settled_[static_cast<std::size_t>(row)] = false;
  held_.remove(place);
  ++changes_;
}

bool Search::take_equalities() {
  const double agreeing = options_.dependence * d_.cwiseAbs().maxCoeff();
  for (int row = 0; row < d_.size(); ++row) {
    if (may_go(row) || settled_[static_cast<std::size_t>(row)]) continue;
    settled_[static_cast<std::size_t>(row)] = true;
    if (held_.examine(S_, row).remainder > options_.dependence) {
      if (take(row) == Outcome::interrupted) return false;
    } else if (std::abs(residual(row)) > agreeing) {
      unmet_.push_back(row);
    }
  }
  return true;
}

int Search::most_violated() const {
  const VecX missing = d_ - S_ * mu_;
  int worst = -1;
  double most = tolerance();
  for (int row = 0; row < missing.size(); ++row) {
    if (settled_[static_cast<std::size_t>(row)] || missing[row] <= most) continue;
    most = missing[row];
    worst = row;
  }
  return worst;
}

// Iterative refinement on the held rows takes out what the rotations have rounded.
void Search::refine() {
  if (held_.rows().empty()) return;
  const VecX missing = (d_ - S_ * mu_)(held_.rows());
  mu_(held_.rows()) += held_.solve(missing);
  for (const int row : held_.rows())
    if (may_go(row)) mu_[row] = std::max(0.0, mu_[row]);
}

void Search::give_up_immovable() {
  for (int row = 0; row < d_.size(); ++row) {
    if (scale_[row] > 0) continue;
    settled_[static_cast<std::size_t>(row)] = true;
    if (may_go(row) ? problem_.d[row] > 0 : problem_.d[row] != 0) unmet_.push_back(row);
  }
}

// A combination of this and other rows that nothing moves asks to be moved: no set of rows cures
// that, so that the row is given up for good, and what was let go for it is taken back.
void Search::give_up(int row, const VecX& mu_before, const std::vector<int>& held_before) {
  mu_ = mu_before;
  for (const int other : held_before) settled_[static_cast<std::size_t>(other)] = true;
  held_ = HeldRows(static_cast<int>(d_.size()));
  for (const int other : held_before) held_.append(other, held_.examine(S_, other));
  settled_[static_cast<std::size_t>(row)] = true;
  unmet_.push_back(row);
}

// Takes in violated rows until there are none, also after what has been rounded is taken out.
bool Search::take_violated() {
  for (bool is_refined = false; !is_refined;) {
    const int row = most_violated();
    if (row < 0) {
      refine();
      is_refined = most_violated() < 0;
      continue;
    }
    const VecX mu_before = mu_;
    const std::vector<int> held_before = held_.rows();
    const Outcome outcome = take(row);
    if (outcome == Outcome::interrupted) return false;
    if (outcome == Outcome::dependent) give_up(row, mu_before, held_before);
  }
  return true;
}

OneSidedResult Search::run() {
  if (d_.size() == 0) return {.converged = true};
  give_up_immovable();
  OneSidedResult result{.converged = take_equalities() && take_violated()};
  result.multipliers = scale_.cwiseProduct(mu_);
  result.active = held_.rows();
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
