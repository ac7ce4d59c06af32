#include <utility>
#include <vector>

#include "retake/spacetime/banded_compliance.h"
#include "retake/spacetime/edit_model.h"

namespace retake {

namespace {

std::vector<Placement> placements_of(const Warp& warp) {
  std::vector<Placement> placements;
  for (int t = 0; t < warp.frame_count(); ++t) placements.push_back(warp.placement(t));
  return placements;
}

}  // namespace

EditModel green_model(const EditInput& input, const EditSettings& settings, Progress& progress) {
  const int frame_count = input.motion->frame_count();
  settings.validate(frame_count, input.body.vertex_count());
  EditModel model;
  model.warp =
      std::make_unique<Warp>(input.body, input.motion, input.placements, WarpOptions{}, progress);
  const auto basis = std::make_shared<const EditBasis>(
      input.body, input.modes, settings.modes, placements_of(*model.warp),
      settings.window.value_or(std::pair(0, frame_count - 1)));
  model.basis = basis;
  model.make_compliance = [basis](const CostOptions& cost, int frames, int modes) {
    return std::make_unique<BandedCompliance>(basis->spectrum().head(modes), frames, cost);
  };
  return model;
}

}  // namespace retake
