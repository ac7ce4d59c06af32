// Green layers in a shot: what MotionEdit does, reached through edits and evaluation.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "elasticity/bar.h"
#include "retake/mesh/surface.h"
#include "retake/numerics/errors.h"
#include "retake/numerics/rotation.h"
#include "retake/shot/document.h"
#include "retake/shot/evaluation.h"
#include "retake/shot/sources/cache.h"
#include "temporary_folder.h"

namespace retake {

using testing::HasSubstr;

namespace {

using Frame = Eigen::Matrix3Xf;
constexpr int frames = 24;
constexpr int middle = 12;

// A bar held at its left end, standing still.
Shot still_bar() {
  Shot shot;
  shot.name = "bar";
  shot.bodies.only() = make_bar({.cells = {6, 1, 1}});
  Body& body = shot.bodies.only();
  body.triangles = surface_triangles({body.rest_positions, body.tets});
  shot.source = RestSource(frames, 24);
  return shot;
}

const int tip = still_bar().body().vertex_count() - 1;

// Across the bar; along it, a bar is too stiff to follow.
Wish pull(int vertex, const Vec3& by, int frame = middle) {
  Wish wish;
  wish.directions = Mat3::Identity().rightCols(2);
  wish.frame = frame;
  wish.point = {{vertex, 1}};
  wish.target = still_bar().body().rest_positions.col(vertex) + by;
  return wish;
}

Layer green_layer(int id, const Wish& wish) {
  WishLayer green;
  green.settings.modes = 20;
  green.wishes = {{id + 1, wish}};
  return {.id = id, .name = "pull", .content = green};
}

// How far a handle is from its target, across the bar.
double miss(const Frame& frame, const Wish& wish) {
  const Vec3 place = frame.col(wish.point.front().vertex).cast<double>();
  return (place - wish.target).tail<2>().norm();
}

class GreenLayerTest : public testing::Test {
 protected:
  void SetUp() override { setenv("RETAKE_CACHE", folder.path().c_str(), 1); }
  void TearDown() override { unsetenv("RETAKE_CACHE"); }

  TemporaryFolder folder;  // for the modes
  Shot shot = still_bar();
  Frame rest = shot.body().rest_positions.cast<float>();
  const double close = 1e-4 * 0.6;  // of the length
};

}  // namespace

TEST_F(GreenLayerTest, HandlesAreMetInTheEvaluatedShot) {
  const Wish wish = pull(tip, {0, 0.04, 0});
  shot.layers = {green_layer(10, wish)};
  Evaluation evaluation(shot);
  EXPECT_LT(miss(evaluation.frame(middle), wish), close);
  ASSERT_NE(evaluation.report(10), nullptr);
  ASSERT_EQ(evaluation.report(10)->wishes.size(), 1u);
  EXPECT_EQ(evaluation.report(10)->wishes[0].id, 11);
  EXPECT_LT(evaluation.report(10)->wishes[0].miss, close);
}

TEST_F(GreenLayerTest, FramesOneByOneAreThoseOfTheWholeMotion) {
  shot.layers = {green_layer(10, pull(tip, {0, 0.04, 0}))};
  Evaluation one_by_one(shot), together(shot);
  const auto motion = together.motion();
  for (int frame = 0; frame < frames; ++frame) {
    const Frame difference =
        one_by_one.frame(frame) - motion->frames[static_cast<std::size_t>(frame)];
    EXPECT_LT(difference.cwiseAbs().maxCoeff(), 1e-6f) << frame;
  }
}

TEST_F(GreenLayerTest, OutsideOfTheWindowTheInputGoesThroughToTheBit) {
  Layer layer = green_layer(10, pull(tip, {0, 0.04, 0}));
  layer.content.get<WishLayer>().settings.window = {6, 18};
  shot.layers = {layer};
  Evaluation evaluation(shot);
  const auto motion = evaluation.motion();
  for (int frame = 0; frame < frames; ++frame) {
    const bool inside = frame >= 8 && frame <= 16;
    EXPECT_EQ(motion->frames[static_cast<std::size_t>(frame)] == rest, !inside) << frame;
  }
}

TEST_F(GreenLayerTest, ALayerWithoutWishesIsTheIdentity) {
  Layer layer = green_layer(10, {});
  layer.content.get<WishLayer>().wishes.clear();
  shot.layers = {layer};
  EXPECT_EQ(Evaluation(shot).motion()->frames[middle], rest);
}

TEST_F(GreenLayerTest, AWishThatIsOffChangesNothingToTheBit) {
  Layer without = green_layer(10, pull(tip, {0, 0.04, 0}));
  Layer with = without;
  with.content = [&] {
    WishLayer green = without.content.get<WishLayer>();
    green.wishes.push_back({12, pull(tip - 4, {0, -0.02, 0.03}, middle + 3), false});
    return green;
  }();
  shot.layers = {without};
  const auto expected = Evaluation(shot).motion();
  shot.layers = {with};
  Evaluation evaluation(shot);
  EXPECT_EQ(evaluation.motion()->frames, expected->frames);
  EXPECT_EQ(evaluation.report(10)->wishes.size(), 1u);

  with.content.get<WishLayer>().wishes[1].enabled = true;
  evaluation.set_layers({with});
  EXPECT_NE(evaluation.motion()->frames, expected->frames);
  with.content.get<WishLayer>().wishes[1].enabled = false;
  evaluation.set_layers({with});
  EXPECT_EQ(evaluation.motion()->frames, expected->frames);
}

TEST_F(GreenLayerTest, EachLayerEditsWhatComesFromBelow) {
  const Wish up = pull(tip, {0, 0.04, 0}), aside = pull(tip, {0, 0.04, 0.05});
  shot.layers = {green_layer(10, up), green_layer(20, aside)};
  Evaluation evaluation(shot);
  EXPECT_LT(miss(evaluation.frame_of(10, middle), up), close);
  EXPECT_LT(miss(evaluation.frame(middle), aside), close);
}

TEST_F(GreenLayerTest, WishesThatComeMoveAndGoGiveWhatAFreshEvaluationGives) {
  Document document(shot);
  document.apply({AddLayer{0, green_layer(10, pull(tip, {0, 0.04, 0}))}});
  Evaluation evaluation(document.shot());
  const auto check = [&](const char* after) {
    evaluation.set_layers(document.shot().layers);
    Evaluation fresh(document.shot());
    const Frame difference = evaluation.frame(middle) - fresh.frame(middle);
    EXPECT_LT(difference.cwiseAbs().maxCoeff(), 1e-5f) << after;
  };
  check("the beginning");
  const int other = document.new_id();
  document.apply({AddWish{10, 1, {other, pull(tip - 4, {0, 0.01, 0.01}, middle - 3)}}});
  check("adding");
  document.apply({MoveWish{10, 11, pull(tip, {0, 0.06, 0.01}).target, document.new_drag()}});
  check("moving");
  document.apply({RemoveWish{10, 11}});
  check("removing");
  document.undo();
  check("undoing");
  EditSettings settings = document.shot().layers[0].content.get<WishLayer>().settings;
  settings.cost.damping.ratio = 0.5;
  document.apply({ChangeSettings{10, settings}});
  check("other settings");
}

TEST_F(GreenLayerTest, ADragShowsTheFrameThatItWillGive) {
  shot.layers = {green_layer(10, pull(tip, {0, 0.02, 0}))};
  Evaluation evaluation(shot);
  const Wish wish = pull(tip, {0, 0.05, 0});
  evaluation.set_layers({green_layer(10, wish)});
  const Frame draft = evaluation.draft_frame(10, middle);
  EXPECT_LT(miss(draft, wish), close);
  EXPECT_LT((draft - evaluation.frame(middle)).cwiseAbs().maxCoeff(), 1e-6f);
}

TEST_F(GreenLayerTest, OutsideOfARegionNothingChangesToTheBit) {
  const Wish wish = pull(tip, {0, 0.02, 0});
  Layer layer = green_layer(10, wish);
  auto& region = layer.content.get<WishLayer>().settings.region;
  const Body& body = shot.body();
  for (int v = 0; v < body.vertex_count(); ++v) {
    if (body.rest_positions(0, v) > 0.35) region.push_back(v);
  }
  shot.layers = {layer};
  Evaluation evaluation(shot);
  const Frame frame = evaluation.motion()->frames[middle];
  EXPECT_LT(miss(frame, wish), close);
  for (int v = 0; v < body.vertex_count(); ++v) {
    if (body.rest_positions(0, v) <= 0.35) {
      EXPECT_EQ(frame.col(v), rest.col(v)) << v;
    }
  }
}

TEST_F(GreenLayerTest, TheWayToTheWishesDoesNotShowInTheResult) {
  Layer layer = green_layer(10, pull(tip, {0, 0.02, 0}));
  auto& wishes = layer.content.get<WishLayer>().wishes;
  wishes.push_back({12, pull(tip - 12, {0, 0, 0.01}, 8)});
  Evaluation straight(shot);
  straight.set_layers({layer});

  Layer other = layer;
  auto& changing = other.content.get<WishLayer>().wishes;
  Evaluation winding(shot);
  const auto show = [&] {
    winding.set_layers({other});
    winding.frame(middle);
  };
  changing = {wishes[1]};
  show();
  changing = {wishes[1], wishes[0]};
  show();
  changing = {wishes[0], wishes[1]};
  changing[0].wish.target.y() += 0.05;
  winding.set_layers({other});
  winding.draft_frame(10, 3);
  show();
  changing[0].wish.target = wishes[0].wish.target;
  show();
  for (int frame = 0; frame < frames; ++frame) {
    EXPECT_EQ(winding.frame(frame), straight.frame(frame)) << frame;
  }
}

TEST_F(GreenLayerTest, AFrameIsTheSameWhoeverAskedForWhichFirst) {
  shot.layers = {green_layer(10, pull(tip, {0, 0.02, 0}))};
  Evaluation single(shot), whole(shot);
  const auto motion = whole.motion();
  for (const int frame : {20, 3, middle}) {
    EXPECT_EQ(single.frame(frame), motion->frames[static_cast<std::size_t>(frame)]) << frame;
  }
}

TEST_F(GreenLayerTest, ModesThatAreMissingAreToldAndCanBeBrought) {
  Evaluation evaluation(shot);
  EXPECT_FALSE(evaluation.missing_modes(evaluation.top_layer()));
  evaluation.set_layers({green_layer(10, pull(tip, {0, 0.02, 0}))});
  const auto need = evaluation.missing_modes(10);
  ASSERT_TRUE(need);
  EXPECT_EQ(need->count, 20);
  EXPECT_EQ(evaluation.modes(), nullptr);
  evaluation.put_modes(*need, find_modes(shot.body(), *need, Progress::silent()));
  EXPECT_FALSE(evaluation.missing_modes(10));
  EXPECT_EQ(evaluation.modes()->eigenvalues.size(), 20);
  std::filesystem::remove_all(folder.path());  // nothing is looked up any more
  EXPECT_LT(miss(evaluation.frame(middle), pull(tip, {0, 0.02, 0})), close);
}

// Asks for drafts from inside of a solve.
class Asking : public Progress {
 public:
  explicit Asking(Evaluation& evaluation) : evaluation_(evaluation) {}
  bool cancelled() const override {
    if (evaluation_.can_answer(10, 3)) drafts.push_back(evaluation_.draft_frame(10, 3));
    return false;
  }
  mutable std::vector<Frame> drafts;

 private:
  void report(std::string_view, double) override {}
  Evaluation& evaluation_;
};

TEST_F(GreenLayerTest, DraftsCanBeHadInTheMiddleOfASolve) {
  shot.setup.obstacles = {{"floor", PlaneObstacle{{0, -0.01, 0}}}};
  shot.layers = {green_layer(10, pull(tip, {0, -0.1, 0}))};
  Evaluation asked(shot), left_alone(shot);
  Asking asking(asked);
  const Frame finished = asked.frame(middle, asking);
  EXPECT_FALSE(asking.drafts.empty());
  EXPECT_EQ(finished, left_alone.frame(middle));
  EXPECT_EQ(asked.frame(3), left_alone.frame(3));
}

// The edit of a region of a body that lies anywhere is that of the body as it was built, carried
// along.
TEST_F(GreenLayerTest, OfARegionTurnsWithTheBody) {
  Body& body = shot.bodies.only();
  body.pins.clear();
  Wish wish = pull(tip, {0, 0.05, 0});
  Layer layer = green_layer(10, wish);
  auto& region = layer.content.get<WishLayer>().settings.region;
  for (int v = 0; v < body.vertex_count(); ++v) {
    if (body.rest_positions(0, v) > 0.25) region.push_back(v);
  }
  shot.layers = {layer};
  const Frame unturned = Evaluation(shot).frame(middle);

  const Mat3 turn = exp_rotation({0.9, -1.5, 2.1});
  const Vec3 by(1, 2, -1);
  const auto carried = [&](const Frame& frame) {
    return Frame(((turn * frame.cast<double>()).colwise() + by).cast<float>());
  };
  shot.source = CachedSource(Motion{24, 0, {frames, carried(rest)}});
  wish.target = turn * wish.target + by;
  wish.directions = turn * wish.directions;
  shot.layers[0].content.get<WishLayer>().wishes[0].wish = wish;
  const Frame turned = Evaluation(shot).frame(middle);
  EXPECT_GT((unturned - rest).colwise().norm().maxCoeff(), 0.04f);
  EXPECT_LT((turned - carried(unturned)).colwise().norm().maxCoeff(), 1e-5f);
}

TEST_F(GreenLayerTest, ReportsWhatItGivesByItsWeight) {
  const Wish wish = pull(tip, {0, 0.04, 0});
  shot.layers = {green_layer(10, wish)};
  shot.layers[0].weight.keys = {{0, 1}, {middle, 0.25}};
  Evaluation evaluation(shot);
  const double missed = miss(evaluation.frame(middle), wish);
  const WishReport report = evaluation.report(10)->wishes[0];
  EXPECT_NEAR(report.miss, missed, close);
  EXPECT_NEAR(missed, 0.03, close);  // three quarters of the way
  EXPECT_EQ(report.weight, 0.25);
  EXPECT_LT(report.at_full_weight, close);
  EXPECT_LT(report.missed_by.norm(), close);
}

TEST_F(GreenLayerTest, ReportsWhichWayAMissGoesAndWhyItWasLeft) {
  Wish far = pull(tip, {0, 4, 0});
  far.directions = Mat3::Identity();
  shot.layers = {green_layer(10, far)};
  Evaluation evaluation(shot);
  const Vec3 reached = Frame(evaluation.frame(middle)).col(tip).cast<double>();
  const EditReport& report = *evaluation.report(10);
  const WishReport& wish = report.wishes[0];
  EXPECT_NE(report.stop, HandleStop::converged);
  EXPECT_EQ(wish.yielded, report.stop == HandleStop::yielded);
  EXPECT_LT((wish.missed_by - (far.target - reached)).norm(), close);
  EXPECT_NEAR(wish.miss, wish.missed_by.norm(), 1e-12);
}

TEST_F(GreenLayerTest, ReportsTheVelocityThatAWeightOverTimeLeaves) {
  Wish fast = pull(tip, {0, 0, 0});
  fast.kind = WishKind::velocity;
  fast.target = {0, 0.5, 0};
  shot.layers = {green_layer(10, fast)};
  shot.layers[0].weight = {.keys = {{middle, 1}, {middle + 2, 0}}, .easing = Easing::linear};
  Evaluation evaluation(shot);
  const Eigen::Vector3f moved =
      Frame(evaluation.frame(middle + 1)).col(tip) - Frame(evaluation.frame(middle)).col(tip);
  const Vec3 velocity = 24 * moved.cast<double>();
  EXPECT_NEAR(evaluation.report(10)->wishes[0].miss, (velocity - fast.target).tail<2>().norm(),
              24 * close);
}

TEST_F(GreenLayerTest, ReportsHowFarAPoseSqueezesTheBody) {
  Wish pose;
  pose.kind = WishKind::pose;
  pose.frame = middle;
  pose.pose = rest;
  pose.pose.row(0) *= 0.5f;
  shot.layers = {green_layer(10, pose)};
  Evaluation evaluation(shot);
  EXPECT_LT((evaluation.frame(middle) - pose.pose).colwise().norm().maxCoeff(), 1e-5f);
  EXPECT_NEAR(evaluation.report(10)->smallest_stretch, 0.5, 1e-4);
}

TEST_F(GreenLayerTest, SaysWhyAVertexThatNothingMovesMisses) {
  const int pinned = shot.body().pins.front();
  shot.layers = {green_layer(10, pull(pinned, {0, 0.04, 0}))};
  Evaluation evaluation(shot);
  evaluation.frame(middle);
  EXPECT_EQ(evaluation.report(10)->wishes[0].stands_still, StandsStill::pinned);
  EXPECT_NEAR(evaluation.report(10)->wishes[0].miss, 0.04, close);

  shot.layers = {green_layer(10, pull(tip, {0, 0.04, 0}))};
  evaluation.set_layers(shot.layers);
  evaluation.frame(middle);
  EXPECT_EQ(evaluation.report(10)->wishes[0].stands_still, StandsStill::no);
}

}  // namespace retake
