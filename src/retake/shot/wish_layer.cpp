#include "retake/shot/wish_layer.h"

#include <algorithm>

#include "retake/shot/layer_checks.h"
#include "retake/shot/layer_evaluator.h"
#include "retake/shot/layer_kinds.h"
#include "retake/shot/settings_json.h"
#include "retake/shot/wish_json.h"

namespace retake {

namespace {

// Of any sizes: Eigen compares only matrices of one size.
template <class Matrix>
bool same(const Matrix& a, const Matrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && a == b;
}

WishLayer read_wish_layer(JsonFields& fields, const LayerReading& reading) {
  WishLayer layer;
  layer.settings.modes = usual_modes(reading.body.vertex_count());
  if (fields.has("settings")) {
    layer.settings = read_edit_settings(fields.object("settings"), reading);
  }
  for (const JsonFields& wish : fields.objects("wishes")) {
    layer.wishes.push_back(read_wish(wish, reading));
  }
  return layer;
}

}  // namespace

bool operator==(const LayerWish& a, const LayerWish& b) {
  const Wish &p = a.wish, &q = b.wish;
  return a.id == b.id && a.enabled == b.enabled && p.name == q.name && p.kind == q.kind &&
         p.frame == q.frame && p.point == q.point && p.other == q.other && p.target == q.target &&
         same(p.directions, q.directions) && p.weight == q.weight && p.stiff_axes == q.stiff_axes &&
         same(p.pose, q.pose) && p.first_vertex == q.first_vertex;
}

LayerKind wish_layer_kind(const std::string& name, const WishMethod& method) {
  const auto read = [&method](JsonFields& fields, const LayerReading& reading) {
    WishLayer layer = read_wish_layer(fields, reading);
    layer.method = &method;
    return AnyLayerContent(std::move(layer));
  };
  return {.name = name, .read = read, .method = &method};
}

void WishLayer::write(Json& layer, const PoseToJson& pose) const {
  layer["settings"] = to_json(settings);
  layer["wishes"] = Json::array();
  for (const LayerWish& wish : wishes) layer["wishes"].push_back(to_json(wish, pose));
}

std::size_t WishLayer::memory() const {
  std::size_t bytes = sizeof(int) * settings.region.size() + sizeof(LayerWish) * wishes.size();
  for (const LayerWish& wish : wishes) bytes += memory_of(wish);
  return bytes;
}

std::size_t memory_of(const LayerWish& wish) {
  const Wish& what = wish.wish;
  return sizeof(WeightedVertex) * (what.point.size() + what.other.size()) +
         sizeof(float) * static_cast<std::size_t>(what.pose.size());
}

std::vector<int> WishLayer::ids() const {
  std::vector<int> ids;
  for (const LayerWish& wish : wishes) ids.push_back(wish.id);
  return ids;
}

void WishLayer::set_ids(const std::vector<int>& ids) {
  for (std::size_t i = 0; i < wishes.size(); ++i) wishes[i].id = ids[i];
}

std::vector<LayerMark> WishLayer::marks() const {
  std::vector<LayerMark> marks;
  for (const auto& [id, wish, enabled] : wishes) {
    marks.push_back({id, wish.frame, wish.name, wish.point, enabled});
  }
  return marks;
}

std::unique_ptr<LayerEvaluator> WishLayer::make_evaluator(const LayerStage& stage) const {
  return method->evaluator(*this, stage);
}

FrameRange WishLayer::affected_frames(int frame_count) const {
  if (!settings.window) return {0, frame_count - 1};
  return {std::max(0, settings.window->first), std::min(frame_count - 1, settings.window->second)};
}

std::vector<ModeNeed> WishLayer::modes_needed(const std::vector<ShotBody>& stacked) const {
  return method->modes(*this, stacked);
}

WishLayer enabled_part(WishLayer layer) {
  std::erase_if(layer.wishes, [](const LayerWish& wish) { return !wish.enabled; });
  return layer;
}

const LayerWish* find_wish(const WishLayer& layer, int id) {
  const auto found = std::ranges::find(layer.wishes, id, &LayerWish::id);
  return found == layer.wishes.end() ? nullptr : &*found;
}

std::string spoken_item(const LayerWish& wish) {
  return spoken_item("wish", wish.wish.name, wish.id);
}

}  // namespace retake
