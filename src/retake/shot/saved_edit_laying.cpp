// A saved edit laid onto another motion: frames counted anew, targets moved along.
#include <cmath>

#include "retake/mesh/number_text.h"
#include "retake/numerics/errors.h"
#include "retake/shot/layer_checks.h"
#include "retake/shot/layer_ids.h"
#include "retake/shot/saved_edit.h"

namespace retake {
namespace {

Layer lay(Layer layer, EditLaying& laying) {
  for (WeightCurve::Key& key : layer.weight.keys) key.frame += laying.shift;
  layer.content->lay(laying, spoken(layer));
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

void EditLaying::leave_out(const std::string& what, int frame) {
  notes.push_back(what + " is left out: its frame " + std::to_string(frame) +
                  " is not in the new motion, which has 0 to " + std::to_string(last()));
}

LaidEdit laid_onto(const SavedEdit& edit, const Motion& source, Targets targets) {
  const int shift = static_cast<int>(std::lround(edit.start_frame - source.start_frame));
  EditLaying laying = {edit.before, source, targets, shift, differences(edit, source, shift)};
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
