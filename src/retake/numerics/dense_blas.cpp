#include "retake/numerics/dense_blas.h"

#include <algorithm>
#include <cblas.h>
#include <cmath>
#include <utility>
#include <vector>

#include "retake/numerics/errors.h"
#include "retake/numerics/parallel_for.h"

extern "C" {
// LAPACK, divide and conquer (Fortran interface).
void dsyevd_(const char* jobz, const char* uplo, const int* n, double* a, const int* lda, double* w,
             double* work, const int* lwork, int* iwork, const int* liwork, int* info);
}

namespace retake {

namespace blas {

namespace {
CBLAS_TRANSPOSE cblas_form(Form form) { return form == Form::plain ? CblasNoTrans : CblasTrans; }
}  // namespace

void multiply(Form form_of_a, Form form_of_b, int m, int n, int k, double alpha, const double* a,
              int lda, const double* b, int ldb, double beta, double* c, int ldc) {
  stay_on_calling_thread();
  cblas_dgemm(CblasColMajor, cblas_form(form_of_a), cblas_form(form_of_b), m, n, k, alpha, a, lda,
              b, ldb, beta, c, ldc);
}

void multiply(Form form_of_a, Form form_of_b, int m, int n, int k, float alpha, const float* a,
              int lda, const float* b, int ldb, float beta, float* c, int ldc) {
  stay_on_calling_thread();
  if (n == 1 && form_of_a == Form::plain && form_of_b == Form::plain) {
    cblas_sgemv(CblasColMajor, CblasNoTrans, m, k, alpha, a, lda, b, 1, beta, c, 1);
    return;
  }
  cblas_sgemm(CblasColMajor, cblas_form(form_of_a), cblas_form(form_of_b), m, n, k, alpha, a, lda,
              b, ldb, beta, c, ldc);
}

void divide_by_unit_lower(Form form_of_l, int m, int n, const double* l, int ldl, double* b,
                          int ldb) {
  stay_on_calling_thread();
  cblas_dtrsm(CblasColMajor, CblasRight, CblasLower, cblas_form(form_of_l), CblasUnit, m, n, 1.0, l,
              ldl, b, ldb);
}

void multiply_vector(Form form_of_a, int m, int n, double alpha, const double* a, int lda,
                     const double* x, double* y) {
  stay_on_calling_thread();
  cblas_dgemv(CblasColMajor, cblas_form(form_of_a), m, n, alpha, a, lda, x, 1, 1.0, y, 1);
}

void solve_unit_lower(Form form_of_l, int n, const double* l, int ldl, double* x) {
  stay_on_calling_thread();
  cblas_dtrsv(CblasColMajor, CblasLower, cblas_form(form_of_l), CblasUnit, n, l, ldl, x, 1);
}

}  // namespace blas

DenseEigen dense_symmetric_eigen(MatX matrix) {
  blas::stay_on_calling_thread();
  const int n = static_cast<int>(matrix.rows());
  VecX values(n);
  if (n == 0) return {values, std::move(matrix)};
  int info = 0, query = -1, integers = 0;
  double reals = 0;
  dsyevd_("V", "L", &n, matrix.data(), &n, values.data(), &reals, &query, &integers, &query, &info);
  const int real_count = static_cast<int>(reals);
  std::vector<double> work(static_cast<std::size_t>(real_count));
  std::vector<int> integer_work(static_cast<std::size_t>(integers));
  dsyevd_("V", "L", &n, matrix.data(), &n, values.data(), work.data(), &real_count,
          integer_work.data(), &integers, &info);
  if (info != 0 || !values.allFinite()) {
    throw SolveError(
        {.what = "the dense symmetric eigenproblem did not converge",
         .found = std::to_string(n) + " unknowns, LAPACK info " + std::to_string(info)});
  }
  return {std::move(values), std::move(matrix)};
}

namespace {
constexpr int tall_row_block = 1024;
constexpr int inner_column_block = 48;
constexpr int triangle_block = 128;
}  // namespace

Eigen::MatrixXf tall_product(const Eigen::MatrixXf& A, const std::vector<int>& columns,
                             const Eigen::MatrixXf& C) {
  const int rows = static_cast<int>(A.rows()), inner = static_cast<int>(columns.size());
  const int sides = static_cast<int>(C.cols());
  Eigen::MatrixXf product = Eigen::MatrixXf::Zero(rows, sides);
  if (inner == 0 || sides == 0) return product;
  const int blocks = (rows + tall_row_block - 1) / tall_row_block;
  parallel_for(blocks, [&](std::ptrdiff_t b) {
    const int begin = static_cast<int>(b) * tall_row_block;
    const int count = std::min(tall_row_block, rows - begin);
    Eigen::MatrixXf gathered(count, inner);  // in the cache while it is multiplied
    for (int c = 0; c < inner; ++c) {
      gathered.col(c) = A.col(columns[static_cast<std::size_t>(c)]).segment(begin, count);
    }
    blas::multiply(blas::Form::plain, blas::Form::plain, count, sides, inner, 1.0f, gathered.data(),
                   count, C.data(), inner, 0.0f, product.data() + begin, rows);
  });
  return product;
}

MatX tall_inner_product_in_float(const Eigen::MatrixXf& A, const Eigen::MatrixXf& B) {
  const int rows = static_cast<int>(A.rows());
  const int m = static_cast<int>(A.cols()), n = static_cast<int>(B.cols());
  const int blocks = (rows + tall_row_block - 1) / tall_row_block;
  std::vector<Eigen::MatrixXf> parts(static_cast<std::size_t>(blocks));
  parallel_for(blocks, [&](std::ptrdiff_t b) {
    const int begin = static_cast<int>(b) * tall_row_block;
    const int count = std::min(tall_row_block, rows - begin);
    Eigen::MatrixXf& part = parts[static_cast<std::size_t>(b)];
    part.resize(m, n);
    blas::multiply(blas::Form::transposed, blas::Form::plain, m, n, count, 1.0f, A.data() + begin,
                   rows, B.data() + begin, rows, 0.0f, part.data(), m);
  });
  MatX product = MatX::Zero(m, n);
  for (const Eigen::MatrixXf& part : parts) product += part.cast<double>();
  return product;
}

MatX tall_inner_product(const Eigen::Ref<const MatX>& A, const Eigen::Ref<const MatX>& B) {
  MatX product(A.cols(), B.cols());
  const int columns = static_cast<int>(A.cols());
  parallel_for((columns + inner_column_block - 1) / inner_column_block, [&](std::ptrdiff_t block) {
    const int begin = static_cast<int>(block) * inner_column_block;
    const int width = std::min(inner_column_block, columns - begin);
    blas::multiply(blas::Form::transposed, blas::Form::plain, width, static_cast<int>(B.cols()),
                   static_cast<int>(A.rows()), 1.0, A.col(begin).data(),
                   static_cast<int>(A.outerStride()), B.data(), static_cast<int>(B.outerStride()),
                   0.0, product.data() + begin, static_cast<int>(product.rows()));
  });
  return product;
}

void tall_multiply_add(Eigen::Ref<MatX> B, double alpha, const Eigen::Ref<const MatX>& A,
                       const Eigen::Ref<const MatX>& C) {
  const int rows = static_cast<int>(B.rows());
  parallel_for((rows + tall_row_block - 1) / tall_row_block, [&](std::ptrdiff_t block) {
    const int begin = static_cast<int>(block) * tall_row_block;
    const int height = std::min(tall_row_block, rows - begin);
    blas::multiply(blas::Form::plain, blas::Form::plain, height, static_cast<int>(B.cols()),
                   static_cast<int>(A.cols()), alpha, A.data() + begin,
                   static_cast<int>(A.outerStride()), C.data(), static_cast<int>(C.outerStride()),
                   1.0, B.data() + begin, static_cast<int>(B.outerStride()));
  });
}

MatX tall_gram(const Eigen::Ref<const MatX>& A) {
  const int columns = static_cast<int>(A.cols());
  MatX gram(columns, columns);
  const int blocks = (columns + triangle_block - 1) / triangle_block;
  parallel_for(blocks * blocks, [&](std::ptrdiff_t pair) {
    const int row = static_cast<int>(pair) / blocks * triangle_block;
    const int column = static_cast<int>(pair) % blocks * triangle_block;
    if (row > column) return;
    const int height = std::min(triangle_block, columns - row);
    const int width = std::min(triangle_block, columns - column);
    blas::multiply(blas::Form::transposed, blas::Form::plain, height, width,
                   static_cast<int>(A.rows()), 1.0, A.col(row).data(),
                   static_cast<int>(A.outerStride()), A.col(column).data(),
                   static_cast<int>(A.outerStride()), 0.0, &gram(row, column), columns);
    if (row < column) {
      gram.block(column, row, width, height) = gram.block(row, column, height, width).transpose();
    }
  });
  return gram;
}

void tall_upper_multiply_add(Eigen::Ref<MatX> A, const MatX& U) {
  const int rows = static_cast<int>(A.rows()), columns = static_cast<int>(A.cols());
  parallel_for((rows + tall_row_block - 1) / tall_row_block, [&](std::ptrdiff_t block) {
    const int begin = static_cast<int>(block) * tall_row_block;
    const int height = std::min(tall_row_block, rows - begin);
    const MatX copy = A.middleRows(begin, height);
    for (int column = 0; column < columns; column += triangle_block) {
      const int width = std::min(triangle_block, columns - column);
      blas::multiply(blas::Form::plain, blas::Form::plain, height, width, column + width, 1.0,
                     copy.data(), height, U.col(column).data(), columns, 1.0,
                     A.data() + begin + column * A.outerStride(),
                     static_cast<int>(A.outerStride()));
    }
  });
}

}  // namespace retake
