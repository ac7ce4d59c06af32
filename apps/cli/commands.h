#pragma once
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/shot_input.h"
#include "apps/cli/terminal.h"
#include "retake/modes/mode_cache.h"

// Every command: its options with working defaults, and what it does. arguments.cpp reads the
// options from the command line; command_NAME.cpp runs the command.
namespace retake::cli {

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

// Thrown by a command that has told its problem already and must end with a code of its own.
struct ExitCode {
  int value;
};

// How the editor comes up in the browser.
struct EditorWindow {
  bool open = true;  // the browser, by itself
  int port = 0;      // 0: a free one
  std::string page;  // folder of the page's files; empty: those in the program
  SceneSize size = SceneSize::standard;
};

struct DemoCommand {
  std::string scene = "dino";
  EditorWindow window;
  bool picture = false;  // draw it, without the editor
  std::string folder = "retake-demo";
  bool replace = false;  // pictures that are there already

  void run(const CommonOptions& common) const;
};

struct EditCommand {
  std::vector<std::string> files;  // a shot, or a mesh with its cache; none: the welcome page
  EditorWindow window;

  void run(const CommonOptions& common) const;
};

struct SceneCommand {
  std::string name;     // empty: list the scenes, or draw the gallery
  std::string gallery;  // PNG with one frame of every scene; empty: draw none
  SceneSize size = SceneSize::standard;
  std::string folder;   // for the shot; empty: write none
  std::string picture;  // PNG; empty: draw none
  bool animate = false;
  std::optional<int> frame;  // draw this one alone
  int tiles = 12;            // of the contact sheet
  int width = 0;             // of a frame or tile, pixels; 0: what suits
  bool replace = false;      // files that are there already

  void run(const CommonOptions& common) const;
};

struct SimulateCommand {
  InputOptions input;
  std::string output;
  bool replace = false;  // a file that is there already
  // Instead of the shot's own settings.
  std::optional<int> frames, substeps;
  std::optional<double> fps;
  std::optional<ElasticLaw> law;
  std::optional<Integrator> integrator;

  void run(const CommonOptions& common) const;
};

struct ModesCommand {
  InputOptions input;
  ModeOptions modes;
  std::string picture;   // PNG of the softest modes; empty: draw none
  bool replace = false;  // a picture that is there already

  void run(const CommonOptions& common) const;
};

struct CheckCommand {
  std::vector<std::string> files;

  void run(const CommonOptions& common) const;
};

struct BenchCommand {
  std::string prefix;     // of the rows to run
  std::string data;       // folder with the papers' models; empty: $RETAKE_DATA or ../shared/data
  std::string only;       // run this one row here and print its JSON; set by the parent process
  bool compare = false;   // only rows with a peer
  bool no_peers = false;  // do not run peers
  bool list = false;

  void run(const CommonOptions& common) const;
};

}  // namespace retake::cli
