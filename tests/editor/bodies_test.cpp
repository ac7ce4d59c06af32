// Shots of several bodies in the editor.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "editor/small_editor.h"
#include "retake/shot/shot_bodies.h"

namespace retake::server {

namespace {

// Two of the small bars, one above the other, at rest.
Shot two_small_bars() {
  Shot shot = small_scene("bar");
  std::vector<ShotBody> bodies = {{.body = shot.body()}, {.body = shot.body()}};
  bodies[0].body.name = "low";
  bodies[1].body.name = "high";
  bodies[1].body.rest_positions.row(1).array() += 5;
  shot.bodies = ShotBodies(bodies, shot.name, shot.color);
  return shot;
}

}  // namespace

TEST(SeveralBodies, AreToldWithTheirVerticesAndOneAloneIsNot) {
  SmallEditor small;
  small.open("bar");
  EXPECT_TRUE(small.tab().newest("opened")["bodies"].empty());
  write_shot(two_small_bars(), small.folder() / "two.json");
  small.demand({{"type", "open"}, {"file", "two.json"}});
  const Json expected = {{{"name", "low"}, {"first_vertex", 0}, {"vertices", 45}},
                         {{"name", "high"}, {"first_vertex", 45}, {"vertices", 45}}};
  EXPECT_EQ(small.tab().newest("opened")["bodies"], expected);
}

TEST(SeveralBodies, AHandleOnOneLeavesTheOtherAsItIs) {
  SmallEditor small;
  write_shot(two_small_bars(), small.folder() / "two.json");
  small.hello();
  small.demand({{"type", "open"}, {"file", "two.json"}});
  const Vec3 tip = bar_at_rest().col(bar_tip) + Vec3(0, 5, 0);
  small.add_handle(tip + Vec3(0, 0.1, 0), 45 + bar_tip);
  const Eigen::Matrix3Xf rest = two_small_bars().body().rest_positions.cast<float>();
  const Eigen::Matrix3Xf now = small.finished(0, 10).positions();
  EXPECT_EQ(Eigen::Matrix3Xf(now.leftCols(45)), Eigen::Matrix3Xf(rest.leftCols(45)));
  EXPECT_GT((now - rest).rightCols(45).colwise().norm().maxCoeff(), 0.05f);
}

}  // namespace retake::server
