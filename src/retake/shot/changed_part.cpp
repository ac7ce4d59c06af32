#include "retake/shot/changed_part.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "retake/elasticity/body_stack.h"

namespace retake {

namespace {

int index_of_body(const std::vector<ShotBody>& stacked, int vertex) {
  const auto next =
      std::upper_bound(stacked.begin(), stacked.end(), vertex,
                       [](int wanted, const ShotBody& part) { return wanted < part.first_vertex; });
  return static_cast<int>(next - stacked.begin()) - 1;
}

// Vertices of the region that are in the part, as the part counts them.
std::vector<int> within(const RegionBody& part, const std::vector<int>& region) {
  std::vector<int> inside;
  for (const int vertex : region) {
    const auto found = std::lower_bound(part.vertices.begin(), part.vertices.end(), vertex);
    if (found == part.vertices.end() || *found != vertex) continue;
    inside.push_back(static_cast<int>(found - part.vertices.begin()));
  }
  return inside;
}

}  // namespace

ModeNeed modes_needed(const GreenLayer& layer, const std::vector<ShotBody>& stacked) {
  ModeNeed need = {layer.settings.region, layer.settings.modes};
  if (stacked.size() < 2 || layer.settings.contacts.self_contact) return need;
  std::set<int> bodies;
  for (const LayerWish& entry : layer.wishes) {
    if (!entry.enabled) continue;
    if (entry.wish.kind == WishKind::pose) return need;
    for (const WeightedPoint* point : {&entry.wish.point, &entry.wish.other}) {
      for (const WeightedVertex& at : *point) bodies.insert(index_of_body(stacked, at.vertex));
    }
  }
  if (bodies.size() < stacked.size()) need.bodies.assign(bodies.begin(), bodies.end());
  return need;
}

std::vector<int> bodies_of(const ModeNeed& need, const std::vector<ShotBody>& stacked) {
  if (!need.bodies.empty()) return need.bodies;
  std::vector<int> all(stacked.size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

RegionBody some_bodies(const Body& whole, const std::vector<ShotBody>& stacked,
                       const std::vector<int>& bodies) {
  RegionBody part;
  std::vector<Body> chosen;
  for (const int index : bodies) {
    const ShotBody& one = stacked[static_cast<std::size_t>(index)];
    chosen.push_back(one.body);
    chosen.back().render_surface.reset();
    for (int v = 0; v < one.body.vertex_count(); ++v) part.vertices.push_back(one.first_vertex + v);
  }
  part.body = chosen.size() == 1 ? std::move(chosen.front()) : stack(chosen);
  if (bodies.size() > 1) part.body.name = whole.name;
  return part;
}

RegionBody changed_part(const Body& body, const std::vector<ShotBody>& stacked,
                        const ModeNeed& need) {
  if (need.bodies.empty()) return make_region_body(body, need.region);
  RegionBody part = some_bodies(body, stacked, need.bodies);
  if (need.region.empty()) return part;
  RegionBody region = make_region_body(part.body, within(part, need.region));
  for (int& vertex : region.vertices) vertex = part.vertices[static_cast<std::size_t>(vertex)];
  return region;
}

std::vector<int> body_of_each_vertex(const std::vector<ShotBody>& stacked) {
  std::vector<int> body_of;
  for (std::size_t i = 0; i < stacked.size(); ++i) {
    body_of.insert(body_of.end(), static_cast<std::size_t>(stacked[i].body.vertex_count()),
                   static_cast<int>(i));
  }
  return body_of;
}

}  // namespace retake
