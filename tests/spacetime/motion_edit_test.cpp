// Whole edits of small bodies: wishes in, warped frames out.
#include "retake/spacetime/motion_edit.h"

#include <cmath>

#include <gtest/gtest.h>

#include "retake/numerics/errors.h"
#include "spacetime/edited_bar.h"

namespace retake {
namespace {

TEST(MotionEdit, WithoutWishesIsTheInputToTheBit) {
  const EditInput input = still_bar();
  const MotionEdit edit(input, {});
  EXPECT_EQ(edit.frame(17), input.motion->frames[17]);
}

TEST(MotionEdit, HoldsAWarpedVertexAtItsTarget) {
  const EditInput input = still_bar();
  const int tip = nearest_vertex(input.body, bar_tip);
  MotionEdit edit(input, {});
  for (const double pull : {0.2, 0.8, 1.5}) {
    const Vec3 target = bar_tip + Vec3(0, pull, 0);
    const int id = edit.add(hold(tip, 20, target));
    const EditReport& report = edit.solve();
    EXPECT_EQ(report.stop, HandleStop::converged);
    EXPECT_LT(report.wishes[0].miss, 1e-4 * 4) << pull;
    EXPECT_NEAR(position(edit, 20, tip).y(), pull, 1e-4 * 4);
    edit.remove(id);
  }
}

TEST(MotionEdit, FollowsADragAlmostToTheEndOfItsReach) {
  const EditInput input = still_bar();
  const int tip = nearest_vertex(input.body, bar_tip);
  for (const Vec3& pull : {Vec3(0, 3, 0), Vec3(0, 3.4, 0), Vec3(0, 2, 2.5), Vec3(0, 0, -3.4)}) {
    MotionEdit edit(input, {});
    edit.add(hold(tip, 20, bar_tip + pull));
    const EditReport& report = edit.solve();
    EXPECT_EQ(report.stop, HandleStop::converged) << pull.transpose();
    EXPECT_LT(report.wishes[0].miss, 4e-4) << pull.transpose();
    EXPECT_GT(smallest_volume(input.body, edit.frame(20)), 0);
  }
}

TEST(MotionEdit, StaysWholeWhereADragIsOutOfReachAndStatesTheMiss) {
  const EditInput input = still_bar();
  const int tip = nearest_vertex(input.body, bar_tip);
  for (const Vec3& pull : {Vec3(0, 12, 0), Vec3(0, 40, 0), Vec3(0, 5, 5)}) {
    MotionEdit edit(input, {});
    edit.add(hold(tip, 20, bar_tip + pull));
    const EditReport& report = edit.solve();
    EXPECT_NE(report.stop, HandleStop::converged);
    EXPECT_GT(smallest_volume(input.body, edit.frame(20)), 0) << pull.transpose();
    const Vec3 miss = bar_tip + pull - position(edit, 20, tip);
    EXPECT_NEAR(report.wishes[0].miss, miss.norm(), 1e-3);
    EXPECT_LT(miss.norm(), pull.norm());
  }
}

TEST(MotionEdit, ShowsTheLastSolveWhileAWishIsNotYetSolved) {
  const EditInput input = still_bar();
  const int tip = nearest_vertex(input.body, bar_tip),
            middle = nearest_vertex(input.body, bar_tip / 2);
  MotionEdit edit(input, {});
  const int first = edit.add(hold(tip, 20, bar_tip + Vec3(0, 3, 0)));
  EXPECT_EQ(edit.frame(20), input.motion->frames[20]);
  edit.solve();
  const Eigen::Matrix3Xf solved = edit.frame(20);
  edit.add(hold(middle, 20, {2, 1, 0}));
  EXPECT_LT((edit.frame(20) - solved).norm(), 1e-4);
  edit.remove(first);
  EXPECT_LT((edit.frame(20) - solved).norm(), 1e-4);
}

TEST(MotionEdit, MissesByThePapersWay) {
  const EditInput input = still_bar();
  const int tip = nearest_vertex(input.body, bar_tip);
  EditSettings settings;
  settings.exact_handles = false;
  MotionEdit edit(input, settings);
  edit.add(hold(tip, 20, bar_tip + Vec3(0, 1.5, 0)));
  EXPECT_GT(edit.solve().wishes[0].miss, 0.01);
}

TEST(MotionEdit, HoldsAVertexOfABodyThatIsBentAlready) {
  const Body body = clamp_end(make_bar());
  const EditInput input = input_of(body, swinging(body, 1.5));
  const int tip = nearest_vertex(body, bar_tip);
  MotionEdit edit(input, {});
  const Vec3 before = input.motion->frames[25].col(tip).cast<double>();
  const Vec3 target = before + Vec3(0.3, 0.5, 0.2);
  edit.add(hold(tip, 25, target));
  const WishReport& wish = edit.solve().wishes[0];
  EXPECT_LT(wish.miss, 4e-4);
  const Vec3 miss = target - position(edit, 25, tip);
  EXPECT_NEAR(miss.norm(), wish.miss, 2e-4);
}

TEST(MotionEdit, LeavesFramesOutsideOfTheWindowAloneToTheBit) {
  const Body body = clamp_end(make_bar());
  const EditInput input = input_of(body, swinging(body, 1));
  EditSettings settings;
  settings.window = {10, 30};
  MotionEdit edit(input, settings);
  const int tip = nearest_vertex(body, bar_tip);
  edit.add(hold(tip, 20, {3, 2, 0}));
  edit.solve();
  const Motion motion = edit.motion();
  for (int t = 0; t < motion_frames; ++t) {
    const auto at = static_cast<std::size_t>(t);
    const bool same = motion.frames[at] == input.motion->frames[at];
    EXPECT_EQ(same, t < 12 || t > 28) << t;
  }
}

TEST(MotionEdit, GivesTheSameFrameAloneAndInTheWhole) {
  const EditInput input = still_bar();
  MotionEdit edit(input, {});
  edit.add(hold(nearest_vertex(input.body, bar_tip), 20, {3.5, 1, 0.5}));
  edit.solve();
  const Motion motion = edit.motion();
  for (const int t : {5, 20, 33}) {
    const Eigen::Matrix3Xf difference = motion.frames[static_cast<std::size_t>(t)] - edit.frame(t);
    EXPECT_LT(difference.cwiseAbs().maxCoeff(), 1e-5f);
  }
}

TEST(MotionEdit, FulfilsWishesOfEveryKindTogether) {
  const EditInput input = still_bar();
  const Body& body = input.body;
  const int tip = nearest_vertex(body, bar_tip), middle = nearest_vertex(body, {2, 0, 0});
  const int top = nearest_vertex(body, {4, 0.5, 0});
  MotionEdit edit(input, {});
  edit.add(hold(tip, 12, {3.9, 0.5, 0}));
  edit.add({.name = "pin", .kind = WishKind::pin, .frame = 20, .point = {{middle, 1}}});
  Wish velocity = hold(tip, 28, {0, 1, 0});
  velocity.kind = WishKind::velocity;
  velocity.directions = Vec3::UnitY();
  edit.add(velocity);
  Wish relative = hold(top, 33, {0, 0.5, 0.05});
  relative.kind = WishKind::relative;
  relative.other = {{tip, 1}};
  relative.directions = Vec3::UnitZ();
  edit.add(relative);
  for (const WishReport& wish : edit.solve().wishes) EXPECT_LT(wish.miss, 2e-3) << wish.name;
  const Motion motion = edit.motion();
  const auto at = [&](int t, int v) {
    return Vec3(motion.frames[static_cast<std::size_t>(t)].col(v).cast<double>());
  };
  EXPECT_NEAR((at(29, tip) - at(28, tip)).y() * motion.fps, 1, 0.02);
  EXPECT_NEAR((at(33, top) - at(33, tip)).z(), 0.05, 1e-3);
  EXPECT_LT((at(20, middle) - body.rest_positions.col(middle)).norm(), 1e-3);
}

TEST(MotionEdit, TakesAWholePose) {
  const Body body = clamp_end(make_bar());
  const EditInput input = input_of(body, still(body), 120);
  const Eigen::Matrix3Xf pose = swinging(body, 0.8)->frames[5];
  MotionEdit edit(input, {});
  edit.add({.kind = WishKind::pose, .frame = 18, .pose = pose});
  edit.solve();
  EXPECT_LT((edit.frame(18) - pose).colwise().norm().maxCoeff(), 1e-5);
  EXPECT_GT((edit.frame(10) - input.motion->frames[10]).norm(), 0.01);
}

TEST(MotionEdit, ReportsAPoseAndTheWishAfterItEachByItsOwnMiss) {
  const Body body = clamp_end(make_bar());
  const EditInput input = input_of(body, still(body));
  const int tip = nearest_vertex(body, bar_tip);
  const Eigen::Matrix3Xf pose = swinging(body, 0.8)->frames[5];
  MotionEdit edit(input, {.exact_handles = false});  // so that modes leave some of the pose
  edit.add({.kind = WishKind::pose, .frame = 12, .pose = pose});
  edit.add(hold(tip, 30, {0, 1000, 0}));  // out of reach
  const std::vector<WishReport> wishes = edit.solve().wishes;
  const float worst = (edit.frame(12) - pose).colwise().norm().maxCoeff();
  EXPECT_GT(worst, 1e-4);
  EXPECT_NEAR(wishes[0].miss, worst, 1e-5);
  EXPECT_GT(wishes[1].miss, 100);
}

TEST(MotionEdit, OfASoftWishGoesPartOfTheWay) {
  const EditInput input = still_bar();
  MotionEdit edit(input, {});
  Wish wish = hold(nearest_vertex(input.body, bar_tip), 20, bar_tip + Vec3(0, 0.1, 0));
  wish.weight = 1;
  wish.directions = Vec3::UnitY();
  edit.add(wish);
  EXPECT_NEAR(edit.solve().wishes[0].miss, 0.05, 0.002);
}

TEST(MotionEdit, MovesAFreeBodyAsAWhole) {
  const Body body = make_bar();
  const EditInput input = input_of(body, still(body));
  EditSettings settings;
  settings.cost.ends = Ends::start;
  MotionEdit edit(input, settings);
  const int middle = nearest_vertex(body, {2, 0, 0});
  edit.add(hold(middle, 30, {2, 3, 1}));
  EXPECT_LT(edit.solve().wishes[0].miss, 1e-3);
  EXPECT_LT((position(edit, 30, middle) - Vec3(2, 3, 1)).norm(), 1e-3);
  // Nothing holds the bar back: it comes along nearly undeformed.
  const Eigen::Matrix3Xf frame = edit.frame(30);
  const Vec3 length =
      (frame.col(nearest_vertex(body, {4, 0, 0})) - frame.col(nearest_vertex(body, {0, 0, 0})))
          .cast<double>();
  EXPECT_NEAR(length.norm(), 4, 0.1);
}

TEST(MotionEdit, BendsAFreeBodyThatWouldRatherMove) {
  const Body body = make_bar();
  const EditInput input = input_of(body, still(body));
  EditSettings settings;
  settings.cost.ends = Ends::start;
  MotionEdit edit(input, settings);
  for (const double x : {0.0, 2.0, 4.0}) {
    Wish wish = hold(nearest_vertex(body, {x, 0, 0}), 25, {x, x == 2 ? -0.15 : 0.15, 0});
    wish.directions = Vec3::UnitY();
    edit.add(wish);
  }
  for (const WishReport& wish : edit.solve().wishes) {
    EXPECT_LT(wish.miss, 4e-4);
    EXPECT_TRUE(wish.contradicts.empty());
  }
}

TEST(MotionEdit, OfContradictingWishesHardlyMovesAndNamesThem) {
  const EditInput input = still_bar();
  const Body& body = input.body;
  const int tip = nearest_vertex(body, bar_tip);
  const int beside = nearest_vertex(body, {4, 0.25, 0});
  MotionEdit edit(input, {});
  const int a = edit.add(hold(tip, 20, bar_tip + Vec3(0, 0.04, 0)));
  const int b = edit.add(hold(beside, 20, body.rest_positions.col(beside) - Vec3(0, 0.04, 0)));
  const EditReport& report = edit.solve();
  const float most = (edit.frame(20) - input.motion->frames[20]).colwise().norm().maxCoeff();
  EXPECT_LT(most, 0.04 + 0.004);
  EXPECT_EQ(report.wishes[0].contradicts, std::vector{b});
  EXPECT_EQ(report.wishes[1].contradicts, std::vector{a});
}

TEST(MotionEdit, GoesTowardsTargetsFarOutOfReach) {
  const EditInput input = still_bar();
  const int tip = nearest_vertex(input.body, bar_tip);
  for (const double up : {8.0, 80.0, 800.0}) {
    MotionEdit edit(input, {});
    edit.add(hold(tip, 20, bar_tip + Vec3(0, up, 0)));
    EXPECT_GT(edit.solve().wishes[0].miss, up - 6);
    EXPECT_GT(position(edit, 20, tip).y(), 0.4) << up;
    EXPECT_GT(smallest_volume(input.body, edit.frame(20)), 0) << up;
  }
}

// Neighbours that are wished apart or aside, all over the bar: met where the body can, and nothing
// goes much farther than the bound on what wishes may move.
TEST(MotionEdit, OfNeighboursThatAreWishedApartMovesNoFartherThanItsBound) {
  const EditInput input = still_bar();
  const Body& body = input.body;
  for (const double x : {1.0, 2.0, 3.0, 4.0}) {
    const int a = nearest_vertex(body, {x, 0.5, 0.5}), b = nearest_vertex(body, {x, 0.25, 0.5});
    for (const Vec3& by : {Vec3(0, 0.04, 0), Vec3(0, 0, 0.04)}) {
      MotionEdit edit(input, {});
      edit.add(hold(a, 20, body.rest_positions.col(a) + by));
      edit.add(hold(b, 20, body.rest_positions.col(b) - by));
      for (const WishReport& wish : edit.solve().wishes) {
        EXPECT_TRUE(wish.miss < 4e-4 || !wish.contradicts.empty()) << wish.miss;
      }
      const float most = (edit.frame(20) - input.motion->frames[20]).colwise().norm().maxCoeff();
      EXPECT_LT(most, 5 * 0.04) << "at " << x << " by " << by.transpose();
      EXPECT_GT(smallest_volume(body, edit.frame(20)), 0.2);
    }
  }
}

// A pin beside a drag is no contradiction, though both move with the same soft modes.
TEST(MotionEdit, KeepsAPinWhereverAnotherPointIsDragged) {
  const Body body = clamp_end(make_bar());
  for (const bool moves : {false, true}) {
    const EditInput input = input_of(body, moves ? swinging(body, 1.2) : still(body));
    const int tip = nearest_vertex(body, bar_tip);
    const Vec3 at = input.motion->frames[20].col(tip).cast<double>();
    for (const double x : {1.0, 2.0, 3.0}) {
      for (const Vec3& by : {Vec3(0, 0.4, 0), Vec3(0, 0, 0.4), Vec3(0, -0.2, 0.2)}) {
        MotionEdit edit(input, {});
        edit.add(
            {.kind = WishKind::pin, .frame = 20, .point = {{nearest_vertex(body, {x, 0, 0}), 1}}});
        edit.add(hold(tip, 20, at + by));
        const EditReport& report = edit.solve();
        for (const WishReport& wish : report.wishes) {
          EXPECT_LT(wish.miss, 2e-3) << "pin at " << x << ", by " << by.transpose();
          EXPECT_TRUE(wish.contradicts.empty());
        }
        EXPECT_GT(smallest_volume(body, edit.frame(20)), 0.2);
      }
    }
  }
}

TEST(MotionEdit, IsNotPushedThroughAThinPlate) {
  EditInput input = still_bar();
  input.obstacles = {
      {.name = "plate", .shape = BoxObstacle{.center = {3.5, -0.8, 0}, .half_size = {2, 0.02, 3}}}};
  const int tip = nearest_vertex(input.body, bar_tip);
  MotionEdit edit(input, {});
  edit.add(hold(tip, 20, bar_tip - Vec3(0, 1.4, 0)));
  const EditReport report = edit.solve_one_sided();
  EXPECT_GT(report.one_sided_active + report.obstacles.guards, 0);
  EXPECT_GT(report.wishes[0].miss, 0.5);
  for (const FrameView& frame : edit.motion().frames) {
    for (Eigen::Index v = 0; v < frame.cols(); ++v) {
      const bool over_the_plate = frame(0, v) > 1.5f;
      EXPECT_TRUE(!over_the_plate || frame(1, v) > -0.7801f) << v << ": " << frame(1, v);
    }
  }
}

// The wish says how high alone: it could be had beside the rock.
TEST(MotionEdit, IsNotThrownAroundAnObstacleThatAWishLeadsInto) {
  EditInput input = still_bar();
  input.obstacles = {
      {.name = "rock",
       .shape = BoxObstacle{.center = {3.5, -1.2, 0}, .half_size = {1.5, 0.4, 1.5}}}};
  const int below = nearest_vertex(input.body, {4, -0.5, 0});
  MotionEdit edit(input, {});
  Wish wish = hold(below, 20, {4, -1.2, 0});
  wish.directions = Vec3::UnitY();
  edit.add(wish);
  const EditReport report = edit.solve_one_sided();
  EXPECT_NEAR(report.wishes[0].miss, 0.4, 0.01);
  ASSERT_TRUE(report.wishes[0].hindrance);
  EXPECT_EQ(report.wishes[0].hindrance->name, "rock");
  for (const FrameView& frame : edit.motion().frames) {
    EXPECT_LT((frame - input.motion->frames[0]).row(2).cwiseAbs().maxCoeff(), 0.5f);
    for (Eigen::Index v = 0; v < frame.cols(); ++v) {
      EXPECT_GT(distance_to(input.obstacles[0], frame.col(v).cast<double>()).distance, -4e-5) << v;
    }
  }
}

TEST(MotionEdit, KeepsTheBodyOutOfAFloorAtEveryFrame) {
  EditInput input = still_bar();
  Obstacle sea{.name = "sea", .shape = PlaneObstacle{.point = {0, -0.8, 0}}};
  input.obstacles = {sea};
  const int tip = nearest_vertex(input.body, bar_tip);
  MotionEdit edit(input, {});
  edit.add(hold(tip, 20, bar_tip - Vec3(0, 1.2, 0)));
  const EditReport report = edit.solve_one_sided();
  EXPECT_GT(report.one_sided_active, 0);
  const Motion motion = edit.motion();
  for (const FrameView& frame : motion.frames) EXPECT_GE(frame.row(1).minCoeff(), -0.8f);
  EXPECT_LT(report.worst_penetration, 1e-3 * 4);
}

TEST(MotionEdit, LeadsEveryVertexOutOfObstaclesAndNamesWhatStaysInside) {
  EditInput input = still_bar();
  input.obstacles = {
      {.name = "ball", .shape = SphereObstacle{.center = {2.5, -1.6, 0}, .radius = 1}},
      {.name = "sea", .shape = PlaneObstacle{.point = {0, -0.9, 0}}}};
  const int tip = nearest_vertex(input.body, bar_tip);
  MotionEdit edit(input, {});
  edit.add(hold(tip, 20, bar_tip - Vec3(0, 1.5, 0)));
  const EditReport report = edit.solve_one_sided();
  EXPECT_LT(report.worst_penetration, 2e-5 * 4);
  double deepest = 0;
  for (const auto& [frame, depth] : report.obstacles.inside) deepest = std::max(deepest, depth);
  EXPECT_EQ(deepest, report.worst_penetration);
}

TEST(MotionEdit, ForgetsObstaclesThatADragHasLeft) {
  EditInput input = still_bar();
  input.obstacles = {{.name = "sea", .shape = PlaneObstacle{.point = {0, -0.8, 0}}}};
  const int tip = nearest_vertex(input.body, bar_tip);
  MotionEdit edit(input, {});
  const Vec3 start = input.body.rest_positions.col(tip);
  const int id = edit.add(hold(tip, 20, start - Vec3(0, 1.2, 0)));
  edit.solve_one_sided();
  edit.move(id, start);
  edit.solve_one_sided();
  EXPECT_LT((edit.frame(20) - input.motion->frames[20]).cwiseAbs().maxCoeff(), 4e-4f);
}

TEST(MotionEdit, StaysFiniteForATargetAKilometreAway) {
  const EditInput input = still_bar();
  MotionEdit edit(input, {});
  edit.add(hold(nearest_vertex(input.body, bar_tip), 20, {0, 1000, 0}));
  const EditReport& report = edit.solve();
  EXPECT_TRUE(edit.frame(20).allFinite());
  EXPECT_GT(report.wishes[0].miss, 100);
}

TEST(MotionEdit, RefusesWishesThatMakeNoSense) {
  const EditInput input = still_bar();
  MotionEdit edit(input, {});
  EXPECT_THROW(edit.add(hold(-1, 20, bar_tip)), InputError);
  EXPECT_THROW(edit.add(hold(100000, 20, bar_tip)), InputError);
  EXPECT_THROW(edit.add(hold(3, 1, bar_tip)), InputError);
  EXPECT_THROW(edit.add(hold(3, 400, bar_tip)), InputError);
  EXPECT_THROW(edit.add(hold(3, 20, {NAN, 0, 0})), InputError);
}

}  // namespace
}  // namespace retake
