#include "retake/shot/mode_shelf.h"

#include <algorithm>

#include "retake/elasticity/interior.h"
#include "retake/elasticity/mass.h"
#include "retake/modes/mode_cache.h"
#include "retake/modes/rigid_modes.h"
#include "retake/spacetime/region_body.h"

namespace retake {

namespace {

// Elastic modes that the body has at all.
int elastic_mode_count(const Body& body) {
  if (body.interior) return elastic_mode_count(interior_body(body));
  const auto rigid = static_cast<int>(rigid_modes(body, lumped_mass(body)).cols());
  return 3 * (body.vertex_count() - static_cast<int>(body.pins.size())) - rigid;
}

}  // namespace

std::shared_ptr<const Modes> find_modes(const Body& body, const ModeNeed& need,
                                        Progress& progress) {
  const Body part = need.region.empty() ? body : make_region_body(body, need.region).body;
  const int available = std::min(need.count, elastic_mode_count(part));
  return std::make_shared<const Modes>(
      cached_modes(part, {.count = available}, {}, progress).result.modes);
}

std::shared_ptr<const Modes> ModeShelf::find(const ModeNeed& need) const {
  const auto found = shelf_.find(need.region);
  if (found == shelf_.end() || found->second.asked < need.count) return nullptr;
  return found->second.modes;
}

void ModeShelf::put(const ModeNeed& need, std::shared_ptr<const Modes> modes) {
  Kept& kept = shelf_[need.region];
  const int asked = std::max(need.count, static_cast<int>(modes->eigenvalues.size()));
  if (kept.asked < asked) kept = {asked, std::move(modes)};
}

std::shared_ptr<const Modes> ModeShelf::modes(const Body& body, const std::vector<int>& region,
                                              int count, Progress& progress) {
  const ModeNeed need = {region, count};
  if (!find(need)) put(need, find_modes(body, need, progress));
  return find(need);
}

}  // namespace retake
