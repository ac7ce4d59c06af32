#include "retake/numerics/disjoint_sets.h"

#include <gtest/gtest.h>

namespace retake {
namespace {

TEST(DisjointSets, AreKnownByTheirSmallestItemWhateverTheOrderOfJoining) {
  DisjointSets one(6), other(6);
  one.join(5, 3);
  one.join(3, 1);
  one.join(4, 2);
  other.join(2, 4);
  other.join(1, 5);
  other.join(5, 3);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(one.first_of(i), other.first_of(i)) << i;
  EXPECT_EQ(one.first_of(5), 1);
  EXPECT_EQ(one.first_of(4), 2);
}

TEST(DisjointSets, AreNumberedByTheirFirstItems) {
  DisjointSets sets(5);
  sets.join(4, 0);
  sets.join(3, 2);
  EXPECT_EQ(sets.numbers(), (std::vector<int>{0, 1, 2, 2, 0}));
}

}  // namespace
}  // namespace retake
