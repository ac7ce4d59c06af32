#include "apps/server/engine/audience.h"

namespace retake::server {

namespace {

// Names need not be valid UTF-8; JSON must be.
std::string text_of(const Json& message) {
  return message.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

Json problem(const Complaint& complaint, const std::string& about, const std::string& severity) {
  return {{"type", "problem"},
          {"severity", severity},
          {"what", complaint.what},
          {"where", complaint.where},
          {"expected", complaint.expected},
          {"found", complaint.found},
          {"advice", complaint.advice},
          {"about", about}};
}

int Audience::join(std::shared_ptr<Client> client) {
  const std::lock_guard lock(mutex_);
  tabs_[++last_tab_] = {std::move(client)};
  return last_tab_;
}

void Audience::leave(int tab) {
  const std::lock_guard lock(mutex_);
  tabs_.erase(tab);
}

void Audience::greet(int tab) {
  const std::lock_guard lock(mutex_);
  const auto found = tabs_.find(tab);
  if (found != tabs_.end()) found->second.greeted = true;
}

bool Audience::is_greeted(int tab) const {
  const std::lock_guard lock(mutex_);
  const auto found = tabs_.find(tab);
  return found != tabs_.end() && found->second.greeted;
}

void Audience::tell(int tab, const Json& message) const {
  const std::lock_guard lock(mutex_);
  const auto found = tabs_.find(tab);
  if (found != tabs_.end()) found->second.client->send_text(text_of(message));
}

void Audience::tell_all(const Json& message) const {
  const std::lock_guard lock(mutex_);
  const std::string text = text_of(message);
  for (const auto& [number, tab] : tabs_) {
    if (tab.greeted) tab.client->send_text(text);
  }
}

void Audience::send(int tab, const SharedBytes& message) const {
  const std::lock_guard lock(mutex_);
  const auto found = tabs_.find(tab);
  if (found != tabs_.end()) found->second.client->send_bytes(message);
}

void Audience::send_all(const SharedBytes& message) const {
  const std::lock_guard lock(mutex_);
  for (const auto& [number, tab] : tabs_) {
    if (tab.greeted) tab.client->send_bytes(message);
  }
}

void Audience::send_frame(int tab, int stream, const SharedBytes& message) const {
  const std::lock_guard lock(mutex_);
  const auto found = tabs_.find(tab);
  if (found != tabs_.end()) found->second.client->send_frame(stream, message);
}

bool Audience::can_take_frame(int tab) const {
  const std::lock_guard lock(mutex_);
  const auto found = tabs_.find(tab);
  return found != tabs_.end() && found->second.client->can_take_frame();
}

void Audience::answer(int tab, const std::vector<int>& replies, Json message) const {
  if (replies.empty() && message["type"] != "done") tell(tab, message);
  for (const int reply : replies) {
    message["reply"] = reply;
    tell(tab, message);
  }
}

}  // namespace retake::server
