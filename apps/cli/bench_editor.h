#pragma once
#include <deque>
#include <memory>

#include "apps/cli/bench.h"
#include "apps/server/client/web_socket.h"
#include "apps/server/engine/editor.h"
#include "apps/server/net/server.h"

// What the rows `editor/...` share: the editor as a person starts it, and a tab over a real socket.
namespace retake::cli {

// That this process has used so far, on all threads, user and system.
double processor_seconds();

class EditorUnderTest {
 public:
  // `open`: what every scene's name opens.
  explicit EditorUnderTest(SceneOpener open);
  ~EditorUnderTest();
  EditorUnderTest(const EditorUnderTest&) = delete;
  EditorUnderTest& operator=(const EditorUnderTest&) = delete;

  std::string address() const { return server_->address(); }

 private:
  std::filesystem::path state_folder_;
  std::unique_ptr<server::Editor> editor_;
  std::unique_ptr<net::Server> server_;
};

// A frame as it came over the wire.
struct ReceivedFrame {
  int stream = 0;
  std::string bytes;  // header and payload

  Vec3 vertex(int index) const;
};

class BenchTab {
 public:
  // Says hello.
  explicit BenchTab(const std::string& address);

  void say(const Json& message) { socket_.send_text(message.dump()); }
  // Says it with an id and waits for the reply. Throws SolveError where that is a problem.
  Json ask(Json message);
  // The next message of this type, now or of those that came while something else was awaited.
  Json await(const std::string& type);
  // The next frame, acknowledged.
  ReceivedFrame next_frame();
  bool has_frame(int milliseconds);
  // Throws frames away until none has come for so long.
  void settle(int milliseconds);

 private:
  void take_message();

  client::WebSocket socket_;
  int last_id_ = 0;
  std::deque<Json> texts_;
  std::deque<ReceivedFrame> frames_;
};

}  // namespace retake::cli
