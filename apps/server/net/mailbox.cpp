#include "apps/server/net/mailbox.h"

#include <utility>

namespace retake::net {

Mailbox::Mailbox(const Limits& limits, std::function<void()> wake)
    : outbox_(limits), wake_(std::move(wake)) {}

template <class Put>
void Mailbox::put(const Put& put) {
  const std::lock_guard lock(mutex_);
  if (!wake_ || overflowed_) return;
  const auto now = Outbox::Clock::now();
  put(now);
  overflowed_ = outbox_.overflows(now);
  if (overflowed_) outbox_.clear();
  if (woken_ && !overflowed_) return;
  woken_ = true;
  wake_();
}

void Mailbox::send_text(std::string json) {
  put([&](auto now) { outbox_.put_text(std::move(json), now); });
}

void Mailbox::send_bytes(std::shared_ptr<const Bytes> message) {
  put([&](auto now) { outbox_.put_bytes(std::move(message), now); });
}

void Mailbox::send_frame(int stream, std::shared_ptr<const Bytes> message) {
  put([&](auto) { outbox_.put_frame(stream, std::move(message)); });
}

bool Mailbox::can_take_frame() {
  const std::lock_guard lock(mutex_);
  const bool has_room = wake_ && !overflowed_ && outbox_.has_room();
  if (!has_room) refused_ = true;
  return has_room;
}

bool Mailbox::take_new_room() {
  const std::lock_guard lock(mutex_);
  if (!refused_ || !outbox_.has_room()) return false;
  refused_ = false;
  return true;
}

std::optional<OutgoingMessage> Mailbox::take() {
  const std::lock_guard lock(mutex_);
  auto message = outbox_.take();
  woken_ = message.has_value();
  return message;
}

bool Mailbox::acknowledge(std::uint32_t serial) {
  const std::lock_guard lock(mutex_);
  return outbox_.acknowledge(serial);
}

bool Mailbox::has_overflowed() const {
  const std::lock_guard lock(mutex_);
  return overflowed_;
}

void Mailbox::close() {
  const std::lock_guard lock(mutex_);
  wake_ = {};
  outbox_.clear();
}

}  // namespace retake::net
