#pragma once
#include <CLI/CLI.hpp>

#include "apps/cli/arguments.h"

namespace retake::cli {

// What is wrong with the words that `program` could not read: unknown commands and options with the
// nearest name that is known.
UsageError explain(const CLI::App& program, const CLI::ParseError& error);

}  // namespace retake::cli
