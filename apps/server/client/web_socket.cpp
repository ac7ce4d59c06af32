#include "apps/server/client/web_socket.h"

#include <array>

namespace retake::client {

namespace {

constexpr std::array<unsigned char, 4> mask = {0x5a, 0x13, 0xc4, 0x77};

std::string frame_text(Opcode kind, std::string_view data, bool is_last) {
  std::string frame;
  frame += static_cast<char>((is_last ? 0x80 : 0) | static_cast<int>(kind));
  const auto put_length = [&](int code, int bytes) {
    frame += static_cast<char>(0x80 | code);
    for (int i = bytes - 1; i >= 0; --i) frame += static_cast<char>(data.size() >> (8 * i));
  };
  if (data.size() < 126) {
    put_length(static_cast<int>(data.size()), 0);
  } else {
    data.size() < 65536 ? put_length(126, 2) : put_length(127, 8);
  }
  for (const unsigned char key : mask) frame += static_cast<char>(key);
  for (std::size_t i = 0; i < data.size(); ++i) {
    frame += static_cast<char>(static_cast<unsigned char>(data[i]) ^ mask[i % 4]);
  }
  return frame;
}

std::uint64_t big_endian(const std::string& bytes) {
  std::uint64_t value = 0;
  for (const char byte : bytes) value = value << 8 | static_cast<unsigned char>(byte);
  return value;
}

Message close_message(const std::string& data) {
  const int code = data.size() < 2 ? 1005 : static_cast<int>(big_endian(data.substr(0, 2)));
  return {Opcode::close, data.size() < 2 ? "" : data.substr(2), code};
}

}  // namespace

Headers upgrade_headers(const Address& address, const std::string& cookie) {
  return {"Host: " + address.host(),
          "Origin: http://" + address.host(),
          "Cookie: " + cookie,
          "Connection: Upgrade",
          "Upgrade: websocket",
          "Sec-WebSocket-Version: 13",
          "Sec-WebSocket-Key: cmV0YWtlIHJldGFrZSAxMg=="};
}

WebSocket::WebSocket(const Address& address, int receive_buffer)
    : WebSocket(address, upgrade_headers(address, fetch_cookie(address)), receive_buffer) {}

WebSocket::WebSocket(const Address& address, const Headers& headers, int receive_buffer)
    : connection_(address.port, receive_buffer) {
  connection_.send(request_text("GET", "/socket", headers));
  const HttpReply reply = read_reply(connection_, incoming_);
  if (reply.status != 101) throw Unexpected(std::to_string(reply.status) + " " + reply.body);
}

void WebSocket::acknowledge(std::uint32_t serial) {
  std::string bytes;
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>(serial >> (8 * i));
  send(Opcode::binary, bytes);
}

void WebSocket::send_frame(Opcode kind, std::string_view data, bool is_last) {
  connection_.send(frame_text(kind, data, is_last));
}

std::string WebSocket::take(std::size_t count) {
  while (incoming_.size() - used_ < count) {
    const std::string part = connection_.receive();
    if (part.empty()) return "";
    incoming_.erase(0, used_);
    used_ = 0;
    incoming_ += part;
  }
  used_ += count;
  return incoming_.substr(used_ - count, count);
}

Message WebSocket::receive() {
  const Message gone{Opcode::close, "", 1006};
  const std::string start = take(2);
  if (start.empty()) return gone;
  const auto kind = static_cast<Opcode>(start[0] & 0x0f);
  std::uint64_t length = static_cast<unsigned char>(start[1]) & 0x7fU;
  if (length >= 126) {
    const std::string longer = take(length == 126 ? 2 : 8);
    if (longer.empty()) return gone;
    length = big_endian(longer);
  }
  std::string data = take(length);
  if (data.size() != length) return gone;
  if (kind == Opcode::ping) {
    send(Opcode::pong, data);
    return receive();
  }
  if (kind == Opcode::close) {
    send(Opcode::close, data.substr(0, 2));
    return close_message(data);
  }
  return {kind, std::move(data)};
}

Message WebSocket::receive_close() {
  Message message = receive();
  while (message.kind != Opcode::close) message = receive();
  return message;
}

std::uint32_t header_number(const std::string& message, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    value |= static_cast<std::uint32_t>(static_cast<unsigned char>(message.at(at + i))) << (8 * i);
  }
  return value;
}

}  // namespace retake::client
