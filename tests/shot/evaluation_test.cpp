// Layers compose as functions from the source upwards, and nothing is computed twice.
#include "retake/shot/evaluation.h"

#include <map>

#include <gtest/gtest.h>

#include "retake/numerics/errors.h"
#include "retake/numerics/rotation.h"
#include "retake/shot/layers/blend.h"
#include "retake/shot/sources/cache.h"
#include "shot/example_shots.h"

namespace retake {

namespace {

using Frame = Eigen::Matrix3Xf;

// How often each layer was made, solved and asked for a frame.
struct Count {
  int made = 0, solved = 0, frames = 0;
};
using Counts = std::map<int, Count>;

// Scales a frame by the first wish's target.x (about the origin), as if it needed the whole input.
class ScaleEvaluator : public LayerEvaluator {
 public:
  ScaleEvaluator(const Layer& layer, Counts& counts) : layer_(layer), counts_(counts) {
    ++counts_[layer.id].made;
  }
  bool depends_on_whole_input() const override { return true; }
  bool update(const Layer& layer) override {
    if (layer.content.get<WishLayer>().settings != green().settings) return false;
    layer_ = layer;
    return true;
  }
  void solve(Quality, LayerInput& input, Progress& progress) override {
    input.whole(progress);
    ++counts_[layer_.id].solved;
    factor_ = static_cast<float>(green().wishes.at(0).wish.target.x());
  }
  Frame frame(int frame, LayerInput& input, Progress& progress) override {
    ++counts_[layer_.id].frames;
    return factor_ * input.frame(frame, progress);
  }

 private:
  const WishLayer& green() const { return layer_.content.get<WishLayer>(); }
  Layer layer_;
  Counts& counts_;
  float factor_ = 1;
};

class CountedBlend : public LayerEvaluator {
 public:
  CountedBlend(const Layer& layer, const LayerStage& stage, Counts& counts)
      : id_(layer.id), blend_(make_evaluator(layer, stage)), counts_(counts) {
    ++counts_[id_].made;
  }
  bool depends_on_whole_input() const override { return blend_->depends_on_whole_input(); }
  bool update(const Layer& layer) override { return blend_->update(layer); }
  void solve(Quality quality, LayerInput& input, Progress& progress) override {
    ++counts_[id_].solved;
    blend_->solve(quality, input, progress);
  }
  Frame frame(int frame, LayerInput& input, Progress& progress) override {
    ++counts_[id_].frames;
    return blend_->frame(frame, input, progress);
  }

 private:
  int id_;
  std::unique_ptr<LayerEvaluator> blend_;
  Counts& counts_;
};

LayerFactory counted(Counts& counts) {
  return [&](const Layer& layer, const LayerStage& stage) -> std::unique_ptr<LayerEvaluator> {
    if ((layer.content.find<WishLayer>() != nullptr)) {
      return std::make_unique<ScaleEvaluator>(layer, counts);
    }
    return std::make_unique<CountedBlend>(layer, stage, counts);
  };
}

Layer scale_layer(int id, double factor) {
  WishLayer green;
  green.wishes = {{id + 1, {}}};
  green.wishes[0].wish.target.x() = factor;
  return {.id = id, .name = "scale", .content = green};
}

Frame moved(const Frame& frame, const Vec3& by) { return frame.colwise() + by.cast<float>(); }

class StackTest : public testing::Test {
 protected:
  void show(const std::vector<Layer>& layers) { evaluation.set_layers(layers); }

  Counts counts;
  Shot shot = plain_shot();
  Frame rest = shot.body().rest_positions.cast<float>();
  Evaluation evaluation{shot, counted(counts)};
};

struct CancelAfter : Progress {
  explicit CancelAfter(int updates) : left(updates) {}
  bool cancelled() const override { return left <= 0; }
  void report(std::string_view, double) override { --left; }
  int left;
};

}  // namespace

TEST_F(StackTest, WithoutLayersTheSourceGoesThrough) {
  EXPECT_EQ(evaluation.frame(5), rest);
  EXPECT_EQ(evaluation.motion()->frame_count(), 12);
}

TEST_F(StackTest, LayersComposeInTheOrderOfTheStack) {
  const Layer push = push_layer(10, {0, 1, 0}), twice = scale_layer(20, 2);
  show({push, twice});
  EXPECT_EQ(evaluation.frame(5), 2 * moved(rest, {0, 1, 0}));
  show({twice, push});
  EXPECT_EQ(evaluation.frame(5), moved(2 * rest, {0, 1, 0}));
  EXPECT_EQ(evaluation.frame_of(20, 5), 2 * rest);
  EXPECT_EQ(evaluation.input_frame(10, 5), 2 * rest);
}

TEST_F(StackTest, MutedLayersChangeNothingToTheBit) {
  Layer push = push_layer(10, {0.1, 0.2, 0.3});
  push.muted = true;
  show({push, scale_layer(20, 3)});
  EXPECT_EQ(evaluation.frame(5), 3 * rest);
  EXPECT_EQ(evaluation.frame_of(10, 5), rest);
  EXPECT_EQ(counts.count(10), 0u);
}

TEST_F(StackTest, WhereALayerIsSoloOnlySoloLayersCount) {
  Layer push = push_layer(10, {0.1, 0.2, 0.3});
  push.solo = true;
  show({push, scale_layer(20, 3)});
  EXPECT_EQ(evaluation.frame(5), moved(rest, {0.1, 0.2, 0.3}));
}

TEST_F(StackTest, AWeightBlendsBetweenInputAndOutput) {
  Layer twice = scale_layer(20, 2);
  twice.weight = {{{0, 0}, {10, 1}}, Easing::linear};
  show({push_layer(10, {0.1, 0, 0}), twice});
  for (int frame = 0; frame < 12; ++frame) {
    const Frame input = evaluation.input_frame(20, frame);
    const float expected = 1 + std::min(frame, 10) / 10.0f;
    EXPECT_TRUE(evaluation.frame(frame).isApprox(expected * input, 1e-6f)) << frame;
  }
  EXPECT_EQ(evaluation.frame(0), evaluation.input_frame(20, 0));
  EXPECT_EQ(evaluation.frame(10), 2 * evaluation.input_frame(20, 10));
}

TEST_F(StackTest, ABlendLayerIsTheInputToTheBitOutsideOfItsEnvelope) {
  show({push_layer(10, {0.1, 0.2, 0.3})});
  for (const int frame : {0, 1, 9, 10, 11}) EXPECT_EQ(evaluation.frame(frame), rest) << frame;
  for (const int frame : {4, 5, 6}) {
    EXPECT_EQ(evaluation.frame(frame), moved(rest, {0.1, 0.2, 0.3}));
  }
  for (const int frame : {2, 3, 7, 8}) EXPECT_NE(evaluation.frame(frame), rest) << frame;
}

TEST_F(StackTest, NothingIsComputedTwice) {
  show({push_layer(10, {0, 1, 0}), scale_layer(20, 2)});
  evaluation.motion();
  const Count push = counts[10], scale = counts[20];
  evaluation.motion();
  evaluation.frame(3);
  show({push_layer(10, {0, 1, 0}), scale_layer(20, 2)});
  evaluation.motion();
  EXPECT_EQ(counts[10].frames, push.frames);
  EXPECT_EQ(push.frames, 7);  // those that it affects: 2 to 8
  EXPECT_EQ(counts[20].frames, scale.frames);
  EXPECT_EQ(scale.frames, 12);
  EXPECT_EQ(scale.solved, 1);
}

TEST_F(StackTest, DraggingInTheTopLayerTouchesThatLayerAlone) {
  show({push_layer(10, {0, 1, 0}), scale_layer(20, 2)});
  evaluation.motion();
  const Count push = counts[10];
  for (int step = 1; step <= 5; ++step) {
    show({push_layer(10, {0, 1, 0}), scale_layer(20, 2 + step)});
    EXPECT_EQ(evaluation.draft_frame(20, 5), (2 + step) * moved(rest, {0, 1, 0}));
  }
  EXPECT_EQ(counts[10].frames, push.frames);
  EXPECT_EQ(counts[20].made, 1);
  EXPECT_EQ(counts[20].solved, 6);
}

TEST_F(StackTest, AChangeBelowRebuildsALayerThatLinearizesAboutItAndOnlyWhenAsked) {
  show({push_layer(10, {0, 1, 0}), scale_layer(20, 2)});
  evaluation.motion();
  show({push_layer(10, {0, 2, 0}), scale_layer(20, 2)});
  EXPECT_EQ(counts[20].made, 1);
  EXPECT_EQ(evaluation.frame(5), 2 * moved(rest, {0, 2, 0}));
  EXPECT_EQ(counts[20].made, 2);
  EXPECT_EQ(counts[10].made, 1);
}

TEST_F(StackTest, AChangeMakesOnlyTheFramesStaleThatItAffects) {
  Layer late = push_layer(30, {1, 0, 0});
  late.content.get<BlendLayer>().envelope = {
      .hold_first = 9, .hold_last = 11, .ease_in = 0, .ease_out = 0};
  show({push_layer(10, {0, 1, 0}), late});
  evaluation.motion();
  counts.clear();
  show({push_layer(10, {0, 2, 0}), late});
  evaluation.motion();
  EXPECT_EQ(counts[10].frames, 7);
  EXPECT_EQ(counts[30].frames, 0);
}

TEST_F(StackTest, MutingAndUnmutingCostsTheLayerNothing) {
  Layer scale = scale_layer(20, 2);
  show({scale});
  evaluation.motion();
  scale.muted = true;
  show({scale});
  EXPECT_EQ(evaluation.frame(5), rest);
  scale.muted = false;
  show({scale});
  EXPECT_EQ(evaluation.frame(5), 2 * rest);
  EXPECT_EQ(counts[20].made, 1);
  EXPECT_EQ(counts[20].frames, 12);
}

TEST_F(StackTest, RenamingMakesNothingStale) {
  Layer scale = scale_layer(20, 2);
  show({scale});
  evaluation.motion();
  const int revision = evaluation.revision();
  scale.name = "other";
  show({scale});
  evaluation.motion();
  EXPECT_EQ(evaluation.revision(), revision);
  EXPECT_EQ(counts[20].frames, 12);
}

TEST_F(StackTest, ACachedEvaluationIsTheSameAsAFreshOne) {
  std::vector<Layer> layers = {push_layer(10, {0, 1, 0}), scale_layer(20, 2),
                               push_layer(30, {0.5, 0, 0})};
  const auto check = [&](const char* after) {
    show(layers);
    shot.layers = layers;
    Counts other;
    Evaluation fresh(shot, counted(other));
    for (int frame = 11; frame >= 0; --frame) {
      EXPECT_EQ(evaluation.frame(frame), fresh.frame(frame)) << after << ", frame " << frame;
    }
  };
  check("the beginning");
  layers[0] = push_layer(10, {0, 0, 1});
  check("a change at the bottom");
  std::swap(layers[1], layers[2]);
  check("another order");
  layers[1].muted = true;
  check("muting");
  layers[0].weight = {{{3, 0.5}}};
  check("a weight");
  layers[0].content.get<BlendLayer>().envelope.hold_last = 9;
  check("another envelope");
  layers.erase(layers.begin());
  check("removal");
  layers[0].muted = false;
  check("unmuting");
}

TEST_F(StackTest, MotionsThatWereHandedOutStayAsTheyWere) {
  show({push_layer(10, {0, 1, 0})});
  const auto before = evaluation.motion();
  show({push_layer(10, {0, 2, 0})});
  const auto after = evaluation.motion();
  EXPECT_EQ(before->frames[5], moved(rest, {0, 1, 0}));
  EXPECT_EQ(after->frames[5], moved(rest, {0, 2, 0}));
}

TEST_F(StackTest, ACancelledMotionCanBeAskedForAgain) {
  show({push_layer(10, {0, 1, 0}), scale_layer(20, 2)});
  for (int updates = 0; updates < 12; ++updates) {
    CancelAfter cancel(updates);
    EXPECT_THROW(evaluation.motion(cancel), Cancelled);
  }
  EXPECT_EQ(evaluation.motion()->frames[5], 2 * moved(rest, {0, 1, 0}));
}

TEST_F(StackTest, NoNumbersNeverLeaveALayer) {
  show({scale_layer(20, std::nan(""))});
  EXPECT_THROW(evaluation.frame(5), SolveError);
  EXPECT_THROW(evaluation.draft_frame(20, 5), SolveError);
  EXPECT_THROW(evaluation.motion(), SolveError);
}

TEST_F(StackTest, FramesAndLayersThatDoNotExistAreRefused) {
  EXPECT_THROW(evaluation.frame(12), InputError);
  EXPECT_THROW(evaluation.frame(-1), InputError);
  EXPECT_THROW(evaluation.frame_of(77, 0), InputError);
}

TEST(BlendLayer, LocalDisplacementsTurnWithTheBody) {
  Shot shot = plain_shot();
  const Frame rest = shot.body().rest_positions.cast<float>();
  shot.source = CachedSource(Motion{.fps = 24, .frames = {}});
  std::vector<Eigen::Matrix3f> turns;
  for (int frame = 0; frame < 12; ++frame) {
    turns.push_back(exp_rotation(Vec3(0.3, -0.2, 0.5) * frame).cast<float>());
    cache_of(shot).frames.push_back((turns.back() * rest).colwise() + Eigen::Vector3f(1, 2, 3));
  }
  Layer push = push_layer(10, {0.1, 0.2, 0.3});
  push.content.get<BlendLayer>().space = BlendSpace::local;
  shot.layers = {push};
  Evaluation evaluation(shot, make_evaluator);
  const Eigen::Vector3f drawn(0.1f, 0.2f, 0.3f);
  for (const int frame : {4, 5, 6}) {
    const auto index = static_cast<std::size_t>(frame);
    const Eigen::Vector3f expected = turns[index] * turns[4].transpose() * drawn;
    const Frame change = evaluation.frame(frame) - cache_of(shot).frames[index];
    EXPECT_LT((change.colwise() - expected).norm(), 1e-6f) << frame;
  }
}

TEST(WeightCurve, PassesThroughItsKeysAndStaysBetweenThem) {
  const WeightCurve curve = {{{2, 0}, {6, 1}, {8, 0.5}}, Easing::smooth};
  EXPECT_EQ(curve.at(-5), 0);
  EXPECT_EQ(curve.at(2), 0);
  EXPECT_EQ(curve.at(4), 0.5);
  EXPECT_EQ(curve.at(6), 1);
  EXPECT_EQ(curve.at(8), 0.5);
  EXPECT_EQ(curve.at(100), 0.5);
  EXPECT_EQ(WeightCurve{}.at(3), 1);
  for (int frame = 2; frame < 6; ++frame) EXPECT_LT(curve.at(frame), curve.at(frame + 1));
}

}  // namespace retake
