#pragma once
#include "retake/interpolation/pose_interpolation.h"
#include "retake/shot/frame_cache.h"
#include "retake/shot/pose_source.h"

namespace retake {

// The softest of them: more that are at hand would change what poses do.
Modes first_of(const Modes& modes, int count);

// The motion between poses that somebody edits, frame by frame as it is asked for. Settings and
// frames of poses change nothing in what is known of the shapes; a pose that changes is taken apart
// by itself.
class PoseMotion {
 public:
  // `shapes`: in place of those of the settings, for comparison.
  explicit PoseMotion(const Body& body, std::optional<PoseShapes> shapes = {})
      : body_(body), shapes_(shapes) {}

  // As the source is now: nothing is computed.
  void set(std::shared_ptr<const PoseSource> source);
  const PoseSource& source() const { return *source_; }

  bool has(int frame) const { return frames_.has(frame); }
  // `modes`: as many as the source wants, or more; the same in all calls.
  FrameView frame(int frame, const Modes& modes);
  const FrameList& frames() const { return frames_.frames(); }
  std::shared_ptr<const Motion> whole(const Modes& modes, Progress& progress);

  // In step with the source.
  const PoseInterpolation& between(const Modes& modes);
  // Takes over what another, in step with the same source, knows of its shapes.
  void learn_from(const PoseMotion& other);

 private:
  Eigen::Matrix3Xf made(int frame, const PoseInterpolation& between) const;
  PoseSettings settings() const;

  Body body_;
  std::optional<PoseShapes> shapes_;
  std::shared_ptr<const PoseSource> source_, built_;  // built_: what between_ is in step with
  std::optional<PoseInterpolation> between_;
  FrameCache frames_;
};

}  // namespace retake
