#pragma once
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "retake/spacetime/conditioning.h"
#include "retake/spacetime/handle_solution.h"
#include "retake/spacetime/held_directions.h"

// Handles that hold. A linear wish misses after warping (on the paper's bridge by 0.6 to 8 % of its
// length for a 5 % drag). Here the pulls at the held points are found such that the *warped* points
// meet their targets: pulls μ cost ½ μᵀSμ; positions u(μ) come from the warp; wishes are rows B u =
// t. Each step
//
//     μ ← μ + S⁻¹Jᵀ (J S⁻¹ Jᵀ + Σ)⁻¹ (t − B u − Σλ),      J = B du/dμ,
//
// is the conditioning of section "the one idea" with the wishes linearized. J stays that of the
// input while the error falls by three each time, and is taken anew where it does not
// (Gauss-Newton). Where that is not enough either, the body has bent so far that pulls at its input
// shape lead elsewhere: the pulls are then turned with it, and the step is
//
//     μ ← S⁻¹Jᵀ (J S⁻¹ Jᵀ + Σ)⁻¹ (t − B u + J μ),      pulls along the rows of J.
//
// Steps are cut back where they do not help or would turn an element inside out.
//
// Directions in which the body is stiff are held where that goes well: it is tried, and that is the
// answer if the wishes are met by a sound body; else they are left free. The first trial is a quick
// one, which ends with the first step that does not do well; wishes that miss by far with them free
// get more steps of that kind, those that go mostly along such directions more effort, and so do
// all where looks at the body are cheap. Where all of that fails the points are led from where they
// stand with these directions free towards their targets, as far as the body stays sound; and where
// the wishes are not met even so, all go as far on the straight way to their targets as they are.
// Thereby a drag that becomes too much stops instead of jumping to another answer. In the same way
// wishes that the filter has taken for contradictions are tried with finer ones: a pin beside a
// drag is none. So are those that fight: pulling neighbours apart tears the body or throws it,
// twisting a slender part does neither. Where those that do fight move the body
// farther than any of them asks, ever more of what they want is taken for a contradiction, until
// they do not. Each of these ends after a set number of looks at the body.
namespace retake {

class HandleSolver {
 public:
  // S: energy of the pulls (symmetric, 3 points x 3 points). Takes the model's derivative at zero
  // pulls. The model must live as long, and have its first pulls alone when solve begins.
  HandleSolver(HandleModel& model, MatX S, HandleEquations equations,
               const HandleOptions& options = {});

  HandleSolution solve(const VecX& targets);
  // Without what is tried for wishes that are hard to meet: taken for contradictions, or fighting.
  HandleSolution solve_simply(const VecX& targets);
  // With those that go farthest as far on the straight way to their targets as simple answers are
  // good; none: nowhere. `why`: they cannot be met.
  using IsGood = std::function<bool(const VecX& targets, const HandleSolution& solution)>;
  std::optional<HandleSolution> solve_as_far_as_good(const VecX& targets, HandleStop why,
                                                     const IsGood& is_good);
  // Whether trials are for these handles: not at many frames, where looks at the body are dear.
  bool may_try() const;
  // Some wishes pull against each other; of a solution: and miss by that.
  bool have_rivals(const VecX& targets) const;
  bool have_rivals(const VecX& targets, const HandleSolution& solution) const;
  // Whether the first, linear step meets the wishes and is calm, with stiff directions free or
  // held; the same for all targets on a straight way from the input.
  enum class Stiff { free, held };
  bool would_go_well(const VecX& targets, Stiff stiff);
  bool is_met(const HandleSolution& solution) const;                        // of all hard wishes
  bool is_calm(const VecX& targets, const HandleSolution& solution) const;  // nothing is thrown

  // Pairs of wishes that fight: they miss to opposite sides, both by `least` or more, and what they
  // want would tear the body (see would_tear).
  std::vector<std::pair<int, int>> rivals(const VecX& targets, const VecX& misses,
                                          double least) const;

 private:
  struct Linearization {
    MatX jacobian;     // J, of the kept equations
    MatX step_matrix;  // S⁻¹Jᵀ
    VecX softness;     // Σ
    MatX compliance;   // K = J S⁻¹ Jᵀ + Σ
  };
  // What is held, and what follows from it.
  struct Grip {
    HeldDirections directions;
    Linearization at_input;
    // Which wishes can be had together, told once at the input: later a direction that has become
    // stiff is no contradiction.
    std::unique_ptr<FilteredInverse> filter;
  };
  struct Search;
  // Towards the targets, and along with it to the cheapest edit that is as near to them.
  struct Step {
    VecX pulls, easing, multipliers;
  };
  enum class Outcome { advanced, stuck, squeezed, spent };
  // A trial that goes well needs few steps, and all may be in vain.
  static constexpr int most_trial_steps = 12;
  // How hard an iteration tries.
  struct Effort {
    int steps = 20;
    int halvings = 5;          // of a step that does not help
    bool is_quick = false;     // ends with the first step that does not do well
    bool looks_whole = false;  // at all elements after every step
  };
  const Grip& grip_with(const std::vector<char>& locked, double tau);
  bool is_good(const HandleSolution& solution, const HandleModel::Limits& limits) const;
  bool is_affordable() const;
  std::optional<HandleSolution> solve_along_stiff(const VecX& targets);
  std::vector<char> with_stiff_directions();
  std::vector<char> astray(const VecX& targets, const HandleSolution& free) const;
  HandleSolution with_missed_held(const VecX& targets, HandleSolution free);
  struct Trial {
    HandleSolution solution;
    bool went_well = false;
  };
  Trial hold_all(const VecX& targets, const std::vector<char>& locked, const Effort& effort);
  Effort effort_along_stiff(const VecX& targets);
  std::optional<HandleSolution> hold_some(const VecX& targets, const HandleSolution& free,
                                          const HandleSolution& all, const Effort& effort);
  std::optional<HandleSolution> hold_further(const VecX& targets, const HandleSolution& base,
                                             const std::vector<char>& locked);
  double good_part(double way, const std::function<bool(double part)>& is_good);
  VecX far_part(VecX way) const;
  bool goes_astray(const VecX& targets, const VecX& pulls) const;
  bool would_tear(int a, int b, const Eigen::Matrix3Xd& ways) const;
  bool are_bound(Eigen::Index i, Eigen::Index j, const Eigen::Matrix3Xd& ways) const;
  std::optional<HandleSolution> solve_against_filter(const VecX& targets,
                                                     const HandleSolution& filtered);
  HandleSolution solve_free(const VecX& targets);
  HandleSolution solve_as_wished(const VecX& targets);
  VecX hard_part(VecX misses) const;
  double longest_way(const VecX& targets) const;
  double calm_distance(const VecX& targets) const;
  double calm_way(const VecX& targets) const;
  std::vector<std::pair<int, int>> fighting(const VecX& targets, const VecX& misses) const;
  bool all_fight(const VecX& targets, const VecX& misses) const;
  bool throws_the_body(const VecX& targets, const HandleSolution& solution);
  HandleSolution held_back(const VecX& targets, HandleSolution solution);
  HandleSolution calmed(const VecX& targets, const HandleSolution& thrown);
  HandleSolution iterate(const Grip& grip, const VecX& targets, const Effort& effort);
  VecX error_of(const Search& at, const Linearization& linear) const;
  Outcome advance(Search& search, const Linearization& linear, const Step& step,
                  const Effort& effort);
  Step next_step(const Search& search, const Linearization& linear) const;
  bool relinearize(Search& search, double shrink, Linearization& linear);
  static HandleStop why(Outcome outcome, bool slow);
  bool is_met(const Search& search) const;
  bool is_whole(const VecX& pulls, bool closely) const;
  Linearization linearize(const MatX& kept, const MatX& derivative, const MatX& inverse_of_S) const;
  VecX elastic_scale(const Grip& grip) const;
  MatX compliance_of(const MatX& jacobian) const;
  MatX linear_derivative() const { return options_.exact ? derivative_ : S_; }

  HandleModel* model_;
  MatX S_;
  MatX inverse_of_S_;
  HandleEquations equations_;
  HandleOptions options_;
  MatX derivative_;
  MatX among_;  // K of all equations at the input
  // By the wishes that are locked, and the filter.
  std::map<std::pair<std::vector<char>, double>, Grip> grips_;
  HandleModel::State input_;
  int evaluations_left_ = 0;  // of this solve
};

}  // namespace retake
