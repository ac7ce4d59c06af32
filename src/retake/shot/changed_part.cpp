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

// Bodies that the wish is about.
std::set<int> bodies_of_wish(const Wish& wish, const std::vector<ShotBody>& stacked) {
  std::set<int> bodies;
  for (const WeightedPoint* point : {&wish.point, &wish.other}) {
    for (const WeightedVertex& at : *point) bodies.insert(index_of_body(stacked, at.vertex));
  }
  if (wish.kind != WishKind::pose) return bodies;
  const int end = wish.first_vertex + static_cast<int>(wish.pose.cols());
  for (int i = 0; i < std::ssize(stacked); ++i) {
    const int first = stacked[static_cast<std::size_t>(i)].first_vertex;
    if (first >= wish.first_vertex && first < end) bodies.insert(i);
  }
  return bodies;
}

// Makes one group of all that have one of the bodies.
void tie_together(std::vector<std::set<int>>& groups, std::set<int> bodies) {
  std::erase_if(groups, [&](const std::set<int>& group) {
    const bool has_one =
        std::any_of(group.begin(), group.end(), [&](int body) { return bodies.contains(body); });
    if (has_one) bodies.insert(group.begin(), group.end());
    return has_one;
  });
  groups.push_back(std::move(bodies));
}

// Whether the region has vertices of the body.
bool may_change(int body, const std::vector<int>& region, const std::vector<ShotBody>& stacked) {
  return region.empty() || std::any_of(region.begin(), region.end(), [&](int vertex) {
           return index_of_body(stacked, vertex) == body;
         });
}

}  // namespace

std::vector<ModeNeed> modes_needed(const WishLayer& layer, const std::vector<ShotBody>& stacked) {
  const ModeNeed all = {layer.settings.region, layer.settings.modes};
  if (stacked.size() < 2 || layer.settings.contacts.self_contact) return {all};
  std::vector<std::set<int>> groups;
  for (const LayerWish& entry : layer.wishes) {
    if (!entry.enabled) continue;
    const std::set<int> bodies = bodies_of_wish(entry.wish, stacked);
    if (entry.wish.kind != WishKind::pose) {
      tie_together(groups, bodies);
      continue;
    }
    for (const int body : bodies) {
      if (may_change(body, all.region, stacked)) tie_together(groups, {body});
    }
  }
  std::sort(groups.begin(), groups.end());
  std::vector<ModeNeed> needs;
  for (const std::set<int>& group : groups) {
    needs.push_back({all.region, all.count, {group.begin(), group.end()}});
  }
  return needs;
}

bool is_about(const Wish& wish, const ModeNeed& need, const std::vector<ShotBody>& stacked) {
  if (need.bodies.empty()) return true;
  const std::set<int> bodies = bodies_of_wish(wish, stacked);
  return std::any_of(need.bodies.begin(), need.bodies.end(),
                     [&](int body) { return bodies.contains(body); });
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
