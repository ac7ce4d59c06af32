#include "retake/mesh/child_program.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sstream>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "retake/numerics/stopwatch.h"

namespace retake {
namespace {

constexpr int tick = 50;  // ms between looks at the clock
constexpr int keep_trying = -1;

// A process and our end of a socket that is its standard input and output. Ended, if it still runs,
// with the object. posix_spawn and not fork: other threads may hold locks of the allocator.
class Child {
 public:
  explicit Child(const std::filesystem::path& program) {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
      error_ = errno;
      return;
    }
    socket_ = ends[0];
    error_ = spawn(program, ends[1]);
    ::close(ends[1]);
  }
  ~Child() {
    if (socket_ >= 0) ::close(socket_);
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  int error() const { return error_; }  // of starting it; 0: it runs
  int socket() const { return socket_; }

  // How it ended, or keep_trying.
  int status() {
    int status = 0;
    const pid_t ended = ::waitpid(pid_, &status, WNOHANG);
    if (ended != pid_) return keep_trying;
    pid_ = 0;
    return status;
  }

 private:
  int spawn(const std::filesystem::path& program, int theirs) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
    ::posix_spawn_file_actions_adddup2(&actions, theirs, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, theirs, STDOUT_FILENO);
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    sigset_t none;
    ::sigemptyset(&none);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    std::string name = program.string();
    std::array<char*, 2> arguments = {name.data(), nullptr};
    const int error =
        ::posix_spawn(&pid_, name.c_str(), &actions, &attributes, arguments.data(), environ);
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
    if (error != 0) pid_ = 0;
    return error;
  }

  pid_t pid_ = 0;
  int socket_ = -1;
  int error_ = 0;
};

// Sends what can be sent now; false when the child no longer listens.
bool send_some(int socket, const std::string& input, std::size_t& sent) {
  const ssize_t count =
      ::send(socket, input.data() + sent, input.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (count < 0) return errno == EAGAIN || errno == EINTR;
  sent += static_cast<std::size_t>(count);
  if (sent == input.size()) ::shutdown(socket, SHUT_WR);
  return true;
}

// Takes what is there now; false at the end.
bool receive_some(int socket, std::string& output) {
  std::array<char, 65536> buffer;
  const ssize_t count = ::recv(socket, buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (count < 0) return errno == EAGAIN || errno == EINTR;
  output.append(buffer.data(), static_cast<std::size_t>(count));
  return count > 0;
}

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status)) return "was ended by signal " + std::to_string(WTERMSIG(status));
  return "ended with status " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

ChildAnswer ask_program(const std::filesystem::path& program, const std::string& input,
                        double seconds, const std::string& name, Progress& progress) {
  Child child(program);
  if (child.error() != 0) {
    return {.failure = std::string("could not be started (") + std::strerror(child.error()) + ")"};
  }
  const Stopwatch watch;
  std::string output;
  std::size_t sent = 0;
  bool open = true;
  while (watch.seconds() < seconds) {
    // Nobody knows how long it takes: half of the way is shown after four seconds.
    progress.update(name, watch.seconds() / (watch.seconds() + 4));
    if (!open) {
      const int status = child.status();
      if (status == 0) return {.output = std::move(output)};
      if (status != keep_trying) return {.failure = how_it_ended(status)};
      ::poll(nullptr, 0, 1);
      continue;
    }
    pollfd ready{.fd = child.socket(), .events = POLLIN};
    if (sent < input.size()) ready.events |= POLLOUT;
    if (::poll(&ready, 1, tick) <= 0) continue;
    if ((ready.revents & POLLOUT) != 0 && !send_some(child.socket(), input, sent)) open = false;
    if ((ready.revents & (POLLIN | POLLHUP)) != 0) open = receive_some(child.socket(), output);
  }
  std::ostringstream limit;
  limit << "took longer than " << seconds << " s";
  return {.failure = limit.str()};
}

}  // namespace retake
