#pragma once
#include <functional>

#include "retake/numerics/linear_types.h"

// A regularized inverse of K = C A Cᵀ whose answer is bounded by what it does to the body, and not
// by the size of K: selectively damped least squares (Buss and Kim 2005), with displacements of the
// body in the place of joint angles.
namespace retake {

// K in directions that do not give way to one another, wishes scaled to compare (D, per equation):
// D⁻¹ K D⁻¹ = Q diag(s) Qᵀ.
struct PrincipalDirections {
  MatX multipliers;   // D⁻¹ Q: equations x directions, softest last
  VecX compliance;    // s
  VecX displacement;  // of the body, m, for a unit multiplier along each
  std::vector<char> is_unbounded;
};

// How far multipliers (per equation) move the body, m.
using DisplacementOf = std::function<double(const VecX& multipliers)>;

// Rows with D = 0 (a pinned vertex) have no multiplier.
PrincipalDirections principal_directions(const MatX& K, const VecX& D,
                                         const DisplacementOf& displacement_of);

struct BoundedStep {
  VecX multipliers;                   // per equation
  std::vector<Eigen::Index> yielded;  // directions that ask for more
};

// Multipliers λ with K λ = error in every direction that moves the body by no more than `farthest`,
// m. Directions that ask for more yield: they go that far, together no farther (`at_bound`), or the
// less, the more they ask for, and nowhere from twice as much on (`fade`). Both are continuous in
// the error.
enum class BeyondBound { at_bound, fade };
BoundedStep bounded_step(const PrincipalDirections& directions, const VecX& error, double farthest,
                         BeyondBound beyond, const DisplacementOf& displacement_of);

}  // namespace retake
