#include "apps/server/client/connection.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
#include <utility>

namespace retake::client {

Connection::Connection(int port, int receive_buffer) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
  const timeval patience{.tv_sec = 20, .tv_usec = 0};
  setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  const int yes = 1;
  setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  if (receive_buffer > 0) {
    setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
  }
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    close(socket_);
    throw Unexpected("nobody listens on port " + std::to_string(port));
  }
}

Connection::~Connection() {
  if (socket_ >= 0) close(socket_);
}

Connection::Connection(Connection&& other) noexcept : socket_(std::exchange(other.socket_, -1)) {}

bool Connection::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

std::string Connection::receive() {
  std::string bytes(1 << 18, '\0');
  const ssize_t count = recv(socket_, bytes.data(), bytes.size(), 0);
  if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
    throw Unexpected("nothing arrived in 20 s");
  }
  bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  return bytes;
}

std::string Connection::receive_all() {
  std::string all;
  for (std::string part = receive(); !part.empty(); part = receive()) all += part;
  return all;
}

bool Connection::waits(int milliseconds) const {
  pollfd wanted{.fd = socket_, .events = POLLIN, .revents = 0};
  return poll(&wanted, 1, milliseconds) > 0;
}

std::string HttpReply::header(const std::string& name) const {
  const auto found = headers.find(name);
  return found != headers.end() ? found->second : "";
}

std::string request_text(const std::string& method, const std::string& target,
                         const Headers& headers) {
  std::string text = method + " " + target + " HTTP/1.1\r\n";
  for (const std::string& header : headers) text += header + "\r\n";
  return text + "\r\n";
}

namespace {

HttpReply parse_head(std::string_view head) {
  constexpr std::string_view version = "HTTP/1.1 ";
  if (!head.starts_with(version)) throw Unexpected("no HTTP: " + std::string(head));
  HttpReply reply{.status = std::stoi(std::string(head.substr(version.size(), 3)))};
  for (std::size_t begin = head.find("\r\n"); begin + 2 < head.size();) {
    const std::string_view line = head.substr(begin + 2, head.find("\r\n", begin + 2) - begin - 2);
    const std::size_t colon = line.find(": ");
    std::string name(line.substr(0, colon));
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char letter) { return std::tolower(letter); });
    reply.headers.emplace(std::move(name), line.substr(colon + 2));
    begin += 2 + line.size();
  }
  return reply;
}

}  // namespace

HttpReply read_reply(Connection& connection, std::string& rest) {
  const auto read_more = [&] {
    const std::string part = connection.receive();
    if (part.empty()) throw Unexpected("the connection ended in a reply");
    rest += part;
  };
  while (rest.find("\r\n\r\n") == std::string::npos) read_more();
  const std::size_t end = rest.find("\r\n\r\n");
  HttpReply reply = parse_head(std::string_view(rest).substr(0, end + 2));
  const std::string length = reply.header("content-length");
  const std::size_t body = reply.status == 304 || length.empty() ? 0 : std::stoul(length);
  while (rest.size() < end + 4 + body) read_more();
  reply.body = rest.substr(end + 4, body);
  rest.erase(0, end + 4 + body);
  return reply;
}

HttpReply get(int port, const std::string& target, const Headers& headers) {
  Connection connection(port);
  connection.send(request_text("GET", target, headers));
  std::string rest;
  return read_reply(connection, rest);
}

Address::Address(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  std::size_t digits = 0;
  port = std::stoi(text.substr(colon + 1), &digits);
  target = text.substr(colon + 1 + digits);
}

std::string fetch_cookie(const Address& address) {
  const HttpReply reply = get(address.port, address.target, {"Host: " + address.host()});
  const std::string cookie = reply.header("set-cookie");
  if (reply.status != 200 || cookie.empty()) throw Unexpected("no cookie came: " + reply.body);
  return cookie.substr(0, cookie.find(';'));
}

}  // namespace retake::client
