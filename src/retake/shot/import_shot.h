#pragma once
#include <optional>

#include "retake/shot/import_finding.h"
#include "retake/shot/shot.h"

namespace retake {

// What a surface becomes. Solid: tets within it; shell: its triangles alone, cloth and leaves.
enum class BodyChoice { automatic, solid, shell, tets };

enum class PinChoice { automatic, none, given };

// Key poses, and a motion that goes through them, in place of frames.
struct PoseImport {
  // Where the poses of a pose set stand; of a cache, which of its frames are poses. Empty: the
  // poses of a set are a second apart.
  std::vector<int> frames;
  std::string preset;            // how lively: see pose_presets.h; empty: direct
  std::optional<double> wobble;  // of a cache: it stays, and so much of it swings (0 to 1)
};

// Files of a person, and what they say about them. What is not said is guessed, and the guess told.
struct ImportRequest {
  // A mesh and its cache in any order; one file that holds both; a folder or pattern of numbered
  // meshes; several meshes of the same faces, which are poses.
  std::vector<std::filesystem::path> files;

  std::optional<UpAxis> up;
  std::optional<double> meters_per_unit;
  std::optional<double> fps, start_frame;
  std::string clip;                 // of glTF: name or number; empty: the first
  int hold = 0;                     // frames that each pose of a pose set is held; 0: half a second
  std::optional<PoseImport> poses;  // a motion between poses; none: poses are held

  BodyChoice body = BodyChoice::automatic;
  double cell = 0;       // solids: edge of a tet, metres; 0: chosen for speed
  double thickness = 0;  // shells: metres; 0: from the size
  std::optional<Material> material;
  PinChoice pins = PinChoice::automatic;
  std::filesystem::path render_surface;  // optional finer surface that the body carries along
  std::vector<int> pinned;               // for PinChoice::given: vertices of the file
  int modes = 0;                         // of a first layer for edits; 0: no layer
};

struct ImportReport {
  std::vector<ImportFinding> findings;   // none of them an error
  std::vector<std::string> assumptions;  // what was guessed or decided, a sentence each
};

struct Imported {
  Shot shot;
  ImportReport report;
};

// Throws ImportRefused where frames are wrong, InputError and FileError where files are.
Imported import_shot(const ImportRequest& request, Progress& progress = Progress::silent());

struct ImportWriting {
  bool overwrite = false;  // files that are there
};

// The same straight into a shot's files, a frame at a time: the motion is never in memory as a
// whole. Nothing of a shot is left where it fails.
struct ImportedFile {
  Shot shot;  // without the frames
  int frame_count = 0;
  ImportReport report;
};
ImportedFile import_to_file(const ImportRequest& request, const std::filesystem::path& json_file,
                            const ImportWriting& writing = {},
                            Progress& progress = Progress::silent());

}  // namespace retake
