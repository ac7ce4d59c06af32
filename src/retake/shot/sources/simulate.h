#pragma once
#include "retake/shot/source_content.h"

namespace retake {

// The body as the shot's setup makes it move.
class SimulateSource : public Cloneable<SimulateSource, SourceContent> {
 public:
  const SourceKind& kind() const override;
  void write(Json&, const SourceWriting&) const override {}
  SimulationResult make_motion(const Shot& shot, Progress& progress) const override;
  int frame_count(const Shot& shot) const override;
  double frame_rate(const Shot& shot) const override;
  std::string cache_key(const Shot& shot) const override;
  double travel(const Shot& shot) const override;
};

const SourceKind& simulate_kind();

}  // namespace retake
