#pragma once
#include <random>

#include "retake/numerics/linear_types.h"

namespace retake {

// Uniform in [-1, 1], the same on every machine.
MatX random_block(Eigen::Index rows, Eigen::Index columns, std::mt19937_64& generator);

// W -= Q (QᵀW), for Q (n x q) orthonormal; returns QᵀW.
MatX project_out(Eigen::Ref<MatX> W, const Eigen::Ref<const MatX>& Q);

// W = V R with V orthonormal, in place; returns R (b x b). Columns that depend on the others (or on
// nothing: norm below `negligible`) are replaced by random ones orthogonal to Q and to the rest,
// and their row of R is zero.
MatX orthonormalize(Eigen::Ref<MatX> W, const Eigen::Ref<const MatX>& Q, double negligible,
                    std::mt19937_64& generator);

}  // namespace retake
