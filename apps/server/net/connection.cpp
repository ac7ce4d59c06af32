#include <array>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <limits>

#include "apps/server/net/receive_upload.h"

namespace retake::net {

namespace {

namespace beast = boost::beast;
namespace http = beast::http;

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

// A header that comes twice could mean one thing here and another elsewhere: it counts for none.
std::string_view single(const UpgradeRequest& request, http::field name) {
  return request.count(name) == 1 ? view(request[name]) : std::string_view();
}

Request essence(const UpgradeRequest& request) {
  return {.method = view(request.method_string()),
          .target = view(request.target()),
          .host = single(request, http::field::host),
          .origin = single(request, http::field::origin),
          .cookie = single(request, http::field::cookie),
          .accept_encoding = single(request, http::field::accept_encoding),
          .if_none_match = single(request, http::field::if_none_match),
          .wants_socket = beast::websocket::is_upgrade(request)};
}

// One connection: reads a request's header, answers, and so on. Of bodies only files that are
// brought are read: what else has one is answered and hung up on. Kept alive by the operation under
// way.
class Connection : public Peer, public std::enable_shared_from_this<Connection> {
 public:
  Connection(Shared& shared, Socket socket) : Peer(shared), stream_(std::move(socket)) {}

  void read();
  void say_goodbye() override { stream_.close(); }

 private:
  void on_header(beast::error_code error);
  void on_request(const UpgradeRequest& request);
  void take_upload(const Request& asked);
  void write(Reply reply);
  void hang_up();
  void drain();

  TcpStream stream_;
  beast::flat_buffer buffer_;
  std::optional<RequestParser> parser_;
  http::response<http::string_body> response_;
  std::array<char, 4096> scrap_{};
};

void Connection::read() {
  parser_.emplace();
  parser_->header_limit(static_cast<std::uint32_t>(shared_.limits.header_bytes));
  parser_->body_limit(std::numeric_limits<std::uint64_t>::max());  // none is read here
  stream_.expires_after(timer_of(shared_.limits.request_time));
  http::async_read_header(stream_, buffer_, *parser_,
                          [self = shared_from_this()](beast::error_code error, std::size_t) {
                            self->on_header(error);
                          });
}

void Connection::on_header(beast::error_code error) {
  if (!error) return on_request(parser_->get());
  if (error == http::error::header_limit) {
    return write(refusal(431, "The header of this request is too long."));
  }
  const bool is_malformed = error.category() == make_error_code(http::error{}).category() &&
                            error != http::error::end_of_stream &&
                            error != http::error::partial_message;
  if (is_malformed) write(refusal(400, "This is not HTTP/1.1: " + error.message() + "."));
}

void Connection::on_request(const UpgradeRequest& request) {
  const Request asked = essence(request);
  if (is_upload(asked)) return take_upload(asked);
  if (!asked.wants_socket) return write(shared_.site.answer(asked));
  if (auto refused = shared_.site.refuse_tab(asked)) return write(std::move(*refused));
  serve_tab(shared_, std::move(stream_), request);
}

void Connection::take_upload(const Request& asked) {
  if (auto refused = shared_.site.refuse_upload(asked)) return write(std::move(*refused));
  const auto length = parser_->content_length();
  const auto size = length && !parser_->chunked() ? static_cast<std::int64_t>(*length) : -1;
  auto place = shared_.uploads->place_for(asked.target, size);
  if (auto* refused = std::get_if<Reply>(&place)) return write(std::move(*refused));
  receive_upload(shared_, std::move(stream_), std::move(buffer_), std::move(*parser_),
                 std::get<std::filesystem::path>(place));
}

void Connection::write(Reply reply) {
  response_ = {};
  response_.result(static_cast<unsigned>(reply.status));
  for (const auto& [name, value] : reply.headers) response_.set(name, value);
  response_.body() = std::move(reply.body);
  const bool has_body = !parser_->is_done() && parser_->is_header_done();
  response_.keep_alive(parser_->is_header_done() && !has_body && parser_->keep_alive());
  response_.prepare_payload();
  stream_.expires_after(timer_of(shared_.limits.reply_time));
  http::async_write(stream_, response_,
                    [self = shared_from_this()](beast::error_code error, std::size_t) {
                      if (error) return;
                      self->response_.keep_alive() ? self->read() : self->hang_up();
                    });
}

// Closing a connection with something unread would tear the reply from the other end's hands.
void Connection::hang_up() {
  beast::error_code ignored;
  stream_.socket().shutdown(Tcp::socket::shutdown_send, ignored);
  stream_.expires_after(timer_of(shared_.limits.farewell));
  drain();
}

void Connection::drain() {
  stream_.async_read_some(asio::buffer(scrap_),
                          [self = shared_from_this()](beast::error_code error, std::size_t) {
                            if (!error) self->drain();
                          });
}

}  // namespace

void serve_http(Shared& shared, Socket socket) {
  std::make_shared<Connection>(shared, std::move(socket))->read();
}

}  // namespace retake::net
