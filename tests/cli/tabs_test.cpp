// Tabs of the real program: they agree, and what one does wrong hurts nobody.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/edit_session.h"

namespace retake {

namespace {

using client::header_number;
using client::Message;
using client::Opcode;
using client::WebSocket;
using testing::HasSubstr;

// The program on a still beam.
class Tabs : public testing::Test {
 protected:
  Tabs()
      : program_({"edit", folder_.put("beam.json", still_beam).string(), "--no-open", "--json"}),
        address_(address_of(program_)) {}
  ~Tabs() override {
    program_.interrupt();
    EXPECT_EQ(program_.wait().exit_code, 0);
  }

  // A tab that has seen the document.
  WebSocket greeted_tab(int receive_buffer = 0) const {
    WebSocket tab(address_, receive_buffer);
    tab.send_text(R"({"type": "hello", "protocol": 1})");
    await(tab, "document");
    return tab;
  }

  Surroundings surroundings_;
  TemporaryFolder folder_;
  Program program_;
  client::Address address_;
};

// The next frame on a stream, acknowledged.
std::string next_frame(WebSocket& tab) {
  for (;;) {
    Message message = tab.receive();
    if (message.kind == Opcode::close) return "closed: " + message.data;
    if (message.kind != Opcode::binary || header_number(message.data, 4) >> 16 != 5) continue;
    tab.acknowledge(header_number(message.data, 8));
    return std::move(message.data);
  }
}

const char* const look_at_the_beam =
    R"({"type": "look", "stream": 5, "frame": 3, "what": "result", "heat": "none"})";

std::string rename_to(const std::string& name) {
  return Json{{"type", "edit"}, {"edit", {{"edit", "rename_shot"}, {"name", name}}}}.dump();
}

}  // namespace

TEST_F(Tabs, SeeTheSameDocumentWhicheverOfThemChangesIt) {
  WebSocket one = greeted_tab(), other = greeted_tab();
  one.send_text(rename_to("bow"));
  const Json changed = await(one, "document");
  EXPECT_EQ(changed["name"], "bow");
  EXPECT_EQ(await(other, "document"), changed);
  other.send_text(R"({"type": "undo"})");
  const Json undone = await(other, "document");
  EXPECT_EQ(undone["name"], "beam");
  EXPECT_EQ(await(one, "document"), undone);
}

TEST_F(Tabs, SeeTheSameBytes) {
  WebSocket one = greeted_tab(), other = greeted_tab();
  one.send_text(look_at_the_beam);
  other.send_text(look_at_the_beam);
  const std::string a = next_frame(one), b = next_frame(other);
  EXPECT_EQ(a.size(), 32u + 12 * 1019);
  EXPECT_EQ(a.substr(12), b.substr(12));
}

TEST_F(Tabs, WhatComesOutOfOrderOrMakesNoSenseIsExplainedAndTheTabStays) {
  WebSocket tab(address_);
  tab.send_text(R"({"type": "undo", "id": 1})");
  const Json early = await(tab, "problem");
  EXPECT_EQ(early["reply"], 1);
  EXPECT_THAT(early["what"].get<std::string>(), HasSubstr("hello"));
  tab.send_text(R"({"type": "hello", "protocol": 1})");
  await(tab, "document");
  for (const char* nonsense :
       {"", "{", "[]", "7", R"({"type": 3})", R"({"type": "udno"})", R"({"type": "end_drag"})",
        R"({"type": "look", "stream": 99, "frame": 0, "what": "result"})",
        R"({"type": "edit", "edit": {"edit": "move_wish", "layer": 1, "wish": 1, "drag": 7}})"}) {
    tab.send_text(nonsense);
    EXPECT_FALSE(await(tab, "problem")["what"].get<std::string>().empty()) << nonsense;
  }
  tab.send_text(rename_to("still here"));
  EXPECT_EQ(await(tab, "document")["name"], "still here");
}

TEST_F(Tabs, OneThatNeverReadsStopsNeitherTheEngineNorTheOthers) {
  WebSocket sleeper = greeted_tab(4096), tab = greeted_tab();
  sleeper.send_text(look_at_the_beam);
  for (int i = 0; i < 300; ++i) {
    tab.send_text(rename_to(std::string(2000, static_cast<char>('a' + i % 26))));
    EXPECT_EQ(await(tab, "document")["name"].get<std::string>()[0], 'a' + i % 26);
  }
}

}  // namespace retake
