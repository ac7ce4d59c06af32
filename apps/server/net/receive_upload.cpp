#include "apps/server/net/receive_upload.h"

#include <boost/beast/http/file_body.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

namespace retake::net {

namespace {

namespace beast = boost::beast;
namespace http = beast::http;

// Reads a body into its file, a piece at a time, answers, and hangs up. Kept alive by the operation
// under way; whoever breaks off leaves nothing.
class Upload : public Peer, public std::enable_shared_from_this<Upload> {
 public:
  Upload(Shared& shared, TcpStream stream, beast::flat_buffer buffer, RequestParser&& parser,
         const std::filesystem::path& file)
      : Peer(shared),
        stream_(std::move(stream)),
        buffer_(std::move(buffer)),
        parser_(std::move(parser)),
        file_(file) {}

  void start(std::uint64_t size) {
    parser_.body_limit(size);
    beast::error_code error;
    parser_.get().body().open(file_.part().c_str(), beast::file_mode::write_new, error);
    if (error) return write(refusal(507, "The file cannot be kept: " + error.message() + "."));
    read();
  }
  void say_goodbye() override { stream_.close(); }

 private:
  void read() {
    if (parser_.is_done()) return take();
    stream_.expires_after(timer_of(shared_.limits.request_time));
    http::async_read_some(stream_, buffer_, parser_,
                          [self = shared_from_this()](beast::error_code error, std::size_t) {
                            self->on_read(error);
                          });
  }
  void on_read(beast::error_code error) {
    if (!error) return read();
    // A full disk is worth telling; whoever left or sent nonsense is not there to be told.
    if (error.category() == beast::generic_category()) {
      write(refusal(507, "The file cannot be kept: " + error.message() + "."));
    }
  }
  void take() {
    parser_.get().body().close();
    if (!file_.is_whole()) return write(refusal(507, "The file cannot be kept."));
    write(refusal(201, "Taken."));
  }
  void write(Reply reply) {
    response_.result(static_cast<unsigned>(reply.status));
    for (const auto& [name, value] : reply.headers) response_.set(name, value);
    response_.body() = std::move(reply.body);
    response_.keep_alive(false);
    response_.prepare_payload();
    stream_.expires_after(timer_of(shared_.limits.reply_time));
    http::async_write(stream_, response_,
                      [self = shared_from_this()](beast::error_code error, std::size_t) {
                        if (!error)
                          self->stream_.socket().shutdown(Tcp::socket::shutdown_send, error);
                      });
  }

  TcpStream stream_;
  beast::flat_buffer buffer_;
  http::request_parser<http::file_body> parser_;
  ArrivingFile file_;  // after the parser, which writes it
  http::response<http::string_body> response_;
};

}  // namespace

void receive_upload(Shared& shared, TcpStream stream, beast::flat_buffer buffer,
                    RequestParser&& parser, const std::filesystem::path& file) {
  const std::uint64_t size = parser.content_length().value_or(0);
  std::make_shared<Upload>(shared, std::move(stream), std::move(buffer), std::move(parser), file)
      ->start(size);
}

}  // namespace retake::net
