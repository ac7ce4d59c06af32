// What breaks a rule of the socket ends the connection, with a code and words.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/serving.h"

namespace retake::net {

namespace {

using client::Headers;
using client::Message;
using client::Opcode;
using client::WebSocket;
using testing::HasSubstr;
using testing::Not;

// Why the socket is not opened with these headers; empty where it is.
std::string refusal_of(const client::Address& address, const Headers& headers) {
  try {
    WebSocket tab(address, headers);
    return "";
  } catch (const client::Unexpected& error) {
    return error.what();
  }
}

Headers without(Headers headers, const std::string& name) {
  std::erase_if(headers, [&](const std::string& header) { return header.starts_with(name); });
  return headers;
}

Headers with(Headers headers, const std::string& header) {
  headers = without(std::move(headers), header.substr(0, header.find(':') + 1));
  headers.push_back(header);
  return headers;
}

}  // namespace

TEST(Refusal, OnlyThisProgramsPagesMayConnect) {
  Serving serving, other;
  const client::Address address = serving.address();
  const Headers good = upgrade_headers(address, fetch_cookie(address));
  EXPECT_EQ(refusal_of(address, good), "");
  EXPECT_THAT(refusal_of(address, without(good, "Cookie:")), HasSubstr("403"));
  EXPECT_THAT(refusal_of(address, with(good, "Cookie: " + fetch_cookie(other.address()))),
              HasSubstr("403"));
  EXPECT_THAT(refusal_of(address, without(good, "Origin:")), HasSubstr("403"));
  EXPECT_THAT(refusal_of(address, with(good, "Origin: http://evil.example")), HasSubstr("403"));
  EXPECT_THAT(refusal_of(address, with(good, "Origin: http://" + other.address().host())),
              HasSubstr("403"));
  EXPECT_THAT(refusal_of(address, with(good, "Host: evil.example")), HasSubstr("421"));
  EXPECT_EQ(serving.joined(), 1);
}

TEST(Refusal, ATextThatIsTooLongEndsTheConnection) {
  Serving serving;
  WebSocket tab(serving.address());
  tab.send_text(std::string((1 << 20) + 1, 'x'));
  const Message close = tab.receive_close();
  EXPECT_EQ(close.close_code, 1009);
  EXPECT_THAT(close.data, HasSubstr("1048576"));
  EXPECT_EQ(serving.heard(), 0);
}

TEST(Refusal, ALengthThatIsOnlyClaimedTakesNoMemoryAndEndsTheConnection) {
  Serving serving;
  WebSocket tab(serving.address());
  // A masked text frame of 2^62 bytes, of which a little more than may be arrives.
  tab.send_raw(std::string("\x81\xff\x40\0\0\0\0\0\0\0\0\0\0\0", 14));
  tab.send_raw(std::string((1 << 20) + 100'000, 'x'));
  EXPECT_EQ(tab.receive_close().close_code, 1009);
}

TEST(Refusal, ABinaryMessageIsFourBytes) {
  for (const std::string& data : {std::string(), std::string(3, 'x')}) {
    Serving serving;
    WebSocket tab(serving.address());
    tab.send(Opcode::binary, data);
    const Message close = tab.receive_close();
    EXPECT_EQ(close.close_code, 1002);
    EXPECT_THAT(close.data, Not(testing::IsEmpty()));
  }
  Serving serving;
  WebSocket tab(serving.address());
  tab.send(Opcode::binary, "12345");
  EXPECT_EQ(tab.receive_close().close_code, 1009);
}

TEST(Refusal, AFrameThatIsNotUnderWayCannotBeAcknowledged) {
  Serving serving;
  WebSocket tab(serving.address());
  serving.tab(1)->send_frame(0, frame_of('a', 10));
  const std::uint32_t serial = client::header_number(tab.receive().data, 8);
  tab.acknowledge(serial);
  tab.acknowledge(serial);
  const Message close = tab.receive_close();
  EXPECT_EQ(close.close_code, 1002);
  EXPECT_THAT(close.data, HasSubstr(std::to_string(serial)));
}

TEST(Refusal, TooManyMessagesEndTheConnection) {
  Serving serving({.texts = 20});
  WebSocket tab(serving.address());
  for (int i = 0; i < 21; ++i) tab.send_text("{}");
  const Message close = tab.receive_close();
  EXPECT_EQ(close.close_code, 1008);
  EXPECT_THAT(close.data, HasSubstr("too many"));
  EXPECT_EQ(serving.heard(), 20);
}

TEST(Refusal, GarbageFramesEndTheConnection) {
  const std::string unmasked("\x81\x02hi", 4), reserved_bits("\xf1\x80\0\0\0\0", 6),
      unknown_kind("\x83\x80\0\0\0\0", 6), lone_continuation("\x80\x80\0\0\0\0", 6),
      long_ping = std::string("\x89\xfe\x01\x00\0\0\0\0", 8) + std::string(256, 'x');
  for (const std::string& bytes :
       {unmasked, reserved_bits, unknown_kind, lone_continuation, long_ping}) {
    Serving serving;
    WebSocket tab(serving.address());
    tab.send_raw(bytes);
    EXPECT_EQ(tab.receive_close().close_code, 1002) << bytes;
    serving.wait_until_left(1);
    EXPECT_EQ(serving.heard(), 0);
  }
}

TEST(Refusal, TextThatIsNoUtf8EndsTheConnection) {
  Serving serving;
  WebSocket tab(serving.address());
  tab.send_text("\xff\xfe");
  EXPECT_EQ(tab.receive_close().close_code, 1007);
  EXPECT_EQ(serving.heard(), 0);
}

TEST(Refusal, ATabThatDoesNotReadIsSentAwayWithItsQueue) {
  Serving serving({.waiting_bytes = 20 << 20});
  WebSocket tab(serving.address(), 4096);
  const auto client = serving.tab(1);
  for (int i = 0; i < 100; ++i) client->send_text(std::string(1 << 20, 'x'));
  serving.wait_until_left(1);
  int texts = 0;
  Message message = tab.receive();
  for (; message.kind == Opcode::text; message = tab.receive()) ++texts;
  EXPECT_LT(texts, 30);  // what was in the system's own buffers, and the one being written
  EXPECT_EQ(message.close_code, 1008);
  EXPECT_THAT(message.data, HasSubstr("did not read"));
}

}  // namespace retake::net
