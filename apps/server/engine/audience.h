#pragma once
#include <map>
#include <mutex>

#include "apps/server/engine/client.h"
#include "apps/server/engine/wire.h"
#include "retake/shot/json_fields.h"

namespace retake::server {

// {"type": "problem", ...} of a complaint; `about`: the type of the message that caused it.
Json problem(const Complaint& complaint, const std::string& about,
             const std::string& severity = "error");

// The tabs, for whoever has something to tell them. Any thread.
class Audience {
 public:
  int join(std::shared_ptr<Client> client);  // the tab's number
  void leave(int tab);

  // From then on it hears what all are told.
  void greet(int tab);
  bool is_greeted(int tab) const;

  void tell(int tab, const Json& message) const;
  void tell_all(const Json& message) const;
  void send(int tab, const SharedBytes& message) const;
  void send_all(const SharedBytes& message) const;
  void send_frame(int tab, int stream, const SharedBytes& message) const;
  bool can_take_frame(int tab) const;

  // One answer for each number in `replies`; none: nothing is said, but a problem is.
  void answer(int tab, const std::vector<int>& replies, Json message) const;

 private:
  struct Tab {
    std::shared_ptr<Client> client;
    bool greeted = false;
  };
  mutable std::mutex mutex_;
  std::map<int, Tab> tabs_;
  int last_tab_ = 0;
};

}  // namespace retake::server
