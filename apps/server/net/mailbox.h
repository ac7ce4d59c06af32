#pragma once
#include <functional>
#include <mutex>

#include "apps/server/net/outbox.h"

namespace retake::net {

// The end of a tab that the editor holds: takes messages from any thread and wakes the one that
// writes them. Lives as long as either end wants it.
class Mailbox : public Client {
 public:
  // `wake` is called from any thread, not again before take() found nothing; it must return at
  // once.
  Mailbox(const Limits& limits, std::function<void()> wake);

  void send_text(std::string json) override;
  void send_bytes(std::shared_ptr<const Bytes> message) override;
  void send_frame(int stream, std::shared_ptr<const Bytes> message) override;
  bool can_take_frame() override;

  std::optional<OutgoingMessage> take();
  bool acknowledge(std::uint32_t serial);
  // Whether somebody was told that there is no room, and there is some now. Once.
  bool take_new_room();
  // The tab did not read what it was sent; nothing is kept for it any more.
  bool has_overflowed() const;
  // Nobody writes any more: what waits and what comes is forgotten.
  void close();

 private:
  template <class Put>
  void put(const Put& put);

  mutable std::mutex mutex_;
  Outbox outbox_;
  std::function<void()> wake_;  // empty: closed
  bool woken_ = false, overflowed_ = false, refused_ = false;
};

}  // namespace retake::net
