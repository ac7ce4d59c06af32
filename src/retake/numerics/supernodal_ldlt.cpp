#include "retake/numerics/supernodal_ldlt.h"

#include <algorithm>
#include <cassert>
#include <string>

#include "retake/numerics/errors.h"
#include "retake/numerics/parallel_for.h"
#include "retake/numerics/supernodal_ldlt_impl.h"

namespace retake {

namespace {
// Right-hand sides are solved in groups, each on one thread: large ones read L less often, small
// ones give work to more threads.
int group_of_solves(int count) { return count > 8 ? 8 : 4; }
}  // namespace

SupernodalLdlt::SupernodalLdlt(const SparseMatrix& lower, const LdltOptions& options)
    : impl_(std::make_unique<Impl>()) {
  assert(lower.isCompressed());
  if (options.unknowns_per_node < 1 || lower.rows() % options.unknowns_per_node != 0 ||
      lower.rows() != lower.cols()) {
    throw InputError(
        {.what = "the size of the matrix is not a multiple of the unknowns per node",
         .expected =
             "a square matrix of whole nodes of " + std::to_string(options.unknowns_per_node),
         .found = std::to_string(lower.rows()) + " x " + std::to_string(lower.cols())});
  }
  impl_->pattern = analyse_pattern(lower, options.unknowns_per_node);
  impl_->values.resize(impl_->pattern.value_count);
  impl_->pivots.resize(static_cast<std::size_t>(impl_->pattern.size));
}

SupernodalLdlt::~SupernodalLdlt() = default;
SupernodalLdlt::SupernodalLdlt(SupernodalLdlt&&) noexcept = default;
SupernodalLdlt& SupernodalLdlt::operator=(SupernodalLdlt&&) noexcept = default;

LdltReport SupernodalLdlt::factorize(const SparseMatrix& lower) {
  assert(lower.isCompressed() && lower.nonZeros() == impl_->pattern.nonzeros_of_matrix);
  impl_->factored = true;
  return factorize_panels(impl_->pattern, lower, impl_->values, impl_->pivots);
}

MatX SupernodalLdlt::solve(const MatX& B) const {
  assert(impl_->factored && B.rows() == impl_->pattern.size);
  const std::vector<int>& order = impl_->pattern.order;
  const auto count = static_cast<int>(B.cols());
  MatX X(B.rows(), B.cols());
  const int size_of_group = group_of_solves(count);
  parallel_for((count + size_of_group - 1) / size_of_group, [&](std::ptrdiff_t group) {
    const int begin = static_cast<int>(group) * size_of_group;
    const int sides = std::min(size_of_group, count - begin);
    MatX Y(sides, B.rows());
    for (Eigen::Index i = 0; i < Y.cols(); ++i) {
      Y.col(i) = B.row(order[static_cast<std::size_t>(i)]).segment(begin, sides).transpose();
    }
    solve_panels(impl_->pattern, impl_->values, impl_->pivots, Y);
    for (Eigen::Index i = 0; i < Y.cols(); ++i) {
      X.row(order[static_cast<std::size_t>(i)]).segment(begin, sides) = Y.col(i).transpose();
    }
  });
  return X;
}

int SupernodalLdlt::size() const { return impl_->pattern.size; }

double SupernodalLdlt::factor_nonzeros() const {
  return static_cast<double>(impl_->pattern.value_count);
}

double SupernodalLdlt::factor_flops() const { return impl_->pattern.total_flops(); }

}  // namespace retake
