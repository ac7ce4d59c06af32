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

// Name and layers alone: body, source and all else stay as the JSON file that is there has them,
// with the data files that it names.
StagedShot stage_layers(const Shot& shot, const std::filesystem::path& json_file);

}  // namespace retake
