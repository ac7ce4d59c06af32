#pragma once
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "apps/cli/terminal.h"

namespace retake::cli {

using Json = nlohmann::ordered_json;

// What every command understands.
struct CommonOptions {
  bool json = false;   // one machine-readable report on standard output, nothing else there
  bool quiet = false;  // no progress
  int threads = 0;     // 0: all

  TerminalProgress progress() const {
    return TerminalProgress(quiet ? TerminalProgress::Style::quiet
                                  : TerminalProgress::suitable_style());
  }
};

// Exit codes, as `retake --help` lists them.
constexpr int exit_ok = 0;
constexpr int exit_problem = 1;
constexpr int exit_usage = 2;
constexpr int exit_interrupted = 130;

// Each adds one subcommand to the program. A command throws Error for what went wrong, and returns
// by throwing ExitCode where it must end with a code of its own.
void add_scene_command(CLI::App& program, const CommonOptions& common);
void add_simulate_command(CLI::App& program, const CommonOptions& common);
void add_check_command(CLI::App& program, const CommonOptions& common);
void add_modes_command(CLI::App& program, const CommonOptions& common);
void add_bench_command(CLI::App& program, const CommonOptions& common);
void add_demo_command(CLI::App& program, const CommonOptions& common);

struct ExitCode {
  int value;
};

}  // namespace retake::cli
