#pragma once
#include <functional>
#include <memory>
#include <string_view>

#include "apps/server/engine/client.h"

namespace retake::net {

using server::Bytes;
using server::Client;

// Who takes what tabs say: the editor. All return at once and are called from one thread.
struct Host {
  std::function<int(std::shared_ptr<Client>)> join;  // a new tab's number
  std::function<void(int tab)> leave;
  std::function<void(int tab, std::string_view json)> receive;
  std::function<void()> ready = [] {};  // a tab that could not take a frame can take one now
};

}  // namespace retake::net
