#include "retake/shot/pose_motion.h"

#include <algorithm>

#include "retake/shot/long_motion.h"

namespace retake {

namespace {

bool same_holds(const std::vector<PoseHold>& a, const std::vector<PoseHold>& b) {
  return std::ranges::equal(a, b, {}, &PoseHold::vertices, &PoseHold::vertices);
}

}  // namespace

Modes first_of(const Modes& modes, int count) {
  const auto kept = std::min<Eigen::Index>(count, modes.eigenvalues.size());
  return {.eigenvalues = modes.eigenvalues.head(kept),
          .shapes = modes.shapes.leftCols(kept),
          .rigid = modes.rigid};
}

void PoseMotion::set(std::shared_ptr<const PoseSource> source) {
  source_ = std::move(source);
  frames_ = FrameCache(source_->frames, source_->fps, 0,
                       list_for(body_.vertex_count(), source_->frames).store());
}

PoseSettings PoseMotion::settings() const {
  PoseSettings settings = source_->settings;
  settings.shapes = shapes_.value_or(settings.shapes);
  return settings;
}

const PoseInterpolation& PoseMotion::between(const Modes& modes) {
  if (built_ == source_) return *between_;
  const bool same_space =
      built_ && built_->modes == source_->modes && same_holds(built_->holds, source_->holds);
  if (same_space) {
    between_->set(key_poses(*source_), settings());
  } else {
    between_.emplace(body_, first_of(modes, source_->modes), key_poses(*source_), source_->holds);
    between_->set(settings());
  }
  built_ = source_;
  return *between_;
}

void PoseMotion::learn_from(const PoseMotion& other) {
  if (built_ == source_ || other.built_ != source_) return;
  between_.emplace(*other.between_);
  between_->set(settings());
  built_ = source_;
}

Eigen::Matrix3Xf PoseMotion::made(int frame, const PoseInterpolation& between) const {
  const double time = frame / source_->fps;
  if (!source_->about || shapes_) return between.frame(time);
  const auto& [motion, share] = *source_->about;
  return between.frame_about(motion->frames[static_cast<std::size_t>(frame)], time, share);
}

FrameView PoseMotion::frame(int frame, const Modes& modes) {
  if (!frames_.has(frame)) frames_.put(frame, made(frame, between(modes)));
  return frames_.at(frame);
}

std::shared_ptr<const Motion> PoseMotion::whole(const Modes& modes, Progress& progress) {
  for (int frame = 0; frame < source_->frames && frames_.missing() > 0; ++frame) {
    progress.update("between poses", static_cast<double>(frame) / source_->frames);
    this->frame(frame, modes);
  }
  progress.update("between poses", 1);
  return frames_.whole();
}

}  // namespace retake
