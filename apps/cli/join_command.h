#pragma once
#include <CLI/CLI.hpp>

#include "apps/cli/commands.h"

namespace retake::cli {

// Several shots become one.
struct JoinCommand {
  std::vector<std::string> inputs;  // shots and scenes
  std::string output;
  std::vector<std::string> names;  // of their bodies, in order; empty: after the files
  bool hold = false;               // the end of shorter motions; else they are refused
  bool replace = false;            // files that are there already

  void run(const CommonOptions& common) const;
};

// Its options on the command line.
void describe(CLI::App* sub, JoinCommand& command);

}  // namespace retake::cli
