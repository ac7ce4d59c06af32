#include "retake/modes/lowest_eigenpairs.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "retake/modes/spectrum_sweep.h"
#include "retake/numerics/dense_blas.h"
#include "retake/numerics/errors.h"
#include "retake/numerics/parallel_for.h"
#include "retake/numerics/stopwatch.h"

namespace retake {

namespace {

// Beyond this the vectors are orthonormalized once more, all together.
constexpr double good_orthogonality = 1e-11;

// More than a third of the spectrum is found faster all at once, but not to be interrupted then:
// only up to a size for which that takes a few seconds.
constexpr int dense_at_most = 2400;

bool better_dense(int size, const EigenOptions& options) {
  return size <= options.dense_below || (options.count > size / 3 && size <= dense_at_most);
}

// The nullspace is moved above the spectrum, where it is left behind.
EigenPairs solve_densely(const SparseMatrix& A, const MatX& nullspace,
                         const EigenOptions& options) {
  const Stopwatch watch;
  MatX dense = A;
  const double above = 10 * dense.cwiseAbs().rowwise().sum().maxCoeff() + 1;
  dense += above * nullspace * nullspace.transpose();
  DenseEigen eigen = dense_symmetric_eigen(std::move(dense));
  EigenPairs pairs{eigen.values.head(options.count), eigen.vectors.leftCols(options.count), {}};
  pairs.report.slices = 1;
  pairs.report.counted = options.count;
  pairs.report.count_agrees = true;  // all eigenvalues were computed
  pairs.report.seconds_iterating = watch.seconds();
  return pairs;
}

double distance_from_identity(const MatX& gram) {
  return (gram - MatX::Identity(gram.rows(), gram.cols())).cwiseAbs().maxCoeff();
}

// One step of Cholesky QR to first order, which squares the error. Each vector is corrected by
// those below it alone: a little of a fast mode in a slow one would spoil the slow one's residual.
void orthonormalize_all(EigenPairs& pairs, const MatX& nullspace) {
  MatX& V = pairs.vectors;
  if (nullspace.cols() > 0) tall_multiply_add(V, -1.0, nullspace, tall_inner_product(nullspace, V));
  MatX gram = tall_gram(V);
  if (distance_from_identity(gram) > good_orthogonality) {
    MatX step = (-gram).triangularView<Eigen::StrictlyUpper>();
    step.diagonal() = 0.5 * (VecX::Ones(gram.rows()) - gram.diagonal());
    tall_upper_multiply_add(V, step);
    gram = tall_gram(V);
  }
  pairs.report.orthogonality_error = distance_from_identity(gram);
}

// A mode without energy has no relative residual; it is measured by the smallest that has one.
double worst_residual(const SparseMatrix& A, const EigenPairs& pairs) {
  const double nothing = 1e-10 * A.diagonal().maxCoeff();
  std::vector<double> residuals(static_cast<std::size_t>(pairs.values.size()));
  parallel_for(pairs.values.size(), [&](std::ptrdiff_t i) {
    const VecX Av = A * pairs.vectors.col(i);
    const double residual = (Av - pairs.values[i] * pairs.vectors.col(i)).norm();
    residuals[static_cast<std::size_t>(i)] = residual / std::max(Av.norm(), nothing);
  });
  return residuals.empty() ? 0 : *std::max_element(residuals.begin(), residuals.end());
}

}  // namespace

EigenPairs lowest_eigenpairs(const SparseMatrix& A, const MatX& nullspace,
                             const EigenOptions& options, Progress& progress) {
  const auto size = static_cast<int>(A.rows());
  const int limit = size - static_cast<int>(nullspace.cols());
  if (options.count < 1 || options.count > limit) {
    throw InputError({.what = "the number of modes is out of range",
                      .expected = "1 to " + std::to_string(limit),
                      .found = std::to_string(options.count)});
  }
  progress.update("modes", 0);
  EigenPairs pairs;
  if (better_dense(size, options)) {
    pairs = solve_densely(A, nullspace, options);
  } else {
    SpectrumSweep sweep(A, nullspace, options, progress);
    sweep.run();
    pairs = sweep.take();
  }
  const Stopwatch watch;
  orthonormalize_all(pairs, nullspace);
  pairs.report.worst_residual = worst_residual(A, pairs);
  pairs.report.seconds_checking = watch.seconds();
  progress.update("modes", 1);
  return pairs;
}

}  // namespace retake
