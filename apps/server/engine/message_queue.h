#pragma once
#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <variant>

#include "retake/shot/json_fields.h"

namespace retake::server {

// What a tab has said.
struct Message {
  int tab = 0;
  std::string type;
  std::vector<int> replies;  // that it wants to be answered by: those of what it stands for, too
  Json json;
  std::optional<Complaint> complaint;  // it cannot be understood
  std::size_t bytes = 0;               // of its text
};

// Never throws for what the text contains.
Message read_message(int tab, std::string_view text);

// Something for the engine's thread to do.
using Task = std::function<void()>;
using Item = std::variant<Message, Task>;

// What waits for the engine's thread. Of moves of one drag, and of looks on one stream, that wait
// behind each other only the newest is kept: it takes the place of the older one. Of a tab that has
// said more than can be kept, only what it wants to be answered is kept, with a complaint.
class MessageQueue {
 public:
  void push(Message message);
  void push(Task task);

  std::optional<Item> pop();
  // The first item, if it is a message about where to look: these may be served in between.
  std::optional<Message> pop_look();
  bool has_waiting() const { return waiting_ > 0; }

  // Until something is there, or wake() was called.
  void wait();
  // A tab can take frames again. Unlike an item it interrupts nothing.
  void wake();
  bool take_wake() { return woken_.exchange(false); }

 private:
  bool replaces_older(Message& message);
  void note_taken(const Message& message);

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Item> items_;
  std::map<int, std::size_t> bytes_;  // that wait, by tab
  std::atomic<std::size_t> waiting_ = 0;
  std::atomic<bool> woken_ = false;
};

}  // namespace retake::server
