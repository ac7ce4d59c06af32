#pragma once
#include "retake/shot/layer_content.h"
#include "retake/shot/layer_edit.h"
#include "retake/shot/weight_curve.h"

// What tools without physics do: displacements that come and go.
namespace retake {

// How much of a blend layer is there at a frame: eases in up to `hold_first`, stays until
// `hold_last`, eases out. Zero, exactly, from `ease_in` frames before and `ease_out` frames after.
struct Envelope {
  int hold_first = 0, hold_last = 0;
  int ease_in = 10, ease_out = 10;  // frames; 0 or 1: at once
  Easing easing = Easing::smooth;

  double at(int frame) const;
  bool operator==(const Envelope&) const = default;
};

// A plain displacement of some vertices, each by its own share.
struct BlendDelta {
  int id = 0;
  std::string name;
  int frame = 0;                     // where it was drawn: local axes are those of this frame
  WeightedPoint region;              // weights from 0 to 1, 1 where the hand was
  Vec3 displacement = Vec3::Zero();  // m, world axes of `frame`

  bool operator==(const BlendDelta&) const = default;
};

// Local: displacements turn with the material around each vertex, from `frame` on.
enum class BlendSpace { world, local };

class BlendLayer : public ValueOf<BlendLayer, LayerContent> {
 public:
  Envelope envelope;
  BlendSpace space = BlendSpace::world;
  std::vector<BlendDelta> deltas;

  bool operator==(const BlendLayer&) const = default;

  const LayerKind& kind() const override;
  void write(Json& layer, const PoseToJson& pose) const override;
  void check(const LayerCheck& check) const override;
  std::size_t memory() const override;
  std::vector<int> ids() const override;
  void set_ids(const std::vector<int>& ids) override;
  std::vector<LayerMark> marks() const override;
  std::unique_ptr<LayerEvaluator> make_evaluator(const LayerStage& stage) const override;
  FrameRange affected_frames(int frame_count) const override;
  void lay(EditLaying& laying, const std::string& layer) override;
  void move(const LayerMove& move) override;
};

const LayerKind& blend_kind();

// "displacement 'chin' (id 4)"
std::string spoken_item(const BlendDelta& delta);
std::size_t memory_of(const BlendDelta& delta);  // bytes beyond itself

}  // namespace retake
