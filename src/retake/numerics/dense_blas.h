#pragma once
#include <vector>

#include "retake/numerics/linear_types.h"

namespace retake {

// Dense kernels of OpenBLAS and LAPACK on column-major arrays. Every call runs on the calling
// thread alone: OpenBLAS's own threads would fight with ours, and its results would depend on their
// number. Work is shared out by parallel_for over blocks of fixed size instead.
namespace blas {

// Tells OpenBLAS, for the whole process, to stay on the calling thread and to use the kernels of
// this processor (see dense_blas_setup.cpp). The functions below do it by themselves; call it
// before other code that reaches OpenBLAS (CHOLMOD).
void stay_on_calling_thread();

enum class Form { plain, transposed };

// C (m x n) = alpha op(A) op(B) + beta C, with k the inner size.
void multiply(Form form_of_a, Form form_of_b, int m, int n, int k, double alpha, const double* a,
              int lda, const double* b, int ldb, double beta, double* c, int ldc);
void multiply(Form form_of_a, Form form_of_b, int m, int n, int k, float alpha, const float* a,
              int lda, const float* b, int ldb, float beta, float* c, int ldc);

// B (m x n) = B op(L)⁻¹, L (n x n) unit lower triangular.
void divide_by_unit_lower(Form form_of_l, int m, int n, const double* l, int ldl, double* b,
                          int ldb);

// y (m) += alpha A x, or y (n) += alpha Aᵀ x, for A (m x n).
void multiply_vector(Form form_of_a, int m, int n, double alpha, const double* a, int lda,
                     const double* x, double* y);

// x (n) = op(L)⁻¹ x, L (n x n) unit lower triangular.
void solve_unit_lower(Form form_of_l, int n, const double* l, int ldl, double* x);

}  // namespace blas

// All eigenpairs of a small dense symmetric matrix (its lower triangle is read), ascending.
struct DenseEigen {
  VecX values;
  MatX vectors;  // columns, orthonormal
};
DenseEigen dense_symmetric_eigen(MatX matrix);

// Products of tall matrices on all threads, in blocks of fixed size.
// A(:, columns) C, for A (n x a) and C (columns x b).
Eigen::MatrixXf tall_product(const Eigen::MatrixXf& A, const std::vector<int>& columns,
                             const Eigen::MatrixXf& C);
// AᵀB, summed in double over the blocks.
MatX tall_inner_product_in_float(const Eigen::MatrixXf& A, const Eigen::MatrixXf& B);
// AᵀB, for A (n x a) and B (n x b).
MatX tall_inner_product(const Eigen::Ref<const MatX>& A, const Eigen::Ref<const MatX>& B);
// AᵀA, with half of the work.
MatX tall_gram(const Eigen::Ref<const MatX>& A);
// A += A U, for U (a x a) upper triangular, with half of the work.
void tall_upper_multiply_add(Eigen::Ref<MatX> A, const MatX& U);
// B += alpha A C, for B (n x b), A (n x a), C (a x b).
void tall_multiply_add(Eigen::Ref<MatX> B, double alpha, const Eigen::Ref<const MatX>& A,
                       const Eigen::Ref<const MatX>& C);

}  // namespace retake
