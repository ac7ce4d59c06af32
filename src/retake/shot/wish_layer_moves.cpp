// Wishes on another motion, and in a shot joined of several.
#include <algorithm>

#include "retake/shot/edit_laying.h"
#include "retake/shot/join_shots.h"
#include "retake/shot/wish_layer.h"
#include "retake/shot/wish_source.h"

namespace retake {

namespace {

void move_window(EditSettings& settings, const std::string& layer, EditLaying& laying) {
  if (!settings.window) return;
  auto& [first, last] = *settings.window;
  const std::pair wanted = {first + laying.shift, last + laying.shift};
  first = std::clamp(wanted.first, 0, laying.last());
  last = std::clamp(wanted.second, 0, laying.last());
  if (wanted == *settings.window) return;
  laying.notes.push_back(layer + ": its window " + std::to_string(wanted.first) + " to " +
                         std::to_string(wanted.second) + " is cut to " + std::to_string(first) +
                         " to " + std::to_string(last));
}

// A pose of several bodies, as one of each.
std::vector<LayerWish> poses_of_bodies(const LayerWish& pose, const BodySpans& bodies) {
  if (bodies.empty() || pose.wish.pose.cols() == 0) return {pose};
  std::vector<LayerWish> poses;
  for (const BodySpan& body : bodies) {
    const int first = body.first_vertex - pose.wish.first_vertex;
    if (first < 0 || first >= pose.wish.pose.cols()) continue;
    poses.push_back(pose);
    poses.back().wish.pose = pose.wish.pose.middleCols(first, body.vertices);
    poses.back().wish.first_vertex = body.first_vertex;
  }
  return poses;
}

}  // namespace

std::map<int, Eigen::Matrix3Xf> WishLayer::remembered(const Motion& source) const {
  std::map<int, Eigen::Matrix3Xf> places;
  for (const LayerWish& wish : wishes) {
    if (auto place = source_at(wish.wish, source)) places[wish.id] = std::move(*place);
  }
  return places;
}

void WishLayer::lay(EditLaying& laying, const std::string& layer) {
  move_window(settings, layer, laying);
  std::vector<LayerWish> kept;
  for (LayerWish wish : wishes) {
    wish.wish.frame += laying.shift;
    if (!laying.has(wish.wish.frame)) {
      laying.leave_out(layer + ", " + spoken_item(wish), wish.wish.frame);
      continue;
    }
    const auto before = laying.before.find(wish.id);
    if (laying.targets == Targets::follow && before != laying.before.end()) {
      if (const auto now = source_at(wish.wish, laying.source)) {
        move_along(wish.wish, before->second, *now);
      }
    }
    kept.push_back(std::move(wish));
  }
  wishes = std::move(kept);
}

std::string WishLayer::hindrance(const LayerMove& move) const {
  const bool has_pose = std::any_of(wishes.begin(), wishes.end(), [](const LayerWish& wish) {
    return wish.wish.kind == WishKind::pose;
  });
  if (has_pose && settings.contacts.self_contact) {
    return "it gives a pose and keeps contacts of all bodies, so that it would hold the others too";
  }
  const bool is_longer = move.all_frames > move.frames;
  if (is_longer && settings.cost.ends == Ends::loop) {
    return "it loops over a motion that is longer now";
  }
  return "";
}

std::string WishLayer::note_on(const LayerMove&) const {
  return settings.contacts.self_contact ? "keeps contacts of all bodies now, not of its own alone"
                                        : "";
}

void WishLayer::move(const LayerMove& move) {
  std::vector<LayerWish> moved;
  for (const LayerWish& wish : wishes) {
    for (LayerWish& part : poses_of_bodies(wish, move.bodies)) {
      shift_vertices(part.wish.point, move.first_vertex);
      shift_vertices(part.wish.other, move.first_vertex);
      if (part.wish.kind == WishKind::pose) part.wish.first_vertex += move.first_vertex;
      moved.push_back(std::move(part));
    }
  }
  wishes = std::move(moved);
  for (int& vertex : settings.region) vertex += move.first_vertex;
  if (!settings.window && move.all_frames > move.frames) settings.window = {0, move.frames - 1};
}

}  // namespace retake
