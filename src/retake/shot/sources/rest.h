#pragma once
#include "retake/shot/source_content.h"

namespace retake {

// A body that stands still: a motion for edits to begin from.
class RestSource : public Cloneable<RestSource, SourceContent> {
 public:
  int frames = 1;
  double fps = 24;

  explicit RestSource(int frame_count = 1, double frames_per_second = 24)
      : frames(frame_count), fps(frames_per_second) {}

  const SourceKind& kind() const override;
  void write(Json& source, const SourceWriting& writing) const override;
  SimulationResult make_motion(const Shot& shot, Progress& progress) const override;
  int frame_count(const Shot&) const override { return frames; }
  double frame_rate(const Shot&) const override { return fps; }
  bool stands_still() const override { return true; }
};

const SourceKind& rest_kind();

}  // namespace retake
