#include "retake/shot/mode_shelf.h"

#include <algorithm>

#include "retake/elasticity/interior.h"
#include "retake/elasticity/mass.h"
#include "retake/modes/mode_cache.h"
#include "retake/modes/rigid_modes.h"
#include "retake/shot/changed_part.h"
#include "retake/shot/merged_modes.h"

namespace retake {

namespace {

// Elastic modes that the body has at all.
int elastic_mode_count(const Body& body) {
  if (body.interior) return elastic_mode_count(interior_body(body));
  const auto rigid = static_cast<int>(rigid_modes(body, lumped_mass(body)).cols());
  return 3 * (body.vertex_count() - static_cast<int>(body.pins.size())) - rigid;
}

Modes modes_of(const Body& body, int count, Progress& progress) {
  const int available = std::min(count, elastic_mode_count(body));
  return cached_modes(body, {.count = available}, {}, progress).result.modes;
}

}  // namespace

std::shared_ptr<const Modes> find_modes(const Body& body, const std::vector<ShotBody>& stacked,
                                        const ModeNeed& need, Progress& progress) {
  if (!need.region.empty()) {
    return std::make_shared<const Modes>(
        modes_of(changed_part(body, stacked, need).body, need.count, progress));
  }
  if (stacked.empty()) return std::make_shared<const Modes>(modes_of(body, need.count, progress));
  std::vector<Modes> each;
  const std::vector<int> bodies = bodies_of(need, stacked);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const auto share = [&](std::size_t k) { return static_cast<double>(k) / std::ssize(bodies); };
    PartOfProgress part(progress, share(i), share(i + 1));
    const Body& one = stacked[static_cast<std::size_t>(bodies[i])].body;
    each.push_back(modes_of(one, need.count, part));
  }
  return std::make_shared<const Modes>(merged(each, need.count));
}

std::shared_ptr<const Modes> ModeShelf::find(const ModeNeed& need) const {
  const auto found = shelf_.find({need.bodies, need.region});
  if (found == shelf_.end() || found->second.asked < need.count) return nullptr;
  return found->second.modes;
}

void ModeShelf::put(const ModeNeed& need, std::shared_ptr<const Modes> modes) {
  Kept& kept = shelf_[{need.bodies, need.region}];
  const int asked = std::max(need.count, static_cast<int>(modes->eigenvalues.size()));
  if (kept.asked < asked) kept = {asked, std::move(modes)};
}

std::shared_ptr<const Modes> ModeShelf::modes(const Body& body,
                                              const std::vector<ShotBody>& stacked,
                                              const ModeNeed& need, Progress& progress) {
  if (!find(need)) put(need, find_modes(body, stacked, need, progress));
  return find(need);
}

}  // namespace retake
