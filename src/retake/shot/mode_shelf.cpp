#include "retake/shot/mode_shelf.h"

#include <algorithm>

#include "retake/elasticity/mass.h"
#include "retake/modes/mode_cache.h"
#include "retake/modes/rigid_modes.h"
#include "retake/spacetime/region_body.h"

namespace retake {

namespace {

// Elastic modes that the body has at all.
int elastic_mode_count(const Body& body) {
  const auto rigid = static_cast<int>(rigid_modes(body, lumped_mass(body)).cols());
  return 3 * (body.vertex_count() - static_cast<int>(body.pins.size())) - rigid;
}

}  // namespace

std::shared_ptr<const Modes> ModeShelf::modes(const Body& body, const std::vector<int>& region,
                                              int count, Progress& progress) {
  std::shared_ptr<const Modes>& kept = shelf_[region];
  if (kept && kept->eigenvalues.size() >= count) return kept;
  const Body part = region.empty() ? body : make_region_body(body, region).body;
  const int available = std::min(count, elastic_mode_count(part));
  if (kept && kept->eigenvalues.size() >= available) return kept;
  kept = std::make_shared<const Modes>(
      cached_modes(part, {.count = available}, {}, progress).result.modes);
  return kept;
}

}  // namespace retake
