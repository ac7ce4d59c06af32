#include "retake/mesh/bounding_box.h"

#include <cmath>

#include <gtest/gtest.h>

namespace retake {
namespace {

TEST(BoundingBox, HoldsAllPointsAndTouchesSome) {
  Eigen::Matrix3Xf points(3, 3);
  points << 1, -2, 0, 4, 4, 5, -1, 3, 2;
  const BoundingBox box = bounding_box(points);
  EXPECT_EQ(box.least, Vec3(-2, 4, -1));
  EXPECT_EQ(box.most, Vec3(1, 5, 3));
  EXPECT_EQ(box.centre(), Vec3(-0.5, 4.5, 1));
  EXPECT_DOUBLE_EQ(box.diagonal(), std::sqrt(9.0 + 1 + 16));
}

TEST(BoundingBox, OfNoPointsHasNoExtent) {
  EXPECT_EQ(bounding_box(Eigen::Matrix3Xd(3, 0)).diagonal(), 0);
}

}  // namespace
}  // namespace retake
