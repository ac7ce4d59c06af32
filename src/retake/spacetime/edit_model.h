#pragma once
#include <functional>
#include <memory>

#include "retake/numerics/progress.h"
#include "retake/spacetime/compliance.h"
#include "retake/spacetime/edit_basis.h"
#include "retake/spacetime/edit_input.h"
#include "retake/spacetime/edit_settings.h"

namespace retake {

// How an edit answers wishes: what it can change, how far that gives way, and what a frame looks
// like then. Layers differ in these three; wishes, handles and contacts are the same for all.
struct EditModel {
  // Of a window of so many frames, for the first modes of the basis. It must not outlive the model.
  using MakeCompliance = std::function<std::unique_ptr<Compliance>(const CostOptions& cost,
                                                                   int frame_count, int modes)>;

  std::shared_ptr<const EditBasis> basis;
  MakeCompliance make_compliance;
  std::unique_ptr<Warp> warp;
};

// Barbic 2012: vibration modes of the rest shape, which do not meet in the cost.
// Throws InputError for a motion that does not fit the body (names counts, frame, vertex).
EditModel green_model(const EditInput& input, const EditSettings& settings,
                      Progress& progress = Progress::silent());

}  // namespace retake
