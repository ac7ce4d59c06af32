#pragma once
#include <vector>

#include "retake/numerics/linear_types.h"

// What exact handles (exact_handles.h) are told to do, and what they come to.
namespace retake {

// Why the iteration ended.
enum class HandleStop {
  met,       // every wish that can be had is
  squeezed,  // any step further would squeeze an element too much
  stuck,     // no step brings the points nearer
  tired,     // too many steps
};

const char* words_of(HandleStop stop);

struct HandleOptions {
  bool exact = true;        // off: the paper's linear wishes, one step
  double tolerance = 1e-5;  // m
  double tau = 0.01;        // see FilteredInverse
  double size = 1;  // of the body, m: targets farther away are gone towards in more halvings
  int most_iterations = 20;
  double stiff_ratio = 0.05;      // directions with less of the softest one's compliance start free
  double smallest_stretch = 0.2;  // see HandleModel::State
};

struct HandleSolution {
  VecX pulls;          // μ
  VecX misses;         // t − B u, per equation as given
  VecX gone_for = {};  // targets on the way to those given, where it ended before; else empty
  int iterations = 0;  // steps after the first, linear one
  HandleStop stop = HandleStop::met;
  double smallest_stretch = 1;  // of any element in the frames of the handles
  // Per wish: directions in its own equations that were left free, as columns (rows of the wish x
  // freed), and whether stiff ones were held since the wish itself goes that way.
  std::vector<MatX> freed;
  std::vector<char> locked;
};

}  // namespace retake
