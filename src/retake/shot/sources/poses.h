#pragma once
#include <memory>
#include <optional>

#include "retake/shot/source_content.h"

namespace retake {

struct PoseSource;

// The body goes from pose to pose (pose_source.h).
class PosesSource : public Cloneable<PosesSource, SourceContent> {
 public:
  std::shared_ptr<const PoseSource> poses;  // never null
  std::optional<AnySource> instead_of;      // whose place they took; none: of rest

  explicit PosesSource(std::shared_ptr<const PoseSource> between,
                       std::optional<AnySource> replaced = {})
      : poses(std::move(between)), instead_of(std::move(replaced)) {}

  const SourceKind& kind() const override;
  void write(Json& source, const SourceWriting& writing) const override;
  SimulationResult make_motion(const Shot& shot, Progress& progress) const override;
  int frame_count(const Shot& shot) const override;
  double frame_rate(const Shot& shot) const override;
  double travel(const Shot& shot) const override;
};

const SourceKind& poses_kind();

// Of a shot whose source they are; null: of another.
std::shared_ptr<const PoseSource> poses_of(const Shot& shot);

}  // namespace retake
