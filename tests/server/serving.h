#pragma once
#include <condition_variable>
#include <map>
#include <mutex>
#include <set>

#include "apps/server/client/web_socket.h"
#include "apps/server/net/server.h"

namespace retake::net {

// A server whose host gives each tab back what it said, and lets tests speak to tabs.
class Serving {
 public:
  explicit Serving(Limits limits = {}, UploadOptions uploads = {})
      : server_(
            {.limits = limits, .uploads = std::move(uploads)},
            {.join = [this](auto client) { return join(client); },
             .leave = [this](int tab) { leave(tab); },
             .receive = [this](int tab, std::string_view json) { echo(tab, std::string(json)); }}) {
  }

  client::Address address() const { return client::Address(server_.address()); }
  Server& server() { return server_; }

  // The n-th tab that joined, from 1; waits for it.
  std::shared_ptr<Client> tab(int number) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return tabs_.count(number) > 0; });
    return tabs_[number];
  }
  void wait_until_left(int number) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return left_.count(number) > 0; });
  }
  int joined() {
    const std::lock_guard lock(mutex_);
    return static_cast<int>(tabs_.size());
  }
  int heard() {
    const std::lock_guard lock(mutex_);
    return heard_;
  }

 private:
  int join(std::shared_ptr<Client> client) {
    const std::lock_guard lock(mutex_);
    const int number = static_cast<int>(tabs_.size()) + 1;
    tabs_[number] = std::move(client);
    changed_.notify_all();
    return number;
  }
  void leave(int number) {
    const std::lock_guard lock(mutex_);
    left_.insert(number);
    changed_.notify_all();
  }
  void echo(int number, std::string json) {
    const std::lock_guard lock(mutex_);
    ++heard_;
    tabs_[number]->send_text(std::move(json));
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<int, std::shared_ptr<Client>> tabs_;
  std::set<int> left_;
  int heard_ = 0;
  Server server_;  // last: its thread uses all the others
};

// A `positions` message of this many bytes of payload, all the same.
inline std::shared_ptr<const Bytes> frame_of(char fill, std::size_t payload, int stream = 0) {
  auto bytes = std::make_shared<Bytes>(32 + payload, static_cast<std::byte>(fill));
  const char head[] = {'R', 'T', 'K', '1', 1, 0, static_cast<char>(stream), 0, 0, 0, 0, 0};
  for (std::size_t i = 0; i < sizeof head; ++i) (*bytes)[i] = static_cast<std::byte>(head[i]);
  return bytes;
}

inline std::string text_of(const Bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace retake::net
