#include "apps/cli/browser.h"

#include <array>
#include <csignal>
#include <cstdlib>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace retake::cli {

namespace {

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

// Runs the shell's words with `argument` as $0. The browser gets a session and signals of its own:
// what ends us does not end it.
bool run_shell(const char* words, const std::string& argument) {
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID);
  std::array<std::string, 4> owned = {"sh", "-c", words, argument};
  std::array<char*, 5> arguments = {owned[0].data(), owned[1].data(), owned[2].data(),
                                    owned[3].data(), nullptr};
  pid_t shell = 0;
  const int failure =
      posix_spawn(&shell, "/bin/sh", nullptr, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  if (failure != 0) return false;
  int status = 0;
  waitpid(shell, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

bool has_display() { return is_set("BROWSER") || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY"); }

bool open_in_browser(const std::string& address) {
  return run_shell(R"(
    program=${BROWSER:-xdg-open}
    command -v "${program%% *}" >/dev/null || exit 1
    $program "$0" </dev/null >/dev/null 2>&1 &
  )",
                   address);
}

}  // namespace retake::cli
