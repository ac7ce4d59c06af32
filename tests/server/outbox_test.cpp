#include "apps/server/net/outbox.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apps/server/net/mailbox.h"
#include "apps/server/net/message_rate.h"
#include "server/serving.h"

namespace retake::net {

namespace {

using Clock = Outbox::Clock;
const Clock::time_point start{};

std::string whole(const OutgoingMessage& message) {
  return message.head + (message.body ? text_of(*message.body).substr(message.body_begin) : "");
}

std::uint32_t serial_of(const OutgoingMessage& message) {
  return client::header_number(message.head, 8);
}

}  // namespace

TEST(Outbox, TextsAndAnswersLeaveInOrderAndWhole) {
  Outbox outbox(Limits{});
  outbox.put_text("one", start);
  outbox.put_bytes(frame_of('x', 5), start);
  outbox.put_text("two", start);
  EXPECT_EQ(whole(*outbox.take()), "one");
  EXPECT_EQ(whole(*outbox.take()), text_of(*frame_of('x', 5)));
  EXPECT_EQ(whole(*outbox.take()), "two");
  EXPECT_FALSE(outbox.take());
}

TEST(Outbox, OfEachStreamOnlyTheNewestFrameWaits) {
  Outbox outbox(Limits{});
  outbox.put_frame(0, frame_of('a', 8));
  outbox.put_frame(1, frame_of('b', 8));
  outbox.put_frame(0, frame_of('c', 8));
  EXPECT_EQ(whole(*outbox.take()).substr(32), "cccccccc");  // in the place of the older one
  EXPECT_EQ(whole(*outbox.take()).substr(32), "bbbbbbbb");
  EXPECT_FALSE(outbox.take());
}

TEST(Outbox, NoThirdFrameLeavesBeforeOneOfTwoIsAcknowledged) {
  Outbox outbox(Limits{});
  std::vector<std::uint32_t> serials;
  for (int i = 0; i < 2; ++i) {
    outbox.put_frame(0, frame_of('a', 8));
    serials.push_back(serial_of(*outbox.take()));
  }
  EXPECT_NE(serials[0], serials[1]);
  outbox.put_frame(0, frame_of('b', 8));
  EXPECT_FALSE(outbox.take());
  outbox.put_text("texts need no credit", start);
  EXPECT_TRUE(outbox.take());
  EXPECT_TRUE(outbox.acknowledge(serials[1]));
  EXPECT_EQ(whole(*outbox.take()).substr(32), "bbbbbbbb");
}

TEST(Outbox, AFrameIsAcknowledgedOnce) {
  Outbox outbox(Limits{});
  EXPECT_FALSE(outbox.acknowledge(1));
  outbox.put_frame(0, frame_of('a', 8));
  const std::uint32_t serial = serial_of(*outbox.take());
  EXPECT_TRUE(outbox.acknowledge(serial));
  EXPECT_FALSE(outbox.acknowledge(serial));
}

TEST(Outbox, NumbersFramesWithoutTouchingWhatOtherTabsShare) {
  const auto shared = frame_of('a', 8);
  const std::string before = text_of(*shared);
  Outbox one(Limits{}), other(Limits{});
  other.put_frame(0, frame_of('b', 8));
  other.take();
  one.put_frame(0, shared);
  other.put_frame(0, shared);
  const OutgoingMessage first = *one.take(), second = *other.take();
  EXPECT_EQ(first.body, second.body);
  EXPECT_NE(serial_of(first), serial_of(second));
  EXPECT_EQ(text_of(*shared), before);
}

TEST(Outbox, OverflowsByBytesAndByAgeOfTextsButNeverByFrames) {
  const Limits limits{.waiting_bytes = 100, .waiting_time = Limits::Seconds(5)};
  Outbox outbox(limits);
  for (int i = 0; i < 100; ++i) outbox.put_frame(i % 16, frame_of('a', 1000));
  EXPECT_FALSE(outbox.overflows(start + std::chrono::hours(1)));
  outbox.put_text(std::string(60, 'x'), start);
  EXPECT_FALSE(outbox.overflows(start + std::chrono::seconds(4)));
  EXPECT_TRUE(outbox.overflows(start + std::chrono::seconds(6)));
  outbox.put_text(std::string(60, 'x'), start);
  EXPECT_TRUE(outbox.overflows(start));
  outbox.take();
  EXPECT_FALSE(outbox.overflows(start));
}

TEST(Mailbox, SaysOnceThatThereIsRoomAgainToWhomWasToldThatThereIsNone) {
  Mailbox mailbox(Limits{.frames_under_way = 2}, [] {});
  EXPECT_TRUE(mailbox.can_take_frame());
  mailbox.send_frame(0, frame_of('a', 8));
  mailbox.send_frame(1, frame_of('b', 8));
  EXPECT_FALSE(mailbox.can_take_frame());
  const std::uint32_t first = serial_of(*mailbox.take()), second = serial_of(*mailbox.take());
  EXPECT_FALSE(mailbox.take_new_room()) << "both are under way";
  mailbox.acknowledge(first);
  EXPECT_TRUE(mailbox.take_new_room());
  mailbox.acknowledge(second);
  EXPECT_FALSE(mailbox.take_new_room()) << "nobody has asked since";
  mailbox.close();
  EXPECT_FALSE(mailbox.can_take_frame());
}

TEST(MessageRate, CountsInAnyWindowOfTimeNotOnlyInFixedOnes) {
  const Clock::time_point begin = Clock::now();
  const auto at = [&](double seconds) {
    return begin + std::chrono::duration_cast<Clock::duration>(Limits::Seconds(seconds));
  };
  MessageRate rate(3, Limits::Seconds(10));
  EXPECT_TRUE(rate.allows(at(0)));
  EXPECT_TRUE(rate.allows(at(9)));
  EXPECT_TRUE(rate.allows(at(9.5)));
  EXPECT_FALSE(rate.allows(at(9.9)));  // four since 0
  EXPECT_TRUE(rate.allows(at(10)));    // three since 9
  EXPECT_FALSE(rate.allows(at(18.9)));
  EXPECT_TRUE(rate.allows(at(19)));
}

}  // namespace retake::net
