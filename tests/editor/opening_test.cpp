// One request to open after another: the last one wins, and everybody is answered.
#include <fstream>
#include <future>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "editor/small_editor.h"

namespace retake::server {

namespace {

Json open_file(const std::string& file, int id) {
  return {{"type", "open"}, {"file", file}, {"id", id}};
}

Json answer_to(SmallEditor& small, int id) {
  return small.tab().wait_for_text([&](const Json& text) { return text.value("reply", 0) == id; });
}

}  // namespace

TEST(Opening, AskingTwiceForTheSameOpensItOnce) {
  const TemporaryFolder state;
  {
    SmallEditor small(state.path());
    small.open("bar");
    small.demand({{"type", "edit"}, {"edit", {{"edit", "rename_shot"}, {"name", "left"}}}});
  }
  SmallEditor small(state.path());
  const Json welcome = small.ask({{"type", "hello"}, {"protocol", 1}});
  const std::string file = welcome["recovery"][0]["file"];
  small.say(open_file(file, 901));
  small.say(open_file(file, 902));
  EXPECT_EQ(answer_to(small, 901)["type"], "done");
  EXPECT_EQ(answer_to(small, 902)["type"], "done");
  EXPECT_EQ(small.document()["name"], "left");
}

TEST(Opening, TheLastOfSeveralRequestsWinsAndAllAreAnswered) {
  SmallEditor small;
  for (const char* name : {"a", "b"}) {
    Shot shot = small_scene("bar");
    shot.name = name;
    write_shot(shot, small.folder() / (name + std::string(".json")));
  }
  small.hello();
  small.say(open_file("a.json", 901));
  small.say(open_file("b.json", 902));
  small.say(open_file("a.json", 903));
  EXPECT_EQ(answer_to(small, 903)["type"], "done");
  EXPECT_EQ(small.document()["name"], "a");
  for (const int id : {901, 902}) {
    int answers = 0;
    for (const Json& text : small.tab().texts()) answers += text.value("reply", 0) == id ? 1 : 0;
    EXPECT_EQ(answers, 1) << id;
  }
}

TEST(Opening, AFileThatCannotBeOpenedAgainIsToldToBeClosed) {
  SmallEditor small;
  small.open("bar");
  const std::string file = small.demand({{"type", "save_as"}, {"file", "x.json"}})["file"];
  const auto other = small.another_tab();
  small.ask(*other.tab, other.number, {{"type", "hello"}, {"protocol", 1}});
  std::ofstream(file) << "{";
  EXPECT_EQ(small.ask({{"type", "open"}, {"file", file}})["type"], "problem");
  other.tab->wait_for_type("closed");
  EXPECT_EQ(small.ask({{"type", "undo"}})["what"], "no shot is open");
}

TEST(Opening, WhatTheProgramWasStartedWithIsToldToTabsThatComeLaterWhereItFails) {
  SmallEditor small;
  small.hello();
  small.editor().open_file(small.folder().put("notes.json", "no shot"));
  small.tab().wait_for_type("problem");
  const auto late = small.another_tab();
  small.ask(*late.tab, late.number, {{"type", "hello"}, {"protocol", 1}});
  late.tab->wait_for_type("problem");
  EXPECT_EQ(late.tab->newest("problem")["about"], "open");
  small.open("bar");
  const auto later = small.another_tab();
  small.ask(*later.tab, later.number, {{"type", "hello"}, {"protocol", 1}});
  later.tab->wait_for_type("document");
  EXPECT_TRUE(later.tab->newest("problem").is_null());
}

TEST(Opening, AFileThatIsOpenAlreadyKeepsItsUnsavedEdits) {
  SmallEditor small;
  small.open("bar");
  const std::string file = small.demand({{"type", "save_as"}, {"file", "x.json"}})["file"];
  small.demand({{"type", "edit"}, {"edit", {{"edit", "rename_shot"}, {"name", "unsaved"}}}});
  small.demand({{"type", "open"}, {"file", file}});
  EXPECT_EQ(small.document()["name"], "unsaved");
  EXPECT_TRUE(small.document()["changed"]);
  small.demand({{"type", "open"}, {"file", file}, {"recover", false}});
  EXPECT_EQ(small.document()["name"], "bar");
  Json opened;
  for (const Json& text : small.tab().texts()) {
    if (text["type"] == "opened") opened = text;
  }
  EXPECT_THAT(opened["recovered"]["note"].get<std::string>(), testing::HasSubstr("x.journal.old"));
}

TEST(Opening, WhatIsClosedUnsavedIsOnTheWelcomePageAtOnce) {
  SmallEditor small;
  small.open("bar");
  small.demand({{"type", "edit"}, {"edit", {{"edit", "rename_shot"}, {"name", "unsaved"}}}});
  small.demand({{"type", "close"}});
  Json welcome;
  for (const Json& text : small.tab().texts()) {
    if (text["type"] == "welcome") welcome = text;
  }
  EXPECT_EQ(welcome["recovery"].size(), 1u);
  EXPECT_EQ(welcome["folders"].size(), 1u);
}

TEST(Opening, IsCancelledInTheMiddle) {
  const TemporaryFolder state;
  std::promise<void> begun, released;
  Editor editor({.scenes = {},
                 .open_scene =
                     [&](const std::string& name) {
                       begun.set_value();
                       released.get_future().wait();
                       return small_scene(name);
                     },
                 .state_folder = state.path()});
  const auto tab = std::make_shared<RecordedTab>();
  const int number = editor.join(tab);
  editor.receive(number, R"({"type": "hello", "protocol": 1})");
  editor.receive(number, R"({"type": "open", "scene": "bar", "id": 7})");
  begun.get_future().wait();
  const Json job = tab->wait_for_type("job");
  editor.receive(number, Json{{"type", "cancel"}, {"job", job["job"]}, {"id", 8}}.dump());
  tab->wait_for_text([](const Json& text) { return text.value("reply", 0) == 8; });
  released.set_value();
  tab->wait_for_text([](const Json& text) { return text.value("state", "") == "cancelled"; });
  const Json answer =
      tab->wait_for_text([](const Json& text) { return text.value("reply", 0) == 7; });
  EXPECT_EQ(answer["what"], "cancelled");
  EXPECT_EQ(answer["severity"], "note");
  EXPECT_TRUE(std::filesystem::is_empty(state / "unsaved"));
}

TEST(Modes, OneJobServesAllWhoAskForAsManyOrFewer) {
  SmallEditor small;
  small.open("bar");
  for (int id = 901; id <= 904; ++id) {
    small.say({{"type", "modes"}, {"count", 300 - (id - 901)}, {"id", id}});
  }
  for (int id = 901; id <= 904; ++id) EXPECT_EQ(answer_to(small, id)["type"], "done");
  small.demand({{"type", "modes"}, {"count", 250}});
  std::set<int> jobs;
  for (const Json& text : small.tab().texts()) {
    if (text["type"] == "job" && text["name"] == "Vibration modes")
      jobs.insert(text["job"].get<int>());
  }
  EXPECT_EQ(jobs.size(), 1u);
}

}  // namespace retake::server
