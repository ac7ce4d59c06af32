#include "retake/spacetime/edit_scope.h"

#include <tuple>
#include <utility>

#include "retake/mesh/bounding_box.h"

namespace retake {

EditScope edit_scope(EditInput input, const EditSettings& settings) {
  const int frame_count = input.motion->frame_count();
  settings.validate(frame_count, input.body.vertex_count());
  EditScope scope{.input = std::move(input), .settings = settings, .last = frame_count - 1};
  if (settings.window) std::tie(scope.first, scope.last) = *settings.window;
  CostOptions& cost = scope.settings.cost;
  if (cost.timestep == 0) cost.timestep = 1 / scope.motion().fps;
  const Points& rest = scope.input.body.rest_positions;
  scope.size = bounding_box(rest).diagonal();
  return scope;
}

}  // namespace retake
