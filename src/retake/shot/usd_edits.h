#pragma once
#include "retake/shot/motion_export.h"

namespace retake {

// A USD layer that holds nothing but an edit: a sublayer reference to the user's own file, and an
// `over` on its mesh.
struct UsdOver {
  std::filesystem::path base;  // the user's file; text or binary
  std::string prim;            // path of the mesh; empty: found in a text file by its point count
};

struct UsdEditsReport {
  std::string prim;
  int samples = 0;           // of the points, all that are written
  int changed = 0;           // those that differ from the user's
  bool has_normals = false;  // of its own, which the edit leaves as they are
};

// What can be known before the motion is there. Throws InputError.
void check_usd_edits(const std::filesystem::path& file, const UsdOver& over,
                     const ExportOptions& options);

// Time samples of a stronger layer win whole over those of a weaker one, so the layer has to carry
// all of them: those that no layer of the shot changes are copied, from a text file letter by
// letter, else as they came in. Samples keep the user's times; between frames the change is
// interpolated. `source` is the motion below all layers: where the user's points differ from it by
// more than 1e-4 of the size, the file is not the one that was edited, and InputError says so.
UsdEditsReport export_usd_edits(const Shot& shot, const FrameStream& source,
                                const FrameStream& result, const std::filesystem::path& file,
                                const UsdOver& over, const ExportOptions& options,
                                Progress& progress = Progress::silent());

}  // namespace retake
