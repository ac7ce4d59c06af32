#pragma once
#include <string>

#include "apps/cli/commands.h"

namespace retake::cli {

// Where the editor keeps recent files, preferences and what was not saved: $XDG_STATE_HOME/retake,
// else ~/.local/state/retake.
std::filesystem::path state_folder();

// Starts the engine and the server, tells the address, opens it in the browser, and stays until
// Ctrl-C (or SIGTERM, SIGHUP). Neither `scene` nor `files`: the welcome page.
void run_editor(const EditorWindow& window, const std::string& scene,
                const std::vector<std::string>& files, const CommonOptions& common);

}  // namespace retake::cli
