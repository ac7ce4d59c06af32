#include "retake/numerics/errors.h"

#include <gtest/gtest.h>

namespace retake {
namespace {

TEST(Error, SaysWhereWhatExpectedFoundAndAdvice) {
  const InputError error({.what = "vertex index out of range",
                          .where = "cow.obj, line 12",
                          .expected = "1 to 8",
                          .found = "9",
                          .advice = "export the mesh again"});
  EXPECT_STREQ(error.what(),
               "cow.obj, line 12: vertex index out of range (expected 1 to 8, found 9). export the "
               "mesh again.");
}

TEST(Error, LeavesOutWhatIsNotKnown) {
  EXPECT_EQ(to_sentence({.what = "no vertices"}), "no vertices.");
  EXPECT_EQ(to_sentence({.what = "no such scene", .advice = "Did you mean 'dino'?"}),
            "no such scene. Did you mean 'dino'?");
  EXPECT_EQ(to_sentence({.what = "no vertices", .found = "0"}), "no vertices (found 0).");
  EXPECT_EQ(to_sentence({.what = "no vertices", .expected = "some"}),
            "no vertices (expected some).");
}

}  // namespace
}  // namespace retake
