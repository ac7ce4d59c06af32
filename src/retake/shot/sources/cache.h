#pragma once
#include "retake/mesh/motion.h"
#include "retake/shot/source_content.h"

namespace retake {

// A motion that is read from files.
class CachedSource : public Cloneable<CachedSource, SourceContent> {
 public:
  Motion motion;

  explicit CachedSource(Motion read = {}) : motion(std::move(read)) {}

  const SourceKind& kind() const override;
  void write(Json& source, const SourceWriting& writing) const override;
  SimulationResult make_motion(const Shot& shot, Progress& progress) const override;
  int frame_count(const Shot&) const override { return motion.frame_count(); }
  double frame_rate(const Shot&) const override { return motion.fps; }
  double travel(const Shot& shot) const override;
};

const SourceKind& cache_kind();

// The motion of a shot whose source is a cache; throws std::bad_cast where it is another.
Motion& cache_of(Shot& shot);
const Motion& cache_of(const Shot& shot);

}  // namespace retake
