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

TEST(Reach, ThatIsTakenAnswersAsIfItHadBeenGiven) {
  const EditInput input = still_bar();
  const int near_clamp = nearest_vertex(input.body, {0.5, 0.5, 0});
  const Wish wish =
      hold(near_clamp, 20, Vec3(input.body.rest_positions.col(near_clamp)) + Vec3(0, 0.2, 0));
  MotionEdit taken(input, {});
  taken.add(wish);
  EditSettings settings;
  settings.cost.reach = taken.solve().reach;
  ASSERT_GT(settings.cost.reach, 0);
  MotionEdit given(input, settings);
  given.add(wish);
  EXPECT_EQ(given.solve().reach, settings.cost.reach);
  for (const int frame : {12, 20, 33}) {
    EXPECT_LT((given.frame(frame) - taken.frame(frame)).cwiseAbs().maxCoeff(), 1e-5);
  }
}

// Handles at many frames are too many for whole answers of all pulls to be kept.
TEST(Reach, IsMoreForNineHandlesToo) {
  const EditInput input = still_bar();
  const int near_clamp = nearest_vertex(input.body, {0.5, 0.5, 0});
  const Vec3 at = input.body.rest_positions.col(near_clamp);
  MotionEdit edit(input, {});
  for (int i = 0; i < 9; ++i) edit.add(hold(near_clamp, 4 + 4 * i, at + Vec3(0, 0.2, 0)));
  EXPECT_GT(edit.solve().reach, 0);
  for (int i = 0; i < 9; ++i) EXPECT_LT(farthest(edit, input, 4 + 4 * i), 4.5 * 0.2);
}

// Frames of handles come from one solve for the whole window where handles are many.
TEST(MotionEdit, FramesOfManyHandlesAreThoseOfTheWholeMotion) {
  const EditInput input = still_bar();
  MotionEdit edit(input, {});
  for (int i = 0; i < 16; ++i) {
    const int vertex = nearest_vertex(input.body, {1 + 0.2 * i, 0.5, 0});
    edit.add(hold(vertex, 3 + 2 * i,
                  input.body.rest_positions.col(vertex) + Vec3(0, 0.01 * std::sin(i), 0)));
  }
  for (const WishReport& wish : edit.solve().wishes) EXPECT_LT(wish.miss, 1e-3);
  const Motion whole = edit.motion();
  for (int i = 0; i < 16; ++i) {
    const int frame = 3 + 2 * i;
    EXPECT_LT((edit.frame(frame) - whole.frames[static_cast<std::size_t>(frame)]).norm(), 1e-4f);
  }
}

// It is not asked to be met.
TEST(Reach, OfAWishWithAWeightStaysAsGiven) {
  const EditInput input = still_bar();
  Wish wish = hold(nearest_vertex(input.body, bar_tip), 20, bar_tip + Vec3(0, 0.5, 0));
  wish.weight = 0.5;
  MotionEdit edit(input, {});
  edit.add(wish);
  EXPECT_EQ(edit.solve().reach, 0);
}

// What a pose moves is not thrown.
TEST(Reach, BesideAPoseStaysAsGiven) {
  const EditInput input = still_bar();
  MotionEdit edit(input, {});
  Wish pose{.kind = WishKind::pose, .frame = 12};
  pose.pose = swinging(input.body, 1.2)->frames[5];
  edit.add(pose);
  edit.add(hold(nearest_vertex(input.body, bar_tip), 20, bar_tip + Vec3(0, 0.02, 0)));
  EXPECT_EQ(edit.solve().reach, 0);
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

// How far any vertex goes at once while the hand goes on by a step of 5 cm, over that step.
double largest_step(const EditInput& input, const Vec3& grabbed, const Vec3& direction) {
  const int vertex = nearest_vertex(input.body, grabbed);
  const Vec3 at = input.motion->frames[20].col(vertex).cast<double>();
  MotionEdit edit(input, {});
  const int id = edit.add(hold(vertex, 20, at));
  Eigen::Matrix3Xf before = input.motion->frames[20];
  double largest = 0;
  for (int step = 1; step <= 20; ++step) {
    edit.move(id, at + 0.05 * step * direction);
    edit.solve();
    const Eigen::Matrix3Xf now = edit.frame(20);
    largest = std::max<double>(largest, (now - before).colwise().norm().maxCoeff() / 0.05);
    before = now;
  }
  return largest;
}

// A drag that becomes too much for the body stops instead of jumping to another answer (by 100 such
// steps where it was taken with another reach, or stiff directions were let go).
TEST(Reach, LetsADragGoOnWithoutJumps) {
  const Body body = clamp_end(make_bar());
  for (const bool moves : {false, true}) {
    const EditInput input = input_of(body, moves ? swinging(body, 1.2) : still(body));
    for (const double x : {0.5, 1.0}) {
      for (const Vec3& way : {Vec3(1, 0, 0), Vec3(-1, 0, 0), Vec3(0, 1, 0), Vec3(0.6, 0, 0.8)}) {
        EXPECT_LT(largest_step(input, {x, 0.5, 0}, way), 10)
            << (moves ? "moving, at " : "still, at ") << x << " by " << way.transpose();
      }
    }
  }
}

// A wish at a clamped vertex, beside one that is easily met and one that is too much for the body.
TEST(Reach, OfAWishThatCannotBeMetKeepsNoOtherFromItsTarget) {
  const EditInput input = still_bar();
  const int tip = nearest_vertex(input.body, bar_tip), clamped = input.body.pins[0];
  const Vec3 root = input.body.rest_positions.col(clamped);
  for (const bool also_too_far : {false, true}) {
    MotionEdit edit(input, {});
    edit.add(hold(tip, 15, bar_tip + Vec3(0, 0.2, 0)));
    edit.add(hold(clamped, 25, root + Vec3(0, 0.01, 0)));
    if (also_too_far) {
      Wish far = hold(tip, 35, bar_tip + Vec3(4, 0, 0));
      far.stiff_axes = StiffAxes::locked;
      edit.add(far);
    }
    const EditReport& report = edit.solve();
    EXPECT_LT(report.wishes[0].miss, also_too_far ? 0.05 : 4e-4);
    EXPECT_EQ(report.wishes[1].stands_still, StandsStill::pinned);
  }
}

TEST(Reach, OfAWishThatGoesTooFarLetsOthersHaveTheirs) {
  const EditInput input = still_bar();
  const int tip = nearest_vertex(input.body, bar_tip);
  MotionEdit edit(input, {});
  edit.add(hold(tip, 12, bar_tip + Vec3(0, 0.2, 0)));
  Wish far = hold(nearest_vertex(input.body, {0.5, 0.5, 0}), 28, Vec3(0.5, 2, 0));
  far.stiff_axes = StiffAxes::locked;
  edit.add(far);
  const EditReport& report = edit.solve();
  EXPECT_LT(report.wishes[0].miss, 4e-4);
  EXPECT_GT(report.wishes[1].miss, 0.5);
  EXPECT_LT(report.wishes[1].miss, 1.4);
}

// Rounds that push a body out of obstacles go for what the drag had come to, not for its target.
TEST(Reach, OfADragThatStopsIsTheSameBesideAnObstacleThatIsNotTouched) {
  EditInput input = still_bar();
  const int near_clamp = nearest_vertex(input.body, {0.5, 0.5, 0});
  const Vec3 at = input.body.rest_positions.col(near_clamp);
  std::vector<Eigen::Matrix3Xf> frames;
  for (const bool beside : {false, true}) {
    if (beside) input.obstacles = {{.name = "deep", .shape = PlaneObstacle{.point = {0, -50, 0}}}};
    MotionEdit edit(input, {});
    edit.add(hold(near_clamp, 20, at + Vec3(0, 1.5, 0)));
    EXPECT_GT(edit.solve_one_sided().wishes[0].miss, 0.1);
    frames.push_back(edit.frame(20));
  }
  EXPECT_EQ(frames[0], frames[1]);
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
