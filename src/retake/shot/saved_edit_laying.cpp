// A saved edit laid onto another motion: frames counted anew, targets moved along.
#include <algorithm>
#include <cmath>

#include "retake/mesh/number_text.h"
#include "retake/numerics/errors.h"
#include "retake/shot/layer_checks.h"
#include "retake/shot/layer_ids.h"
#include "retake/shot/saved_edit.h"
#include "retake/shot/wish_source.h"

namespace retake {
namespace {

// Of one edit on one new motion.
struct Laying {
  const SavedEdit& edit;
  const Motion& source;
  Targets targets;
  int shift;  // frames, from the old motion's count to the new one's
  Notes notes;

  int last() const { return source.frame_count() - 1; }
  bool has(int frame) const { return frame >= 0 && frame <= last(); }

  void leave_out(const std::string& what, int frame) {
    notes.push_back(what + " is left out: its frame " + std::to_string(frame) +
                    " is not in the new motion, which has 0 to " + std::to_string(last()));
  }
};

void move_window(EditSettings& settings, const std::string& layer, Laying& laying) {
  if (!settings.window) return;
  auto& [first, last] = *settings.window;
  const std::pair wanted = {first + laying.shift, last + laying.shift};
  first = std::clamp(wanted.first, 0, laying.last());
  last = std::clamp(wanted.second, 0, laying.last());
  if (wanted == *settings.window) return;
  laying.notes.push_back(layer + ": its window " + std::to_string(wanted.first) + " to " +
                         std::to_string(wanted.second) + " is cut to " + std::to_string(first) +
                         " to " + std::to_string(last));
}

void lay_wishes(const Layer& layer, GreenLayer& green, Laying& laying) {
  move_window(green.settings, spoken(layer), laying);
  std::vector<LayerWish> kept;
  for (LayerWish wish : green.wishes) {
    wish.wish.frame += laying.shift;
    if (!laying.has(wish.wish.frame)) {
      laying.leave_out(spoken(layer, wish), wish.wish.frame);
      continue;
    }
    const auto before = laying.edit.before.find(wish.id);
    if (laying.targets == Targets::follow && before != laying.edit.before.end()) {
      if (const auto now = source_at(wish.wish, laying.source)) {
        move_along(wish.wish, before->second, *now);
      }
    }
    kept.push_back(std::move(wish));
  }
  green.wishes = std::move(kept);
}

void lay_deltas(const Layer& layer, BlendLayer& blend, Laying& laying) {
  std::vector<BlendDelta> kept;
  for (BlendDelta delta : blend.deltas) {
    delta.frame += laying.shift;
    if (laying.has(delta.frame)) {
      kept.push_back(delta);
    } else {
      laying.leave_out(spoken(layer, delta), delta.frame);
    }
  }
  blend.deltas = std::move(kept);
  int& first = blend.envelope.hold_first;
  int& last = blend.envelope.hold_last;
  first = std::clamp(first + laying.shift, 0, laying.last());
  last = std::clamp(last + laying.shift, 0, laying.last());
}

Layer lay(Layer layer, Laying& laying) {
  for (WeightCurve::Key& key : layer.weight.keys) key.frame += laying.shift;
  if (auto* green = std::get_if<GreenLayer>(&layer.content)) {
    lay_wishes(layer, *green, laying);
  } else {
    lay_deltas(layer, std::get<BlendLayer>(layer.content), laying);
  }
  return layer;
}

std::string plain_text(double value) {
  std::string text;
  append_number(text, value);
  return text;
}

// What an artist should know even where all fits.
Notes differences(const SavedEdit& edit, const Motion& source, int shift) {
  Notes notes;
  if (shift != 0) {
    notes.push_back("the edit was made on a motion from frame " + plain_text(edit.start_frame) +
                    ", this one begins at " + plain_text(source.start_frame) +
                    ": its frames are moved by " + std::to_string(shift));
  }
  if (std::abs(edit.fps - source.fps) > 1e-3 * source.fps) {
    notes.push_back("the edit was made at " + plain_text(edit.fps) +
                    " frames per second, the motion has " + plain_text(source.fps) +
                    ": frames keep their numbers, not their times");
  }
  return notes;
}

}  // namespace

LaidEdit laid_onto(const SavedEdit& edit, const Motion& source, Targets targets) {
  const int shift = static_cast<int>(std::lround(edit.start_frame - source.start_frame));
  Laying laying = {edit, source, targets, shift, differences(edit, source, shift)};
  std::vector<Layer> layers;
  for (const Layer& saved : edit.layers) layers.push_back(lay(saved, laying));
  return {std::move(layers), std::move(laying.notes)};
}

Notes lay_onto(Shot& shot, const Motion& source, const SavedEdit& edit, Targets targets) {
  LaidEdit laid = laid_onto(edit, source, targets);
  const LayerLimits limits = layer_limits(shot);
  int last_id = largest_id(shot.layers);
  check_layer_count(shot.layers.size() + laid.layers.size());
  for (Layer& layer : laid.layers) {
    number_anew(layer, last_id);
    check_layer(layer, limits, "the saved edit");
    shot.layers.push_back(std::move(layer));
  }
  return laid.notes;
}

}  // namespace retake
