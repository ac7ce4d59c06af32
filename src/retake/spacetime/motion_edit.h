#pragma once
#include <memory>
#include <vector>

#include "retake/spacetime/edit_input.h"
#include "retake/spacetime/edit_model.h"
#include "retake/spacetime/edit_report.h"
#include "retake/spacetime/edit_settings.h"
#include "retake/spacetime/wish.h"

namespace retake {

// A motion under edit: wishes come, move and go; frames are asked for in any order. Barbic 2012
// with handles that hold (see handle_solver.h) and obstacles that push back (one_sided.h).
class MotionEdit {
 public:
  // By the green model of the input. Throws InputError for a motion that does not fit the body
  // (names counts, frame, vertex).
  MotionEdit(EditInput input, const EditSettings& settings,
             Progress& progress = Progress::silent());
  // By any model of the input.
  MotionEdit(EditInput input, const EditSettings& settings, EditModel model,
             Progress& progress = Progress::silent());
  ~MotionEdit();
  MotionEdit(MotionEdit&&) noexcept;
  MotionEdit& operator=(MotionEdit&&) noexcept;

  // Wishes are checked here: InputError names the wish, vertex, frame or number that is wrong.
  int add(const Wish& wish);              // its id
  void move(int id, const Vec3& target);  // while dragging
  void remove(int id);

  // Precomputes what new wishes need: Green's functions of their points, and the compliance between
  // them and all others. solve() does it by itself.
  void prepare();
  // Brings the linear edit in line with the wishes; cheap when nothing changed. Obstacles are
  // looked at in all frames only by solve_one_sided.
  const EditReport& solve();
  const EditReport& solve_one_sided(Progress& progress = Progress::silent());

  // One finished frame, by the last solve. Outside of the window: the input, to the bit.
  Eigen::Matrix3Xf frame(int frame) const;
  // Frames that are warped together, which is cheaper, always in the same groups: the group that
  // the frame is in, and its frames. The last digits differ from those of frame().
  std::pair<int, int> group_of(int frame) const;
  std::vector<Eigen::Matrix3Xf> group(int first, int last) const;
  Motion motion(Progress& progress = Progress::silent()) const;

  // How far kept contacts went off, by the last solve: one for each site.
  std::vector<ContactDrift> contact_drifts(Progress& progress = Progress::silent()) const;

  // Force that the edit asks for beyond elasticity, root mean square over the modes, per frame of
  // the window, which begins at first_frame().
  VecX control_force() const;
  int first_frame() const;
  // Modal amplitudes of the linear edit: modes x frames.
  MatX amplitudes() const;
  const EditReport& report() const;
  // The miss of each wish of the report in frames that go a share of the way from the input to the
  // edit.
  std::vector<double> misses_at(const FrameShare& share) const;
  // Whether the linear edit is in line with the wishes.
  bool is_solved() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace retake
