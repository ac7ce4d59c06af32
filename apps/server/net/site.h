#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/server/net/assets.h"

namespace retake::net {

// What matters of an HTTP request. A header that is absent or that comes twice is empty.
struct Request {
  std::string_view method, target;
  std::string_view host, origin, cookie;
  std::string_view accept_encoding, if_none_match;
  bool wants_socket = false;  // asks to become a WebSocket
};

struct Reply {
  int status = 200;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
};

// Where tabs connect.
inline constexpr std::string_view socket_path = "/socket";

struct SiteOptions {
  int port = 0;
  std::string token;   // in the address that the program prints
  std::string cookie;  // what the browser gets for it
  // In the address that the program hands to a browser, where others on this machine can read it
  // from the list of processes: it works once. Empty: none.
  std::string browser_token = {};
  Assets assets;
};

// Who may see what: docs/protocol.md, "Getting in". Knows no sockets.
class Site {
 public:
  explicit Site(SiteOptions options);

  // The file, or why not. For requests that do not ask for the socket.
  Reply answer(const Request& request);
  // Why a request may not bring a file; nothing where it may.
  std::optional<Reply> refuse_upload(const Request& request) const;
  // Why a request may not become a tab; nothing where it may.
  std::optional<Reply> refuse_tab(const Request& request) const;

  std::string address() const { return address_with(options_.token); }
  std::string browser_address() const { return address_with(options_.browser_token); }
  std::string cookie_name() const { return "retake_" + std::to_string(options_.port); }

 private:
  bool is_our_host(std::string_view host) const;
  bool has_cookie(std::string_view header) const;
  std::optional<Reply> refuse(const Request& request, std::string_view method = "GET") const;
  std::optional<Reply> refuse_stranger(const Request& request) const;
  std::string address_with(std::string_view token) const;
  bool spends(std::string_view token);
  Reply exchange(std::string_view token);
  Reply file(const Request& request, std::string_view path) const;

  SiteOptions options_;
  bool browser_token_is_spent_ = false;
};

// Whether it brings a file: POST /upload/...
bool is_upload(const Request& request);

// A refusal in words, with the headers that every reply has.
Reply refusal(int status, std::string words);

}  // namespace retake::net
