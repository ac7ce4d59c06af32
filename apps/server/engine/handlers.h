#pragma once
#include <map>
#include <string>

#include "apps/server/engine/desk.h"

// What the program does for each type of message (docs/protocol.md).
namespace retake::server {

// A message that is being answered.
struct Request {
  int tab = 0;
  std::string type;
  std::vector<int> replies;
  JsonFields fields;
};

// The answer, or nothing where it comes later. What is wrong with a message is thrown, before
// anything has changed.
using Answer = std::optional<Json>;
using Handler = Answer (*)(Desk& desk, Request& request);

struct Rule {
  Handler handler = nullptr;
  bool needs_shot = true;
  bool changes_shot = false;  // not while another tab drags
};
using Rules = std::map<std::string, Rule>;

void add_shot_rules(Rules& rules);    // opening, saving, files
void add_edit_rules(Rules& rules);    // edits, drags, history
void add_look_rules(Rules& rules);    // streams, graphs
void add_check_rules(Rules& rules);   // inspection, fixes
void add_import_rules(Rules& rules);  // files that a page brought
void add_pose_rules(Rules& rules);    // key poses
void add_export_rules(Rules& rules);
void add_saved_edit_rules(Rules& rules);  // layers on their own

// Checks a message, does what it asks, and answers.
void handle(Desk& desk, Message& message);

inline Json done() { return {{"type", "done"}}; }

}  // namespace retake::server
