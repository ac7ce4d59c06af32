#pragma once
#include <cstdint>

#include "apps/server/client/connection.h"

namespace retake::client {

enum class Opcode : std::uint8_t { text = 1, binary = 2, close = 8, ping = 9, pong = 10 };

struct Message {
  Opcode kind = Opcode::text;
  std::string data;
  int close_code = 0;  // for Opcode::close; data then is the reason in words. 1006: no close came
};

// The headers of the request that becomes a WebSocket.
Headers upgrade_headers(const Address& address, const std::string& cookie);

// One tab.
class WebSocket {
 public:
  // Exchanges the token and connects.
  explicit WebSocket(const Address& address, int receive_buffer = 0);
  // Connects with these headers; throws Unexpected with the refusal's status and words.
  WebSocket(const Address& address, const Headers& headers, int receive_buffer = 0);

  void send(Opcode kind, std::string_view data) { send_frame(kind, data, true); }
  void send_text(std::string_view json) { send(Opcode::text, json); }
  void acknowledge(std::uint32_t serial);
  void send_frame(Opcode kind, std::string_view data, bool is_last);
  void send_raw(std::string_view bytes) { connection_.send(bytes); }

  // The next message; answers pings on its way.
  Message receive();
  // Whether something arrives within this time.
  bool waits(int milliseconds) const {
    return used_ < incoming_.size() || connection_.waits(milliseconds);
  }
  // Reads on until the close.
  Message receive_close();

 private:
  std::string take(std::size_t count);

  Connection connection_;
  std::string incoming_;
  std::size_t used_ = 0;  // of incoming_
};

// The 32-bit number of a binary message's header at this byte (docs/protocol.md).
std::uint32_t header_number(const std::string& message, std::size_t at);

}  // namespace retake::client
