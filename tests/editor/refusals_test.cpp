// What a page says wrongly is answered by a problem in words, and changes nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "editor/small_editor.h"

namespace retake::server {

namespace {

// Neither the document nor anything else was told.
void expect_refused(SmallEditor& small, const std::string& text) {
  const Json before = small.document();
  small.editor().receive(1, text);
  const Json answer = small.tab().wait_for_text([](const Json& message) {
    return message["type"] == "problem" && message["severity"] == "error";
  });
  EXPECT_NE(answer["what"], "") << text;
  EXPECT_EQ(small.document(), before) << text;
}

}  // namespace

TEST(Refusals, NothingIsHeardBeforeHello) {
  SmallEditor small;
  expect_refused(small, R"({"type": "open", "scene": "bar"})");
  expect_refused(small, R"({"type": "undo"})");
}

TEST(Refusals, AnotherVersionIsToldToReload) {
  SmallEditor small;
  const Json answer = small.ask({{"type", "hello"}, {"protocol", 2}});
  EXPECT_EQ(answer["type"], "problem");
  EXPECT_THAT(answer["advice"].get<std::string>(), testing::HasSubstr("Reload"));
}

TEST(Refusals, WithoutAShotOnlyTheWelcomePageWorks) {
  SmallEditor small;
  small.hello();
  for (const char* type : {"save", "undo", "begin_drag", "look", "inspect", "close", "mode"}) {
    const Json answer = small.ask({{"type", type}});
    EXPECT_EQ(answer["type"], "problem") << type;
    EXPECT_EQ(answer["about"], type);
  }
  small.demand({{"type", "files"}});
}

TEST(Refusals, WhatIsMalformedIsAnsweredAndChangesNothing) {
  SmallEditor small;
  small.open("edited");
  const std::vector<std::string> wrong = {
      "",
      "{",
      "[]",
      "7",
      "null",
      "\"hello\"",
      "\xff\xfe",
      R"({"id": 3})",
      R"({"type": 5})",
      R"({"type": "undoo"})",
      R"({"type": "undo", "id": "x"})",
      R"({"type": "undo", "id": -4})",
      R"({"type": "undo", "id": 1e300})",
      R"({"type": "undo"})",
      R"({"type": "redo"})",
      R"({"type": "undo", "what": 1})",
      R"({"type": "go_to", "state": 99})",
      R"({"type": "go_to"})",
      R"({"type": "end_drag"})",
      R"({"type": "cancel_drag"})",
      R"({"type": "look", "stream": 16, "frame": 0})",
      R"({"type": "look", "stream": -1, "frame": 0})",
      R"({"type": "look", "stream": 0, "frame": 24})",
      R"({"type": "look", "stream": 0, "frame": -18})",
      R"({"type": "look", "stream": 0})",
      R"({"type": "look", "stream": 0, "frame": 1.5})",
      R"({"type": "look", "stream": 0, "frame": 0, "what": "moon"})",
      R"({"type": "look", "stream": 0, "frame": 0, "heat": "love"})",
      R"({"type": "look", "stream": 0, "frame": 0, "what": "layer", "layer": 9})",
      R"({"type": "look_away", "stream": 99})",
      R"({"type": "trail", "vertices": [], "weights": []})",
      R"({"type": "trail", "vertices": [1000], "weights": [1]})",
      R"({"type": "trail", "vertices": [1, 2], "weights": [1]})",
      R"({"type": "amplitudes", "layer": 77})",
      R"({"type": "force"})",
      R"({"type": "mode", "index": 100000})",
      R"({"type": "contacts", "frame": 100})",
      R"({"type": "fix", "problem": "none"})",
      R"({"type": "fix"})",
      R"({"type": "modes", "count": 0})",
      R"({"type": "modes", "count": 1000000})",
      R"({"type": "cancel", "job": 12345})",
      R"({"type": "preferences", "values": 5})",
      R"({"type": "open"})",
      R"({"type": "open", "scene": "bar", "file": "x"})",
      R"({"type": "open", "scene": 5})",
      R"({"type": "open", "file": "none.json"})",
      R"({"type": "save"})",
      R"({"type": "save_as"})",
      R"({"type": "save_as", "file": "shot.txt"})",
      R"({"type": "export", "file": "x.xyz"})",
      R"({"type": "export", "file": "x.pc2", "frames": [5, 2]})",
      R"({"type": "export", "file": "x.pc2", "frames": [0, 24]})",
      R"({"type": "export", "file": "x.pc2", "what": "layer", "layer": 9})",
      R"({"type": "edit"})",
      R"({"type": "edit", "edit": 5})",
      R"({"type": "edit", "edit": {"edit": "explode"}})",
      R"({"type": "edit", "edit": {"edit": "remove_layer", "layer": 9}})",
      R"({"type": "edit", "edit": {"edit": "rename_shot", "name": "a", "nmae": "b"}})",
      R"({"type": "edit", "edit": {"edit": "move_wish", "layer": 1, "wish": 40, "target": [0, 1]}})",
      R"({"type": "edit", "edit": {"edit": "move_wish", "layer": 1, "wish": 40, "target": [0, 1e9, 0]}})",
      R"({"type": "edit", "edit": {"edit": "move_wish", "layer": 1, "wish": 40, "target": [0, 0, 0], "drag": 7}})",
      R"({"type": "edit", "edit": {"edit": "add_wish", "layer": 1, "wish": {"vertex": 9999, "frame": 8}}})",
      R"({"type": "edit", "edit": {"edit": "group", "name": "", "edits": [{"edit": "rename_shot", "name": "q"}, {"edit": "remove_layer", "layer": 9}]}})"};
  for (const std::string& text : wrong) expect_refused(small, text);
  const std::string deep(100000, '[');
  expect_refused(small, deep);
  const Received frame = small.finished(0, 10);
  EXPECT_EQ(frame.revision, small.document()["state"]);
}

TEST(Refusals, ASceneThatDoesNotExistIsAProblemWithItsNumber) {
  SmallEditor small;
  small.hello();
  const Json answer = small.ask({{"type", "open"}, {"scene", "moon"}});
  EXPECT_EQ(answer["type"], "problem");
  EXPECT_THAT(answer["what"].get<std::string>(), testing::HasSubstr("no such scene"));
}

TEST(Refusals, OnlyOneTabDragsAtATime) {
  SmallEditor small;
  small.open("edited");
  const auto other = small.another_tab();
  small.ask(*other.tab, other.number, {{"type", "hello"}, {"protocol", 1}});
  small.begin_drag();
  for (const char* type : {"begin_drag", "undo", "end_drag", "cancel_drag"}) {
    EXPECT_EQ(small.ask(*other.tab, other.number, {{"type", type}})["type"], "problem") << type;
  }
  EXPECT_EQ(small.ask({{"type", "begin_drag"}})["type"], "problem");
  small.demand({{"type", "end_drag"}});
  EXPECT_EQ(small.ask(*other.tab, other.number, {{"type", "begin_drag"}})["type"], "done");
}

}  // namespace retake::server
