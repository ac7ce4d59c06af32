#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "retake/numerics/progress.h"

namespace retake {

struct ChildAnswer {
  std::optional<std::string> output;  // all of its standard output, if it ended well
  std::string failure;                // otherwise what went wrong: "took longer than 30 s"
};

// Runs a program, gives it `input` on its standard input and waits for what it answers. It is ended
// when `seconds` have passed, and when `progress` (with `name`) is cancelled.
ChildAnswer ask_program(const std::filesystem::path& program, const std::string& input,
                        double seconds, const std::string& name, Progress& progress);

}  // namespace retake
