#include "retake/rotation_strain/following_order.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace retake {
namespace {

// A ring of elements, each with two neighbours.
ElementNeighbours ring_of(int count) {
  ElementNeighbours ring;
  for (int e = 0; e < count; ++e) {
    ring.begin.push_back(2 * e);
    ring.of.insert(ring.of.end(), {(e + 1) % count, (e + count - 1) % count});
  }
  ring.begin.push_back(2 * count);
  return ring;
}

int reached_from(const std::vector<FollowingStep>& order, int element) {
  return std::ranges::find(order, element, &FollowingStep::to)->from;
}

TEST(FollowingOrder, IsBreadthFirstWhereNothingIsSharp) {
  Eigen::Matrix3Xf vectors = Eigen::Matrix3Xf::Zero(3, 6);
  for (int e = 0; e < 6; ++e) vectors(0, e) = 0.9f * static_cast<float>(std::min(e, 6 - e));
  std::vector<int> order;
  for (const auto [to, from] : following_order(ring_of(6), vectors, {0})) order.push_back(to);
  EXPECT_EQ(order, (std::vector<int>{1, 5, 2, 4, 3}));
}

TEST(FollowingOrder, GoesAroundASharpFold) {
  Eigen::Matrix3Xf vectors = Eigen::Matrix3Xf::Zero(3, 6);
  vectors.col(1) << 0, 2.9f, 0;
  const auto order = following_order(ring_of(6), vectors, {0});
  EXPECT_EQ(reached_from(order, 2), 3);  // not from the folded element, which is nearer
  EXPECT_EQ(order.back().to, 1);
}

TEST(FollowingOrder, KnowsThatWholeTurnsAreNoFold) {
  Eigen::Matrix3Xf vectors = Eigen::Matrix3Xf::Zero(3, 6);
  vectors.col(1) << 0, 6.2831853f, 0;
  EXPECT_EQ(reached_from(following_order(ring_of(6), vectors, {0}), 2), 1);
}

}  // namespace
}  // namespace retake
