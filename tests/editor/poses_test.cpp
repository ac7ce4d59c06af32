// Key poses as a page sees and edits them.
#include "retake/shot/sources/poses.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apps/server/engine/stored_pose.h"
#include "editor/small_editor.h"
#include "retake/mesh/mesh_file.h"
#include "retake/numerics/errors.h"
#include "retake/shot/pose_source.h"

namespace retake::server {

using testing::HasSubstr;

namespace {

Eigen::Matrix3Xf pose_of(std::size_t index) {
  return poses_of(small_scene("posed"))->keys[index].positions;
}

double apart(const Eigen::Matrix3Xf& a, const Eigen::Matrix3Xf& b) {
  return (a - b).colwise().norm().maxCoeff();
}

double bar_size() {
  const Points rest = bar_at_rest();
  return (rest.rowwise().maxCoeff() - rest.rowwise().minCoeff()).norm();
}

Json edit_of(const Json& edit) { return {{"type", "edit"}, {"edit", edit}}; }

Json key_of(const SmallEditor& small, int id) {
  const Json poses = small.document()["poses"];
  for (const Json& key : poses["keys"])
    if (key["id"] == id) return key;
  return nullptr;
}

// A card that was moved, as a page sends it.
Json moved_card(const SmallEditor& small, int id, int frame, int drag = 0) {
  Json key = key_of(small, id);
  key.erase("met");
  key["frame"] = frame;
  return edit_of({{"edit", "change_pose"}, {"pose", key}, {"drag", drag}});
}

Json bend(int pose, const Vec3& target, int drag) {
  return {{"type", "bend_pose"},
          {"pose", pose},
          {"vertex", bar_tip},
          {"target", xyz(target)},
          {"drag", drag}};
}

Eigen::Matrix3Xf shape_of(SmallEditor& small, int id) {
  static int number = 1'000'000;
  small.say({{"type", "pose_shape"}, {"pose", id}, {"id", ++number}});
  return small.tab()
      .wait_for_bytes([&](const Received& pose) { return pose.kind == 7 && pose.reply == number; })
      .positions();
}

}  // namespace

TEST(Poses, ADocumentTellsThemWithTheirSettings) {
  SmallEditor small;
  small.open("posed");
  const Json opened = small.tab().newest("opened");
  EXPECT_EQ(opened["source"]["kind"], "poses");
  EXPECT_EQ(opened["pose_presets"].size(), 4u);
  const Json document = small.document();
  EXPECT_EQ(document["frames"], bar_frames);
  const Json& poses = document["poses"];
  EXPECT_EQ(poses["keys"].size(), 3u);
  EXPECT_EQ(poses["keys"][1]["frame"], 10);
  EXPECT_EQ(poses["keys"][1]["velocity"], "free");
  EXPECT_TRUE(poses["settings"]["spectrum"]["damping"].is_array());
  EXPECT_TRUE(poses["settings"]["spectrum"]["rayleigh"].is_null());
  EXPECT_FALSE(poses["free"]);
  SmallEditor plain;
  plain.open("bar");
  EXPECT_TRUE(plain.document()["poses"].is_null());
}

TEST(Poses, APresetThatIsSetIsRecognized) {
  SmallEditor small;
  small.open("posed");
  const Json opened = small.tab().newest("opened");
  for (const Json& preset : opened["pose_presets"]) {
    Json settings = small.document()["poses"]["settings"];
    for (const char* key : {"between", "spectrum", "settles_at"}) settings[key] = preset[key];
    settings["spectrum"]["stiffness"] = 0.25;  // the body's own
    small.demand(edit_of({{"edit", "change_pose_settings"}, {"settings", settings}}));
    EXPECT_EQ(small.document()["poses"]["preset"], preset["name"]);
  }
}

TEST(Poses, TheMotionMeetsThemAndACardThatIsDraggedTakesItAlong) {
  SmallEditor small;
  small.open("posed");
  EXPECT_LT(apart(small.finished(0, 10).positions(), pose_of(1)), 1e-6 * bar_size());
  const int drag = small.begin_drag();
  small.look(0, 13);
  for (int frame = 11; frame <= 13; ++frame) small.demand(moved_card(small, 2, frame, drag));
  small.tab().wait_for_frame(0, [&](const Received& frame) {
    return frame.frame == 13 && apart(frame.positions(), pose_of(1)) < 1e-6 * bar_size();
  });
  EXPECT_EQ(small.tab().newest("moved")["poses"]["keys"][1]["frame"], 13);
  EXPECT_EQ(key_of(small, 2)["frame"], 10);
  small.demand({{"type", "end_drag"}});
  EXPECT_EQ(key_of(small, 2)["frame"], 13);
  EXPECT_EQ(small.document()["undo"], "Move pose");
  small.demand({{"type", "undo"}});
  EXPECT_EQ(key_of(small, 2)["frame"], 10);
  EXPECT_LT(apart(small.finished(0, 10).positions(), pose_of(1)), 1e-6 * bar_size());
}

TEST(Poses, HoldsAndCurvesOfASpanAreToldAndTakenAsTheyWereTold) {
  SmallEditor small;
  small.open("posed");
  EXPECT_EQ(key_of(small, 2)["hold"], 0);
  EXPECT_TRUE(key_of(small, 2)["span"].is_null());
  Json change = moved_card(small, 2, 10);
  change["edit"]["pose"]["hold"] = 4;
  change["edit"]["pose"]["span"] = {{"preset", "jelly"}};
  small.demand(change);
  EXPECT_EQ(key_of(small, 2)["span"]["preset"], "jelly");
  EXPECT_LT(apart(small.finished(0, 14).positions(), pose_of(1)), 1e-6 * bar_size());
  small.demand(moved_card(small, 2, 11));
  EXPECT_EQ(key_of(small, 2)["hold"], 4);
  EXPECT_EQ(key_of(small, 2)["span"]["preset"], "jelly");
  const Json all = small.demand({{"type", "spectrum"}});
  const Json own = small.demand({{"type", "spectrum"}, {"span", 2}});
  EXPECT_NE(own["hz"], all["hz"]);
  EXPECT_EQ(own["material_hz"], all["material_hz"]);
  const double softest = all["material_hz"][0], factor = all["suited_stiffness"];
  EXPECT_NEAR(softest * std::sqrt(factor), 5, 1e-9);
  small.demand({{"type", "undo"}});
  small.demand({{"type", "undo"}});
  EXPECT_TRUE(key_of(small, 2)["span"].is_null());
}

TEST(Poses, LayersAboveFollowWhenTheHandLetsGo) {
  SmallEditor small;
  small.open("posed");
  const Vec3 target = pose_of(1).col(bar_tip).cast<double>() + Vec3(0, 0, 0.01);
  small.add_handle(target);
  EXPECT_LT((small.finished(0, 10).positions().col(bar_tip).cast<double>() - target).norm(), 1e-4);
  const int drag = small.begin_drag();
  small.demand(moved_card(small, 2, 12, drag));
  const Received draft =
      small.tab().wait_for_frame(0, [](const Received& frame) { return frame.is_draft(); });
  EXPECT_GT(apart(draft.positions(), pose_of(1)), 0.005);
  small.demand({{"type", "end_drag"}});
  EXPECT_LT((small.finished(0, 10).positions().col(bar_tip).cast<double>() - target).norm(), 1e-4);
}

TEST(Poses, AreRefusedInWordsWhereTheyMakeNoSense) {
  SmallEditor small;
  small.open("posed");
  EXPECT_THAT(small.ask(moved_card(small, 2, 20)).dump(), HasSubstr("two poses at one frame"));
  Json held = moved_card(small, 2, 10);
  held["edit"]["pose"]["hold"] = 10;
  EXPECT_THAT(small.ask(held).dump(), HasSubstr("held from frame 10 to 20"));
  EXPECT_THAT(small.ask(edit_of({{"edit", "change_pose_settings"}, {"frames", 15}})).dump(),
              HasSubstr("0 to 14"));
  EXPECT_THAT(small.ask({{"type", "pose_shape"}, {"pose", 9}}).dump(), HasSubstr("no such pose"));
  EXPECT_THAT(small.ask({{"type", "make_poses"}, {"frames", {3}}}).dump(),
              HasSubstr("two or more"));
  EXPECT_THAT(small.ask(bend(2, {0, 0, 0}, 5)).dump(), HasSubstr("Begin a drag first"));
  Json look = {{"type", "look"}, {"stream", 0}, {"frame", 0}, {"what", "pose"}, {"pose", 9}};
  EXPECT_THAT(small.ask(look).dump(), HasSubstr("no such pose"));
}

TEST(Poses, FewerFramesTakeStreamsToTheLast) {
  SmallEditor small;
  small.open("posed");
  small.look(0, 23);
  small.demand(edit_of({{"edit", "change_pose_settings"}, {"frames", 22}}));
  EXPECT_EQ(small.document()["frames"], 22);
  small.tab().wait_for_frame(0, [](const Received& frame) { return frame.frame == 21; });
}

TEST(Poses, AreMadeOfTheResultAndGoAgain) {
  SmallEditor small;
  small.open("edited");
  const Eigen::Matrix3Xf before = small.finished(0, 10).positions();
  const Json made = small.demand({{"type", "make_poses"}, {"frames", {0, 10, 16, 23}}});
  EXPECT_EQ(made["ids"].size(), 4u);
  EXPECT_EQ(small.document()["source"], "poses");
  EXPECT_TRUE(small.document()["layers"][0]["muted"]);
  EXPECT_LT(apart(small.finished(0, 10).positions(), before), 1e-6 * bar_size());
  small.demand(edit_of({{"edit", "set_poses"}, {"poses", nullptr}}));
  EXPECT_TRUE(small.document()["poses"].is_null());
  EXPECT_EQ(small.finished(0, 10).positions(), bar_at_rest().cast<float>());
}

TEST(Poses, GoingBackToAMotionThatIsNotSimulatedYetIsAJob) {
  SmallEditor small;
  small.open("posed over a simulation");
  small.demand(edit_of({{"edit", "set_poses"}, {"poses", nullptr}}));
  EXPECT_EQ(small.document()["source"], "simulate");
  EXPECT_TRUE(small.document()["poses"].is_null());
  bool was_job = false;
  for (const Json& text : small.tab().texts())
    was_job = was_job || (text["type"] == "job" && text["name"] == "Simulating");
  EXPECT_TRUE(was_job);
  EXPECT_EQ(small.finished(0, 3).positions().cols(), bar_at_rest().cols());
  small.demand({{"type", "undo"}});
  EXPECT_EQ(small.document()["source"], "poses");
}

TEST(Poses, ABodyAtRestStandsStillBetweenTwoOfThem) {
  SmallEditor small;
  small.open("bar");
  small.demand({{"type", "make_poses"}});
  EXPECT_EQ(small.document()["poses"]["keys"][1]["more_turns"], 0);
  EXPECT_LT(apart(small.finished(0, 12).positions(), bar_at_rest().cast<float>()),
            1e-6 * bar_size());
}

TEST(Poses, AreStoredFromFramesOtherPosesBlendsMirrorsFilesAndRest) {
  SmallEditor small;
  small.open("posed");
  const auto stored = [&](int frame, const Json& from) {
    const Json done = small.demand({{"type", "store_pose"}, {"frame", frame}, {"from", from}});
    return shape_of(small, done["ids"][0].get<int>());
  };
  const double close = 1e-6 * bar_size();
  const Eigen::Matrix3Xf third = small.finished(0, 3).positions();
  EXPECT_EQ(stored(4, {{"frame", 3}}), third);
  EXPECT_EQ(stored(5, {{"pose", 2}}), pose_of(1));
  EXPECT_LT(apart(stored(6, {{"blend", {2, 3}}, {"share", 1}}), pose_of(2)), close);
  const Eigen::Matrix3Xf half = stored(7, {{"blend", {1, 2}}, {"share", 0.5}});
  EXPECT_GT(half(1, bar_tip), pose_of(0)(1, bar_tip) + 0.005);
  EXPECT_LT(half(1, bar_tip), pose_of(1)(1, bar_tip) - 0.005);
  // The bar is its own image across z, and so are its poses.
  EXPECT_LT(apart(stored(8, {{"mirror", 2}, {"axis", "z"}}), pose_of(1)), close);
  EXPECT_EQ(stored(9, "rest"), bar_at_rest().cast<float>());
  const std::string drop(32, 'a');
  std::filesystem::create_directories(small.uploads() / drop);
  const Body body = small_scene("bar").body();
  write_mesh(small.uploads() / drop / "up.obj",
             TriangleMesh{pose_of(1).cast<double>(), body.triangles});
  EXPECT_LT(apart(stored(12, {{"drop", drop}, {"file", "up.obj"}}), pose_of(1)), close);
  EXPECT_THAT(small
                  .ask({{"type", "store_pose"},
                        {"frame", 13},
                        {"from", {{"drop", drop}, {"file", "../up.obj"}}}})
                  .dump(),
              HasSubstr("not brought"));
}

TEST(Poses, HowWellTheyAreMetIsToldThoughNobodyLooks) {
  SmallEditor small;
  small.open("posed");
  const auto measured = [](const Json& message) {
    return message["type"] == "document" && message["poses"]["keys"].back()["met"].is_number();
  };
  EXPECT_LT(small.tab().wait_for_text(measured)["poses"]["keys"][1]["met"], 1e-6 * bar_size());
  small.demand(moved_card(small, 2, 12));
  small.tab().wait_for_text([&](const Json& message) {
    return measured(message) && message["poses"]["keys"][1]["frame"] == 12;
  });
}

TEST(Poses, AMirrorMayStandAsideOfTheMiddle) {
  SmallEditor small;
  small.open("posed");
  const auto mirrored = [&](Json from) {
    from.update({{"mirror", 2}, {"axis", "z"}});
    return small.ask({{"type", "store_pose"}, {"frame", 5}, {"from", from}});
  };
  const double middle = bar_at_rest().row(2).mean();
  EXPECT_THAT(mirrored({{"plane", middle + 0.3 * bar_size()}}).dump(),
              HasSubstr("not its own mirror image"));
  const Json done = mirrored({{"plane", middle}});
  EXPECT_LT(apart(shape_of(small, done["ids"][0].get<int>()), pose_of(1)), 1e-6 * bar_size());
}

TEST(Mirror, TellsHowFewVerticesHaveNoPartnerInTheBestPlane) {
  Body body = small_scene("bar").body();
  body.rest_positions(0, bar_tip) += bar_size();  // and so its partner has none
  try {
    plane_of_symmetry(body, 0);
    FAIL() << "not refused";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("none for 2 of 45"));
  }
}

TEST(Poses, AShapeIsReplacedAsOneStep) {
  SmallEditor small;
  small.open("posed");
  small.demand({{"type", "store_pose"}, {"replace", 3}, {"from", {{"pose", 2}}}});
  EXPECT_EQ(shape_of(small, 3), pose_of(1));
  EXPECT_EQ(key_of(small, 3)["frame"], 20);
  small.demand({{"type", "undo"}});
  EXPECT_EQ(shape_of(small, 3), pose_of(2));
}

TEST(Poses, ABentPoseFollowsTheHandAndIsOneStep) {
  SmallEditor small;
  small.open("posed");
  Json look = {{"type", "look"}, {"stream", 2}, {"frame", 0}, {"what", "pose"}, {"pose", 2}};
  small.demand(look);
  small.look(0, 10);
  const std::size_t steps = small.document()["history"].size();
  const int drag = small.begin_drag();
  Vec3 target = pose_of(1).col(bar_tip).cast<double>();
  for (int step = 0; step < 4; ++step) {
    target += Vec3(0, 0.003, 0.002);
    const Json done = small.demand(bend(2, target, drag));
    EXPECT_LT(done["miss"], 1e-6 * bar_size());
  }
  const auto is_there = [&](const Received& frame) {
    return (frame.positions().col(bar_tip).cast<double>() - target).norm() < 2e-6 * bar_size();
  };
  small.tab().wait_for_frame(2, is_there);
  small.tab().wait_for_frame(0, is_there);
  small.demand({{"type", "end_drag"}});
  EXPECT_EQ(small.document()["history"].size(), steps + 1);
  EXPECT_EQ(small.document()["undo"], "Bend pose");
  EXPECT_EQ(key_of(small, 2)["handles"][0]["vertex"], bar_tip);
  small.demand({{"type", "unbend_pose"}, {"pose", 2}, {"vertex", bar_tip}});
  EXPECT_TRUE(key_of(small, 2)["handles"].empty());
  small.demand({{"type", "undo"}});
  small.demand({{"type", "undo"}});
  EXPECT_EQ(shape_of(small, 2), pose_of(1));
}

TEST(Poses, ABendThatIsCancelledLeavesNothing) {
  SmallEditor small;
  small.open("posed");
  small.look(0, 10);
  const Json before = small.document();
  const Eigen::Matrix3Xf shown = small.finished(0, 10).positions();
  const int drag = small.begin_drag();
  small.demand(bend(2, pose_of(1).col(bar_tip).cast<double>() + Vec3(0, 0.01, 0), drag));
  small.demand({{"type", "cancel_drag"}});
  EXPECT_EQ(small.document()["history"], before["history"]);
  EXPECT_EQ(small.document()["poses"]["keys"][1]["handles"], Json::array());
  EXPECT_EQ(small.finished(0, 10).positions(), shown);
}

TEST(Poses, TheSpectrumAndTheTrackOfAModeAreTold) {
  SmallEditor small;
  small.open("posed");
  const Json spectrum = small.demand({{"type", "spectrum"}});
  ASSERT_EQ(spectrum["hz"].size(), 12u);
  double sum = 0;
  for (const Json& share : spectrum["share"]) sum += share.get<double>();
  EXPECT_NEAR(sum, 1, 1e-9);
  EXPECT_EQ(spectrum["place"][0], 0);
  EXPECT_EQ(spectrum["place"][11], 1);
  small.say({{"type", "track"}, {"mode", 0}, {"id", 77}});
  const Received track = small.tab().wait_for_bytes(
      [](const Received& numbers) { return numbers.kind == 6 && numbers.reply == 77; });
  EXPECT_EQ(track.rows, 2);
  EXPECT_EQ(track.count, bar_frames);
  for (const int frame : {0, 10, 20}) {
    const auto at = static_cast<std::size_t>(2 * frame);
    EXPECT_NEAR(track.numbers[at], track.numbers[at + 1], 1e-4 * std::abs(track.numbers[20]));
  }
}

TEST(Poses, OtherWaysToJoinThemMeetThemToo) {
  SmallEditor small;
  small.open("posed");
  for (const std::string what : {"linear", "warped"}) {
    small.look(1, 10, what);
    const Received frame = small.tab().wait_for_frame(
        1, [](const Received& received) { return received.frame == 10; });
    EXPECT_LT(apart(frame.positions(), pose_of(1)), 1e-5 * bar_size()) << what;
    small.demand({{"type", "look_away"}, {"stream", 1}});
    small.tab().forget_frames();
  }
}

}  // namespace retake::server
