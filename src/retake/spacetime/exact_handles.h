#pragma once
#include <memory>
#include <vector>

#include "retake/spacetime/conditioning.h"
#include "retake/spacetime/handle_model.h"

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
namespace retake {

struct HandleOptions {
  bool exact = true;        // off: the paper's linear wishes, one step
  double tolerance = 1e-5;  // m
  double tau = 0.01;        // see FilteredInverse
  int most_iterations = 20;
  double stiff_ratio = 0.05;  // directions with less of the softest one's compliance start free
  double smallest_stretch =
      0.2;  // elements may not be squeezed below this (or below 0.9 of the input's)
};

struct HandleSolution {
  VecX pulls;          // μ
  VecX misses;         // t − B u, per equation as given
  int iterations = 0;  // steps after the first, linear one
  HandleStop stop = HandleStop::met;
  double smallest_stretch = 1;  // of any element in the frames of the handles
};

class HandleSolver {
 public:
  // S: energy of the pulls (symmetric, 3 points x 3 points). Takes the model's derivative at zero
  // pulls. The model must live as long, and have its first pulls alone when solve begins.
  HandleSolver(HandleModel& model, MatX S, HandleEquations equations,
               const HandleOptions& options = {});

  HandleSolution solve(const VecX& targets) const;

  // Per wish: directions in its own equations that start free, as columns (rows of the wish x
  // freed).
  const std::vector<MatX>& freed() const { return freed_; }
  // Wishes that would have to fight: pairs whose compliances nearly coincide.
  std::vector<std::pair<int, int>> rivals() const;

 private:
  struct Linearization {
    MatX jacobian;     // J, of the kept equations
    MatX step_matrix;  // S⁻¹Jᵀ
    VecX softness;     // Σ
    MatX compliance;   // K = J S⁻¹ Jᵀ + Σ
  };
  struct Search;
  // Towards the targets, and along with it to the cheapest edit that is as near to them.
  struct Step {
    VecX pulls, easing, multipliers;
  };
  enum class Outcome { advanced, stuck, squeezed };
  VecX error_of(const Search& at, const Linearization& linear) const;
  Outcome advance(Search& search, const Linearization& linear, const Step& step) const;
  Step next_step(const Search& search, const Linearization& linear) const;
  bool relinearize(Search& search, double shrink, Linearization& linear) const;
  static HandleStop why(Outcome outcome, bool slow);
  bool is_met(const Search& search) const;
  VecX multipliers_for(const VecX& change, const Linearization& linear) const;
  Linearization linearize(const MatX& derivative, const MatX& inverse_of_S) const;
  VecX elastic_scale(const Linearization& linear) const;
  MatX compliance_of(const MatX& jacobian) const;
  void free_stiff_directions();
  MatX linear_derivative() const { return options_.exact ? derivative_ : S_; }

  HandleModel* model_;
  MatX S_;
  MatX inverse_of_S_;
  HandleEquations equations_;
  HandleOptions options_;
  MatX kept_;  // kept equations x equations: what remains after freeing
  std::vector<MatX> freed_;
  MatX derivative_;
  Linearization at_input_;
  // Which wishes can be had together, told once at the input: later a direction that has become
  // stiff is no contradiction.
  std::unique_ptr<FilteredInverse> filter_;
  HandleModel::State input_;
};

}  // namespace retake
