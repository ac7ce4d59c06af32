#pragma once
#include <optional>

#include "retake/mesh/motion.h"
#include "retake/spacetime/wish.h"

namespace retake {

// What the motion has where the wish wishes: the point's place, its offset from the other point,
// its velocity to the next frame (3 x 1), or the whole body (3 x n). Nothing for pins, which wish
// for just that, and for frames that the motion does not have.
std::optional<Eigen::Matrix3Xf> source_at(const Wish& wish, const Motion& motion);

// Adds what has become of that: `before` by one motion, `now` by another.
void move_along(Wish& wish, const Eigen::Matrix3Xf& before, const Eigen::Matrix3Xf& now);

}  // namespace retake
