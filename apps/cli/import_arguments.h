#pragma once
#include <CLI/CLI.hpp>

#include "apps/cli/commands.h"
#include "retake/shot/import_shot.h"

namespace retake::cli {

// What can be said about files of one's own; what is not said is guessed.
struct ImportWords {
  std::vector<std::string> files;
  std::string up, unit, clip, render;
  std::optional<double> fps, start;
  int hold = 0;
  bool poses = false;  // key poses and a motion between them
  std::string pose_frames, feel;
  std::optional<double> wobble;
  std::string body = "auto";
  double cell = 0, thickness = 0;  // metres
  std::string material;
  std::optional<double> young, poisson, density;
  std::string pins = "auto";
  int modes = 0;
};

struct ImportCommand : ImportWords {
  std::string output;    // the shot's JSON file
  bool replace = false;  // files that are there already

  void run(const CommonOptions& common) const;
};

// Options for all words but files and modes.
void describe_import(CLI::App* sub, ImportWords& words);

// What the words ask for. Throws InputError that names the option which makes no sense.
ImportRequest to_request(const ImportWords& words);

}  // namespace retake::cli
