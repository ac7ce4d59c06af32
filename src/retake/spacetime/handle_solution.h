#pragma once
#include <utility>
#include <vector>

#include "retake/numerics/linear_types.h"

// What the handle solver (handle_solver.h) is told to do, and what it comes to.
namespace retake {

enum class HandleStop {
  converged,        // every wish is met
  yielded,          // some are not: meeting them would throw the body, or they oppose each other
  element_limit,    // some are not: elements are as far stretched or squeezed as they may be
  iteration_limit,  // the set number of steps was spent
};

const char* words_of(HandleStop stop);

// All lengths are parts of the body's size but `size` itself.
struct HandleOptions {
  bool exact = true;            // off: the paper's linear wishes, one step
  double size = 1;              // m
  double tolerance = 2e-5;      // of a wish
  double amplification = 3;     // rho: the body moves no farther than this times the hand
  double largest_gain = 12;     // steps of the body for one of the hand, in any direction
  double nonlinearity = 0.05;   // of a step: how far it may end beside its prediction
  double shortest_step = 0.01;  // h: steps of this length are taken whatever their nonlinearity
  int most_steps = 200;
  int most_corrections = 8;
  double filter = 0.01;  // of the paper's way, see FilteredInverse
};

struct HandleSolution {
  VecX pulls;          // in the columns that the model has at the end
  VecX misses;         // t − B x, per equation
  int iterations = 0;  // looks at the body after the first step
  HandleStop stop = HandleStop::converged;
  // Missed wishes that pull against each other, by their index.
  std::vector<std::pair<int, int>> opposed;
};

}  // namespace retake
