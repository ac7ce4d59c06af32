#pragma once
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

// A client on plain blocking sockets, for tests and for `retake bench`: it can say wrong things
// too, which no browser would.
namespace retake::client {

// The other end said nothing in time, or not what was asked.
class Unexpected : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A TCP connection to a port of 127.0.0.1.
class Connection {
 public:
  // receive_buffer: bytes that the system keeps unread; 0: its own choice.
  explicit Connection(int port, int receive_buffer = 0);
  ~Connection();
  Connection(Connection&& other) noexcept;
  Connection& operator=(Connection&&) = delete;

  // False: the other end has closed.
  bool send(std::string_view bytes);
  // What has arrived, at least one byte; empty: the other end has closed. Throws after 20 s.
  std::string receive();
  std::string receive_all();
  // Whether something arrives within this time.
  bool waits(int milliseconds) const;

 private:
  int socket_;
};

struct HttpReply {
  int status = 0;
  std::multimap<std::string, std::string> headers;  // names in lower case
  std::string body;

  std::string header(const std::string& name) const;  // empty: absent
};

using Headers = std::vector<std::string>;  // "Name: value"

// A request as it goes over the wire; "Host" must be among the headers.
std::string request_text(const std::string& method, const std::string& target,
                         const Headers& headers);
// Reads one reply; what arrives after it is kept in `rest`.
HttpReply read_reply(Connection& connection, std::string& rest);
HttpReply get(int port, const std::string& target, const Headers& headers);

// The address that the program printed, "http://127.0.0.1:8080/?token=...".
struct Address {
  int port = 0;
  std::string target;  // "/?token=..."

  explicit Address(const std::string& text);
  std::string host() const { return "127.0.0.1:" + std::to_string(port); }
};

// Exchanges the token for the cookie: "retake_8080=...".
std::string fetch_cookie(const Address& address);

}  // namespace retake::client
