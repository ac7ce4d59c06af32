// Edits are values: each has a reverse, a JSON form, and its place in the log.
#include "retake/shot/edit_log.h"

#include <map>
#include <random>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retake/numerics/errors.h"
#include "retake/shot/edit_json.h"
#include "retake/shot/edit_memory.h"
#include "retake/shot/layer_ids.h"
#include "retake/shot/layer_json.h"
#include "retake/shot/layers/blend_edits.h"
#include "shot/example_shots.h"

namespace retake {

using testing::AllOf;
using testing::HasSubstr;

namespace {

// All of a shot that edits can change.
// One edit of each kind that fits rich_shot().
std::vector<Edit> one_edit_of_each_kind() {
  const Shot shot = rich_shot();
  const auto& green = shot.layers[0].content.get<WishLayer>();
  const auto& blend = shot.layers[1].content.get<BlendLayer>();
  EditSettings settings = green.settings;
  settings.cost.reach = 0.25;
  LayerWish pose = green.wishes[3];
  pose.id = 40;
  pose.wish.frame = 9;
  LayerWish renamed = green.wishes[0];
  renamed.wish.name = "tip";
  BlendDelta delta = blend.deltas[0];
  delta.id = 41;
  BlendDelta changed = blend.deltas[1];
  changed.displacement.z() = 0.5;
  return {{RenameShot{"tumble"}},
          {AddLayer{1, push_layer(50, {0, 1, 0})}},
          {RemoveLayer{10}},
          {MoveLayer{10, 1}},
          {RenameLayer{20, "lift"}},
          {SetMuted{10, false}},
          {SetSolo{20, false}},
          {SetWeight{20, {{{2, 0.5}}, Easing::linear}}},
          {ChangeSettings{10, settings}},
          {AddWish{10, 2, pose}},
          {RemoveWish{10, 12}},
          {ChangeWish{10, renamed}},
          {MoveWish{10, 11, {0, 0, 1.5}, 3}},
          {ChangeBlend{20, {.hold_first = 1, .hold_last = 2}, BlendSpace::world}},
          {AddDelta{20, 0, delta}},
          {RemoveDelta{20, 21}},
          {ChangeDelta{20, changed, 2}},
          {EditGroup{"swap", {{MoveLayer{10, 1}}, {RenameShot{"x"}}}}}};
}

class RandomEdits {
 public:
  explicit RandomEdits(unsigned seed) : random_(seed) {}

  Edit next(const Shot& shot) {
    const int kind = below(shot.layers.empty() ? 2 : 9);
    if (kind == 0) return {RenameShot{"shot " + std::to_string(below(100))}};
    if (kind == 1) return {AddLayer{below(layers(shot) + 1), push_layer(id(2), {0, 1, 0})}};
    const Layer& layer = shot.layers[static_cast<std::size_t>(below(layers(shot)))];
    if (kind == 2) return {RemoveLayer{layer.id}};
    if (kind == 3) return {MoveLayer{layer.id, below(layers(shot))}};
    if (kind == 4) return {SetMuted{layer.id, below(2) == 0}};
    if (kind == 5) return {SetWeight{layer.id, {{{below(12), 0.5}}, Easing::smooth}}};
    if (const auto* green = layer.content.find<WishLayer>()) return wish(layer, *green);
    return delta(layer, layer.content.get<BlendLayer>());
  }

 private:
  Edit wish(const Layer& layer, const WishLayer& green) {
    const auto count = static_cast<int>(green.wishes.size());
    if (count == 0 || below(3) == 0) {
      Wish wish;
      wish.frame = 3 + below(7);
      wish.point = {{below(5), 1}};
      wish.weight = 10;
      return {AddWish{layer.id, below(count + 1), {id(1), wish}}};
    }
    const LayerWish& chosen = green.wishes[static_cast<std::size_t>(below(count))];
    if (below(3) == 0) return {RemoveWish{layer.id, chosen.id}};
    return {MoveWish{layer.id, chosen.id, {0, 0.1 * below(10), 0}, below(3)}};
  }

  Edit delta(const Layer& layer, const BlendLayer& blend) {
    const auto count = static_cast<int>(blend.deltas.size());
    if (count == 0 || below(3) == 0) {
      return {AddDelta{layer.id, below(count + 1), {id(1), "", 2, {{below(5), 1}}, {0, 0, 1}}}};
    }
    BlendDelta chosen = blend.deltas[static_cast<std::size_t>(below(count))];
    if (below(3) == 0) return {RemoveDelta{layer.id, chosen.id}};
    chosen.displacement.x() = 0.1 * below(10);
    return {ChangeDelta{layer.id, chosen, below(3)}};
  }

  static int layers(const Shot& shot) { return static_cast<int>(shot.layers.size()); }
  int below(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }
  int id(int count) { return (last_id_ += count) - count; }

  std::mt19937 random_;
  int last_id_ = 100;
};

}  // namespace

TEST(Edit, TheReverseOfEachKindTakesItBack) {
  for (const Edit& edit : one_edit_of_each_kind()) {
    Shot shot = rich_shot();
    const std::string before = text_of(shot);
    const Edit reverse = apply(shot, edit);
    EXPECT_NE(text_of(shot), before) << title_of(edit);
    apply(shot, reverse);
    EXPECT_EQ(text_of(shot), before) << title_of(edit);
  }
}

TEST(Edit, EachKindComesBackFromJson) {
  const Shot shot = rich_shot();
  std::set<std::size_t> kinds;
  for (const Edit& edit : one_edit_of_each_kind()) {
    const Json json = to_json(edit);
    EXPECT_EQ(to_json(read_edit(JsonFields(json, "edit"), {shot.body(), {}})), json);
    kinds.insert(edit.what.index());
  }
  constexpr std::size_t kinds_of_poses = 5;  // pose_edit_test.cpp
  EXPECT_EQ(kinds.size() + kinds_of_poses, std::variant_size_v<decltype(Edit::what)>);
}

TEST(Edit, AGroupIsJudgedByWhatItComesTo) {
  Shot shot = rich_shot();
  const std::string before = text_of(shot);
  LayerWish twin = shot.layers[0].content.get<WishLayer>().wishes[0];
  const int old = std::exchange(twin.id, 60);
  EXPECT_THROW(apply(shot, {AddWish{10, 0, twin}}), InputError);
  EXPECT_THROW(apply(shot, {EditGroup{"", {{RenameShot{"x"}}, {AddWish{10, 0, twin}}}}}),
               InputError);
  EXPECT_EQ(text_of(shot), before);
  const Edit reverse =
      apply(shot, {EditGroup{"", {{AddWish{10, 0, twin}}, {RemoveWish{10, old}}}}});
  EXPECT_NE(text_of(shot), before);
  apply(shot, reverse);
  EXPECT_EQ(text_of(shot), before);
}

TEST(Edit, NoLayerTakesMoreHandlesThanCanBeSolved) {
  Shot shot = rich_shot();
  Layer many = shot.layers[0];
  many.id = 1000;
  auto& wishes = many.content.get<WishLayer>().wishes;
  LayerWish wish = wishes[1];
  wishes.clear();
  for (int i = 0; i < 2001; ++i) {
    wish.id = 2000 + i;
    wishes.push_back(wish);
  }
  EXPECT_THROW(apply(shot, {AddLayer{0, many}}), InputError);
  wishes.pop_back();
  apply(shot, {AddLayer{0, many}});
  Shot tower = plain_shot();
  for (int i = 0; i < 200; ++i) apply(tower, {AddLayer{0, push_layer(1 + 2 * i, {0, 1, 0})}});
  EXPECT_THROW(apply(tower, {AddLayer{0, push_layer(900, {0, 1, 0})}}), InputError);
}

TEST(Edit, IdsStayFarFromTheLargestNumber) {
  Shot shot = rich_shot();
  EXPECT_THROW(apply(shot, {AddLayer{0, push_layer(2'000'000'000, {0, 1, 0})}}), InputError);
  std::vector<Layer> layers = {push_layer(2'147'483'646, {0, 1, 0}), push_layer(-1, {0, 1, 0})};
  layers[1].id = 0;
  layers[1].content.get<BlendLayer>().deltas[0].id = 0;
  EXPECT_THROW(number_layers(layers, "file"), InputError);
}

TEST(Edit, WhatIsRefusedChangesNothing) {
  LayerWish outside;
  outside.id = 60;
  outside.wish.point = {{7, 1}};
  const std::vector<Edit> wrong = {
      {RemoveLayer{99}},
      {MoveLayer{10, 2}},
      {SetWeight{10, {{{5, 1}, {4, 1}}}}},
      {AddLayer{0, push_layer(20, {0, 1, 0})}},
      {AddWish{10, 0, outside}},
      {MoveWish{10, 11, {0, std::nan(""), 0}}},
      {MoveWish{20, 21, {0, 0, 0}}},
      {ChangeBlend{20, {.hold_first = 5, .hold_last = 3}}},
      {EditGroup{"", {{RenameShot{"y"}}, {RemoveWish{10, 11}}, {RemoveWish{10, 11}}}}}};
  for (const Edit& edit : wrong) {
    Shot shot = rich_shot();
    const std::string before = text_of(shot);
    EXPECT_THROW(apply(shot, edit), InputError) << title_of(edit);
    EXPECT_EQ(text_of(shot), before) << title_of(edit);
  }
}

TEST(EditLog, UndoingEverythingGivesTheShotAndRedoingGivesItsEnd) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Shot shot = rich_shot();
    EditLog log;
    RandomEdits random(seed);
    const std::string before = text_of(shot);
    for (int i = 0; i < 60; ++i) log.apply(shot, random.next(shot));
    const std::string after = text_of(shot);
    while (log.next_undo() != nullptr) log.undo(shot);
    EXPECT_EQ(text_of(shot), before) << "seed " << seed;
    while (log.next_redo() != nullptr) log.redo(shot);
    EXPECT_EQ(text_of(shot), after) << "seed " << seed;
  }
}

TEST(EditLog, TheStateIsTheSameAgainAfterUndoAndRedoAndNeverAfterAnEdit) {
  Shot shot = rich_shot();
  EditLog log;
  const int start = log.state();
  log.apply(shot, {RenameShot{"a"}});
  const int first = log.state();
  EXPECT_NE(first, start);
  log.undo(shot);
  EXPECT_EQ(log.state(), start);
  log.redo(shot);
  EXPECT_EQ(log.state(), first);
  log.undo(shot);
  log.apply(shot, {RenameShot{"b"}});
  EXPECT_NE(log.state(), first);
  EXPECT_NE(log.state(), start);
}

TEST(EditLog, MovesOfOneDragUndoTogetherAndOthersApart) {
  Shot shot = rich_shot();
  EditLog log;
  const std::string before = text_of(shot);
  for (int i = 1; i <= 5; ++i) log.apply(shot, {MoveWish{10, 11, {0, 0.1 * i, 0}, 1}});
  const std::string dragged = text_of(shot);
  for (int i = 1; i <= 5; ++i) log.apply(shot, {MoveWish{10, 11, {0.1 * i, 0, 0}, 2}});
  log.undo(shot);
  EXPECT_EQ(text_of(shot), dragged);
  log.undo(shot);
  EXPECT_EQ(text_of(shot), before);
  log.redo(shot);
  EXPECT_EQ(text_of(shot), dragged);
}

TEST(EditLog, SeveralHandlesDraggedTogetherUndoTogether) {
  Shot shot = rich_shot();
  EditLog log;
  const std::string before = text_of(shot);
  for (int i = 1; i <= 5; ++i) {
    log.apply(shot, {EditGroup{"drag",
                               {{MoveWish{10, 11, {0, 0.1 * i, 0}, 1}},
                                {MoveWish{10, 12, {0, 0.1 * i, 1}, 1}}}}});
  }
  log.undo(shot);
  EXPECT_EQ(text_of(shot), before);
}

TEST(EditLog, AnEditForgetsWhatWasUndone) {
  Shot shot = rich_shot();
  EditLog log;
  log.apply(shot, {RenameShot{"a"}});
  log.undo(shot);
  log.apply(shot, {RenameShot{"b"}});
  EXPECT_EQ(log.next_redo(), nullptr);
  EXPECT_THROW(log.redo(shot), InputError);
}

TEST(EditLog, ForgetsTheOldestStepsWhereTheyTakeTooMuchMemoryAndGoesBackAsFarAsItKnows) {
  Shot shot = rich_shot();
  EditLog log(200 * sizeof(Edit));
  std::map<int, std::string> text_at;
  for (int i = 0; i < 500; ++i) {
    log.apply(shot, {MoveWish{10, 11, {0, 0.001 * i, 0}}});
    text_at[log.state()] = text_of(shot);
    EXPECT_LE(log.position(), 100);
  }
  EXPECT_GT(log.position(), 80);
  while (log.next_undo() != nullptr) {
    log.undo(shot);
    EXPECT_EQ(text_of(shot), text_at[log.state()]);
  }
  EXPECT_EQ(log.entries().front().state, log.state());
}

TEST(EditLog, CountsThePosesOfItsSteps) {
  Shot shot = rich_shot();
  LayerWish pose = {.id = 99};
  pose.wish.kind = WishKind::pose;
  pose.wish.pose = shot.body().rest_positions.cast<float>();
  const std::size_t pose_bytes = sizeof(float) * static_cast<std::size_t>(pose.wish.pose.size());
  EXPECT_GE(memory_of({AddWish{10, 0, pose}}), sizeof(Edit) + pose_bytes);
}

}  // namespace retake
