// Poses are edited as layers are: each edit has a reverse, a JSON form, and survives the process.
#include "retake/shot/pose_edit.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retake/numerics/errors.h"
#include "retake/shot/document.h"
#include "retake/shot/edit_json.h"
#include "retake/shot/layers/blend.h"
#include "retake/shot/pose_json.h"
#include "retake/shot/source_kinds.h"
#include "retake/shot/sources/cache.h"
#include "retake/shot/sources/poses.h"
#include "shot/example_shots.h"
#include "temporary_folder.h"

namespace retake {

using testing::AllOf;
using testing::HasSubstr;

namespace {

namespace fs = std::filesystem;

// All of a shot that edits of poses can change, to the bit.
std::string text_of_poses(const Shot& shot) {
  return Json{{"source", shot.source->kind().name}, {"poses", to_json(poses_of(shot))}}.dump();
}

Eigen::Matrix3Xf grown(float factor) {
  return factor * plain_shot().body().rest_positions.cast<float>();
}

PoseKey pose_at(int frame, int id, float factor) {
  PoseKey key = {frame, "", grown(factor), {}, {}, id};
  key.handles = {{3, {0, 1.0 / 3, -1}}};
  return key;
}

// Three poses at frames 0, 4 and 9 with the ids 5, 9 and 14, the second with velocities, none held.
Shot opened_shot() {
  Shot shot = posed_shot();
  PoseSource source = *poses_of(shot);
  source.settings.loop = false;
  source.keys[2].hold = 0;
  source.keys[2].span.reset();
  shot.source.get<PosesSource>().poses = std::make_shared<const PoseSource>(source);
  return shot;
}

ChangedPose moved(const Shot& shot, std::size_t index, int frame) {
  ChangedPose pose = {poses_of(shot)->keys[index], true};
  pose.key.positions.resize(3, 0);
  pose.key.velocities.resize(3, 0);
  pose.key.frame = frame;
  return pose;
}

std::vector<Edit> one_of_each() {
  const Shot shot = opened_shot();
  PoseSource other = *poses_of(shot);
  other.keys[1].positions = grown(1.5f);
  ChangedPose bent = moved(shot, 1, 5);
  bent.key.positions = grown(2);
  ChangedPose still = moved(shot, 1, 4);
  still.keeps_velocities = false;
  still.key.velocities.setZero(3, 5);
  ChangedPose held = moved(shot, 0, 0);
  held.key.hold = 2;
  held.key.span = SpanCurves{.frequency = SpectrumCurve({{0, -0.5}, {1, 0.5, -2}})};
  ChangePoseSettings settings = {.settings = PoseSettings{}, .frames = 11, .drag = 2};
  settings.modes = 5;
  settings.share = 1.0 / 3;
  settings.holds = std::vector<PoseHold>{{"foot", {0, 1}}};
  return {{SetPoses{std::make_shared<const PoseSource>(other)}},
          {SetPoses{}},
          {AddPose{pose_at(2, 40, 1.5f)}},
          {RemovePose{9}},
          {ChangePose{moved(shot, 1, 6), 3}},
          {ChangePose{bent}},
          {ChangePose{still}},
          {EditGroup{"", {{ChangePoseSettings{.settings = PoseSettings{}}}, {ChangePose{held}}}}},
          {settings}};
}

std::string refusal_of(const Edit& edit) {
  Shot shot = opened_shot();
  const std::string before = text_of_poses(shot);
  try {
    apply(shot, edit);
  } catch (const InputError& error) {
    EXPECT_EQ(text_of_poses(shot), before);
    return error.what();
  }
  return "not refused";
}

fs::path saved(const TemporaryFolder& folder, const Shot& shot) {
  write_shot(shot, folder / "posed.json");
  return folder / "posed.json";
}

}  // namespace

TEST(PoseEdit, TheHistoryNamesWhatOfAPoseWasChanged) {
  const auto title = [](const ChangedPose& pose) {
    Shot shot = opened_shot();
    apply(shot, {ChangePoseSettings{.settings = PoseSettings{}}});  // spans of their own
    const Edit edit = {ChangePose{pose}};
    return title_of(edit, apply(shot, edit));
  };
  const Shot shot = opened_shot();
  ChangedPose held = moved(shot, 0, 0), named = held, spanned = held, bent = held;
  held.key.hold = 2;
  named.key.name = "crouch";
  spanned.key.span = SpanCurves{.frequency = SpectrumCurve({{0, -0.5}, {1, 0.5}})};
  bent.key.positions = grown(2);
  EXPECT_EQ(title(moved(shot, 1, 6)), "Move pose");
  EXPECT_EQ(title(held), "Hold pose");
  EXPECT_EQ(title(named), "Rename pose");
  EXPECT_EQ(title(spanned), "Change feel of a span");
  EXPECT_EQ(title(bent), "Bend pose");
}

TEST(PoseEdit, TheReverseOfEachKindTakesItBackToTheBit) {
  for (const Edit& edit : one_of_each()) {
    Shot shot = opened_shot();
    const std::string before = text_of_poses(shot);
    const Edit reverse = apply(shot, edit);
    const std::string after = text_of_poses(shot);
    EXPECT_NE(after, before) << title_of(edit);
    const Edit again = apply(shot, reverse);
    EXPECT_EQ(text_of_poses(shot), before) << title_of(edit);
    apply(shot, again);
    EXPECT_EQ(text_of_poses(shot), after) << title_of(edit);
  }
}

TEST(PoseEdit, EachKindComesBackFromJsonAndDoesTheSame) {
  std::set<std::size_t> kinds;
  for (const Edit& edit : one_of_each()) {
    Shot shot = opened_shot(), other = opened_shot();
    const Json json = Json::parse(to_json(edit).dump());
    const Edit read = read_edit(JsonFields(json, "edit"), {shot.body(), {}});
    EXPECT_EQ(to_json(read), json);
    apply(shot, edit);
    apply(other, read);
    EXPECT_EQ(text_of_poses(shot), text_of_poses(other)) << title_of(edit);
    kinds.insert(edit.what.index());
  }
  EXPECT_EQ(kinds.size(), 6u);
}

TEST(PoseEdit, APoseThatMovesPastAnotherTakesItsPlaceInTheOrder) {
  Shot shot = opened_shot();
  apply(shot, {ChangePose{moved(shot, 2, 2)}});
  EXPECT_EQ(poses_of(shot)->keys[1].id, 14);
  EXPECT_EQ(poses_of(shot)->keys[2].positions, poses_of(opened_shot())->keys[1].positions);
  EXPECT_EQ(poses_of(shot)->keys[2].velocities, poses_of(opened_shot())->keys[1].velocities);
}

TEST(PoseEdit, WhatMakesNoSenseIsRefusedInWordsAndChangesNothing) {
  const Shot shot = opened_shot();
  EXPECT_THAT(refusal_of({ChangePose{moved(shot, 1, 9)}}), HasSubstr("two poses at one frame"));
  EXPECT_THAT(refusal_of({ChangePose{moved(shot, 1, 12)}}), HasSubstr("0 to 11"));
  EXPECT_THAT(refusal_of({RemovePose{77}}), HasSubstr("no such pose"));
  EXPECT_THAT(refusal_of({AddPose{pose_at(2, 5, 2)}}), HasSubstr("the id is in use"));
  EXPECT_THAT(refusal_of({AddPose{pose_at(2, 40, -1)}}), HasSubstr("mirrored"));
  EXPECT_THAT(refusal_of({AddPose{pose_at(2, 40, 1)}}), HasSubstr("more_turns"));
  EXPECT_THAT(refusal_of({ChangePoseSettings{.frames = 8}}), HasSubstr("0 to 7"));
  EXPECT_THAT(refusal_of({ChangePoseSettings{.modes = 0}}), HasSubstr("modes"));
  EXPECT_THAT(refusal_of({ChangePoseSettings{.share = 2.0}}), HasSubstr("0 to 1"));
  ChangedPose odd = moved(shot, 1, 4);
  odd.key.handles = {{9, {0, 0, 0}}};
  EXPECT_THAT(refusal_of({ChangePose{odd}}), AllOf(HasSubstr("handle"), HasSubstr("vertex 9")));
  ChangedPose held = moved(shot, 0, 0);
  held.key.hold = 4;
  EXPECT_THAT(refusal_of({ChangePose{held}}),
              AllOf(HasSubstr("from frame 0 to 4"), HasSubstr("at frame 4"), HasSubstr("most 3")));
  held = moved(shot, 2, 9);
  held.key.hold = 3;
  EXPECT_THAT(refusal_of({ChangePose{held}}), HasSubstr("0 to 2 frames from frame 9 on"));
  held = moved(shot, 1, 4);
  held.key.hold = 1;
  EXPECT_THAT(refusal_of({ChangePose{held}}), HasSubstr("velocity"));
  held = moved(shot, 0, 0);
  held.key.span.emplace();
  EXPECT_THAT(refusal_of({ChangePose{held}}), HasSubstr("free swing"));
  const EditGroup both = {"", {{RemovePose{9}}, {RemovePose{5}}}};
  EXPECT_THAT(refusal_of({both}), HasSubstr("two poses at least"));
  Shot plain = plain_shot();
  EXPECT_THROW(apply(plain, {RemovePose{1}}), InputError);
  EXPECT_THROW(apply(plain, {SetPoses{}}), InputError);
}

TEST(PoseEdit, AGroupOfMovesIsJudgedByWhatItComesTo) {
  Shot shot = opened_shot();
  const EditGroup swap = {"", {{ChangePose{moved(shot, 1, 9)}}, {ChangePose{moved(shot, 2, 4)}}}};
  apply(shot, {swap});
  EXPECT_EQ(poses_of(shot)->keys[1].id, 14);
}

TEST(PoseEdit, NoLayerIsLeftOutsideOfTheFrames) {
  Shot shot = opened_shot();
  shot.layers = {push_layer(1, {0, 1, 0})};
  shot.layers[0].content.get<BlendLayer>().deltas[0].frame = 11;
  try {
    apply(shot, {ChangePoseSettings{.frames = 10}});
    ADD_FAILURE() << "not refused";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("push 1"));
  }
  EXPECT_EQ(frame_count(shot), 12);
}

TEST(PoseEdit, MovesOfOneDragUndoTogether) {
  Shot shot = opened_shot();
  EditLog log;
  const std::string before = text_of_poses(shot);
  for (int frame = 5; frame <= 7; ++frame) log.apply(shot, {ChangePose{moved(shot, 1, frame), 1}});
  for (const double stiffness : {2.5, 3.0}) {
    PoseSettings settings = poses_of(shot)->settings;
    settings.spectrum.stiffness = stiffness;
    log.apply(shot, {ChangePoseSettings{.settings = settings, .drag = 2}});
  }
  EXPECT_EQ(log.entries().size(), 3u);
  log.undo(shot);
  log.undo(shot);
  EXPECT_EQ(text_of_poses(shot), before);
}

TEST(PoseEdit, PosesTakeThePlaceOfAnotherSourceAndGiveItBackAlsoFromAFile) {
  const TemporaryFolder folder;
  Shot cached = rich_shot();
  cached.layers.clear();
  const fs::path file = saved(folder, cached);
  const Eigen::Matrix3Xf rest = cached.body().rest_positions.cast<float>();
  PoseSource source;
  source.keys = {{0, "", rest, 0, {}}, {9, "", 1.5f * rest, {}, {}}};
  source.frames = 12;
  source.fps = 0;
  {
    Document document = Document::open(file);
    document.apply({SetPoses{std::make_shared<const PoseSource>(source)}});
    EXPECT_EQ(poses_of(document.shot())->fps, cache_of(cached).fps);
    EXPECT_EQ(poses_of(document.shot())->keys[1].id, 2);
    document.save();
  }
  Document document = Document::open(file);
  EXPECT_NE(document.shot().source.find<PosesSource>(), nullptr);
  EXPECT_EQ(poses_of(document.shot())->keys[1].positions, source.keys[1].positions);
  document.apply({SetPoses{}});
  document.save();
  const Shot back = read_shot(file);
  EXPECT_NE(back.source.find<CachedSource>(), nullptr);
  EXPECT_EQ(cache_of(back).frame_count(), cache_of(cached).frame_count());
  EXPECT_EQ(cache_of(back).frames[1], cache_of(cached).frames[1]);
  EXPECT_EQ(back.contacts.size(), cached.contacts.size());
}

TEST(PoseEdit, ASavedEditOfPosesIsInTheFileAndNothingElseChanges) {
  const TemporaryFolder folder;
  const fs::path file = saved(folder, opened_shot());
  const Json before = parse_json(bytes_of(file), "posed.json");
  Document document = Document::open(file);
  document.apply({AddPose{pose_at(2, document.new_id(), 1.5f)}});
  document.save();
  EXPECT_EQ(text_of_poses(read_shot(file)), text_of_poses(document.shot()));
  Json after = parse_json(bytes_of(file), "posed.json");
  after["source"]["poses"].erase(1);
  for (std::size_t k = 1; k < 3; ++k)
    after["source"]["poses"][k]["cache_frame"] = before["source"]["poses"][k]["cache_frame"];
  EXPECT_EQ(after, before);
}

TEST(PoseEdit, EditsSurviveTheProcessThatMadeThem) {
  const TemporaryFolder folder;
  const fs::path file = saved(folder, opened_shot());
  std::string after;
  {
    Document document = Document::open(file);
    for (const Edit& edit : one_of_each()) {
      document.apply(edit);
      document.undo();
    }
    document.redo();
    document.apply({AddPose{pose_at(2, document.new_id(), 1.0f / 3)}});
    after = text_of_poses(document.shot());
  }
  const Document again = Document::open(file);
  EXPECT_EQ(again.recovery().note, "");
  EXPECT_EQ(text_of_poses(again.shot()), after);
}

}  // namespace retake
