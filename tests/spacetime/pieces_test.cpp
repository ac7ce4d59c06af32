// A body that falls apart into pieces.
#include <gtest/gtest.h>

#include "spacetime/edited_bar.h"

namespace retake {
namespace {

const Vec3 far_apart = {0, 3, 0};

// The body, and a bar beside it that it does not touch.
Body with_second_bar(Body body) {
  const Body other = make_bar();
  const int n = body.vertex_count();
  const Eigen::Index tets = body.tets.cols();
  body.rest_positions.conservativeResize(3, n + other.vertex_count());
  body.rest_positions.rightCols(other.vertex_count()) = other.rest_positions.colwise() + far_apart;
  body.tets.conservativeResize(4, tets + other.tets.cols());
  body.tets.rightCols(other.tets.cols()) = other.tets.array() + n;
  return body;
}

// The first is held or not, the second is free: what is pulled at goes, the other one stays.
TEST(Pieces, OfABodyAreEditedOneByOne) {
  for (const Body& body : {with_second_bar(clamp_end(make_bar())), with_second_bar(make_bar())}) {
    const EditInput input = input_of(body, still(body));
    const int tips[2] = {nearest_vertex(body, bar_tip), nearest_vertex(body, bar_tip + far_apart)};
    for (const int pulled : {0, 1}) {
      MotionEdit edit(input, {});
      const Vec3 target = body.rest_positions.col(tips[pulled]) + Vec3(0, 0, 0.2);
      edit.add(hold(tips[pulled], 20, target));
      EXPECT_LT(edit.solve().wishes[0].miss, 4e-4);
      EXPECT_LT((position(edit, 20, tips[pulled]) - target).norm(), 0.02);
      const int other = tips[1 - pulled];
      EXPECT_LT((position(edit, 20, other) - body.rest_positions.col(other)).norm(), 0.02);
      for (const FrameView& frame : edit.motion().frames) ASSERT_TRUE(frame.allFinite());
    }
  }
}

}  // namespace
}  // namespace retake
