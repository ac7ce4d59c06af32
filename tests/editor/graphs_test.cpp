// Numbers for graphs, and what is asked of layers that cannot answer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "editor/small_editor.h"

namespace retake::server {

namespace {

void edit(SmallEditor& small, const Json& edit) {
  small.demand({{"type", "edit"}, {"edit", edit}});
}

// What cannot move has no modes: their job fails.
void add_layer_without_modes(SmallEditor& small) {
  const int pin = small_scene("bar").body().pins.front();
  const Json wish = {{"frame", 10}, {"vertex", pin}, {"target", {0, 0, 0}}};
  const Json layer = {
      {"kind", "green"}, {"settings", {{"modes", 5}, {"region", {pin}}}}, {"wishes", {wish}}};
  edit(small, {{"edit", "add_layer"}, {"index", 0}, {"content", layer}});
}

}  // namespace

TEST(Graphs, ALayerThatDoesNotCountHasNone) {
  SmallEditor small;
  small.open("edited");
  EXPECT_EQ(small.demand({{"type", "force"}, {"layer", 1}})["per_frame"].size(), 24u);
  edit(small, {{"edit", "set_muted"}, {"layer", 1}, {"muted", true}});
  // The window of a layer that rests changes, and what it solved before does not fit into it.
  const Json settings = {{"modes", 12}, {"window", {8, 20}}};
  edit(small, {{"edit", "change_settings"}, {"layer", 1}, {"settings", settings}});
  for (const char* type : {"force", "amplitudes"}) {
    const Json answer = small.ask({{"type", type}, {"layer", 1}});
    EXPECT_EQ(answer["type"], "problem") << type;
    EXPECT_THAT(answer["expected"].get<std::string>(), testing::HasSubstr("not muted"));
  }
  edit(small, {{"edit", "set_muted"}, {"layer", 1}, {"muted", false}});
  const Json force = small.demand({{"type", "force"}, {"layer", 1}});
  EXPECT_EQ(force["per_frame"].size(), 24u);
  EXPECT_EQ(force["per_frame"][3], 0);
}

TEST(Graphs, AMutedLayerLeavesNoHeatOfItsHandles) {
  SmallEditor small;
  small.open("edited");
  edit(small, {{"edit", "move_wish"}, {"layer", 1}, {"wish", bar_tip}, {"target", {0, 3, 0}}});
  const auto hottest = [&] {
    small.demand({{"type", "look_away"}, {"stream", 0}});
    small.tab().forget_frames();
    small.look(0, 10, "result", "handle_error");
    const Received frame = small.tab().wait_for_frame(
        0, [](const Received& received) { return !received.is_draft(); });
    return *std::max_element(frame.numbers.end() - frame.count, frame.numbers.end());
  };
  EXPECT_GT(hottest(), 0);
  edit(small, {{"edit", "set_muted"}, {"layer", 1}, {"muted", true}});
  EXPECT_EQ(hottest(), 0);
}

TEST(Waiting, WorkThatNeedsModesIsAnsweredWhenTheyCannotCome) {
  SmallEditor small;
  small.open("bar");
  add_layer_without_modes(small);
  for (int time = 0; time < 2; ++time) {
    for (const char* type : {"inspect", "force"}) {
      Json message = {{"type", type}};
      if (type == std::string("force")) message["layer"] = small.document()["layers"][0]["id"];
      const Json answer = small.ask(message);
      EXPECT_EQ(answer["type"], "problem") << type;
      EXPECT_THAT(answer["what"].get<std::string>(), testing::HasSubstr("can move")) << type;
      EXPECT_EQ(answer["about"], type);
    }
    EXPECT_EQ(small.ask({{"type", "export"}, {"file", "x.pc2"}})["type"], "problem");
  }
}

}  // namespace retake::server
