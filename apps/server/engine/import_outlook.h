#pragma once
#include "retake/shot/import_shot.h"
#include "retake/shot/json_fields.h"

namespace retake::server {

// What can be said about files before they are imported, without a pass over their frames: what is
// guessed about them, and what they hold.
struct ImportOutlook {
  std::string name;
  UpAxis up = UpAxis::y;
  double meters_per_unit = 1;
  double fps = 0, start_frame = 0;
  int frames = 0;  // 0: a mesh alone
  int vertices = 0;
  BodyChoice body = BodyChoice::solid;
  std::vector<std::string> assumptions;
};

// Throws InputError and FileError where the files are no mesh with its motion.
ImportOutlook look_at_import(const ImportRequest& request, Progress& progress);

// {"type": "outlook", ...}
Json to_json(const ImportOutlook& outlook);

// "auto", "solid", "shell", "tets", by the enum's order.
const std::vector<std::string>& body_choice_names();

}  // namespace retake::server
