#pragma once
#include <vector>

#include "retake/spacetime/conditioning.h"

// What the handle solver (handle_solver.h) asks about a body and its wishes.
namespace retake {

// Positions of held points as a function of pulls. A pull along a column c (a row over the modes of
// some frames) changes the motion by A cᵀ. The first columns are the derivatives of the points'
// positions at the input, three a point; `linearize` puts new ones beside them.
class HandleModel {
 public:
  virtual ~HandleModel() = default;

  virtual VecX positions(const VecX& pulls) const = 0;  // 3 per point, m

  // The motion as it stands, and what a step can do from there.
  struct Columns {
    VecX pulls;       // the state in all columns; a step uses the last ones, whose
    MatX compliance;  // is c A cᵀ: those of the points' positions
  };
  // Without any pull. Forgets what was linearized elsewhere.
  virtual Columns start() = 0;
  // Derivatives where the points stand now.
  virtual Columns linearize(const VecX& pulls) = 0;

  // How far pulls move any vertex of the body, m, in each frame with points: of a sample, linear.
  virtual VecX displacements(const VecX& pulls) const = 0;
  // The same of the warped body, all of it.
  virtual VecX warped_displacements(const VecX& pulls) = 0;

  // Brings frames with points to these pulls, within the limits of their elements
  // (strain_limiting.h): where the points stand then, which give way where elements cannot.
  virtual VecX finish_frames(const VecX& pulls) = 0;
};

// Rows B over the positions of the points; several rows belong to one wish.
struct HandleEquations {
  MatX rows;                     // B: equations x 3 points
  std::vector<int> wish_of_row;  // ascending
  VecX weights;                  // per equation: infinity for hard, see Wish::weight
  // Per coordinate of the points: how far it gives way without the body moving as a whole. Wishes
  // are compared by this measure: a body that nothing holds would much rather move than bend.
  // Empty: the diagonal of the compliance.
  VecX elastic_compliance;
  VecX metres_per_unit;         // of each wish: 1, or for velocities about the time of a frame
  std::vector<char> unbounded;  // of each wish: its multipliers have no bound (StiffAxes::locked)
};

}  // namespace retake
