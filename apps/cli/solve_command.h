#pragma once
#include "apps/cli/commands.h"
#include "apps/server/engine/shot_picture.h"
#include "retake/shot/saved_edit.h"
#include "retake/shot/usd_edits.h"

namespace retake::cli {

struct SolveCommand {
  InputOptions input;
  std::string output;      // the ending picks the format: mesh/motion_file.h, .png, .retake-edit
  std::string body;        // only this one of several; empty: all of them, stacked
  bool each_body = false;  // a file for each, named after it
  ExportOptions written;
  UsdOver over;                       // with a base: a USD layer that holds the edit alone
  std::string edit;                   // .retake-edit whose layers come on top; empty: none
  Targets targets = Targets::follow;  // of those
  std::string frames;                 // "FIRST:LAST", counted from 0; empty: all
  int turntable = 0;                  // into NAME_####.png: pictures once around; 0: one a frame
  int tiles = 12;                     // of a contact sheet: frames, at least
  int width = 0;                      // of a picture or tile, pixels; 0: what suits
  std::string report;                 // JSON file; empty: none
  std::string picture;                // PNG, a contact sheet of the edited motion; empty: draw none
  std::string loop;  // animated PNG of the input beside the result; empty: draw none

  void run(const CommonOptions& common) const;

  // The contact sheet of these frames of the shot, or of one of its bodies.
  PictureRequest sheet_of(const Shot& shot, const FrameRange& span, const ShotBody* part) const;

 private:
  void check() const;
  ShotReading open(Progress& progress) const;
  void check_file(const std::string& file) const;
  void check_pictures(const std::string& file) const;
  void save_edit(const Shot& shot, const Notes& notes, const CommonOptions& common) const;
};

}  // namespace retake::cli
