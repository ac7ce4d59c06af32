#pragma once
#include <optional>

#include "retake/shot/import_check.h"
#include "retake/shot/import_plan.h"
#include "retake/shot/import_weld.h"

namespace retake {

// What is known while the files of an import are looked at, step by step.
struct ImportReading {
  const ImportRequest& request;
  ImportFiles files;
  MeshFile mesh;    // as in the file, nothing left out of a surface; its size is that of the frames
  ImportPlan plan;  // report and frames are filled here

  Points& positions() { return mesh.tets ? mesh.tets->positions : mesh.triangles->positions; }
  void assume(std::string text) { plan.report.assumptions.push_back(std::move(text)); }
  void assume(const std::vector<std::string>& texts) {
    for (const std::string& text : texts) assume(text);
  }
};

// A sequence in a folder of its own is called like the folder.
std::string object_name(const ImportFiles& files);

// Reads the mesh and opens the motion; refuses a cache of another mesh.
ImportReading read_import(const ImportRequest& request, Progress& progress);

// One pass over all frames: what is wrong with them, what moves together, what never moves. Throws
// ImportRefused for errors.
struct FrameFacts {
  FrameCheck check;
  std::optional<Welding> welding;  // of surfaces
};
FrameFacts examine_frames(ImportReading& reading, Progress& progress);

}  // namespace retake
