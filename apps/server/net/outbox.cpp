#include "apps/server/net/outbox.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace retake::net {

namespace {

// docs/protocol.md, "Binary messages".
constexpr std::size_t header_bytes = 32;
constexpr std::size_t serial_at = 8;

}  // namespace

void Outbox::put(OutgoingMessage message, Clock::time_point now) {
  ordered_bytes_ += message.size();
  ordered_.push_back({std::move(message), now});
}

void Outbox::put_text(std::string json, Clock::time_point now) {
  put({.is_text = true, .head = std::move(json)}, now);
}

void Outbox::put_bytes(std::shared_ptr<const Bytes> message, Clock::time_point now) {
  put({.body = std::move(message)}, now);
}

void Outbox::put_frame(int stream, std::shared_ptr<const Bytes> message) {
  assert(message->size() >= header_bytes);
  const auto waits = std::find_if(frames_.begin(), frames_.end(),
                                  [&](const Frame& frame) { return frame.stream == stream; });
  if (waits != frames_.end()) {
    waits->message = std::move(message);
  } else {
    frames_.push_back({stream, std::move(message)});
  }
}

OutgoingMessage Outbox::numbered(const std::shared_ptr<const Bytes>& frame) {
  OutgoingMessage message{.body = frame, .body_begin = header_bytes};
  const auto* begin = reinterpret_cast<const char*>(frame->data());
  message.head.assign(begin, begin + header_bytes);
  const std::uint32_t serial = ++last_serial_;
  for (std::size_t i = 0; i < 4; ++i) {
    message.head[serial_at + i] = static_cast<char>(serial >> (8 * i));
  }
  under_way_.push_back(serial);
  return message;
}

std::optional<OutgoingMessage> Outbox::take() {
  if (!ordered_.empty()) {
    OutgoingMessage message = std::move(ordered_.front().message);
    ordered_.pop_front();
    ordered_bytes_ -= message.size();
    return message;
  }
  const bool has_credit = std::cmp_less(under_way_.size(), limits_.frames_under_way);
  if (frames_.empty() || !has_credit) return std::nullopt;
  const Frame frame = std::move(frames_.front());
  frames_.pop_front();
  return numbered(frame.message);
}

bool Outbox::has_room() const {
  return std::cmp_less(under_way_.size() + frames_.size(), limits_.frames_under_way);
}

bool Outbox::acknowledge(std::uint32_t serial) { return std::erase(under_way_, serial) > 0; }

bool Outbox::overflows(Clock::time_point now) const {
  if (ordered_.empty()) return false;
  return ordered_bytes_ > limits_.waiting_bytes ||
         now - ordered_.front().since > limits_.waiting_time;
}

void Outbox::clear() {
  ordered_.clear();
  ordered_bytes_ = 0;
  frames_.clear();
}

}  // namespace retake::net
