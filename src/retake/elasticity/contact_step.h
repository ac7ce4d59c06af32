#pragma once
#include "retake/elasticity/simulation_contact.h"
#include "retake/elasticity/simulation_system.h"

namespace retake {

// The potential of a timestep around some positions, where all but contact is quadratic.
struct ContactStepModel {
  const ContactPotential& contact;
  const NewtonSystem& system;             // factorized, with contact's Hessian
  const ContactPotential::Terms& linear;  // contact's part in gradient and system
  const Points& positions;                // 3 x n, m
};

// The step to the model's minimum, from `newton_step`, which takes contact as linear too.
//
// Which vertices touch, hold and slip changes along a Newton step, and contact is stiff: a step
// that does not know of a vertex that it drives into an obstacle would have to be cut short for the
// whole body. Here Newton's method goes on with contact alone, in the few vertices where it is not
// linear; all others follow by the inverse of the factorized system.
Points meet_obstacles(const ContactStepModel& model, const Points& newton_step);

}  // namespace retake
