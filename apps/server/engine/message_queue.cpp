#include "apps/server/engine/message_queue.h"

#include <algorithm>

#include "retake/shot/json_nesting.h"

namespace retake::server {

namespace {

// Less than in files (parse_json): in the journal, an edit that was part of a drag lies two levels
// deeper.
constexpr int deepest_message = 20;
constexpr std::size_t most_bytes = 64 << 20;  // of a tab that wait

bool same(const Json& a, const Json& b, const char* key) {
  return a.contains(key) && b.contains(key) && a[key] == b[key];
}

// Whether the edits move the same handles in the same drag.
bool same_move(const Json& a, const Json& b) {
  if (!a.is_object() || !b.is_object() || !same(a, b, "edit")) return false;
  if (a["edit"] == "group") {
    if (!a.contains("edits") || !b.contains("edits")) return false;
    const Json &ones = a["edits"], &others = b["edits"];
    return ones.is_array() && others.is_array() && !ones.empty() &&
           std::equal(ones.begin(), ones.end(), others.begin(), others.end(), same_move);
  }
  if (!same(a, b, "layer") || !same(a, b, "drag") || a["drag"] == 0) return false;
  if (a["edit"] == "move_wish") return same(a, b, "wish");
  return a["edit"] == "change_delta" && a.contains("delta") && b.contains("delta") &&
         a["delta"].is_object() && b["delta"].is_object() && same(a["delta"], b["delta"], "id");
}

bool is_move(const Message& message) {
  return message.type == "edit" && message.json.contains("edit") &&
         same_move(message.json["edit"], message.json["edit"]);
}

bool is_look(const Message& message) {
  return message.type == "look" || message.type == "look_away";
}

bool makes_obsolete(const Message& newer, const Message& older) {
  if (newer.tab != older.tab) return false;
  if (newer.type == "look" && older.type == "look") {
    return same(newer.json, older.json, "stream");
  }
  return is_move(newer) && is_move(older) && same_move(newer.json["edit"], older.json["edit"]);
}

}  // namespace

Message read_message(int tab, std::string_view text) {
  Message message{.tab = tab, .bytes = text.size()};
  try {
    message.json = Json::parse(text, nested_at_most(deepest_message), false);
  } catch (const InputError& error) {
    message.complaint = error.complaint();
    return message;
  }
  if (!message.json.is_object()) {
    message.complaint = {.what = "not a message", .expected = "a JSON object"};
    return message;
  }
  const auto id = message.json.find("id");
  if (id != message.json.end()) {
    if (!id->is_number_integer() || *id < 0 || *id > 0x7fffffff) {
      message.complaint = {.what = "a message's id is a number from 0 to 2147483647"};
      return message;
    }
    message.replies = {id->get<int>()};
  }
  const auto type = message.json.find("type");
  if (type == message.json.end() || !type->is_string()) {
    message.complaint = {.what = "a message without a type", .expected = "\"type\": a name"};
    return message;
  }
  message.type = type->get<std::string>();
  return message;
}

// Moves and looks do not depend on each other; nothing else may be overtaken.
bool MessageQueue::replaces_older(Message& message) {
  const bool look = is_look(message);
  if (!look && !is_move(message)) return false;
  for (auto item = items_.rbegin(); item != items_.rend(); ++item) {
    auto* older = std::get_if<Message>(&*item);
    if (older == nullptr || older->tab != message.tab) continue;
    if (makes_obsolete(message, *older)) {
      message.replies.insert(message.replies.begin(), older->replies.begin(), older->replies.end());
      bytes_[message.tab] += message.bytes - older->bytes;
      *older = std::move(message);
      return true;
    }
    if (older->type == "look_away" || (!is_look(*older) && !is_move(*older))) return false;
  }
  return false;
}

void MessageQueue::push(Message message) {
  {
    const std::lock_guard lock(mutex_);
    if (bytes_[message.tab] + message.bytes > most_bytes) {
      message = {.tab = message.tab,
                 .type = message.type,
                 .replies = message.replies,
                 .complaint = Complaint{.what = "too many messages wait to be worked off",
                                        .advice = "Wait for answers"}};
    }
    if (!replaces_older(message)) {
      bytes_[message.tab] += message.bytes;
      items_.emplace_back(std::move(message));
    }
    waiting_ = items_.size();
  }
  arrived_.notify_one();
}

void MessageQueue::push(Task task) {
  {
    const std::lock_guard lock(mutex_);
    items_.emplace_back(std::move(task));
    waiting_ = items_.size();
  }
  arrived_.notify_one();
}

void MessageQueue::note_taken(const Message& message) {
  std::size_t& bytes = bytes_[message.tab];
  bytes -= message.bytes;
  if (bytes == 0) bytes_.erase(message.tab);
}

std::optional<Item> MessageQueue::pop() {
  const std::lock_guard lock(mutex_);
  if (items_.empty()) return std::nullopt;
  Item item = std::move(items_.front());
  items_.pop_front();
  if (const auto* message = std::get_if<Message>(&item)) note_taken(*message);
  waiting_ = items_.size();
  return item;
}

std::optional<Message> MessageQueue::pop_look() {
  const std::lock_guard lock(mutex_);
  if (items_.empty()) return std::nullopt;
  auto* message = std::get_if<Message>(&items_.front());
  if (message == nullptr || !is_look(*message)) return std::nullopt;
  Message look = std::move(*message);
  items_.pop_front();
  note_taken(look);
  waiting_ = items_.size();
  return look;
}

void MessageQueue::wait() {
  std::unique_lock lock(mutex_);
  arrived_.wait(lock, [&] { return !items_.empty() || woken_; });
  woken_ = false;
}

void MessageQueue::wake() {
  {
    const std::lock_guard lock(mutex_);
    woken_ = true;
  }
  arrived_.notify_one();
}

}  // namespace retake::server
