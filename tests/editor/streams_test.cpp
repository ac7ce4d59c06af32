// What streams show, and that all tabs see the same.
#include <algorithm>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "editor/small_editor.h"

namespace retake::server {

namespace {

Eigen::VectorXf heat_of(const Received& frame) {
  EXPECT_EQ(frame.flags & 2, 2);
  return Eigen::Map<const Eigen::VectorXf>(frame.numbers.data() + 3 * frame.count, frame.count);
}

}  // namespace

TEST(Streams, TheLastOfManyLooksIsWhatIsShown) {
  SmallEditor small;
  small.open("edited");
  for (int frame = 0; frame < 200; ++frame) {
    small.say({{"type", "look"}, {"stream", 0}, {"frame", frame % bar_frames}});
  }
  small.look(0, 7);
  const Received last = small.tab().wait_for_frame(
      0, [](const Received& frame) { return frame.frame == 7 && !frame.is_draft(); });
  small.demand({{"type", "inspect"}});
  EXPECT_EQ(Received(*small.tab().frames().back()).frame, last.frame);
}

TEST(Streams, TwoTabsReceiveTheSameBytesForTheSameLook) {
  SmallEditor small;
  small.open("edited");
  const auto other = small.another_tab();
  small.ask(*other.tab, other.number, {{"type", "hello"}, {"protocol", 1}});
  small.look(2, 10, "result", "edit_size");
  small.ask(*other.tab, other.number,
            {{"type", "look"}, {"stream", 2}, {"frame", 10}, {"heat", "edit_size"}});
  const auto finished = [](const Received& frame) { return !frame.is_draft(); };
  small.tab().wait_for_frame(2, finished);
  other.tab->wait_for_frame(2, finished);
  EXPECT_EQ(*small.tab().frames().back(), *other.tab->frames().back());
  EXPECT_EQ(small.tab().frames().back(), other.tab->frames().back()) << "packed twice";
}

TEST(Streams, ATabThatCannotTakeFramesGetsTheNewestOnceItCan) {
  SmallEditor small;
  small.open("edited");
  small.tab().take_frames(false);
  small.look(0, 10);
  const auto handle = small.add_handle(bar_at_rest().col(bar_tip) + Vec3(0, 0.03, 0), bar_tip, 12);
  small.demand({{"type", "inspect"}});  // by then it would have come
  EXPECT_TRUE(small.tab().frames().empty());
  small.tab().take_frames(true);
  small.editor().ready();
  small.tab().wait_for_frame(0, [](const Received& frame) { return !frame.is_draft(); });
  for (const auto& sent : small.tab().frames()) {
    EXPECT_EQ(Received(*sent).revision, small.document()["state"]);
  }
  EXPECT_NE(handle.wish, 0);
}

TEST(Streams, ATabThatCannotTakeFramesKeepsNoneFromAnother) {
  SmallEditor small;
  small.open("edited");
  const auto other = small.another_tab();
  small.ask(*other.tab, other.number, {{"type", "hello"}, {"protocol", 1}});
  other.tab->take_frames(false);
  small.ask(*other.tab, other.number, {{"type", "look"}, {"stream", 0}, {"frame", 10}});
  EXPECT_EQ(small.finished(0, 10).frame, 10);
  EXPECT_TRUE(other.tab->frames().empty());
}

TEST(Streams, ATabThatComesLaterIsToldWhatTheFirstOneSees) {
  SmallEditor small;
  small.open("edited");
  small.demand({{"type", "edit"}, {"edit", {{"edit", "rename_shot"}, {"name", "b"}}}});
  const auto other = small.another_tab();
  small.ask(*other.tab, other.number, {{"type", "hello"}, {"protocol", 1}});
  EXPECT_EQ(other.tab->wait_for_type("document"), small.document());
}

TEST(Streams, WhatAnEditDoesNotTouchIsNotSentAgain) {
  SmallEditor small;
  small.open("edited");
  small.look(0, 10);
  small.look(1, 10, "input");
  small.finished(0, 10);
  small.demand({{"type", "inspect"}});  // by then both streams are served
  const std::size_t sent = small.tab().frames().size();
  small.demand({{"type", "edit"}, {"edit", {{"edit", "rename_shot"}, {"name", "c"}}}});
  small.demand({{"type", "inspect"}});
  EXPECT_EQ(small.tab().frames().size(), sent);
}

TEST(Streams, InputRestLayerAndBlendAreWhatTheirNamesSay) {
  SmallEditor small;
  small.open("edited");
  const auto now = [&](const std::string& what) {
    small.demand({{"type", "look_away"}, {"stream", 4}});
    Json message = {{"type", "look"}, {"stream", 4}, {"frame", 16}, {"what", what}};
    if (what == "layer") message["layer"] = 1;
    small.tab().forget_frames();
    small.demand(message);
    const auto any = [](const Received& frame) { return !frame.is_draft(); };
    return small.tab().wait_for_frame(4, any).positions();
  };
  EXPECT_EQ(now("input"), bar_at_rest().cast<float>());
  EXPECT_EQ(now("rest"), bar_at_rest().cast<float>());
  EXPECT_EQ(now("layer"), small.finished(0, 16).positions());
  const Eigen::Matrix3Xf blend = now("blend");
  const Vec3 target = bar_at_rest().col(22) + Vec3(0, 0.02, 0.01);  // the last of the two wishes
  EXPECT_LT((blend.col(22).cast<double>() - target).norm(), 1e-6);
  EXPECT_NE(blend, small.finished(0, 16).positions());
}

TEST(Streams, EditSizeIsHowFarEachVertexHasMoved) {
  SmallEditor small;
  small.open("edited");
  small.look(0, 10, "result", "edit_size");
  const Received frame =
      small.tab().wait_for_frame(0, [](const Received& received) { return !received.is_draft(); });
  const Eigen::VectorXf moved = (frame.positions() - bar_at_rest().cast<float>()).colwise().norm();
  EXPECT_EQ(heat_of(frame), moved);
  EXPECT_GT(moved.maxCoeff(), 0.02f);
}

TEST(Streams, ABodyAtRestHasNoStrainAndABentOneHas) {
  SmallEditor small;
  small.open("edited");
  small.look(0, 10, "input", "strain");
  small.look(1, 10, "result", "strain");
  const auto any = [](const Received& received) { return !received.is_draft(); };
  EXPECT_LT(heat_of(small.tab().wait_for_frame(0, any)).maxCoeff(), 1e-6f);
  EXPECT_GT(heat_of(small.tab().wait_for_frame(1, any)).maxCoeff(), 1e-3f);
}

TEST(Streams, PenetrationIsTheDepthBelowTheFloor) {
  SmallEditor small;
  small.open("floor");
  const Json delta = {{"frame", 10}, {"vertex", bar_tip}, {"displacement", {0, -0.15, 0}}};
  const Json layer = {
      {"kind", "blend"}, {"envelope", {{"hold", {10, 10}}}}, {"deltas", Json::array({delta})}};
  small.demand({{"type", "edit"}, {"edit", {{"edit", "add_layer"}, {"content", layer}}}});
  small.look(0, 10, "result", "penetration");
  const Received frame = small.tab().wait_for_frame(
      0, [](const Received& received) { return !received.is_draft() && received.revision > 0; });
  const float height = frame.positions()(1, bar_tip);
  EXPECT_LT(height, -0.01f);
  EXPECT_NEAR(heat_of(frame)[bar_tip], -0.01f - height, 1e-6);
  EXPECT_EQ(heat_of(frame)[0], 0);
}

TEST(Graphs, TheTrailIsThePointAtAllFrames) {
  SmallEditor small;
  small.open("edited");
  small.say({{"type", "trail"}, {"id", 900}, {"vertices", {bar_tip}}, {"weights", {1}}});
  const Received trail =
      small.tab().wait_for_bytes([](const Received& bytes) { return bytes.reply == 900; });
  EXPECT_EQ(trail.kind, 3);
  EXPECT_EQ(trail.count, bar_frames);
  for (const int frame : {0, 6, 10, 23}) {
    EXPECT_EQ(trail.positions().col(frame), small.finished(0, frame).positions().col(bar_tip));
  }
}

TEST(Graphs, AmplitudesForceAndModesFitTheLayer) {
  SmallEditor small;
  small.open("edited");
  small.say({{"type", "amplitudes"}, {"id", 901}, {"layer", 1}});
  const Received amplitudes =
      small.tab().wait_for_bytes([](const Received& bytes) { return bytes.reply == 901; });
  EXPECT_EQ(amplitudes.rows, 12);
  EXPECT_EQ(amplitudes.count, bar_frames);
  EXPECT_EQ(amplitudes.numbers[0], 0);  // the first frame stays
  EXPECT_NE(amplitudes.numbers[12 * 10], 0);
  const Json force = small.demand({{"type", "force"}, {"layer", 1}});
  EXPECT_EQ(force["per_frame"].size(), bar_frames);
  EXPECT_GT(force["per_frame"][9], 0);
  small.demand({{"type", "modes"}, {"count", 5}});
  small.say({{"type", "mode"}, {"id", 902}, {"index", 0}});
  const Received mode =
      small.tab().wait_for_bytes([](const Received& bytes) { return bytes.reply == 902; });
  EXPECT_NEAR(mode.positions().colwise().norm().maxCoeff(), 1, 1e-6);
}

TEST(Reports, ALayersReportNamesItsWishes) {
  SmallEditor small;
  small.open("edited");
  small.look(0, 10);
  const Json report = small.tab().wait_for_type("report");
  EXPECT_EQ(report["layer"], 1);
  ASSERT_EQ(report["wishes"].size(), 2u);
  EXPECT_EQ(report["wishes"][0]["id"], bar_tip);
  EXPECT_LT(report["wishes"][0]["miss"], 1e-4);
  EXPECT_EQ(report["wishes"][0]["yielded"], false);
  EXPECT_EQ(report["wishes"][0]["missed_by"].size(), 3u);
  EXPECT_TRUE(report["wishes"][0]["hindered_by"].is_null());
  EXPECT_EQ(report["stopped"], "converged");
  EXPECT_GE(report["solve_ms"], 0);
}

TEST(Reports, ALayersReportSaysWhatObstaclesLeave) {
  SmallEditor small;
  small.open("floor");
  const Vec3 below_the_floor = bar_at_rest().col(bar_tip) - Vec3(0, 0.15, 0);
  const auto handle = small.add_handle(below_the_floor);
  const Json contacts = {{"modes", 12}, {"contacts", {{"one_sided", true}}}};
  small.demand(
      {{"type", "edit"},
       {"edit", {{"edit", "change_settings"}, {"layer", handle.layer}, {"settings", contacts}}}});
  small.finished(0, 10);
  const Json report = small.tab().wait_for_text(
      [](const Json& text) { return text["type"] == "report" && text["obstacle_rows"] > 0; });
  EXPECT_EQ(report["wishes"][0]["hindered_by"]["name"], "floor");
  EXPECT_EQ(report["wishes"][0]["hindered_by"]["kind"], "obstacle");
  EXPECT_TRUE(report["obstacles"]["converged"].is_boolean());
  EXPECT_TRUE(report["obstacles"]["rows_unmet"].is_number_integer());
  EXPECT_TRUE(report["obstacles"]["guards"].is_number_integer());
  EXPECT_GE(report["obstacles"]["left_by_rows"], 0);
  ASSERT_TRUE(report["obstacles"]["inside"].is_array());
  for (const Json& inside : report["obstacles"]["inside"]) {
    EXPECT_LT(inside[0], bar_frames);
    EXPECT_GT(inside[1], 0);
  }
}

}  // namespace retake::server
