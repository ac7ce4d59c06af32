#pragma once
#include <thread>

#include "apps/server/engine/desk.h"

namespace retake::server {

// The engine's thread, with its desk.
class Engine {
 public:
  explicit Engine(EditorOptions options);
  ~Engine();

  int join(std::shared_ptr<Client> client) { return desk_.audience.join(std::move(client)); }
  void leave(int tab);
  void receive(int tab, std::string_view json) { desk_.queue.push(read_message(tab, json)); }
  void ready() { desk_.queue.wake(); }
  // As if a page had asked for it; the file's folder counts as opened.
  void open(const OpenRequest& request);
  void finish();

 private:
  void run();
  // Whether there was something to do.
  bool work_through_queue();
  void perform(const Task& task);

  Desk desk_;
  bool stopped_ = false;  // engine's thread
  std::thread thread_;
};

}  // namespace retake::server
