#pragma once
#include <optional>

#include "retake/spacetime/bounded_step.h"
#include "retake/spacetime/handle_model.h"
#include "retake/spacetime/handle_solution.h"

// Handles that hold. The problem: find the change z of the motion with
//
//     minimize  ½ |dz/ds|²_H   along the way   t(s) = x(0) + s (t − x(0)),  0 <= s <= 1,
//     subject to  B x(z(s)) = t(s)   with bounded multipliers and a bounded gain,
//
// where x(z) are the warped positions of held points. It is solved by continuation with a
// predictor and a corrector (Allgower and Georg 1990):
//
//  1. Linearize: G = dx/dz as the body stands, K = B G A Gᵀ Bᵀ, A = H⁻¹.
//  2. Predict:   δz = A Gᵀ Bᵀ λ with K λ = t(s + ds) − B x. In each principal direction of K the
//                body moves no farther than rho times the hand (bounded_step.h).
//                A direction whose gain, the body's motion over the hand's, is above the largest
//                is followed in part, so that no small step of the hand throws the body.
//  3. Accept:    if |x(z + δz) − x − Gδz| is within the nonlinearity times |Gδz|, else shorten ds.
//                Steps of length h are always accepted.
//  4. Correct:   at s = 1 by secant steps with a line search (Broyden 1965), until B x = t but for
//                what is given up.
//  5. Finish:    the frames within the limits of their elements (frame_limits.h). Held points give
//                way where they must.
//
// The way always begins at the input, so that the answer is a function of the targets alone; and it
// is a path, of bounded speed, so that it changes continuously with them wherever the body does.
namespace retake {

class HandleSolver {
 public:
  // The model must live as long, and have its first columns alone when solve begins.
  HandleSolver(HandleModel& model, HandleEquations equations, const HandleOptions& options = {});

  HandleSolution solve(const VecX& targets);

 private:
  struct Path;
  struct Step;
  enum class Correction { met, gained, stalled };

  HandleSolution solve_linear(const VecX& targets) const;
  Path follow(const VecX& targets);
  void walk(Path& path);
  void correct(Path& path);
  Correction correct_by_secants(Path& path);
  Step correction(const Path& path, const VecX& error) const;
  void relinearize(Path& path);
  Step next_step(const Path& path, const PrincipalDirections& directions, const VecX& error,
                 double farthest) const;
  PrincipalDirections directions_at(const Path& path) const;
  VecX lengthening_at(const VecX& pulls) const;
  DisplacementOf displacement_in(const HandleModel::Columns& columns) const;
  MatX compliance_of(const HandleModel::Columns& columns) const;
  PrincipalDirections directions_of(const MatX& K, const DisplacementOf& displacement_of) const;
  VecX error_at(const Path& path, const VecX& positions, const VecX& multipliers) const;
  static VecX pulls_after(const Path& path, const Step& step);
  VecX lengths_by_wish(const VecX& values) const;
  bool is_met(const VecX& error) const;
  std::vector<std::pair<int, int>> opposed_in(const Path& path, const VecX& misses) const;
  HandleSolution solution_of(const Path& path);

  HandleModel* model_;
  HandleEquations equations_;
  HandleOptions options_;
  VecX softness_;                                // Σ, per equation
  VecX scale_;                                   // D, per equation
  std::optional<PrincipalDirections> at_input_;  // the same for all targets
};

}  // namespace retake
