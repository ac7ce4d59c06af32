#include "retake/spacetime/exact_handles.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Cholesky>

namespace retake {

namespace {

constexpr double regularization = 1e-9;   // of S, relative: pulls at nearly one point stay apart
constexpr double straight_way = 0.1;      // the last part is gone without easing, which is quicker
constexpr double smallest_volume = 0.02;  // of an element, over that at rest
constexpr double good_shrink = 3;         // of the error by a step: all is well
constexpr double fair_shrink = 1.5;       // pulls need not turn
constexpr double slow_shrink = 1.05;      // less is slow, and
constexpr int looks_per_derivative = 2, looks_per_turn = 8;  // what they cost
constexpr int most_slow_steps = 3;  // as many such steps in a row are the end

// Inverse of a symmetric positive semi-definite matrix, scaled and regularized.
MatX regularized_inverse(const MatX& S) {
  MatX regular = S;
  const double mean = S.rows() > 0 ? S.diagonal().mean() : 0;
  regular.diagonal() += regularization * S.diagonal() +
                        VecX::Constant(S.rows(), 1e-14 * mean + std::numeric_limits<double>::min());
  return regular.ldlt().solve(MatX::Identity(S.rows(), S.rows()));
}

// K⁻¹ among the multipliers that the filter keeps.
VecX multipliers_for(const VecX& change, const MatX& compliance, const FilteredInverse& filter) {
  const MatX kept = filter.kept_pulls();
  return kept * (kept.transpose() * compliance * kept).ldlt().solve(kept.transpose() * change);
}

}  // namespace

const char* words_of(HandleStop stop) {
  switch (stop) {
    case HandleStop::met:
      return "met";
    case HandleStop::squeezed:
      return "an element would be squeezed too much or turned inside out";
    case HandleStop::stuck:
      return "no step comes nearer";
    case HandleStop::tired:
      return "too many steps";
  }
  return "";
}

HandleSolver::HandleSolver(HandleModel& model, MatX S, HandleEquations equations,
                           const HandleOptions& options)
    : model_(&model),
      S_(std::move(S)),
      inverse_of_S_(regularized_inverse(S_)),
      equations_(std::move(equations)),
      options_(options) {
  const VecX none = VecX::Zero(S_.rows());
  input_ = model_->evaluate(none);
  derivative_ = options_.exact ? model_->derivative(none) : S_;
  among_ = compliance_of(equations_.rows * linear_derivative());
}

const HandleSolver::Grip& HandleSolver::grip_with(const std::vector<char>& locked, double tau) {
  const auto [place, is_new] = grips_.try_emplace({locked, tau});
  Grip& grip = place->second;
  if (!is_new) return grip;
  grip.directions = hold_directions(among_, equations_, options_.stiff_ratio, locked);
  grip.at_input = linearize(grip.directions.kept, linear_derivative(), inverse_of_S_);
  grip.filter =
      std::make_unique<FilteredInverse>(grip.at_input.compliance, tau, elastic_scale(grip));
  return grip;
}

MatX HandleSolver::compliance_of(const MatX& jacobian) const {
  return jacobian * inverse_of_S_ * jacobian.transpose();
}

HandleSolver::Linearization HandleSolver::linearize(const MatX& kept, const MatX& derivative,
                                                    const MatX& inverse_of_S) const {
  Linearization result;
  result.jacobian = kept * equations_.rows * derivative;
  // By the paper's way J = B S, and S⁻¹Jᵀ needs no inverse, which is a regularized one.
  result.step_matrix = options_.exact ? MatX(inverse_of_S * result.jacobian.transpose())
                                      : MatX((kept * equations_.rows).transpose());
  result.compliance = result.jacobian * result.step_matrix;
  result.softness.resize(result.compliance.rows());
  for (Eigen::Index i = 0; i < result.softness.size(); ++i) {
    Eigen::Index equation = 0;
    kept.row(i).cwiseAbs().maxCoeff(&equation);
    result.softness[i] = result.compliance(i, i) / equations_.weights[equation];
  }
  result.compliance.diagonal() += result.softness;
  return result;
}

// Root of how far each kept equation gives way without the body moving as a whole.
VecX HandleSolver::elastic_scale(const Grip& grip) const {
  const Linearization& linear = grip.at_input;
  const MatX read = grip.directions.kept * equations_.rows;
  const VecX compliance = equations_.elastic_compliance.size() > 0 ? equations_.elastic_compliance
                                                                   : VecX(S_.diagonal());
  const VecX elastic = read.cwiseAbs2() * compliance + linear.softness;
  return linear.compliance.diagonal().cwiseMin(elastic).cwiseMax(0).cwiseSqrt();
}

// Where one run of the iteration stands.
struct HandleSolver::Search {
  // What the linearization is of: the input; the state as it stands; the same with turned pulls.
  enum class Stage { input, state, turned };

  const Grip* grip;
  VecX goal;         // of the kept equations
  VecX pulls;        // μ
  VecX multipliers;  // λ, with μ = S⁻¹Jᵀλ while J stays the same
  HandleModel::State state;
  VecX error;      // goal − B u − Σλ
  double way = 0;  // its norm at the start
  Stage stage = Stage::input;
};

VecX HandleSolver::error_of(const Search& at, const Linearization& linear) const {
  return at.goal - at.grip->directions.kept * (equations_.rows * at.state.positions) -
         linear.softness.cwiseProduct(at.multipliers);
}

bool HandleSolver::is_whole(const VecX& pulls, bool closely) const {
  return model_->smallest_volume(pulls, closely) >= smallest_volume;
}

bool HandleSolver::is_met(const Search& search) const {
  const VecX kept = search.grip->filter->kept_part(search.error);
  return kept.size() == 0 || kept.lpNorm<Eigen::Infinity>() <= options_.tolerance;
}

// Goes along the step as far as it helps and leaves every element whole.
HandleSolver::Outcome HandleSolver::advance(Search& search, const Linearization& linear,
                                            const Step& step, const Effort& effort) {
  bool squeezed = false;
  for (int halving = 0; halving <= effort.halvings; ++halving) {
    if (evaluations_left_-- <= 0) return Outcome::spent;
    const double part = std::ldexp(1.0, -halving);
    Search next = search;
    next.pulls += part * (step.pulls + part * step.easing);
    next.multipliers += part * step.multipliers;
    next.state = model_->evaluate(next.pulls);
    next.error = error_of(next, linear);
    squeezed = !(next.state.smallest_stretch >= options_.smallest_stretch) ||
               (effort.looks_whole && !is_whole(next.pulls, true));
    // By the paper's way the answer is taken as it comes.
    if (options_.exact && (squeezed || !(next.error.norm() < search.error.norm()))) continue;
    search = std::move(next);
    return Outcome::advanced;
  }
  return squeezed ? Outcome::squeezed : Outcome::stuck;
}

HandleStop HandleSolver::why(Outcome outcome, bool slow) {
  if (outcome == Outcome::squeezed) return HandleStop::squeezed;
  return outcome == Outcome::stuck || slow ? HandleStop::stuck : HandleStop::tired;
}

HandleSolver::Step HandleSolver::next_step(const Search& search,
                                           const Linearization& linear) const {
  const FilteredInverse& filter = *search.grip->filter;
  if (search.stage != Search::Stage::turned) {
    // Contradictions are filtered smoothly at first.
    const VecX step = search.pulls.isZero(0)
                          ? VecX(filter.apply(search.error).col(0))
                          : multipliers_for(search.error, linear.compliance, filter);
    return {linear.step_matrix * step, VecX::Zero(search.pulls.size()), step};
  }
  const VecX reached =
      search.goal - search.error - linear.softness.cwiseProduct(search.multipliers);
  const VecX multipliers = multipliers_for(search.goal - reached + linear.jacobian * search.pulls,
                                           linear.compliance, filter);
  const VecX towards =
      linear.step_matrix * multipliers_for(search.error, linear.compliance, filter);
  const VecX easing = linear.step_matrix * multipliers - search.pulls - towards;
  const bool near = search.error.norm() < straight_way * search.way;
  return {towards, near ? VecX::Zero(easing.size()) : easing, multipliers - search.multipliers};
}

// At the state as it stands, with turned pulls where that has not helped. False: nothing new is to
// be had.
bool HandleSolver::relinearize(Search& search, double shrink, Linearization& linear) {
  const MatX& kept = search.grip->directions.kept;
  const bool moved = shrink > 1, fair = shrink > fair_shrink;
  if (search.stage == Search::Stage::turned && !moved) return false;
  if (search.stage == Search::Stage::input || (search.stage == Search::Stage::state && fair)) {
    search.stage = Search::Stage::state;
  } else if (const auto turned = model_->turn(search.pulls)) {
    evaluations_left_ -= looks_per_turn;
    linear = linearize(kept, turned->derivative, regularized_inverse(turned->energy));
    search.pulls = turned->pulls;
    search.stage = Search::Stage::turned;
    return true;
  } else if (!moved) {
    return false;
  }
  linear = linearize(kept, model_->derivative(search.pulls), inverse_of_S_);
  evaluations_left_ -= looks_per_derivative;
  return true;
}

HandleSolution HandleSolver::iterate(const Grip& grip, const VecX& targets, const Effort& effort) {
  HandleSolution solution{.freed = grip.directions.freed};
  const Eigen::Index equations = grip.directions.kept.rows();
  Search at{&grip,
            grip.directions.kept * targets,
            VecX::Zero(S_.rows()),
            VecX::Zero(equations),
            input_,
            {},
            0};
  Linearization relinearized;
  const Linearization* linear = &grip.at_input;
  at.error = error_of(at, *linear);
  at.way = at.error.norm();
  int slow_steps = 0;
  for (;; ++solution.iterations) {
    const double before = at.error.norm();
    const Outcome outcome = advance(at, *linear, next_step(at, *linear), effort);
    if (is_met(at) || !options_.exact) break;
    const double shrink = before / at.error.norm();
    slow_steps = shrink > slow_shrink ? 0 : slow_steps + 1;
    const bool well = shrink >= good_shrink;
    const bool tired = outcome == Outcome::spent || solution.iterations == effort.steps ||
                       slow_steps > most_slow_steps || (effort.is_quick && shrink < fair_shrink);
    if (tired || !(well || relinearize(at, shrink, relinearized))) {
      solution.stop = why(outcome, slow_steps > most_slow_steps);
      break;
    }
    if (!well) linear = &relinearized;
  }
  solution.pulls = at.pulls;
  solution.smallest_stretch = at.state.smallest_stretch;
  solution.misses = targets - equations_.rows * at.state.positions;
  return solution;
}

}  // namespace retake
