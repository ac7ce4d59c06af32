#pragma once
// A kind of source that only tests have: the body drifts upwards. This file and its row are all
// that there is of it.
#include "retake/shot/json_table.h"
#include "retake/shot/source_kinds.h"

namespace retake::test {

const SourceKind& swarm_kind();

class SwarmSource : public Cloneable<SwarmSource, SourceContent> {
 public:
  int frames = 1;
  double fps = 24;
  double drift = 0;  // m/s

  const SourceKind& kind() const override { return swarm_kind(); }
  void write(Json& source, const SourceWriting& writing) const override;
  SimulationResult make_motion(const Shot& shot, Progress& progress) const override;
  int frame_count(const Shot&) const override { return frames; }
  double frame_rate(const Shot&) const override { return fps; }
  double travel(const Shot&) const override { return frames / fps * std::abs(drift); }
};
constexpr auto json_table(const SwarmSource&) {
  return std::tuple{JsonRow{"frames", &SwarmSource::frames}, JsonRow{"fps", &SwarmSource::fps},
                    JsonRow{"drift", &SwarmSource::drift}};
}

inline void SwarmSource::write(Json& source, const SourceWriting& writing) const {
  write_fields(source, *this);
  write_contacts(source, writing);
}

inline SimulationResult SwarmSource::make_motion(const Shot& shot, Progress&) const {
  SimulationResult result;
  result.contacts = shot.contacts;
  result.motion.fps = fps;
  for (int frame = 0; frame < frames; ++frame) {
    Points positions = shot.body().rest_positions;
    positions.row(1).array() += drift * frame / fps;
    result.motion.frames.push_back(positions.cast<float>());
  }
  return result;
}

inline AnySource read_swarm(JsonFields& fields, const SourceReading&) {
  SwarmSource swarm;
  read_fields(fields, swarm);
  check_fps(fields, swarm.fps);
  return swarm;
}

inline const SourceKind& swarm_kind() {
  static const SourceKind kind = {.name = "swarm", .read = read_swarm};
  return kind;
}

}  // namespace retake::test
