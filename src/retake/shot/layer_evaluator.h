#pragma once
#include <functional>
#include <memory>
#include <optional>

#include "retake/elasticity/contact.h"
#include "retake/elasticity/obstacle.h"
#include "retake/modes/modes.h"
#include "retake/shot/layer.h"
#include "retake/shot/mode_shelf.h"
#include "retake/spacetime/motion_edit.h"

namespace retake {

// What all layers of a shot share.
struct LayerStage {
  Body body;
  std::vector<ShotBody> bodies;  // that the body stacks; empty: it is one
  std::vector<Obstacle> obstacles;
  std::vector<Contact> contacts;  // of the source
  int frame_count = 0;
  // Modes of the body, or of a part of it; kept from layer to layer.
  std::function<std::shared_ptr<const Modes>(const ModeNeed& need, Progress& progress)> modes;
};

// The motion that comes from below.
class LayerInput {
 public:
  virtual ~LayerInput() = default;
  virtual FrameView frame(int frame, Progress& progress) = 0;
  virtual std::shared_ptr<const Motion> whole(Progress& progress) = 0;
};

// Draft: quick, for a hand that is dragging; obstacles push back in the finished one alone.
enum class Quality { draft, finished };

// What a layer's edit is made of over the frames of its window.
struct EditCourse {
  int first_frame = 0;
  VecX control_force;  // N/sqrt(kg) at each frame: see MotionEdit::control_force
  MatX amplitudes;     // modes x frames
};

// A layer at work, without weight, mute and solo. Only frames that the layer affects are asked for.
class LayerEvaluator {
 public:
  virtual ~LayerEvaluator() = default;

  // Whether a change anywhere in the input changes every affected frame (a linearization about it)
  // and the evaluator must be made anew.
  virtual bool depends_on_whole_input() const = 0;

  // Takes over what is new in the layer. False: too much, make another evaluator.
  virtual bool update(const Layer& layer) = 0;

  // Brings everything but frames in line with the layer.
  virtual void solve(Quality quality, LayerInput& input, Progress& progress) = 0;

  // Of the last solve.
  virtual Eigen::Matrix3Xf frame(int frame, LayerInput& input, Progress& progress) = 0;
  // Frames that are cheaper together, always in the same groups: the group that the frame is in,
  // and all of its frames. A finished frame comes so, whoever asks for which first, and is the
  // same to the bit.
  virtual FrameRange group_of(int frame) const { return {frame, frame}; }
  virtual std::vector<Eigen::Matrix3Xf> group(const FrameRange& frames, LayerInput& input,
                                              Progress& progress) {
    return {frame(frames.first, input, progress)};
  }
  // The frame by the last solve, on another input than the one that it was solved about: what a
  // hand that drags in a layer below sees until this one is solved anew.
  virtual Eigen::Matrix3Xf on_top_of(const Eigen::Matrix3Xf& input, int /*frame*/) { return input; }
  // Whether frame() answers at once, by the last solve, even while solve() is under way and reports
  // its progress.
  virtual bool can_answer() const { return false; }

  // How the wishes are met with that weight, by their ids in the layer; none for layers without
  // wishes.
  virtual std::optional<EditReport> report(const WeightCurve& /*weight*/) const { return {}; }
  // By the last solve; none: nothing was solved.
  virtual std::optional<EditCourse> course() const { return {}; }
  // How far its kept contacts went off, by the last solve, by the stack's vertices.
  virtual std::vector<ContactDrift> contact_drifts(Progress& /*progress*/) const { return {}; }
};

// Makes the evaluator of a layer, quickly: the work is done by solve. The stage outlives it.
using LayerFactory =
    std::function<std::unique_ptr<LayerEvaluator>(const Layer& layer, const LayerStage& stage)>;

// As the layer's kind makes it.
std::unique_ptr<LayerEvaluator> make_evaluator(const Layer& layer, const LayerStage& stage);

}  // namespace retake
