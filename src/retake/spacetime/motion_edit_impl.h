#pragma once
#include <memory>

#include "retake/spacetime/edit_reporter.h"
#include "retake/spacetime/handle_solver.h"
#include "retake/spacetime/motion_edit.h"

namespace retake {

// The parts of MotionEdit, and what happens to them as wishes come, move and go (internal).
struct MotionEdit::Impl {
  Impl(EditScope scope, EditModel model, Progress& progress);

  int add(const Wish& wish);
  void move(int id, const Vec3& target);
  void remove(int id);
  void solve();
  void solve_one_sided(Progress& progress);
  // Nothing is wished, or nothing solved yet: the input.
  bool is_idle() const { return wishes_.empty() || frames_.empty(); }
  bool is_idle_at(int frame) const {
    return frame < scope_.first || frame > scope_.last || is_idle();
  }

  void rebuild_compliance();
  bool adapt_tapers();
  void hold_pose(const Wish& wish);
  void prepare();  // everything that depends on which wishes there are, not on their targets
  void outdate();  // other rows than those of points have changed
  void show_contacts_to_warp(int frame);
  void drop_one_sided_rows();
  void drop_guards();

  struct OneSidedSolve;  // motion_edit_one_sided.cpp

  EditScope scope_;
  EditModel model_;
  WishList wishes_;
  CostOptions cost_;  // with tapers as the wishes allow
  std::unique_ptr<Compliance> compliance_;
  KeptContacts contacts_;
  FrameContacts frame_contacts_;
  PoseRemainders remainders_;
  EditRows rows_;
  PullResponse response_;
  HeldPointModel points_;
  ObstacleRows obstacles_;
  EditedFrames frames_;
  Hindrances hindrances_;
  EditReporter reporter_;
  std::unique_ptr<HandleSolver> solver_;
  EditReport report_;
  bool is_prepared_ = false, is_solved_ = false;
};

}  // namespace retake
