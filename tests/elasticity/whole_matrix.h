#pragma once
#include "retake/numerics/linear_types.h"

namespace retake {

// Dense and with both halves, from the lower half of a symmetric matrix.
inline MatX whole(const SparseMatrix& lower) {
  return MatX(SparseMatrix(lower.selfadjointView<Eigen::Lower>()));
}

}  // namespace retake
