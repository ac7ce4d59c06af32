#pragma once
#include "apps/cli/commands.h"
#include "retake/numerics/errors.h"

namespace retake::cli {

// Exit codes, as `retake --help` lists them.
constexpr int exit_ok = 0;
constexpr int exit_problem = 1;
constexpr int exit_usage = 2;
constexpr int exit_interrupted = 130;

// The words of the command line are wrong.
class UsageError : public Error {
 public:
  using Error::Error;
};

// Reads the command line and runs the command that it names. Throws UsageError where the words are
// wrong; errors of the command pass through. `common` is filled before, so that the caller knows
// how to tell of them.
void run_command_line(int argc, char** argv, CommonOptions& common);

}  // namespace retake::cli
