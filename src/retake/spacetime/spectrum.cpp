#include "retake/spacetime/spectrum.h"

#include <algorithm>
#include <cmath>

#include "retake/elasticity/body.h"
#include "retake/mesh/bounding_box.h"
#include "retake/numerics/parallel_for.h"

namespace retake {

namespace {

constexpr Eigen::Index sampled_elements = 2000;

template <class Elements>
double wave_number(const Elements& elements, const Points& positions,
                   const Eigen::Ref<const VecX>& shape) {
  // Odd: elements often come in even groups.
  const Eigen::Index step = std::max<Eigen::Index>(1, elements.cols() / sampled_elements) | 1;
  double gradients = 0, values = 0;  // squares
  for (Eigen::Index e = 0; e < elements.cols(); e += step) {
    for (Eigen::Index i = 1; i < elements.rows(); ++i) {
      for (Eigen::Index j = 0; j < i; ++j) {
        const int a = elements(i, e), b = elements(j, e);
        const Vec3 at_a = shape.segment<3>(3 * a), at_b = shape.segment<3>(3 * b);
        gradients +=
            (at_a - at_b).squaredNorm() / (positions.col(a) - positions.col(b)).squaredNorm();
        values += 0.5 * (at_a.squaredNorm() + at_b.squaredNorm());
      }
    }
  }
  const auto dimensions = static_cast<double>(elements.rows() - 1);
  return values > 0 ? std::sqrt(dimensions * gradients / values) : 0;
}

}  // namespace

Spectrum Spectrum::head(Eigen::Index count) const {
  return {eigenvalues.head(count),
          wave_numbers.size() > 0 ? VecX(wave_numbers.head(count)) : VecX()};
}

VecX wave_numbers_of(const Body& body, const Eigen::Ref<const MatX>& shapes) {
  const double size = bounding_box(body.rest_positions).diagonal();
  VecX numbers(shapes.cols());
  parallel_for(shapes.cols(), [&](std::ptrdiff_t k) {
    numbers[k] =
        size * (body.has_tets() ? wave_number(body.tets, body.rest_positions, shapes.col(k))
                                : wave_number(body.triangles, body.rest_positions, shapes.col(k)));
  });
  return numbers;
}

}  // namespace retake
