#pragma once
#include <filesystem>
#include <memory>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "retake/elasticity/simulation.h"
#include "retake/shot/polymorphic.h"

namespace retake {

struct FrameStream;
struct Shot;
struct SourceKind;
class ShotStaging;

// Where a source is written to.
struct SourceWriting {
  const Shot& shot;
  const ShotStaging& staging;
  const FrameStream& cache;  // stands for the motion of a cache, where it holds frames
};

// What makes the first motion of a shot: one of the kinds of sources, with all that only this kind
// knows. A new kind is a class of this interface and a row in the table (source_kinds.h).
class SourceContent {
 public:
  using Json = nlohmann::ordered_json;

  virtual ~SourceContent() = default;
  virtual std::unique_ptr<SourceContent> clone() const = 0;  // Cloneable does this
  virtual const SourceKind& kind() const = 0;

  // Adds to the source's JSON what the kind's row reads; data files lie beside the shot.
  virtual void write(Json& source, const SourceWriting& writing) const = 0;

  // The motion below all layers, with its contacts.
  virtual SimulationResult make_motion(const Shot& shot, Progress& progress) const = 0;
  virtual int frame_count(const Shot& shot) const = 0;
  virtual double frame_rate(const Shot& shot) const = 0;  // frames per second
  // By which its motion is kept on disk; empty: it is quick to make.
  virtual std::string cache_key(const Shot& /*shot*/) const { return ""; }
  // How far it carries the body from its rest shape, m, by one vertex or by free flight.
  virtual double travel(const Shot& /*shot*/) const { return 0; }
  // Whether the motion is that of the rest shape at every frame.
  virtual bool stands_still() const { return false; }
};

using AnySource = Polymorphic<SourceContent>;

}  // namespace retake
