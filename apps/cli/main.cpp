// The command line: wraps the library and nothing else.
#include <cstdio>
#include <exception>
#include <new>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "apps/cli/arguments.h"
#include "apps/cli/json_report.h"

namespace retake::cli {

namespace {

// "retake: error: ..." for people on standard error; with --json also for programs.
void tell(const Error& error, const CommonOptions& common) {
  fmt::print(stderr, "retake: error: {}\n", error.what());
  if (!common.json) return;
  print_json({{"error", to_json(error.complaint())}});
}

// What was printed has arrived: a full disk behind a pipe is no success.
int flushed(int code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  std::perror("retake: error: standard output cannot be written");
  return exit_problem;
}

int run(int argc, char** argv) {
  CommonOptions common;
  try {
    return flushed(run_command_line(argc, argv, common));
  } catch (const ExitCode& code) {
    return code.value;
  } catch (const Cancelled&) {
    fmt::print(stderr, "\nretake: interrupted\n");
    return exit_interrupted;
  } catch (const Error& error) {
    tell(error, common);
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "retake: error: out of memory. Use a smaller body or fewer modes.\n");
  }
  return exit_problem;
}

// An edit makes and drops matrices of a few megabytes all the time. Left to itself glibc hands each
// back to the system and asks for it again, and the page faults cost ten times the arithmetic.
void keep_memory_for_reuse() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 64 << 20);
  mallopt(M_TRIM_THRESHOLD, 512 << 20);
#endif
}

}  // namespace

}  // namespace retake::cli

int main(int argc, char** argv) {
  retake::cli::keep_memory_for_reuse();
  retake::cli::watch_for_interrupt();
  try {
    return retake::cli::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "retake: internal error: %s\n", error.what());
    return retake::cli::exit_problem;
  }
}
