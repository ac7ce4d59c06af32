#pragma once
#include <chrono>
#include <cstddef>

namespace retake::net {

// What a peer may do before it is sent away. Tests use smaller ones.
struct Limits {
  using Seconds = std::chrono::duration<double>;

  std::size_t header_bytes = 8 << 10;     // of an HTTP request
  std::size_t text_bytes = 1 << 20;       // of a message from the page
  int texts = 4000;                       // that arrive in any
  Seconds texts_window{10};               // of this length
  int connections = 64;                   // at the same time, tabs included
  Seconds request_time{10};               // until a request's header is complete
  Seconds reply_time{30};                 // until a reply is read
  Seconds silence{60};                    // of a tab that answers no ping
  Seconds farewell{5};                    // for a tab to answer a close
  int frames_under_way = 2;               // positions that a tab has not acknowledged
  std::size_t waiting_bytes = 256 << 20;  // of texts and answers that a tab has not read
  Seconds waiting_time{30};               // for one of them to be read
};

// As the timers of Asio take it.
inline std::chrono::nanoseconds timer_of(Limits::Seconds seconds) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(seconds);
}

}  // namespace retake::net
