#pragma once
#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/server/engine/client.h"
#include "apps/server/net/limits.h"

namespace retake::net {

using server::Bytes;
using server::Client;

// One WebSocket message: `head` and then `body`, which several tabs may share.
struct OutgoingMessage {
  bool is_text = false;
  std::string head;
  std::shared_ptr<const Bytes> body;  // null: nothing follows the head
  std::size_t body_begin = 0;         // of the body's bytes that `head` stands for

  std::size_t size() const { return head.size() + (body ? body->size() - body_begin : 0); }
};

// What a tab has yet to be sent. Texts and answers leave in order and are never dropped. Of frames
// only the newest of each stream waits, and leaves once fewer than two are under way; texts
// overtake it. Not guarded: one thread at a time.
class Outbox {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Outbox(const Limits& limits) : limits_(limits) {}

  void put_text(std::string json, Clock::time_point now);
  void put_bytes(std::shared_ptr<const Bytes> message, Clock::time_point now);
  void put_frame(int stream, std::shared_ptr<const Bytes> message);

  // The next to be written, if anything may be.
  std::optional<OutgoingMessage> take();
  // Whether a frame that is put now would be the next to be written, but for texts.
  bool has_room() const;
  // The page has seen the frame of this serial number. False: no such frame is under way.
  bool acknowledge(std::uint32_t serial);

  // Texts and answers that wait are too many bytes, or the first of them waits for too long.
  bool overflows(Clock::time_point now) const;
  void clear();

 private:
  struct Waiting {
    OutgoingMessage message;
    Clock::time_point since;
  };
  struct Frame {
    int stream;
    std::shared_ptr<const Bytes> message;
  };

  void put(OutgoingMessage message, Clock::time_point now);
  OutgoingMessage numbered(const std::shared_ptr<const Bytes>& frame);

  Limits limits_;
  std::deque<Waiting> ordered_;
  std::size_t ordered_bytes_ = 0;
  std::deque<Frame> frames_;  // the stream that waits longest first
  std::vector<std::uint32_t> under_way_;
  std::uint32_t last_serial_ = 0;
};

}  // namespace retake::net
