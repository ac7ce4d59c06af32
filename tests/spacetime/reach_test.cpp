// How near to the held points the body answers.
#include <gtest/gtest.h>

#include "spacetime/edited_bar.h"

namespace retake {
namespace {

double farthest(const MotionEdit& edit, const EditInput& input, int frame) {
  return (edit.frame(frame) - input.motion->frames[static_cast<std::size_t>(frame)])
      .colwise()
      .norm()
      .maxCoeff();
}

// Near its clamp the cheapest answer would throw the tip.
TEST(Reach, IsMoreWhereTheBodyWouldBeThrown) {
  const EditInput input = still_bar();
  const int near_clamp = nearest_vertex(input.body, {0.5, 0.5, 0});
  const Vec3 at = input.body.rest_positions.col(near_clamp);
  MotionEdit edit(input, {});
  edit.add(hold(near_clamp, 20, at + Vec3(0, 0.2, 0)));
  const EditReport& report = edit.solve();
  EXPECT_GT(report.reach, 0);
  EXPECT_LT(report.wishes[0].miss, 4e-4);
  EXPECT_LT(farthest(edit, input, 20), 4.5 * 0.2);
}

TEST(Reach, StaysAsGivenWhereThatGoesWell) {
  const EditInput input = still_bar();
  const int tip = nearest_vertex(input.body, bar_tip);
  for (const double given : {0.0, 0.3}) {
    EditSettings settings;
    settings.cost.reach = given;
    MotionEdit edit(input, settings);
    edit.add(hold(tip, 20, bar_tip + Vec3(0, 0.5, 0)));
    EXPECT_EQ(edit.solve().reach, given);
  }
}

// A drag through places that need another reach ends as if it had begun at its end.
TEST(Reach, DoesNotDependOnTheWayToATarget) {
  const EditInput input = still_bar();
  const int point = nearest_vertex(input.body, {1, 0.5, 0});
  const Vec3 at = input.body.rest_positions.col(point), aside(0, 0.1, 0), along(0.1, 0, 0);
  MotionEdit dragged(input, {}), direct(input, {});
  const int id = dragged.add(hold(point, 20, at));
  std::vector<double> reaches;
  for (const Vec3& by : {aside, along, aside}) {
    dragged.move(id, at + by);
    reaches.push_back(dragged.solve().reach);
  }
  EXPECT_LT(reaches[0], reaches[1]);
  direct.add(hold(point, 20, at + aside));
  EXPECT_EQ(direct.solve().reach, reaches[2]);
  for (const int frame : {10, 20, 30}) EXPECT_EQ(dragged.frame(frame), direct.frame(frame));
}

// What a wish made another reach take is forgotten with it.
TEST(Reach, GoesBackWhenTheWishThatNeededItGoes) {
  const EditInput input = still_bar();
  const int tip = nearest_vertex(input.body, bar_tip);
  const int point = nearest_vertex(input.body, {0.5, 0.5, 0});
  MotionEdit edit(input, {}), alone(input, {});
  for (MotionEdit* each : {&edit, &alone}) {
    each->add(hold(tip, 20, bar_tip + Vec3(0, 0.05, 0)));
    each->solve();
  }
  const Vec3 at = input.body.rest_positions.col(point);
  const int id = edit.add(hold(point, 30, at + Vec3(0.1, 0, 0)));
  EXPECT_GT(edit.solve().reach, 0);
  edit.remove(id);
  EXPECT_EQ(edit.solve().reach, 0);
  EXPECT_EQ(edit.frame(25), alone.frame(25));
}

}  // namespace
}  // namespace retake
