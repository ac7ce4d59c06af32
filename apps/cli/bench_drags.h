#pragma once
#include <memory>

#include "apps/cli/bench.h"
#include "retake/spacetime/motion_edit.h"

// Points chosen at random and dragged by a part of the body's size: what rows `edit/scenes/...` and
// `edit/bodies/...` measure.
namespace retake::cli {

inline constexpr int drags_per_scene = 8;

struct Drag {
  int vertex = 0, pinned = 0;
  Vec3 by;  // m
};

struct Dragged {
  std::shared_ptr<const EditInput> input;
  int frame = 0;
  double size = 0;  // m
  std::vector<Drag> drags;

  EditSettings settings() const;  // as they come, with as many modes as there are
  Eigen::Matrix3Xf input_frame() const {
    return input->motion->frames[static_cast<std::size_t>(frame)];
  }
};

// With modes, in the middle of its motion, drags drawn anew for every `draw`. `vertices`: those
// that may be dragged; none: all that move.
Dragged dragged_body(std::shared_ptr<const EditInput> input, unsigned draw,
                     const std::vector<int>& vertices = {});
// A built-in scene, made once.
Dragged dragged_scene(const std::string& name, unsigned draw, const BenchContext& context);

// What one drag came to, lengths over that of the drag.
struct Answer {
  double missed = 0;    // by the worst wish
  double farthest = 0;  // of any vertex of the frame
  double seconds = 0;   // of one move
  HandleStop stop = HandleStop::converged;
  // No tet below a fifth of its volume, no edge beyond e^±0.7 of its length, both over the input's.
  bool is_sound = true, is_sound_elsewhere = true;
};
Answer answer_to(MotionEdit& edit, const Dragged& scene, const Drag& drag, bool with_pin);

// The wish of a drag while it stands in an edit.
class HeldWish {
 public:
  HeldWish(MotionEdit& edit, const Dragged& scene, const Drag& drag, bool with_pin);
  ~HeldWish();
  HeldWish(const HeldWish&) = delete;
  HeldWish& operator=(const HeldWish&) = delete;

  // The frame with the handle away from where it is in the input, m.
  Eigen::Matrix3Xf moved_by(const Vec3& by) const;

 private:
  MotionEdit* edit_;
  int frame_;
  Vec3 from_;
  std::vector<int> ids_;
};

bool is_sound(const EditInput& input, int frame, const Eigen::Matrix3Xf& positions);
double farthest_between(const Eigen::Matrix3Xf& a, const Eigen::Matrix3Xf& b);
double rounded(double value);

}  // namespace retake::cli
