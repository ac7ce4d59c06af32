// Tabs over a real socket: order, credits, agreement.
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/serving.h"

namespace retake::net {

namespace {

using client::header_number;
using client::Message;
using client::Opcode;
using client::WebSocket;
using testing::HasSubstr;

constexpr std::size_t serial_at = 8;

}  // namespace

TEST(Tab, MessagesArriveWholeAndInOrder) {
  Serving serving;
  WebSocket tab(serving.address());
  const std::string large(900'000, 'x');
  tab.send_text(R"({"type": "hello"})");
  tab.send_text(large);
  for (int i = 0; i < 500; ++i) tab.send_text(std::to_string(i));
  EXPECT_EQ(tab.receive().data, R"({"type": "hello"})");
  EXPECT_EQ(tab.receive().data, large);
  for (int i = 0; i < 500; ++i) EXPECT_EQ(tab.receive().data, std::to_string(i));
}

TEST(Tab, AMessageInPiecesIsOneMessage) {
  Serving serving;
  WebSocket tab(serving.address());
  tab.send_frame(Opcode::text, "in ", false);
  tab.send_frame(Opcode(0), "three ", false);
  tab.send(Opcode::ping, "between");
  tab.send_frame(Opcode(0), "pieces", true);
  EXPECT_EQ(tab.receive().kind, Opcode::pong);
  EXPECT_EQ(tab.receive().data, "in three pieces");
}

TEST(Tab, BytesArriveAsTheyWereSentButForTheSerialNumber) {
  Serving serving;
  WebSocket tab(serving.address());
  const auto answer = frame_of('a', 3'000'000), frame = frame_of('b', 360'000, 3);
  serving.tab(1)->send_bytes(answer);
  EXPECT_EQ(tab.receive().data, text_of(*answer));
  serving.tab(1)->send_frame(3, frame);
  const Message message = tab.receive();
  EXPECT_EQ(message.kind, Opcode::binary);
  EXPECT_NE(header_number(message.data, serial_at), 0u);
  EXPECT_EQ(message.data.substr(0, 8), text_of(*frame).substr(0, 8));
  EXPECT_EQ(message.data.substr(12), text_of(*frame).substr(12));
}

TEST(Tab, TheNewestFrameWinsWhileTwoAreUnderWay) {
  Serving serving;
  WebSocket tab(serving.address());
  const auto client = serving.tab(1);
  client->send_frame(0, frame_of('a', 100));
  const Message first = tab.receive();
  client->send_frame(0, frame_of('b', 100));
  const Message second = tab.receive();
  for (const char fill : {'c', 'd', 'e'}) client->send_frame(0, frame_of(fill, 100));
  client->send_text("texts need no credit");
  EXPECT_EQ(tab.receive().data, "texts need no credit");
  tab.acknowledge(header_number(first.data, serial_at));
  EXPECT_EQ(tab.receive().data.back(), 'e');  // c and d had become old
  client->send_text("last");
  EXPECT_EQ(tab.receive().data, "last");  // and never came
}

TEST(Tab, AnotherTabIsNeitherHeldUpNorDisturbedByOneThatDoesNotRead) {
  Serving serving;
  const int small_buffer = 4096;
  WebSocket sleeper(serving.address(), small_buffer);
  const auto asleep = serving.tab(1);
  WebSocket tab(serving.address());
  const auto awake = serving.tab(2);
  for (int i = 0; i < 50; ++i) {
    const auto frame = frame_of(static_cast<char>('a' + i % 26), 360'000);
    asleep->send_frame(0, frame);
    awake->send_frame(0, frame);
    const Message message = tab.receive();
    EXPECT_EQ(message.data.substr(32), text_of(*frame).substr(32));
    tab.acknowledge(header_number(message.data, serial_at));
  }
}

TEST(Tab, TheHostIsToldWhenATabGoesAway) {
  Serving serving;
  {
    WebSocket polite(serving.address());
    polite.send(Opcode::close, std::string("\x03\xe8", 2));
    EXPECT_EQ(polite.receive().close_code, 1000);
    serving.wait_until_left(1);
  }
  { WebSocket rude(serving.address()); }
  serving.wait_until_left(2);
  serving.tab(1)->send_text("nobody reads this, and nothing happens");
}

TEST(Tab, WhoAnswersNoPingIsGone) {
  Serving serving({.silence = Limits::Seconds(0.5)});
  client::Connection silent(serving.address().port);
  const client::Headers headers =
      upgrade_headers(serving.address(), fetch_cookie(serving.address()));
  silent.send(client::request_text("GET", "/socket", headers));
  serving.wait_until_left(1);
}

TEST(Tab, AllIsSentBeforeTheProgramLeaves) {
  Serving serving;
  std::optional<WebSocket> tab(serving.address());
  const auto client = serving.tab(1);
  for (int i = 0; i < 100; ++i) client->send_text(std::string(10'000, 'x'));
  client->send_text("bye");
  std::thread stopping([&] { serving.server().stop(); });
  for (int i = 0; i < 100; ++i) EXPECT_EQ(tab->receive().data.size(), 10'000u);
  EXPECT_EQ(tab->receive().data, "bye");
  const Message close = tab->receive();
  EXPECT_EQ(close.close_code, 1001);
  EXPECT_THAT(close.data, HasSubstr("ended"));
  tab.reset();
  stopping.join();
  serving.wait_until_left(1);
}

TEST(Tab, ATabThatDoesNotAnswerDoesNotKeepTheProgramFromLeaving) {
  Serving serving({.farewell = Limits::Seconds(0.3)});
  WebSocket sleeper(serving.address(), 4096);
  const auto client = serving.tab(1);
  for (int i = 0; i < 100; ++i) client->send_text(std::string(1'000'000, 'x'));
  serving.server().stop();  // returns
}

}  // namespace retake::net
