#pragma once
#include <limits>
#include <memory>
#include <vector>

#include "retake/spacetime/conditioning.h"

// Handles that hold. A linear wish misses after warping (on the paper's bridge by 0.6 to 8 % of its
// length for a 5 % drag). Here the pulls at the held points are found such that the *warped* points
// meet their targets: pulls μ cost ½ μᵀSμ; positions u(μ) come from the warp; wishes are rows B u =
// t. Each step
//
//     μ ← μ + S⁻¹Jᵀ (J S⁻¹ Jᵀ + Σ)⁻¹ (t − B u − Σλ),      J = B du/dμ,
//
// is the conditioning of section "the one idea" with the wishes linearized. J stays that of the
// input while the error falls by three each time, and is taken anew where it does not
// (Gauss-Newton); steps are cut back where they do not help or would turn an element inside out.
namespace retake {

// Where held points come to stand, and what pulling at them does. Three pulls per point, world
// axes.
class HandleModel {
 public:
  virtual ~HandleModel() = default;

  struct State {
    VecX positions;               // 3 per point
    double smallest_stretch = 1;  // of any element in the frames looked at; det of its stretch
  };
  virtual State evaluate(const VecX& pulls) const = 0;
  virtual MatX derivative(const VecX& pulls) const = 0;  // d positions / d pulls
};

// Rows B over the positions of the points; several rows belong to one wish.
struct HandleEquations {
  MatX rows;                     // B: equations x 3 points
  std::vector<int> wish_of_row;  // ascending
  VecX weights;                  // per equation: infinity for hard, see Wish::weight
  std::vector<char> may_free;    // per wish: stiff directions start free
  // Per pull: how far its own point gives way without the body moving as a whole. Contradictions
  // are told by this measure; else all wishes about a body that nothing holds would seem to fight,
  // since it would much rather move than bend. Empty: the diagonal of S.
  VecX elastic_compliance;
};

struct HandleOptions {
  bool exact = true;        // off: the paper's linear wishes, one step
  double tolerance = 1e-5;  // m
  double tau = 0.01;        // see FilteredInverse
  int most_iterations = 12;
  double stiff_ratio = 0.05;  // directions with less of the softest one's compliance start free
  double smallest_stretch =
      0.2;  // elements may not be squeezed below this (or below 0.9 of the input's)
};

struct HandleSolution {
  VecX pulls;          // μ
  VecX misses;         // t − B u, per equation as given
  int iterations = 0;  // steps after the first, linear one
  bool met = false;
  bool degenerate = false;  // stopped because an element would have been turned inside out
};

class HandleSolver {
 public:
  // S: energy of the pulls (symmetric, 3 points x 3 points). Takes the model's derivative at zero
  // pulls.
  HandleSolver(const HandleModel& model, MatX S, HandleEquations equations,
               const HandleOptions& options = {});

  HandleSolution solve(const VecX& targets) const;

  // Per wish: directions in its own equations that start free, as columns (rows of the wish x
  // freed).
  const std::vector<MatX>& freed() const { return freed_; }
  // Wishes that would have to fight: pairs whose compliances nearly coincide.
  std::vector<std::pair<int, int>> rivals() const;

 private:
  struct Linearization {
    MatX step_matrix;  // S⁻¹Jᵀ
    std::unique_ptr<FilteredInverse> inverse;
    VecX softness;  // Σ
  };
  struct Search;
  enum class Outcome { advanced, stuck, squeezed };
  VecX error_of(const Search& at, const Linearization& linear) const;
  Outcome advance(Search& search, const Linearization& linear, const VecX& step) const;
  Linearization linearize(const MatX& derivative) const;
  MatX compliance_of(const MatX& jacobian) const;
  void free_stiff_directions();
  MatX linear_derivative() const { return options_.exact ? derivative_ : S_; }

  const HandleModel* model_;
  MatX S_;
  MatX inverse_of_S_;
  HandleEquations equations_;
  HandleOptions options_;
  MatX kept_;  // kept equations x equations: what remains after freeing
  std::vector<MatX> freed_;
  MatX derivative_;
  Linearization at_input_;
  HandleModel::State input_;
};

}  // namespace retake
