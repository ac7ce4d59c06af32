#include "retake/shot/source_motion.h"

#include "retake/numerics/errors.h"
#include "retake/shot/motion_cache.h"
#include "retake/shot/sources/poses.h"

namespace retake {

SourceMotion::SourceMotion(const Shot& shot, std::shared_ptr<ModeShelf> shelf, Progress& progress)
    : body_(shot.body()), shelf_(std::move(shelf)), between_(body_) {
  if (poses_of(shot)) {
    follow(shot);
    shelf_->modes(body_, {}, {{}, poses_->modes}, progress);
  } else {
    take_plain(shot, progress);
  }
}

void SourceMotion::take_plain(const Shot& shot, Progress& progress) {
  bring_plain(cached_motion(shot, {}, progress));
}

void SourceMotion::bring_plain(SimulationResult made) {
  plain_ = std::make_shared<const Motion>(std::move(made.motion));
  contacts_ = std::move(made.contacts);
}

void SourceMotion::follow(const Shot& shot) {
  const auto* source = shot.source.find<PosesSource>();
  const auto now = source != nullptr ? source->poses : nullptr;
  if (now == poses_ && (now || plain_)) return;
  if (!now && !plain_) take_plain(shot, Progress::silent());
  const bool has_own = source == nullptr || !source->instead_of;
  pose_contacts_ = has_own ? shot.contacts : std::vector<Contact>{};
  show(now);
}

void SourceMotion::show(std::shared_ptr<const PoseSource> poses) {
  poses_ = std::move(poses);
  --revision_;
  if (!poses_) return;
  between_.set(poses_);
  for (auto& [shapes, motion] : compared_) motion.set(poses_);
}

std::optional<ModeNeed> SourceMotion::missing_modes() const {
  if (!poses_) return std::nullopt;
  const ModeNeed need = {{}, poses_->modes};
  return shelf_->find(need) ? std::nullopt : std::optional(need);
}

const Modes& SourceMotion::modes() {
  modes_ = shelf_->modes(body_, {}, {{}, poses_->modes}, Progress::silent());
  return *modes_;
}

FrameView SourceMotion::frame(int frame) {
  if (!poses_) return plain_->frames[static_cast<std::size_t>(frame)];
  return between_.has(frame) ? between_.frame(frame, *modes_) : between_.frame(frame, modes());
}

std::shared_ptr<const Motion> SourceMotion::whole(Progress& progress) {
  return poses_ ? between_.whole(modes(), progress) : plain_;
}

const Eigen::Matrix3Xf& SourceMotion::placeholder(int frame) const {
  const PoseKey* before = &poses_->keys.front();
  for (const PoseKey& key : poses_->keys)
    if (key.frame <= frame) before = &key;
  return before->positions;
}

std::shared_ptr<const Modes> SourceMotion::pose_modes() const {
  const auto all = poses_ ? shelf_->find({{}, poses_->modes}) : nullptr;
  return all ? std::make_shared<const Modes>(first_of(*all, poses_->modes)) : nullptr;
}

const PoseInterpolation* SourceMotion::between() {
  return poses_ ? &between_.between(modes()) : nullptr;
}

FrameView SourceMotion::compared(PoseShapes shapes, int frame) {
  if (!poses_) throw InputError({.what = "the shot has no poses to join in other ways"});
  const auto [found, is_new] = compared_.try_emplace(shapes, body_, shapes);
  if (is_new) found->second.set(poses_);
  between_.between(modes());
  found->second.learn_from(between_);
  return found->second.frame(frame, modes());
}

}  // namespace retake
