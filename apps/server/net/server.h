#pragma once
#include <memory>
#include <string>

#include "apps/server/net/assets.h"
#include "apps/server/net/host.h"
#include "apps/server/net/limits.h"
#include "apps/server/net/uploads.h"

namespace retake::net {

struct ServerOptions {
  int port = 0;  // 0: a free one
  Limits limits;
  Assets assets = Assets::built_in();
  UploadOptions uploads = {};
};

// Serves the page and its tabs on 127.0.0.1, on one thread of its own. docs/protocol.md says to
// whom and how.
class Server {
 public:
  // Listens at once. Throws InputError where the port is taken.
  Server(ServerOptions options, Host host);
  ~Server();  // stop()

  int port() const;
  std::string address() const;          // for a person to open; it lets whoever has it in
  std::string browser_address() const;  // the same for one browser: it works once

  // Sends what tabs have yet to read, says goodbye and ends all connections; within seconds, also
  // where a tab does not answer.
  void stop();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace retake::net
