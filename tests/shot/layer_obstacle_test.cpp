// Layers beside obstacles: what a weight does to them, and what is said of it.
#include <gtest/gtest.h>

#include "elasticity/bar.h"
#include "retake/mesh/surface.h"
#include "retake/shot/evaluation.h"
#include "retake/shot/layers/blend.h"
#include "temporary_folder.h"

namespace retake {

namespace {

constexpr int half_way = 12;
constexpr float ceiling = 0.14f;  // m

// A bar held at its left end, 0.1 m high, standing still under a ceiling.
Shot bar_below_a_ceiling() {
  Shot shot;
  Body& body = shot.bodies.only();
  body = make_bar({.cells = {6, 1, 1}});
  body.triangles = surface_triangles({body.rest_positions, body.tets});
  shot.source = RestSource(2 * half_way, 24);
  shot.setup.obstacles = {
      {.name = "ceiling", .shape = PlaneObstacle{.point = {0, ceiling, 0}, .normal = {0, -1, 0}}}};
  return shot;
}

// Lifts the free end by 0.03 m, which leaves room.
Layer lift(const Shot& shot) {
  const int tip = shot.body().vertex_count() - 1;
  Wish wish{.frame = half_way, .point = {{tip, 1}}};
  wish.directions = Vec3::UnitY();
  wish.target = shot.body().rest_positions.col(tip) + Vec3(0, 0.03, 0);
  WishLayer green;
  green.settings.modes = 20;
  green.wishes = {{11, wish}};
  return {.id = 10, .name = "lift", .content = green};
}

class LayerObstacle : public testing::Test {
 protected:
  void SetUp() override { setenv("RETAKE_CACHE", folder.path().c_str(), 1); }
  void TearDown() override { unsetenv("RETAKE_CACHE"); }

  static float highest(Evaluation& evaluation) {
    float height = -1;
    for (const FrameView& frame : evaluation.motion()->frames) {
      height = std::max(height, frame.row(1).maxCoeff());
    }
    return height;
  }

  TemporaryFolder folder;  // for the modes
  Shot shot = bar_below_a_ceiling();
};

}  // namespace

TEST_F(LayerObstacle, IsNotEnteredByAOneSidedLayerWhateverItsWeight) {
  Layer layer = lift(shot);
  for (const double weight : {0.5, 1.0, 2.0, 5.0}) {
    layer.weight.keys = {{0, weight}};
    shot.layers = {layer};
    Evaluation evaluation(shot);
    EXPECT_LE(highest(evaluation), ceiling) << weight;
    const double reported = evaluation.report(10)->worst_penetration;
    EXPECT_EQ(reported > 0, weight >= 2) << weight;
  }
}

TEST_F(LayerObstacle, IsReportedWhereALayerThatIsNotOneSidedEntersIt) {
  Layer layer = lift(shot);
  layer.content.get<WishLayer>().settings.contacts.one_sided = false;
  layer.weight.keys = {{0, 3}};
  shot.layers = {layer};
  Evaluation evaluation(shot);
  const float height = highest(evaluation);
  EXPECT_GT(height, ceiling + 0.01f);
  EXPECT_NEAR(evaluation.report(10)->worst_penetration, height - ceiling, 1e-6);
}

TEST_F(LayerObstacle, IsReportedWhereABlendEntersItAndNoMoreWhenItDoesNot) {
  BlendLayer blend;
  blend.envelope = {.hold_first = half_way, .hold_last = half_way};
  blend.deltas = {{.id = 21,
                   .frame = half_way,
                   .region = {{shot.body().vertex_count() - 1, 1}},
                   .displacement = {0, 0.1, 0}}};
  Layer layer{.id = 20, .name = "push", .content = blend};
  shot.layers = {layer};
  Evaluation evaluation(shot);
  const float height = highest(evaluation);
  EXPECT_GT(height, ceiling + 0.01f);
  ASSERT_NE(evaluation.report(20), nullptr);
  EXPECT_NEAR(evaluation.report(20)->worst_penetration, height - ceiling, 1e-6);
  layer.weight.keys = {{0, 0.1}};
  evaluation.set_layers({layer});
  EXPECT_LE(highest(evaluation), ceiling);
  EXPECT_EQ(evaluation.report(20), nullptr);
}

}  // namespace retake
