#include "retake/numerics/sparse_cholesky.h"

#include <cassert>
#include <cholmod.h>
#include <string>

#include "retake/numerics/dense_blas.h"
#include "retake/numerics/errors.h"

namespace retake {

namespace {

// A view of Eigen's arrays; CHOLMOD only reads them.
cholmod_sparse view_of(const SparseMatrix& lower) {
  assert(lower.isCompressed());
  cholmod_sparse view{};
  view.nrow = static_cast<size_t>(lower.rows());
  view.ncol = static_cast<size_t>(lower.cols());
  view.nzmax = static_cast<size_t>(lower.nonZeros());
  view.p = const_cast<int*>(lower.outerIndexPtr());
  view.i = const_cast<int*>(lower.innerIndexPtr());
  view.x = const_cast<double*>(lower.valuePtr());
  view.stype = -1;  // lower triangle
  view.itype = CHOLMOD_INT;
  view.xtype = CHOLMOD_REAL;
  view.dtype = CHOLMOD_DOUBLE;
  view.sorted = 1;
  view.packed = 1;
  return view;
}

cholmod_dense view_of(const MatX& matrix) {
  cholmod_dense view{};
  view.nrow = static_cast<size_t>(matrix.rows());
  view.ncol = static_cast<size_t>(matrix.cols());
  view.nzmax = static_cast<size_t>(matrix.size());
  view.d = view.nrow;
  view.x = const_cast<double*>(matrix.data());
  view.xtype = CHOLMOD_REAL;
  view.dtype = CHOLMOD_DOUBLE;
  return view;
}

}  // namespace

struct SparseCholesky::Backend {
  cholmod_common common{};
  cholmod_factor* factor = nullptr;
  bool factored = false;

  Backend() {
    blas::stay_on_calling_thread();
    cholmod_start(&common);
    common.supernodal = CHOLMOD_AUTO;
    common.final_ll = 1;  // the default for small matrices, LDLᵀ, would accept indefinite ones
    common.print = 0;     // the library never prints
    common.quick_return_if_not_posdef = 1;
  }
  ~Backend() {
    cholmod_free_factor(&factor, &common);
    cholmod_finish(&common);
  }
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;
};

SparseCholesky::SparseCholesky(const SparseMatrix& lower) : backend_(std::make_unique<Backend>()) {
  cholmod_sparse view = view_of(lower);
  backend_->factor = cholmod_analyze(&view, &backend_->common);
  if (backend_->factor == nullptr) {
    throw SolveError({.what = "the sparse matrix could not be analysed",
                      .found = std::to_string(lower.rows()) + " unknowns, " +
                               std::to_string(lower.nonZeros()) + " nonzeros",
                      .advice = "use a coarser mesh if memory is short"});
  }
}

SparseCholesky::~SparseCholesky() = default;
SparseCholesky::SparseCholesky(SparseCholesky&&) noexcept = default;
SparseCholesky& SparseCholesky::operator=(SparseCholesky&&) noexcept = default;

bool SparseCholesky::try_factorize(const SparseMatrix& lower) {
  cholmod_sparse view = view_of(lower);
  cholmod_factorize(&view, backend_->factor, &backend_->common);
  backend_->factored =
      backend_->common.status == CHOLMOD_OK && backend_->factor->minor == backend_->factor->n;
  return backend_->factored;
}

void SparseCholesky::factorize(const SparseMatrix& lower) {
  if (!try_factorize(lower)) {
    throw SolveError({.what = "the matrix is not positive definite",
                      .where = "sparse Cholesky factorization, column " +
                               std::to_string(backend_->factor->minor) + " of " +
                               std::to_string(backend_->factor->n)});
  }
}

MatX SparseCholesky::solve(const MatX& B) const {
  assert(backend_->factored);
  cholmod_dense rhs = view_of(B);
  cholmod_dense* solution = cholmod_solve(CHOLMOD_A, backend_->factor, &rhs, &backend_->common);
  if (solution == nullptr) throw SolveError({.what = "sparse solve ran out of memory"});
  MatX X = Eigen::Map<const MatX>(static_cast<const double*>(solution->x), B.rows(), B.cols());
  cholmod_free_dense(&solution, &backend_->common);
  return X;
}

double SparseCholesky::factor_nonzeros() const { return backend_->common.lnz; }

}  // namespace retake
