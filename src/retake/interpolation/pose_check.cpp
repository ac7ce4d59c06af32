// What makes a pose unfit.
#include <Eigen/LU>

#include "retake/interpolation/pose_space.h"
#include "retake/numerics/errors.h"

namespace retake {

void PoseSpace::check(const Eigen::Matrix3Xf& pose) const {
  if (pose.cols() != rest_.cols())
    throw InputError({.what = "a pose of another mesh",
                      .expected = std::to_string(rest_.cols()) + " vertices",
                      .found = std::to_string(pose.cols())});
  if (!pose.allFinite()) throw InputError({.what = "a pose with positions that are no numbers"});
  const auto inside_out = std::ranges::count_if(elements_, [&](const ElementShape& element) {
    return element.corners == 4 && deformation(element, pose).determinant() <= 0;
  });
  if (inside_out == 0) return;
  if (inside_out == std::ssize(elements_))
    throw InputError({.what = "a mirrored pose: every element is inside out",
                      .advice = "mirror it back, or mirror the rest shape too"});
  throw InputError({.what = "a pose with elements that are inside out",
                    .found = std::to_string(inside_out) + " of " + std::to_string(elements_.size()),
                    .advice = "smooth the pose where it folds"});
}

}  // namespace retake
