#pragma once
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace retake::server {

using Bytes = std::vector<std::byte>;

// A tab, as the editor sees it. Called from the editor's own threads; must return at once, also
// when nobody is there any more.
class Client {
 public:
  virtual ~Client() = default;
  // Never dropped, in order.
  virtual void send_text(std::string json) = 0;
  virtual void send_bytes(std::shared_ptr<const Bytes> message) = 0;
  // Positions: what waits for the same stream is forgotten in its favour. The serial number in the
  // header is the connection's to give; several tabs may share the message.
  virtual void send_frame(int stream, std::shared_ptr<const Bytes> message) = 0;
  // Whether a frame that is sent now would leave at once. After a no, the editor is told
  // (Editor::ready) when it may ask again.
  virtual bool can_take_frame() = 0;
};

}  // namespace retake::server
