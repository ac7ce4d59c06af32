// Opening, dragging and going back: what the page sees of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "editor/small_editor.h"

namespace retake::server {

namespace {

Vec3 tip_of(const Received& frame) { return frame.positions().col(bar_tip).cast<double>(); }

}  // namespace

TEST(Opening, HelloIsAnsweredByWelcome) {
  SmallEditor small;
  const Json welcome = small.ask({{"type", "hello"}, {"protocol", 1}});
  EXPECT_EQ(welcome["type"], "welcome");
  EXPECT_EQ(welcome["protocol"], 1);
  EXPECT_EQ(welcome["scenes"][0]["name"], "bar");
  EXPECT_TRUE(welcome["recovery"].empty());
}

TEST(Opening, ASceneIsToldWithItsMeshesAndDocument) {
  SmallEditor small;
  small.open("bar");
  const Shot shot = small_scene("bar");
  Json opened;
  for (const Json& text : small.tab().texts()) {
    if (text["type"] == "opened") opened = text;
  }
  EXPECT_EQ(opened["vertices"], shot.body().vertex_count());
  EXPECT_EQ(opened["frames"], bar_frames);
  EXPECT_EQ(opened["file"], "");
  const Received triangles = small.tab().wait_for_bytes(
      [](const Received& mesh) { return mesh.kind == 2 && mesh.stream == 0; });
  EXPECT_EQ(triangles.count, shot.body().triangles.cols());
  EXPECT_EQ(triangles.flags, 4);
  EXPECT_EQ(triangles.indices[5], shot.body().triangles(2, 1));
  const Received rest = small.tab().wait_for_bytes(
      [](const Received& mesh) { return mesh.kind == 2 && mesh.stream == 2; });
  EXPECT_EQ(rest.positions(), shot.body().rest_positions.cast<float>());
  const Received inner = small.tab().wait_for_bytes(
      [](const Received& mesh) { return mesh.kind == 2 && mesh.stream == 1; });
  EXPECT_GT(inner.count, 0);
  EXPECT_EQ(small.document()["layers"].size(), 0u);
}

TEST(Opening, AStreamShowsTheSourceAtOnce) {
  SmallEditor small;
  small.open("bar");
  small.look(3, 5);
  const Received frame =
      small.tab().wait_for_frame(3, [](const Received& received) { return received.frame == 5; });
  EXPECT_EQ(frame.kind, 1);
  EXPECT_EQ(frame.stream, 3);
  EXPECT_FALSE(frame.is_draft());
  EXPECT_EQ(frame.positions(), small_scene("bar").body().rest_positions.cast<float>());
}

TEST(Dragging, TheHandleVertexSitsOnItsTargetInTheDraft) {
  SmallEditor small;
  small.open("bar");
  const Vec3 start = bar_at_rest().col(bar_tip);
  const auto handle = small.add_handle(start);
  small.look(0, 10);
  small.look(1, 6);
  small.finished(0, 10);
  const int drag = small.begin_drag();
  for (int step = 1; step <= 5; ++step) {
    const Vec3 target = start + Vec3(0, 0.005 * step, 0.002 * step);
    small.demand(small.move(handle, target, drag));
    const Received frame = small.tab().wait_for_frame(0, [&](const Received& received) {
      return received.is_draft() && (tip_of(received) - target).norm() < 1e-4;
    });
    EXPECT_EQ(frame.frame, 10);
  }
  const Received other =
      small.tab().wait_for_frame(1, [](const Received& received) { return received.is_draft(); });
  EXPECT_GT((tip_of(other) - start).norm(), 1e-3);
  small.demand({{"type", "end_drag"}});
  const Received end =
      small.tab().wait_for_frame(0, [](const Received& received) { return !received.is_draft(); });
  EXPECT_LT((tip_of(end) - start - Vec3(0, 0.025, 0.01)).norm(), 1e-4);
}

TEST(Dragging, TheResultKeepsWhatLayersAboveTheHandDo) {
  const Json wish = {
      {"frame", 10}, {"vertex", 22}, {"target", xyz(bar_at_rest().col(22) - Vec3(0, 0.02, 0))}};
  const Json delta = {{"frame", 10}, {"vertex", 22}, {"displacement", {0, -0.02, 0}}};
  const Json green = {
      {"kind", "green"}, {"settings", {{"modes", 12}}}, {"wishes", Json::array({wish})}};
  const Json local = {{"kind", "blend"},
                      {"space", "local"},
                      {"envelope", {{"hold", {8, 12}}}},
                      {"deltas", Json::array({delta})}};
  for (const Json& above : {green, local}) {
    SmallEditor small;
    small.open("edited");
    const Json edit = {{"edit", "add_layer"}, {"index", 1}, {"content", above}};
    small.demand({{"type", "edit"}, {"edit", edit}});
    const Json look_below = {
        {"type", "look"}, {"stream", 1}, {"frame", 10}, {"what", "layer"}, {"layer", 1}};
    const Eigen::Matrix3Xf result = small.finished(0, 10).positions();
    small.demand(look_below);
    const auto is_finished = [](const Received& received) { return !received.is_draft(); };
    const Eigen::Matrix3Xf below = small.tab().wait_for_frame(1, is_finished).positions();
    ASSERT_GT((result - below).norm(), 0.01);

    const Vec3 target = bar_at_rest().col(bar_tip) + Vec3(0, 0.03, 0);
    small.demand(small.move({1, bar_tip}, target, small.begin_drag()));
    const Received dragged = small.tab().wait_for_frame(1, [&](const Received& received) {
      return received.is_draft() && (tip_of(received) - target).norm() < 2e-3;
    });
    const Received shown = small.tab().wait_for_frame(0, [&](const Received& received) {
      return received.is_draft() && received.revision == dragged.revision;
    });
    const Eigen::Matrix3Xf still_done = shown.positions() - dragged.positions();
    EXPECT_LT((still_done - (result - below)).norm(), 0.1 * (result - below).norm()) << above;
  }
}

TEST(Dragging, OneDragIsOneStepOfHistory) {
  SmallEditor small;
  small.open("bar");
  const Vec3 start = bar_at_rest().col(bar_tip);
  const auto handle = small.add_handle(start);
  const std::size_t before = small.document()["history"].size();
  const int drag = small.begin_drag();
  for (int step = 1; step <= 5; ++step) {
    small.demand(small.move(handle, start + Vec3(0, 0.01 * step, 0), drag));
  }
  small.demand({{"type", "end_drag"}});
  const Json document = small.document();
  EXPECT_EQ(document["history"].size(), before + 1);
  EXPECT_EQ(document["history"].back()["title"], "Move handle");
  EXPECT_EQ(document["position"], before);
  EXPECT_EQ(document["undo"], "Move handle");
}

TEST(Dragging, AHandleThatIsAddedAndDraggedInOneGoIsOneStep) {
  SmallEditor small;
  small.open("bar");
  auto handle = small.add_handle(bar_at_rest().col(bar_tip));
  const Json before = small.document();
  const int drag = small.begin_drag();
  handle.wish = small.add_wish(handle.layer, bar_at_rest().col(22), 22, 8)["ids"][0].get<int>();
  small.demand(small.move(handle, bar_at_rest().col(22) + Vec3(0, 0.02, 0), drag));
  small.demand({{"type", "end_drag"}});
  EXPECT_EQ(small.document()["history"].size(), before["history"].size() + 1);
  EXPECT_EQ(small.document()["undo"], "Add handle");
  small.demand({{"type", "undo"}});
  EXPECT_EQ(small.document()["layers"], before["layers"]);
}

TEST(Editing, APoseIsNotToldToTabsAndStaysWithAWishThatComesBackWithoutIt) {
  SmallEditor small;
  small.open("bar");
  const Points pose = small_scene("bar").body().rest_positions * 1.02;
  const std::vector<double> numbers(pose.reshaped().begin(), pose.reshaped().end());
  const Json wish = {{"kind", "pose"}, {"frame", 12}, {"weight", 1}, {"pose", numbers}};
  const Json layer = {
      {"kind", "green"}, {"settings", {{"modes", 12}}}, {"wishes", Json::array({wish})}};
  small.demand({{"type", "edit"}, {"edit", {{"edit", "add_layer"}, {"content", layer}}}});
  Json told = small.document()["layers"][0]["wishes"][0];
  EXPECT_FALSE(told.contains("pose"));
  const Received before = small.finished(0, 12);
  told["name"] = "stretched";
  small.demand({{"type", "edit"},
                {"edit",
                 {{"edit", "change_wish"},
                  {"layer", small.document()["layers"][0]["id"]},
                  {"wish", told}}}});
  EXPECT_EQ(small.document()["layers"][0]["wishes"][0]["name"], "stretched");
  EXPECT_EQ(small.finished(0, 12).positions(), before.positions());
  EXPECT_NE(before.positions(), small_scene("bar").body().rest_positions.cast<float>());
}

TEST(Dragging, CancellingRestoresEveryBitAndTheHistory) {
  SmallEditor small;
  small.open("edited");
  small.demand({{"type", "edit"}, {"edit", {{"edit", "rename_shot"}, {"name", "x"}}}});
  small.demand({{"type", "undo"}});
  small.look(0, 10);
  const Received before = small.finished(0, 10);
  const Json document = small.document();
  const SmallEditor::Handle handle = {1, bar_tip};
  const int drag = small.begin_drag();
  for (int step = 1; step <= 3; ++step) {
    small.demand(small.move(handle, bar_at_rest().col(bar_tip) + Vec3(0, 0.03 * step, 0), drag));
  }
  small.tab().wait_for_frame(0, [](const Received& received) { return received.is_draft(); });
  small.demand({{"type", "cancel_drag"}});
  EXPECT_EQ(small.document(), document);
  const Received after =
      small.tab().wait_for_frame(0, [](const Received& received) { return !received.is_draft(); });
  EXPECT_EQ(after.numbers, before.numbers);
  small.demand({{"type", "redo"}});
}

TEST(History, UndoRedoAndGoToReachEveryStateToTheBit) {
  SmallEditor small;
  small.open("edited");
  const SmallEditor::Handle handle = {1, bar_tip};
  std::vector<int> states = {small.document()["state"].get<int>()};
  std::vector<std::vector<float>> pictures = {small.finished(0, 10).numbers};
  for (int step = 1; step <= 3; ++step) {
    const int drag = small.begin_drag();
    small.demand(small.move(handle, bar_at_rest().col(bar_tip) + Vec3(0, 0.02 * step, 0), drag));
    small.demand({{"type", "end_drag"}});
    states.push_back(small.document()["state"].get<int>());
    pictures.push_back(small.finished(0, 10).numbers);
  }
  for (const int index : {0, 2, 1, 3, 0, 3}) {
    const auto at = static_cast<std::size_t>(index);
    small.demand({{"type", "go_to"}, {"state", states[at]}});
    EXPECT_EQ(small.finished(0, 10).numbers, pictures[at]) << index;
  }
  small.demand({{"type", "undo"}});
  EXPECT_EQ(small.finished(0, 10).numbers, pictures[2]);
  small.demand({{"type", "redo"}});
  EXPECT_EQ(small.finished(0, 10).numbers, pictures[3]);
  EXPECT_EQ(small.ask({{"type", "redo"}})["type"], "problem");
}

TEST(Obstacles, TheFinishedFramesFollowTheDraftAndStayOutside) {
  SmallEditor small;
  small.open("floor");
  const auto handle = small.add_handle(bar_at_rest().col(bar_tip));
  small.look(0, 10);
  const int drag = small.begin_drag();
  small.demand(small.move(handle, bar_at_rest().col(bar_tip) - Vec3(0, 0.2, 0), drag));
  small.tab().wait_for_frame(0, [](const Received& received) { return received.is_draft(); });
  small.demand({{"type", "end_drag"}});
  const Received end =
      small.tab().wait_for_frame(0, [](const Received& received) { return !received.is_draft(); });
  EXPECT_GE(end.positions().row(1).minCoeff(), -0.01f - 1e-6f);
}

}  // namespace retake::server
