#pragma once
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <set>

#include "apps/server/net/host.h"
#include "apps/server/net/limits.h"
#include "apps/server/net/site.h"
#include "apps/server/net/uploads.h"

// What connections share. Boost.Beast itself stays in the few sources that need it.
namespace retake::net {

namespace asio = boost::asio;
using Tcp = asio::ip::tcp;
using Executor = asio::io_context::executor_type;
using Socket = asio::basic_stream_socket<Tcp, Executor>;

class Peer;

// Used on the server's thread only.
struct Shared {
  Limits limits;
  Site site;
  Host host;
  std::unique_ptr<Uploads> uploads;
  std::set<Peer*> peers = {};
};

// A connection: HTTP, or a tab after it asked for the socket.
class Peer {
 public:
  explicit Peer(Shared& shared) : shared_(shared) { shared_.peers.insert(this); }
  virtual ~Peer() { shared_.peers.erase(this); }
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  // The program leaves.
  virtual void say_goodbye() = 0;

 protected:
  Shared& shared_;
};

// Serves requests until the other end has no more, or becomes a tab.
void serve_http(Shared& shared, Socket socket);

}  // namespace retake::net
