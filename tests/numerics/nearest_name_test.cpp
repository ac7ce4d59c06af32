#include "retake/numerics/nearest_name.h"

#include <gtest/gtest.h>

namespace retake {

TEST(NearestName, EditDistanceCountsSingleLetterChanges) {
  EXPECT_EQ(edit_distance("", "abc"), 3);
  EXPECT_EQ(edit_distance("bridge", "bridge"), 0);
  EXPECT_EQ(edit_distance("brigde", "bridge"), 2);
  EXPECT_EQ(edit_distance("frames", "frame"), 1);
}

TEST(NearestName, FindsTheIntendedNameAndNothingWhenAllAreFar) {
  const std::vector<std::string> known = {"bridge", "beam", "dino"};
  EXPECT_EQ(nearest_name("brigde", known), "bridge");
  EXPECT_EQ(nearest_name("dyno", known), "dino");
  EXPECT_EQ(nearest_name("xylophone", known), "");
}

}  // namespace retake
