#include "retake/shot/saved_edit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retake/numerics/errors.h"
#include "shot/example_shots.h"
#include "temporary_folder.h"

namespace retake {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Shot edited_shot() {
  Shot shot = plain_shot();
  shot.layers = {rich_green_layer(), rich_blend_layer()};
  return shot;
}

// The same body, but every vertex stands elsewhere, and elsewhere at every frame.
Motion elsewhere(const Shot& shot) {
  Motion motion = make_motion(shot).motion;
  for (std::size_t t = 0; t < motion.frames.size(); ++t) {
    for (Eigen::Index v = 0; v < motion.frames[t].cols(); ++v) {
      motion.frames.change(t).col(v) +=
          Eigen::Vector3f(0.1f * static_cast<float>(v), 0.01f * static_cast<float>(t), 1);
    }
  }
  return motion;
}

SavedEdit read_back(const SavedEdit& edit, const Body& body) {
  const TemporaryFolder folder;
  write_edit(edit, folder / "a.retake-edit");
  return read_edit(folder / "a.retake-edit", body);
}

const Wish& wish_of(const Layer& layer, std::size_t number) {
  return layer.content.get<WishLayer>().wishes[number].wish;
}

TEST(SavedEdit, LaidOntoTheMotionItWasMadeOnIsTheSame) {
  const Shot shot = edited_shot();
  const Motion source = make_motion(shot).motion;
  const SavedEdit edit = read_back(edit_of(shot, source), shot.body());
  for (const Targets targets : {Targets::follow, Targets::stay}) {
    Shot again = plain_shot();
    EXPECT_THAT(lay_onto(again, source, edit, targets), ElementsAre());
    ASSERT_EQ(again.layers.size(), 2u);
    const auto& was = shot.layers[0].content.get<WishLayer>();
    const auto& is = again.layers[0].content.get<WishLayer>();
    EXPECT_EQ(is.settings, was.settings);
    ASSERT_EQ(is.wishes.size(), was.wishes.size());
    for (std::size_t i = 0; i < was.wishes.size(); ++i) {
      EXPECT_EQ(is.wishes[i].wish.target, was.wishes[i].wish.target) << i;
      EXPECT_EQ(is.wishes[i].wish.pose, was.wishes[i].wish.pose) << i;
      EXPECT_EQ(is.wishes[i].enabled, was.wishes[i].enabled) << i;
    }
    EXPECT_EQ(again.layers[0].weight, shot.layers[0].weight);
  }
}

TEST(SavedEdit, TargetsThatFollowKeepTheirDistanceFromTheNewMotion) {
  const Shot shot = edited_shot();
  const Motion before = make_motion(shot).motion, now = elsewhere(shot);
  const SavedEdit edit = read_back(edit_of(shot, before), shot.body());
  Shot follows = plain_shot(), stays = plain_shot();
  lay_onto(follows, now, edit, Targets::follow);
  lay_onto(stays, now, edit, Targets::stay);
  const auto moved = [&](std::size_t i) -> Vec3 {
    return wish_of(follows.layers[0], i).target - wish_of(stays.layers[0], i).target;
  };
  EXPECT_TRUE(moved(0).isApprox(Vec3(0.3, 0.05, 1), 1e-5));          // vertex 3, frame 5
  EXPECT_TRUE(moved(1).isApprox(Vec3(0.1 - 0.15, 0, 0), 1e-5));      // from 0.25 v0 + 0.75 v2
  EXPECT_TRUE(moved(2).isApprox(Vec3(0, 0.01 * now.fps, 0), 1e-4));  // a velocity
  EXPECT_LT((wish_of(follows.layers[0], 3).pose - wish_of(stays.layers[0], 3).pose -
             (now.frames[8] - before.frames[8]))
                .norm(),
            1e-5f);
}

TEST(SavedEdit, IsRefusedByAnotherMeshWithBothCounts) {
  const TemporaryFolder folder;
  const Shot shot = edited_shot();
  write_edit(edit_of(shot, make_motion(shot).motion), folder / "a.retake-edit");
  Body smaller = shot.body();
  smaller.rest_positions.conservativeResize(3, 4);
  Body joined_otherwise = shot.body();
  std::swap(joined_otherwise.triangles(0, 0), joined_otherwise.triangles(1, 0));
  for (const Body& other : {smaller, joined_otherwise}) {
    try {
      read_edit(folder / "a.retake-edit", other);
      ADD_FAILURE() << "taken";
    } catch (const InputError& error) {
      EXPECT_THAT(error.complaint().found, HasSubstr("5 vertices"));
      EXPECT_THAT(error.complaint().expected,
                  HasSubstr(std::to_string(other.vertex_count()) + " vertices"));
    }
  }
}

TEST(SavedEdit, NamesWhatLiesBehindTheEndOfAShorterMotion) {
  const Shot shot = edited_shot();
  const Motion source = make_motion(shot).motion;
  const SavedEdit edit = edit_of(shot, source);
  Shot shorter = plain_shot();
  shorter.source.get<RestSource>().frames = 8;
  const Notes notes = lay_onto(shorter, make_motion(shorter).motion, edit, Targets::follow);
  EXPECT_THAT(notes, testing::Contains(HasSubstr("frame 8 is not in the new motion")));
  EXPECT_THAT(notes, testing::Contains(HasSubstr("window 1 to 10 is cut to 1 to 7")));
  EXPECT_EQ(shorter.layers[0].content.get<WishLayer>().wishes.size(), 4u);
}

TEST(SavedEdit, FramesAreCountedAsTheFilesCountThem) {
  const Shot shot = edited_shot();
  Motion source = make_motion(shot).motion;
  source.start_frame = 101;
  const SavedEdit edit = edit_of(shot, source);
  Shot earlier = plain_shot();
  earlier.source.get<RestSource>().frames = 20;  // begins five frames before the old one did
  Motion now = make_motion(earlier).motion;
  now.start_frame = 96;
  const Notes notes = lay_onto(earlier, now, edit, Targets::follow);
  EXPECT_THAT(notes, ElementsAre(HasSubstr("moved by 5")));
  EXPECT_EQ(wish_of(earlier.layers[0], 0).frame, wish_of(shot.layers[0], 0).frame + 5);
  EXPECT_EQ(earlier.layers[0].weight.keys[1].frame, 9);
}

TEST(SavedEdit, LiesOnTopOfLayersThatAreThereWithIdsOfItsOwn) {
  const Shot shot = edited_shot();
  const Motion source = make_motion(shot).motion;
  Shot twice = shot;
  lay_onto(twice, source, edit_of(shot, source), Targets::follow);
  ASSERT_EQ(twice.layers.size(), 4u);
  EXPECT_EQ(twice.layers[0].id, shot.layers[0].id);
  const TemporaryFolder folder;
  EXPECT_NO_THROW(write_shot(twice, folder / "twice.json"));
  EXPECT_EQ(read_shot(folder / "twice.json").layers.size(), 4u);  // reading refuses ids used twice
}

}  // namespace
}  // namespace retake
