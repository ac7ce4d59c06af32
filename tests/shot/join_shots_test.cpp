// Several shots become one: motions, obstacles, contacts and layers of each, where they belong now.
#include "retake/shot/join_shots.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retake/numerics/errors.h"
#include "retake/shot/evaluation.h"
#include "retake/shot/layer_checks.h"
#include "retake/shot/sources/cache.h"
#include "shot/example_shots.h"
#include "shot/stacked_bars.h"

namespace retake {

using testing::ElementsAre;
using testing::HasSubstr;

namespace {

Shot tumbling_bar() {
  const Body body = bar_at("bar", {0, 0, 1}, false);
  Shot shot = shot_of(body, tumbling(body));
  shot.layers = {pull_layer(10, cache_of(shot), 27, {0, 0.05, 0})};
  return shot;
}

Shot standing_bar() {
  const Body body = bar_at("bar", {0, 0, 0});
  Shot shot = shot_of(body, standing(body));
  shot.layers = {pull_layer(10, cache_of(shot), 20, {0, 0.02, 0})};
  return shot;
}

// Frame 12, a little higher.
Wish raised_pose(const Motion& motion) {
  Wish pose;
  pose.kind = WishKind::pose;
  pose.frame = 12;
  pose.pose = motion.frames[12];
  pose.pose.row(1).array() += 0.05f;
  return pose;
}

}  // namespace

TEST(JoinShots, EveryBodyMovesAsInItsOwnShotWithItsLayers) {
  const JoinedShot joined = join_shots({{"a", standing_bar()}, {"b", tumbling_bar()}}, {"both"});
  EXPECT_TRUE(joined.notes.empty());
  EXPECT_EQ(joined.shot.layers[1].name, "b: pull");
  Evaluation together(joined.shot), first(standing_bar()), second(tumbling_bar());
  const auto motion = together.motion();
  EXPECT_EQ(motion_of_body(*motion, joined.shot.bodies.several()[0]).frames,
            first.motion()->frames);
  EXPECT_EQ(motion_of_body(*motion, joined.shot.bodies.several()[1]).frames,
            second.motion()->frames);
  EXPECT_NE(motion->frames, cache_of(joined.shot).frames);
}

TEST(JoinShots, ContactsAndObstaclesStandOnceAndMeanTheSame) {
  Shot a = standing_bar(), b = tumbling_bar();
  const Obstacle floor = {"floor", PlaneObstacle{{0, -1, 0}, {0, 1, 0}}, 0.2};
  const Obstacle ball = {"ball", SphereObstacle{{0, 5, 0}, 0.7}, 0.4};
  a.setup.obstacles = {floor};
  b.setup.obstacles = {ball, floor};
  a.contacts = {{3, 5, 0, {0, 1, 0}}};
  b.contacts = {{4, 6, 1, {0, 1, 0}}, {5, 7, 0, {0, 1, 0}}};
  const Shot shot = join_shots({{"a", a}, {"b", b}}, {"both"}).shot;
  ASSERT_EQ(shot.setup.obstacles.size(), 2u);
  std::vector<std::string> met;
  for (const Contact& contact : shot.contacts) {
    met.push_back(spoken_vertex(spans_of(shot.bodies.several()), contact.vertex) + " on " +
                  shot.setup.obstacles[static_cast<std::size_t>(contact.obstacle)].name);
  }
  EXPECT_THAT(met, ElementsAre("vertex 5 of body 'a' on floor", "vertex 6 of body 'b' on floor",
                               "vertex 7 of body 'b' on ball"));
}

TEST(JoinShots, AShorterMotionIsRefusedOrHeldAndItsLayersKeepTheirFrames) {
  Shot a = standing_bar();
  const Shot b = tumbling_bar();
  cache_of(a).frames.pop_back();
  EXPECT_THROW(join_shots({{"a", a}, {"b", b}}, {"both"}), InputError);
  const JoinedShot joined = join_shots({{"a", a}, {"b", b}}, {"both", ShortMotions::held});
  EXPECT_THAT(joined.notes, ElementsAre(HasSubstr("'a' stands still after its 23 frames")));
  const auto& green = joined.shot.layers[0].content.get<WishLayer>();
  EXPECT_EQ(green.settings.window, (std::pair{0, 22}));
  Shot slow = b;
  cache_of(slow).fps = 12;
  EXPECT_THROW(join_shots({{"b", b}, {"slow", slow}}, {"both"}), InputError);
}

TEST(JoinShots, PosesComeAlongAsThoseOfTheirBody) {
  Shot b = tumbling_bar();
  b.layers[0].content.get<WishLayer>().wishes = {{11, raised_pose(cache_of(b))}};
  const Shot two = join_shots({{"a", standing_bar()}, {"b", b}}, {"two"}).shot;
  Evaluation together(two), alone(b), first(standing_bar());
  EXPECT_EQ(motion_of_body(*together.motion(), two.bodies.several()[0]).frames,
            first.motion()->frames);
  EXPECT_EQ(motion_of_body(*together.motion(), two.bodies.several()[1]).frames,
            alone.motion()->frames);

  Shot stacked = two;  // a pose of both
  stacked.layers[1].content.get<WishLayer>().wishes = {{30, raised_pose(cache_of(two))}};
  const Shot three = join_shots({{"c", standing_bar()}, {"two", stacked}}, {"three"}).shot;
  const auto& wishes = three.layers.back().content.get<WishLayer>().wishes;
  ASSERT_EQ(wishes.size(), 2u);
  EXPECT_EQ(wishes[1].wish.first_vertex, 2 * 28);
  Evaluation all(three), pair(stacked);
  EXPECT_EQ(motion_of_body(*all.motion(), three.bodies.several()[2]).frames,
            motion_of_body(*pair.motion(), two.bodies.several()[1]).frames);
}

TEST(JoinShots, WhatWouldMeanSomethingElseIsLeftOutAndNamed) {
  Shot a = standing_bar();
  const Shot b = tumbling_bar();
  auto& green = a.layers[0].content.get<WishLayer>();
  green.wishes = {{11, raised_pose(cache_of(a))}};
  green.settings.contacts.self_contact = true;
  a.layers[0].solo = true;
  a.layers.push_back(pull_layer(20, cache_of(a), 20, {0, 0.02, 0}));
  const JoinedShot joined = join_shots({{"a", a}, {"b", b}}, {"both"});
  EXPECT_THAT(joined.notes, ElementsAre(HasSubstr("is left out")));
  ASSERT_EQ(joined.shot.layers.size(), 2u);
  EXPECT_TRUE(joined.shot.layers[0].muted);  // the other one was solo
  EXPECT_FALSE(joined.shot.layers[1].muted);
  EXPECT_EQ(active_layers(joined.shot.layers).size(), 1u);
}

TEST(JoinShots, OfJoinedShotsHaveAllTheirBodies) {
  const Shot two = join_shots({{"a", standing_bar()}, {"b", tumbling_bar()}}, {"two"}).shot;
  const Shot three = join_shots({{"two", two}, {"c", standing_bar()}}, {"three"}).shot;
  ASSERT_EQ(three.bodies.several().size(), 3u);
  EXPECT_EQ(three.bodies.several()[1].body.name, "b");
  EXPECT_EQ(three.bodies.several()[2].first_vertex, 56);
  EXPECT_EQ(three.layers.size(), 3u);
}

}  // namespace retake
