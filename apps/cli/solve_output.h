#pragma once
#include "apps/cli/json_report.h"
#include "apps/cli/solve_command.h"

// What `retake solve` writes: the bodies of the shot together, one of them, or each in a file.
namespace retake::cli {

// One file, or sequence of files.
struct SolveOutput {
  std::string file;
  const ShotBody* body = nullptr;  // null: all of them
};

// Throws InputError for a body that the shot does not have. The shot outlives what is given.
std::vector<SolveOutput> outputs_of(const SolveCommand& command, const Shot& shot);

// What is told about a file beside its frames.
struct Written {
  Json json = Json::object();
  std::string words;
};

// `source`: the motion below all layers, of the whole shot as `result` is. No other frames than
// those of `how` are asked for.
Written write_output(const SolveCommand& command, const SolveOutput& output,
                     const ExportOptions& how, const Shot& shot, const FrameStream& source,
                     const FrameStream& result, Progress& progress);

bool is_picture(const std::string& output);
bool is_picture_sequence(const std::string& output);

}  // namespace retake::cli
