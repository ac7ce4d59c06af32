#include "apps/server/net/tab.h"

#include <array>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "apps/server/net/mailbox.h"
#include "apps/server/net/message_rate.h"

namespace retake::net {

namespace {

namespace beast = boost::beast;
namespace websocket = beast::websocket;
using CloseCode = websocket::close_code;

constexpr std::size_t acknowledgement_bytes = 4;
constexpr std::size_t read_at_once = 64 << 10;

asio::steady_timer::duration clock_time(Limits::Seconds seconds) {
  return std::chrono::duration_cast<asio::steady_timer::duration>(seconds);
}

// One tab: reads messages for the host, writes what its mailbox holds, and ends with a close code
// and words when either side breaks off. Kept alive by the operations under way.
class Tab : public Peer, public std::enable_shared_from_this<Tab> {
 public:
  Tab(Shared& shared, TcpStream stream);
  ~Tab() override { leave(); }

  void run(const UpgradeRequest& request);
  void say_goodbye() override;

 private:
  void join();
  void read();
  void on_read();
  void on_message();
  void on_acknowledgement();
  void write();
  void close(CloseCode code, const std::string& words);
  void break_off();
  void leave();

  websocket::stream<TcpStream, false> socket_;  // false: without compression
  asio::basic_waitable_timer<std::chrono::steady_clock,
                             asio::wait_traits<std::chrono::steady_clock>, Executor>
      farewell_;
  beast::flat_buffer incoming_;
  MessageRate rate_;
  std::shared_ptr<Mailbox> mailbox_;
  std::optional<OutgoingMessage> outgoing_;  // being written
  int number_ = 0;
  bool joined_ = false, closing_ = false, program_leaves_ = false;
};

Tab::Tab(Shared& shared, TcpStream stream)
    : Peer(shared),
      socket_(std::move(stream)),
      farewell_(socket_.get_executor()),
      rate_(shared.limits.texts, shared.limits.texts_window) {}

void Tab::run(const UpgradeRequest& request) {
  beast::get_lowest_layer(socket_).expires_never();  // the WebSocket has times of its own
  socket_.set_option(
      websocket::stream_base::timeout{.handshake_timeout = clock_time(shared_.limits.farewell),
                                      .idle_timeout = clock_time(shared_.limits.silence),
                                      .keep_alive_pings = true});
  socket_.read_message_max(0);  // on_read() counts, and says so in words
  socket_.auto_fragment(false);
  mailbox_ = std::make_shared<Mailbox>(
      shared_.limits, [weak = weak_from_this(), executor = socket_.get_executor()] {
        asio::post(executor, [weak] {
          if (const auto tab = weak.lock()) tab->write();
        });
      });
  socket_.async_accept(request, [self = shared_from_this()](beast::error_code error) {
    if (!error) self->join();
  });
}

void Tab::join() {
  joined_ = true;
  number_ = shared_.host.join(mailbox_);
  read();
  if (program_leaves_) write();
}

void Tab::leave() {
  if (mailbox_) mailbox_->close();
  if (std::exchange(joined_, false)) shared_.host.leave(number_);
}

// The other end has closed, or is gone; a write that it does not read must not wait for it.
void Tab::break_off() {
  leave();
  if (!closing_) beast::get_lowest_layer(socket_).close();
}

void Tab::read() {
  socket_.async_read_some(incoming_, read_at_once,
                          [self = shared_from_this()](beast::error_code error, std::size_t) {
                            if (error) return self->break_off();
                            if (!self->closing_) self->on_read();
                          });
}

// Part of a message, or its end, has arrived.
void Tab::on_read() {
  const bool text = socket_.got_text();
  const std::size_t most = text ? shared_.limits.text_bytes : acknowledgement_bytes;
  if (incoming_.size() > most) {
    return close(CloseCode::too_big,
                 "a message of this kind has at most " + std::to_string(most) + " bytes");
  }
  if (socket_.is_message_done()) {
    text ? on_message() : on_acknowledgement();
    incoming_.consume(incoming_.size());
  }
  if (!closing_) read();
}

void Tab::on_message() {
  if (!rate_.allows(MessageRate::Clock::now())) {
    return close(CloseCode::policy_error, "too many messages in too short a time");
  }
  const auto data = incoming_.cdata();
  shared_.host.receive(number_, {static_cast<const char*>(data.data()), data.size()});
}

void Tab::on_acknowledgement() {
  const auto data = incoming_.cdata();
  if (data.size() != acknowledgement_bytes) {
    return close(CloseCode::protocol_error, "a binary message is the serial number of a frame");
  }
  const auto* bytes = static_cast<const unsigned char*>(data.data());
  std::uint32_t serial = 0;
  for (unsigned i = 0; i < acknowledgement_bytes; ++i) {
    serial |= static_cast<std::uint32_t>(bytes[i]) << (8 * i);
  }
  if (!mailbox_->acknowledge(serial)) {
    return close(CloseCode::protocol_error,
                 "frame " + std::to_string(serial) + " is not under way");
  }
  write();
  if (mailbox_->take_new_room()) shared_.host.ready();
}

void Tab::write() {
  if (closing_ || !joined_) return;
  if (mailbox_->has_overflowed()) {
    return close(CloseCode::policy_error, "this tab did not read what it was sent");
  }
  if (outgoing_) return;
  outgoing_ = mailbox_->take();
  if (!outgoing_) {
    if (program_leaves_) close(CloseCode::going_away, "the program has ended");
    return;
  }
  asio::const_buffer body;
  if (outgoing_->body) body = asio::buffer(*outgoing_->body) + outgoing_->body_begin;
  socket_.text(outgoing_->is_text);
  socket_.async_write(std::array<asio::const_buffer, 2>{asio::buffer(outgoing_->head), body},
                      [self = shared_from_this()](beast::error_code error, std::size_t) {
                        self->outgoing_.reset();
                        if (error) return self->break_off();
                        self->write();
                      });
}

void Tab::say_goodbye() {
  program_leaves_ = true;
  write();
}

void Tab::close(CloseCode code, const std::string& words) {
  closing_ = true;
  leave();
  // A write that the other end does not read would keep the close from ever being sent.
  farewell_.expires_after(clock_time(shared_.limits.farewell));
  farewell_.async_wait([self = shared_from_this()](beast::error_code error) {
    if (!error) beast::get_lowest_layer(self->socket_).close();
  });
  socket_.async_close({code, words},
                      [self = shared_from_this()](beast::error_code) { self->farewell_.cancel(); });
}

}  // namespace

void serve_tab(Shared& shared, TcpStream stream, const UpgradeRequest& request) {
  std::make_shared<Tab>(shared, std::move(stream))->run(request);
}

}  // namespace retake::net
