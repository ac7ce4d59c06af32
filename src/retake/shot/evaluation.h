#pragma once
#include <map>
#include <memory>
#include <vector>

#include "retake/shot/frame_cache.h"
#include "retake/shot/layer_evaluator.h"
#include "retake/shot/mode_shelf.h"
#include "retake/shot/shot.h"
#include "retake/shot/source_motion.h"

namespace retake {

// A shot's motion from the source upwards, layer by layer, with all that is known kept: only what
// a change has made stale is computed again, and only when somebody asks. A change in a layer
// touches that layer's affected frames; a layer above that linearizes about the whole motion
// starts again. Muting a layer and letting it speak again costs that layer nothing.
//
// One thread at a time. A step that is cancelled (Progress) can be asked for again.
class Evaluation {
 public:
  // Makes the source's motion. Keeps nothing of the shot itself.
  explicit Evaluation(const Shot& shot, LayerFactory factory = make_evaluator,
                      Progress& progress = Progress::silent());
  ~Evaluation();
  Evaluation(Evaluation&&) noexcept;
  Evaluation& operator=(Evaluation&&) noexcept;

  // Other layers on the same source, with the same modes at hand: none yet.
  Evaluation beside() const;

  // The layers as they are now: after every edit. Cheap; nothing is computed.
  void set_layers(const std::vector<Layer>& layers);
  // The same, and the poses of the source, which evaluations beside this one take over with layers.
  void follow(const Shot& shot);
  // The poses of the source as a hand that bends one would have them, until follow().
  void show_poses(std::shared_ptr<const PoseSource> poses, const std::vector<Layer>& layers);

  int frame_count() const;
  double fps() const;
  double start_frame() const;
  // All of it: frames between poses that nobody has asked for yet are computed.
  const Motion& source() const { return *shared_source(); }
  std::shared_ptr<const Motion> shared_source(Progress& progress = Progress::silent()) const;
  SourceMotion& source_motion() const;
  const LayerStage& stage() const;  // body, obstacles, contacts of the source
  // The layer whose output is the shot's; 0: none counts, it is the source.
  int top_layer() const;

  // Finished frames and motions: of the whole shot, or of one layer and all below it. One that does
  // not count (muted) gives what comes from below. What is seen holds until the next call that is
  // not const. Throws InputError for frames and layers that do not exist.
  FrameView frame(int frame, Progress& progress = Progress::silent());
  FrameView frame_of(int layer, int frame, Progress& progress = Progress::silent());
  std::shared_ptr<const Motion> motion(Progress& progress = Progress::silent());
  std::shared_ptr<const Motion> motion_of(int layer, Progress& progress = Progress::silent());
  // What the layer starts from.
  FrameView input_frame(int layer, int frame, Progress& progress = Progress::silent());

  // While dragging: a layer's frame by the quick solve, without the layers above it.
  Eigen::Matrix3Xf draft_frame(int layer, int frame, Progress& progress = Progress::silent());
  // The same of a layer above it (0: the source): those to be solved anew do what they did before.
  Eigen::Matrix3Xf draft_above(int dragged, int layer, int frame,
                               Progress& progress = Progress::silent());

  // Whether the frame is there already; layer 0: the source.
  bool is_finished(int layer, int frame) const;
  // Whether draft_frame answers at once, even from inside a Progress of a solve that is under way.
  bool can_answer(int layer, int frame) const;

  // Modes that the layer, or one below it, or the source (0), needs and that nobody has brought:
  // asked for a frame, it would first compute them. They may be computed elsewhere (find_modes) and
  // brought.
  std::optional<ModeNeed> missing_modes(int layer) const;
  void put_modes(const ModeNeed& need, std::shared_ptr<const Modes> modes);
  std::shared_ptr<const Modes> modes() const;  // of the whole body; null: none yet

  // How a layer's wishes were met, by the last solve, and how far its frames go into obstacles;
  // null for layers that nobody has asked for yet, and for those without wishes that enter nothing.
  const EditReport* report(int layer) const;
  // How the layer was solved since it changed last; nothing: not yet.
  std::optional<Quality> solved(int layer) const;
  // What was solved, none: nothing; and how far its kept contacts went off.
  std::optional<EditCourse> course(int layer) const;
  std::vector<ContactDrift> contact_drifts(int layer, Progress& progress) const;

  // Changes whenever the layer's output may have. Of one that does not count: of the layer below.
  int revision(int layer) const;
  int revision() const;

 private:
  struct Worker;
  class Below;
  struct Impl;
  explicit Evaluation(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace retake
