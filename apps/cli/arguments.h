#pragma once
#include "apps/cli/commands.h"

namespace retake::cli {

// Exit codes, as `retake --help` lists them.
constexpr int exit_ok = 0;
constexpr int exit_problem = 1;
constexpr int exit_usage = 2;
constexpr int exit_interrupted = 130;

// Reads the command line and runs the command that it names. Returns exit_ok, or exit_usage after
// explaining what is wrong with the words. `common` is filled before the command runs, so that the
// caller knows how to tell of errors, which pass through.
int run_command_line(int argc, char** argv, CommonOptions& common);

}  // namespace retake::cli
