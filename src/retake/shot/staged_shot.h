#pragma once
#include <memory>

#include "retake/shot/frame_stream.h"
#include "retake/shot/shot.h"
#include "retake/shot/shot_staging.h"

namespace retake {

// A shot that is written and not yet in its place.
struct StagedShot {
  std::unique_ptr<ShotStaging> staging;
  std::string json;  // text of the JSON file

  void publish() const { staging->publish(json); }
};

// The shot with all its data files. `cache`, where it holds frames, stands for that of the shot.
StagedShot stage_shot(const Shot& shot, const std::filesystem::path& json_file,
                      const FrameStream& cache = {});

// What edits have changed: name and layers, and perhaps the poses of the source. Body and all else
// stay as the JSON file that is there has them, with the data files that it names.
enum class EditedParts { layers, layers_and_source };
StagedShot stage_edits(const Shot& shot, const std::filesystem::path& json_file,
                       EditedParts edited);

}  // namespace retake
