#pragma once
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace retake {

// This test program once more, as another process that runs one (disabled) test until it is killed.
// The test tells what it has finished by acknowledge(); the parent counts.
class KilledChild {
 public:
  KilledChild(const std::string& test, const std::filesystem::path& folder) {
    if (::pipe2(pipe_, O_CLOEXEC) != 0) std::abort();
    const std::string filter = "--gtest_filter=" + test;
    process_ = ::fork();
    if (process_ != 0) {
      ::close(pipe_[1]);
      return;
    }
    ::dup2(pipe_[1], acknowledgements);
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    ::dup2(nowhere, STDOUT_FILENO);
    ::setenv("RETAKE_CHILD_FOLDER", folder.c_str(), 1);
    ::execl("/proc/self/exe", "child", filter.c_str(), "--gtest_also_run_disabled_tests", nullptr);
    std::_Exit(1);
  }
  ~KilledChild() {
    kill();
    ::close(pipe_[0]);
  }
  KilledChild(const KilledChild&) = delete;
  KilledChild& operator=(const KilledChild&) = delete;

  // Waits until so many things were finished (or the child has died of itself).
  void wait_for(int count) {
    while (finished_ < count && read_one()) {
    }
  }

  // SIGKILL: it cannot be caught. How many things were finished until then.
  int kill() {
    if (process_ == 0) return finished_;
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
    process_ = 0;
    while (read_one()) {
    }
    return finished_;
  }

  // For the child.
  static std::filesystem::path folder() { return std::getenv("RETAKE_CHILD_FOLDER"); }
  static void acknowledge() { (void)!::write(acknowledgements, "x", 1); }

 private:
  bool read_one() {
    char letter = 0;
    if (::read(pipe_[0], &letter, 1) != 1) return false;
    ++finished_;
    return true;
  }

  static constexpr int acknowledgements = 9;
  int pipe_[2] = {-1, -1};
  pid_t process_ = 0;
  int finished_ = 0;
};

}  // namespace retake
