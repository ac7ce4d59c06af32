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
  MatX motions;        // of the wishes for a unit multiplier along each, K D⁻¹ Q
  VecX compliance;     // s
  MatX displacements;  // of the body for a unit multiplier along each, m: frames x directions
  // Largest displacement of the body over that of the wishes, for a unit multiplier along each; 0
  // where K cannot tell the direction from zero.
  VecX gain;
  std::vector<char> is_unbounded;
};

// How far equations are moved, m: the wish that moves farthest.
using LengthOf = std::function<double(const VecX& motion)>;

// Rows with D = 0 (a pinned vertex) have no multiplier.
PrincipalDirections principal_directions(const MatX& K, const VecX& D,
                                         const DisplacementOf& displacement_of,
                                         const LengthOf& length_of);

// What the gain leaves of an error: along a direction whose gain g is above the largest, all but
// the part largest/g of it. So the body answers a hand by no more than the largest gain in each
// direction, however stiff.
VecX beyond_gain(const PrincipalDirections& directions, const VecX& error, double largest);

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
