#pragma once
#include <vector>

#include "retake/numerics/linear_types.h"

namespace retake {

// One row of C: at each of its frames, what it reads from the modes there.
struct WishRow {
  struct Term {
    int frame = 0;      // of the window
    VecX coefficients;  // per mode
  };
  std::vector<Term> terms;
  double softness = 0;  // entry of Σ: 0 for a hard wish
};

// What the row reads from a motion z (modes x frames): its entry of C z.
inline double value_of(const WishRow& row, const MatX& z) {
  double value = 0;
  for (const WishRow::Term& term : row.terms) {
    value += term.coefficients.dot(z.col(term.frame));
  }
  return value;
}

}  // namespace retake
