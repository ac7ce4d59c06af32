#include "retake/modes/spectra_comparison.h"

#include <algorithm>

#include <Spectra/SymEigsShiftSolver.h>

#include "retake/numerics/dense_blas.h"
#include "retake/numerics/sparse_cholesky.h"
#include "retake/numerics/stopwatch.h"

namespace retake {

namespace {

// The inverse of M^(-1/2) K M^(-1/2) as Spectra asks for it. A pinned body's K is positive
// definite, so that the shift 0, which is the best for the lowest modes, needs no LDLᵀ.
class InverseByCholmod {
 public:
  using Scalar = double;

  explicit InverseByCholmod(const SparseMatrix& A)
      : lower_(A.triangularView<Eigen::Lower>()), cholesky_(compressed(lower_)) {}

  Eigen::Index rows() const { return lower_.rows(); }
  Eigen::Index cols() const { return lower_.cols(); }
  void set_shift(double) { cholesky_.factorize(lower_); }

  void perform_op(const double* in, double* out) const {
    const MatX rhs = Eigen::Map<const VecX>(in, rows());
    Eigen::Map<VecX>(out, rows()) = cholesky_.solve(rhs);
  }

 private:
  static const SparseMatrix& compressed(SparseMatrix& matrix) {
    matrix.makeCompressed();
    return matrix;
  }

  SparseMatrix lower_;
  SparseCholesky cholesky_;
};

}  // namespace

SpectraResult modes_by_spectra(const FreeSystem& system, const ModeOptions& options) {
  options.validate();
  blas::stay_on_calling_thread();
  const VecX inverse_root = system.masses.cwiseSqrt().cwiseInverse();
  const SparseMatrix A = inverse_root.asDiagonal() * system.K * inverse_root.asDiagonal();
  const Stopwatch watch;
  InverseByCholmod inverse(A);
  const auto most = static_cast<int>(A.rows());
  Spectra::SymEigsShiftSolver<InverseByCholmod> solver(
      inverse, options.count, std::min(most, std::max(20, 2 * options.count)), 0.0);
  solver.init();
  const auto found = solver.compute(Spectra::SortRule::LargestMagn, 1000, options.tolerance,
                                    Spectra::SortRule::SmallestAlge);
  SpectraResult result{
      .eigenvalues = solver.eigenvalues(),
      .converged = found == options.count && solver.info() == Spectra::CompInfo::Successful,
      .seconds = watch.seconds()};
  std::sort(result.eigenvalues.begin(), result.eigenvalues.end());
  return result;
}

}  // namespace retake
