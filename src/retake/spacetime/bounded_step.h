#pragma once
#include <functional>
#include <vector>

#include "retake/numerics/linear_types.h"

// A regularized inverse of K = C A Cᵀ whose answer is bounded by what it does to the body, and not
// by the size of K: selectively damped least squares (Buss and Kim 2005), with displacements of the
// body in the place of joint angles.
namespace retake {

// How far multipliers (per equation) move the body at most, m: in each frame with handles.
using DisplacementOf = std::function<VecX(const VecX& multipliers)>;

// K in directions that do not give way to one another, wishes scaled to compare (D, per equation):
// D⁻¹ K D⁻¹ = Q diag(s) Qᵀ.
struct PrincipalDirections {
  MatX multipliers;    // D⁻¹ Q: equations x directions, softest last
  VecX compliance;     // s
  MatX displacements;  // of the body for a unit multiplier along each, m: frames x directions
  std::vector<char> is_unbounded;
};

// Rows with D = 0 (a pinned vertex) have no multiplier.
PrincipalDirections principal_directions(const MatX& K, const VecX& D,
                                         const DisplacementOf& displacement_of);

struct BoundedStep {
  VecX multipliers;                   // per equation
  std::vector<Eigen::Index> yielded;  // directions that ask for more
};

// Multipliers λ with K λ = error in every direction that moves no frame by more than its bound.
// Directions that ask for more yield: they go as far as the bound. It is `farthest`, m, per frame;
// in a frame that all directions together would move farther it is the largest with which they do
// not. So λ is a continuous function of the error.
BoundedStep bounded_step(const PrincipalDirections& directions, const VecX& error,
                         const VecX& farthest, const DisplacementOf& displacement_of);

}  // namespace retake
