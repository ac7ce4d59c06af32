#pragma once
#include <map>

#include "retake/elasticity/body_file.h"
#include "retake/shot/edit_laying.h"
#include "retake/shot/shot.h"

// An edit on its own: the layers of a shot, without its body and its motion, to be laid onto
// another motion of the same mesh (docs/export.md).
namespace retake {

// Two bodies with the same one have the same vertices, in the same order, joined in the same way.
struct MeshFingerprint {
  int vertices = 0, tets = 0, triangles = 0;
  std::string topology;  // SHA-256 of the corners of all tets and triangles

  bool operator==(const MeshFingerprint&) const = default;
};
MeshFingerprint fingerprint_of(const Body& body);

struct SavedEdit {
  std::string name;  // of the shot
  MeshFingerprint mesh;
  int frames = 0;
  double fps = 24;
  double start_frame = 0;
  std::vector<Layer> layers;
  // What layers remember of the source, by ids: of each wish what it had there. A place, an offset
  // or a velocity (3 x 1), or of poses the whole body (3 x n).
  std::map<int, Eigen::Matrix3Xf> before;
};

// `source`: the motion below all layers.
SavedEdit edit_of(const Shot& shot, const Motion& source);

void write_edit(const SavedEdit& edit, const std::filesystem::path& file);
// Throws InputError with both counts where the edit belongs to another mesh than `body`.
SavedEdit read_edit(const std::filesystem::path& file, const Body& body);

// The edit's layers as they are on another motion, with the ids that they had. Frames are counted
// as the motions' files count them. What lies outside of the new motion is left out, and a note
// names it.
struct LaidEdit {
  std::vector<Layer> layers;
  Notes notes;
};
LaidEdit laid_onto(const SavedEdit& edit, const Motion& source, Targets targets);

// The same on top of the shot's own layers, with new ids. Throws InputError for layers that make no
// sense there.
Notes lay_onto(Shot& shot, const Motion& source, const SavedEdit& edit, Targets targets);

}  // namespace retake
