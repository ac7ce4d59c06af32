#pragma once
#include <map>

#include "retake/shot/mode_shelf.h"
#include "retake/shot/pose_motion.h"
#include "retake/shot/shot.h"

namespace retake {

// The motion below all layers: whole where it is read, simulated or at rest, frame by frame as it
// is asked for where poses make it. One thread at a time.
class SourceMotion {
 public:
  // Brings the modes that poses need.
  SourceMotion(const Shot& shot, std::shared_ptr<ModeShelf> shelf, Progress& progress);

  // The shot's poses as they are now, or what it has instead: after every edit.
  void follow(const Shot& shot);
  // In place of the shot's poses: as a hand that bends one would have them.
  void show(std::shared_ptr<const PoseSource> poses);
  const std::shared_ptr<const PoseSource>& poses() const { return poses_; }  // null: there are none

  // What the shot has without poses: there already, where follow() would have to simulate it; and
  // brought by somebody who has.
  bool has_plain() const { return plain_ != nullptr; }
  void bring_plain(SimulationResult made);

  // Below 0, and another after every change.
  int revision() const { return revision_; }
  int frame_count() const { return poses_ ? poses_->frames : plain_->frame_count(); }
  double fps() const { return poses_ ? poses_->fps : plain_->fps; }
  double start_frame() const { return poses_ ? 0 : plain_->start_frame; }
  const std::vector<Contact>& contacts() const { return poses_ ? pose_contacts_ : contacts_; }

  FrameView frame(int frame);
  // All that are there: of poses, those that somebody asked for.
  const FrameList& frames() const { return poses_ ? between_.frames() : plain_->frames; }
  bool has(int frame) const { return !poses_ || between_.has(frame); }
  std::shared_ptr<const Motion> whole(Progress& progress);

  // Of poses, else nothing: modes that are not on the shelf. Asked for a frame, it computes them.
  std::optional<ModeNeed> missing_modes() const;
  // Of poses: the one before the frame, until there are modes.
  const Eigen::Matrix3Xf& placeholder(int frame) const;

  // Modes that swing between the poses: as many as these want; null: they are not there.
  std::shared_ptr<const Modes> pose_modes() const;
  // Null: the source is not poses.
  const PoseInterpolation* between();
  // The same poses joined by other shapes, for comparison. Throws InputError where there are none.
  FrameView compared(PoseShapes shapes, int frame);

 private:
  void take_plain(const Shot& shot, Progress& progress);
  const Modes& modes();

  Body body_;
  std::shared_ptr<ModeShelf> shelf_;
  int revision_ = -1;
  std::shared_ptr<const Motion> plain_;  // null: poses alone were ever asked for
  std::vector<Contact> contacts_, pose_contacts_;
  std::shared_ptr<const PoseSource> poses_;  // null: plain_ counts
  PoseMotion between_;
  std::map<PoseShapes, PoseMotion> compared_;
  std::shared_ptr<const Modes> modes_;  // that between_ was made with
};

}  // namespace retake
