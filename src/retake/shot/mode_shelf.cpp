#include "retake/shot/mode_shelf.h"

#include <algorithm>

#include "retake/elasticity/mass.h"
#include "retake/modes/mode_cache.h"
#include "retake/modes/rigid_modes.h"

namespace retake {

namespace {

// Elastic modes that the body has at all.
int elastic_mode_count(const Body& body) {
  const auto rigid = static_cast<int>(rigid_modes(body, lumped_mass(body)).cols());
  return 3 * (body.vertex_count() - static_cast<int>(body.pins.size())) - rigid;
}

// The body with everything outside of the region pinned: its modes move the region alone.
Body held_outside(Body body, const std::vector<int>& region) {
  if (region.empty()) return body;
  std::vector<char> held(static_cast<std::size_t>(body.vertex_count()), 1);
  for (const int vertex : region) held[static_cast<std::size_t>(vertex)] = 0;
  for (const int pin : body.pins) held[static_cast<std::size_t>(pin)] = 1;
  body.pins.clear();
  for (int v = 0; v < body.vertex_count(); ++v) {
    if (held[static_cast<std::size_t>(v)] != 0) body.pins.push_back(v);
  }
  return body;
}

}  // namespace

std::shared_ptr<const Modes> ModeShelf::modes(const Body& body, const std::vector<int>& region,
                                              int count, Progress& progress) {
  std::shared_ptr<const Modes>& kept = shelf_[region];
  if (kept && kept->eigenvalues.size() >= count) return kept;
  const Body held = held_outside(body, region);
  const int available = std::min(count, elastic_mode_count(held));
  if (kept && kept->eigenvalues.size() >= available) return kept;
  kept = std::make_shared<const Modes>(
      cached_modes(held, {.count = available}, {}, progress).result.modes);
  return kept;
}

}  // namespace retake
