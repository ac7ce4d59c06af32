#pragma once
#include <vector>

#include "retake/elasticity/elastic_model.h"
#include "retake/elasticity/simulation_contact.h"

namespace retake {

// All of a timestep's terms that are quadratic in d = x - formula.positions, the way of each vertex
// (= step x velocity): 1/2 dᵀ (inertia + damping) d - load·d.
struct StepTerms {
  StepFormula formula;
  std::vector<Mat3> inertia;                     // n, N/m: mass, mass damping, air
  Points load;                                   // 3 x n, N: outer forces and momentum
  const SparseMatrix* damping_matrix = nullptr;  // 3n x 3n, lower triangle, or none
  double damping_scale = 0;                      // 1
};

// The function of the positions at the end of a timestep whose minimum is the implicit step: its
// gradient is mass times acceleration minus all forces. Vertices that are held contribute nothing
// by themselves; entries of the gradient and Hessian that belong to them mean nothing.
class IncrementalPotential {
 public:
  IncrementalPotential(ElasticModel& model, ContactPotential& contact)
      : model_(model), contact_(contact) {}

  void begin_step(StepTerms terms, const Points& from);
  ContactPotential& contact() { return contact_; }

  double energy(const Points& positions);  // J

  struct Derivatives {
    double energy = 0;                        // J
    double energy_parts = 0;                  // J, the sum of what it is added up from
    Points gradient;                          // 3 x n, N
    ContactPotential::Terms contact;          // what of the gradient and Hessian is contact's
    std::vector<Mat3> vertex_blocks;          // n, N/m: what the Hessian has beside the stiffness
    const SparseMatrix* stiffness = nullptr;  // of the elastic model, lower triangle
    const SparseMatrix* damping_matrix = nullptr;  // to be added damping_scale times, if any
    double damping_scale = 0;
  };
  // `positive` gives a positive definite Hessian near the true one; `exact` leaves out but what
  // obstacles' curvature adds.
  const Derivatives& derivatives(const Points& positions, StiffnessKind kind);

 private:
  ElasticModel& model_;
  ContactPotential& contact_;
  StepTerms terms_;
  Derivatives derivatives_;
};

}  // namespace retake
