#include "apps/server/net/server.h"

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/steady_timer.hpp>
#include <future>
#include <thread>
#include <utility>

#include "apps/server/net/peers.h"
#include "apps/server/net/secret.h"
#include "retake/numerics/errors.h"

namespace retake::net {

namespace {

using Acceptor = asio::basic_socket_acceptor<Tcp, Executor>;

Acceptor listen(asio::io_context& io, int port) {
  if (port < 0 || port > 65535) {
    throw InputError({.what = "no such port",
                      .expected = "0 (a free one) to 65535",
                      .found = std::to_string(port)});
  }
  const Tcp::endpoint here(asio::ip::address_v4::loopback(), static_cast<unsigned short>(port));
  try {
    return {io.get_executor(), here};
  } catch (const boost::system::system_error& error) {
    throw InputError({.what = "cannot listen: " + error.code().message(),
                      .where = "127.0.0.1:" + std::to_string(port),
                      .advice = "Choose another --port, or none for a free one"});
  }
}

}  // namespace

struct Server::Impl {
  Impl(ServerOptions options, Host host)
      : acceptor(listen(io, options.port)),
        port(acceptor.local_endpoint().port()),
        retry(io.get_executor()),
        work(io.get_executor()) {
    shared = std::make_unique<Shared>(
        Shared{.limits = options.limits,
               .site = Site({.port = port,
                             .token = random_secret(),
                             .cookie = random_secret(),
                             .browser_token = random_secret(),
                             .assets = std::move(options.assets)}),
               .host = std::move(host),
               .uploads = std::make_unique<Uploads>(std::move(options.uploads))});
    accept();
    thread = std::thread([this] {
      while (!has_run_out()) {
      }
      ended.set_value();
    });
  }

  // What one connection throws (memory, a header that cannot be written) ends that connection, not
  // the program with the work in it.
  bool has_run_out() {
    try {
      io.run();
      return true;
    } catch (const std::exception&) {
      return io.stopped();
    }
  }

  void accept() {
    acceptor.async_accept([this](boost::system::error_code error, Socket socket) {
      if (!acceptor.is_open()) return;
      if (error) return accept_later();
      accept();
      if (std::cmp_greater_equal(shared->peers.size(), shared->limits.connections)) return;
      socket.set_option(Tcp::no_delay(true), error);
      if (!error) serve_http(*shared, std::move(socket));
    });
  }

  // Too many open files: trying again at once would only keep the processor busy.
  void accept_later() {
    retry.expires_after(std::chrono::milliseconds(100));
    retry.async_wait([this](boost::system::error_code error) {
      if (!error) accept();
    });
  }

  void leave() {
    acceptor.close();
    retry.cancel();
    work.reset();
    const std::set<Peer*> all = shared->peers;
    for (Peer* peer : all) peer->say_goodbye();
  }

  std::unique_ptr<Shared> shared;  // before `io`: connections that still wait there use it
  asio::io_context io{1};
  Acceptor acceptor;
  int port;
  asio::basic_waitable_timer<std::chrono::steady_clock,
                             asio::wait_traits<std::chrono::steady_clock>, Executor>
      retry;
  asio::executor_work_guard<Executor> work;
  std::promise<void> ended;
  std::thread thread;
};

Server::Server(ServerOptions options, Host host)
    : impl_(std::make_unique<Impl>(std::move(options), std::move(host))) {}

Server::~Server() { stop(); }

int Server::port() const { return impl_->port; }

std::string Server::address() const { return impl_->shared->site.address(); }

std::string Server::browser_address() const { return impl_->shared->site.browser_address(); }

void Server::stop() {
  if (!impl_->thread.joinable()) return;
  asio::post(impl_->io, [this] { impl_->leave(); });
  const auto ended = impl_->ended.get_future();
  if (ended.wait_for(impl_->shared->limits.farewell) == std::future_status::timeout) {
    impl_->io.stop();
  }
  impl_->thread.join();
}

}  // namespace retake::net
