// What a page says wrongly is answered by a problem in words, and changes nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apps/server/engine/message_queue.h"
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
      R"({"type": "edit", "edit": {"edit": "add_wish", "layer": 1, "wish": {"id": 2147483647, "vertex": 30, "frame": 8}}})",
      R"({"type": "edit", "edit": {"edit": "add_wish", "layer": 1, "wish": {"id": 7, "vertex": 30, "frame": 8}}})",
      R"({"type": "edit", "edit": {"edit": "change_settings", "layer": 1, "settings": {"modes": 100000}}})",
      R"({"type": "edit", "edit": {"edit": "group", "name": "", "edits": [{"edit": "rename_shot", "name": "q"}, {"edit": "remove_layer", "layer": 9}]}})"};
  for (const std::string& text : wrong) expect_refused(small, text);
  const std::string deep(100000, '[');
  expect_refused(small, deep);
  const Received frame = small.finished(0, 10);
  EXPECT_EQ(frame.revision, small.document()["state"]);
}

TEST(Refusals, WhatIsNestedWithoutEndIsRefusedBeforeAnybodyWalksIt) {
  SmallEditor small;
  small.open("edited");
  const auto nested = [](const std::string& open, const std::string& close, int depth) {
    std::string text;
    for (int i = 0; i < depth; ++i) text += open;
    for (int i = 0; i < depth; ++i) text += close;
    return text;
  };
  const std::string lists = nested("[", "]", 400000);
  const std::string groups = nested(R"({"edit": "group", "name": "", "edits": [)", "]}", 10000);
  for (int twice = 0; twice < 2; ++twice) {
    expect_refused(small, R"({"type": "preferences", "values": {"a": )" + lists + "}}");
    expect_refused(small, R"({"type": "edit", "edit": )" + groups + "}");
    expect_refused(small, R"({"type": "look", "frame": 1, "stream": )" + lists + "}");
  }
}

TEST(Refusals, TheDeepestEditThatIsTakenCanBeReadFromTheJournalAgain) {
  const TemporaryFolder state;
  constexpr int deepest = 9;
  std::string edit = R"({"edit": "rename_shot", "name": "deep"})";
  const auto wrap = [&] { edit = R"({"edit": "group", "name": "g", "edits": [)" + edit + "]}"; };
  for (int depth = 0; depth < deepest; ++depth) wrap();
  {
    SmallEditor small(state.path());
    small.open("bar");
    small.begin_drag();  // whose end makes a group of all that came
    small.demand({{"type", "edit"}, {"edit", Json::parse(edit)}});
    small.demand({{"type", "edit"}, {"edit", {{"edit", "rename_shot"}, {"name", "x"}}}});
    small.demand({{"type", "end_drag"}});
    small.demand({{"type", "undo"}});
    small.demand({{"type", "redo"}});
    wrap();
    expect_refused(small, R"({"type": "edit", "edit": )" + edit + "}");
  }
  SmallEditor small(state.path());
  small.open("bar", true);
  const auto texts = small.tab().texts();
  const auto opened = std::find_if(texts.begin(), texts.end(),
                                   [](const Json& text) { return text["type"] == "opened"; });
  ASSERT_NE(opened, texts.end());
  EXPECT_EQ((*opened)["recovered"]["note"], "");
  EXPECT_EQ(small.document()["name"], "x");
}

TEST(Refusals, ASceneThatDoesNotExistIsAProblemWithItsNumber) {
  SmallEditor small;
  small.hello();
  const Json answer = small.ask({{"type", "open"}, {"scene", "moon"}});
  EXPECT_EQ(answer["type"], "problem");
  EXPECT_THAT(answer["what"].get<std::string>(), testing::HasSubstr("no such scene"));
}

TEST(Refusals, MoreThanCanBeAnsweredSoonIsRefusedAndNotKept) {
  SmallEditor small;
  small.open("edited");
  small.begin_drag();  // answers wait for its end
  const int asked = 400;
  for (int i = 0; i < asked; ++i) small.say({{"type", "force"}, {"layer", 1}, {"id", 1000 + i}});
  small.ask({{"type", "files"}});
  int refused = 0;
  for (const Json& text : small.tab().texts()) {
    refused += text["type"] == "problem" && text["about"] == "force" ? 1 : 0;
  }
  EXPECT_EQ(refused, asked - 256);
  small.demand({{"type", "end_drag"}});
  small.tab().wait_for_text([](const Json& text) { return text.value("reply", 0) == 1255; });
}

TEST(Refusals, MessagesThatWaitAreBoundedInBytes) {
  MessageQueue queue;
  const std::string text =
      R"({"type": "preferences", "id": 1, "values": {"a": ")" + std::string(16 << 20, 'x') + "\"}}";
  for (const int tab : {1, 1, 1, 1, 1, 2}) queue.push(read_message(tab, text));
  std::map<int, int> kept, refused;  // by tab
  while (auto item = queue.pop()) {
    const auto& message = std::get<Message>(*item);
    EXPECT_EQ(message.replies, std::vector<int>{1});
    EXPECT_EQ(message.complaint.has_value(), message.json.is_null());
    ++(message.complaint ? refused : kept)[message.tab];
  }
  EXPECT_EQ(kept, (std::map<int, int>{{1, 3}, {2, 1}}));
  EXPECT_EQ(refused, (std::map<int, int>{{1, 2}}));
  queue.push(read_message(1, text));
  EXPECT_FALSE(std::get<Message>(*queue.pop()).complaint);
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
