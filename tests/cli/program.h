#pragma once
#include <array>
#include <csignal>
#include <cstdlib>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace retake {

struct ProgramResult {
  int exit_code = -1;  // 128 + signal where a signal ended it
  std::string output;  // standard output
  std::string errors;  // standard error
  double cpu_seconds = 0;
  long peak_kib = 0;  // of memory
};

// The program as a user's shell would start it, with pipes instead of a terminal.
class Program {
 public:
  explicit Program(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), RETAKE_PROGRAM);
    if (pipe(output_.data()) != 0 || pipe(errors_.data()) != 0) std::abort();
    child_ = fork();
    if (child_ == 0) {
      dup2(output_[1], STDOUT_FILENO);
      dup2(errors_[1], STDERR_FILENO);
      for (const int end : {output_[0], output_[1], errors_[0], errors_[1]}) close(end);
      std::vector<char*> pointers;
      for (std::string& argument : arguments) pointers.push_back(argument.data());
      pointers.push_back(nullptr);
      execv(RETAKE_PROGRAM, pointers.data());
      _exit(127);
    }
    close(output_[1]);
    close(errors_[1]);
  }

  void interrupt() const { send_signal(SIGINT); }
  void send_signal(int signal) const { kill(child_, signal); }

  // Standard output up to this letter; waits for it.
  std::string read_until(char last) {
    std::string text;
    for (char letter = 0; letter != last && read(output_[0], &letter, 1) == 1;) text += letter;
    return text;
  }

  ProgramResult wait() {
    ProgramResult result;
    std::thread reader([&] { result.errors = read_all(errors_[0]); });
    result.output = read_all(output_[0]);
    reader.join();
    int status = 0;
    struct rusage usage = {};
    wait4(child_, &status, 0, &usage);
    result.cpu_seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    result.peak_kib = usage.ru_maxrss;
    result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return result;
  }

 private:
  static double seconds(const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  }

  static std::string read_all(int descriptor) {
    std::string text;
    std::array<char, 4096> buffer{};
    for (ssize_t count = 0; (count = read(descriptor, buffer.data(), buffer.size())) > 0;) {
      text.append(buffer.data(), static_cast<std::size_t>(count));
    }
    close(descriptor);
    return text;
  }

  std::array<int, 2> output_{}, errors_{};
  pid_t child_ = 0;
};

inline ProgramResult run_retake(std::vector<std::string> arguments) {
  return Program(std::move(arguments)).wait();
}

}  // namespace retake
