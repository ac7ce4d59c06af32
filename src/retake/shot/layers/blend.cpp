#include "retake/shot/layers/blend.h"

#include <algorithm>

#include "retake/shot/edit_laying.h"
#include "retake/shot/join_shots.h"
#include "retake/shot/layer_checks.h"
#include "retake/shot/layer_kinds.h"
#include "retake/shot/layers/blend_edits.h"
#include "retake/shot/layers/blend_evaluator.h"
#include "retake/shot/layers/blend_json.h"

namespace retake {

double Envelope::at(int frame) const {
  if (frame >= hold_first && frame <= hold_last) return 1;
  const int away = frame < hold_first ? hold_first - frame : frame - hold_last;
  const int length = frame < hold_first ? ease_in : ease_out;
  return away >= length ? 0 : ease(1 - static_cast<double>(away) / length, easing);
}

const LayerKind& blend_kind() {
  static const LayerKind kind = {.name = "blend", .read = read_blend, .edits = blend_edit_kinds()};
  return kind;
}

const LayerKind& BlendLayer::kind() const { return blend_kind(); }

void BlendLayer::check(const LayerCheck& check) const {
  check.frame(envelope.hold_first);
  check.frame(envelope.hold_last);
  check.require(
      envelope.hold_last >= envelope.hold_first,
      {.what = "the hold ends before it begins",
       .found = std::to_string(envelope.hold_first) + " to " + std::to_string(envelope.hold_last)});
  check.require(envelope.ease_in >= 0 && envelope.ease_out >= 0,
                {.what = "easing takes 0 or more frames"});
  check.count(deltas.size(), "displacements");
  for (const BlendDelta& delta : deltas) {
    const LayerCheck own = check.of(spoken_item(delta));
    own.frame(delta.frame);
    own.vertices(delta.region, "the displacement");
    own.length(delta.displacement, "the displacement");
  }
}

std::size_t BlendLayer::memory() const {
  std::size_t bytes = sizeof(BlendDelta) * deltas.size();
  for (const BlendDelta& delta : deltas) bytes += memory_of(delta);
  return bytes;
}

std::vector<int> BlendLayer::ids() const {
  std::vector<int> ids;
  for (const BlendDelta& delta : deltas) ids.push_back(delta.id);
  return ids;
}

void BlendLayer::set_ids(const std::vector<int>& ids) {
  for (std::size_t i = 0; i < deltas.size(); ++i) deltas[i].id = ids[i];
}

std::vector<LayerMark> BlendLayer::marks() const {
  std::vector<LayerMark> marks;
  for (const BlendDelta& delta : deltas) {
    // Where the hand was: the vertex that goes along most.
    const auto hand = std::ranges::max_element(delta.region, {}, &WeightedVertex::weight);
    if (hand == delta.region.end()) continue;
    marks.push_back({delta.id, delta.frame, delta.name, {{hand->vertex, 1}}});
  }
  return marks;
}

std::unique_ptr<LayerEvaluator> BlendLayer::make_evaluator(const LayerStage& stage) const {
  return make_blend_evaluator(*this, stage.body);
}

FrameRange BlendLayer::affected_frames(int frame_count) const {
  return {std::max(0, envelope.hold_first - std::max(0, envelope.ease_in - 1)),
          std::min(frame_count - 1, envelope.hold_last + std::max(0, envelope.ease_out - 1))};
}

void BlendLayer::lay(EditLaying& laying, const std::string& layer) {
  std::vector<BlendDelta> kept;
  for (BlendDelta delta : deltas) {
    delta.frame += laying.shift;
    if (laying.has(delta.frame)) {
      kept.push_back(delta);
    } else {
      laying.leave_out(layer + ", " + spoken_item(delta), delta.frame);
    }
  }
  deltas = std::move(kept);
  int &first = envelope.hold_first, &last = envelope.hold_last;
  first = std::clamp(first + laying.shift, 0, laying.last());
  last = std::clamp(last + laying.shift, 0, laying.last());
}

void BlendLayer::move(const LayerMove& move) {
  for (BlendDelta& delta : deltas) shift_vertices(delta.region, move.first_vertex);
}

std::string spoken_item(const BlendDelta& delta) {
  return spoken_item("displacement", delta.name, delta.id);
}

std::size_t memory_of(const BlendDelta& delta) {
  return sizeof(WeightedVertex) * delta.region.size();
}

}  // namespace retake
