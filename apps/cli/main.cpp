// The command line: wraps the library and nothing else.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "apps/cli/arguments.h"
#include "apps/cli/json_report.h"

namespace retake::cli {

namespace {

// "retake: error: ..." for people on standard error; with --json also for programs.
void tell(const Complaint& complaint, const CommonOptions& common) {
  fmt::print(stderr, "retake: error: {}\n", to_sentence(complaint));
  if (common.json) print_json({{"error", to_json(complaint)}});
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
    run_command_line(argc, argv, common);
    return flushed(exit_ok);
  } catch (const ExitCode& code) {
    return code.value;
  } catch (const Cancelled&) {
    fmt::print(stderr, "\nretake: interrupted\n");
    if (common.json) print_json({{"error", {{"what", "interrupted"}}}});
    return exit_interrupted;
  } catch (const UsageError& error) {
    tell(error.complaint(), common);
    return exit_usage;
  } catch (const Error& error) {
    tell(error.complaint(), common);
  } catch (const std::filesystem::filesystem_error& error) {
    tell({.what = error.code().message(), .where = error.path1().string()}, common);
  } catch (const std::bad_alloc&) {
    tell({.what = "out of memory", .advice = "Use a smaller body or fewer modes"}, common);
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
