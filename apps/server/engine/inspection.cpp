#include "apps/server/engine/inspection.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace retake::server {

namespace {

template <class Values>
std::vector<std::optional<double>> values_of(const Values& readings) {
  std::vector<std::optional<double>> values;
  for (const Reading& reading : readings) values.emplace_back(reading.value);
  return values;
}

std::vector<std::optional<double>> deepest(const Measurements& measured, std::size_t frames) {
  std::vector<std::optional<double>> values(frames, 0.0);
  for (const auto& obstacle : measured.penetration) {
    for (std::size_t t = 0; t < frames; ++t) {
      values[t] = std::max(*values[t], obstacle[t].value);
    }
  }
  return values;
}

std::vector<std::optional<double>> misses(const Inspected& shot, std::size_t frames) {
  std::vector<std::optional<double>> values(frames);
  for (const auto& [layer, report] : shot.reports) {
    for (const WishReport& wish : report.wishes) {
      auto& value = values[static_cast<std::size_t>(wish.frame)];
      value = std::max(value.value_or(0), wish.miss);
    }
  }
  return values;
}

std::vector<std::optional<double>> strongest(const Inspected& shot, std::size_t frames) {
  std::vector<std::optional<double>> values(frames, 0.0);
  for (const auto& [layer, force] : shot.forces) {
    for (std::size_t t = 0; t < frames; ++t) {
      values[t] = std::max(*values[t], force[static_cast<Eigen::Index>(t)]);
    }
  }
  return values;
}

std::vector<QualityGraph> graphs_of(const Inspected& shot, const Measurements& measured,
                                    const Limits& limits) {
  const std::size_t frames = shot.result->frames.size();
  return {{"penetration", "Penetration", "m", limits.penetration, deepest(measured, frames)},
          {"strain", "Largest strain", "", limits.strain, values_of(measured.strain)},
          {"miss", "Handle error", "m", limits.miss, misses(shot, frames)},
          {"force", "Control force", "N/√kg", std::nullopt, strongest(shot, frames)},
          {"edit_size", "Edit size", "m", std::nullopt, values_of(measured.edit_size)}};
}

// How layers treat contacts of the input.
std::string contact_kind(const Inspected& shot) {
  for (const Layer* layer : active_layers(shot.layers)) {
    const auto* wished = layer->content.find<WishLayer>();
    if (wished == nullptr || wished->settings.contacts.from == ContactSource::none) continue;
    return wished->settings.contacts.kind == ContactKind::sliding ? "sliding" : "sticking";
  }
  return "off";
}

// Contacts of one obstacle in frames that follow each other.
Json contact_run(const Inspected& shot, const std::vector<Contact>& run) {
  std::set<int> vertices;
  Vec3 normal = Vec3::Zero();
  double depth = 0;
  const Obstacle& obstacle = shot.obstacles[static_cast<std::size_t>(run.front().obstacle)];
  for (const Contact& contact : run) {
    const auto& frame = shot.result->frames[static_cast<std::size_t>(contact.frame)];
    const Vec3 point = frame.col(contact.vertex).cast<double>();
    vertices.insert(contact.vertex);
    normal += contact.normal;
    depth = std::max(depth, -distance_to(obstacle, point).distance);
  }
  return {{"obstacle", obstacle.name},
          {"vertices", vertices.size()},
          {"frames", {run.front().frame, run.back().frame}},
          {"normal", xyz(normal.normalized())},
          {"kind", contact_kind(shot)},
          {"depth", depth}};
}

Json contact_list(const Inspected& shot) {
  std::map<int, std::vector<std::vector<Contact>>> runs;  // by obstacle
  for (const Contact& contact : shot.contacts) {
    auto& of_obstacle = runs[contact.obstacle];
    if (of_obstacle.empty() || contact.frame > of_obstacle.back().back().frame + 1) {
      of_obstacle.emplace_back();
    }
    of_obstacle.back().push_back(contact);
  }
  Json list = Json::array();
  for (const auto& [obstacle, of_obstacle] : runs) {
    if (obstacle < 0 || obstacle >= std::ssize(shot.obstacles)) continue;
    for (const auto& run : of_obstacle) list.push_back(contact_run(shot, run));
  }
  return list;
}

Json to_json(const Problem& problem) {
  Json frames = Json::array();
  for (const FrameRange& range : problem.frames) frames.push_back({range.first, range.last});
  Json json = {{"key", problem.key},
               {"kind", problem.kind},
               {"severity", problem.severity},
               {"title", problem.title},
               {"text", problem.text},
               {"frames", frames},
               {"worst_frame", problem.worst_frame},
               {"value", problem.value},
               {"unit", problem.unit},
               {"limit", problem.limit},
               {"fix", nullptr}};
  if (problem.vertex >= 0) json["vertex"] = problem.vertex;
  if (problem.layer != 0) json["layer"] = problem.layer;
  if (problem.wish != 0) json["wish"] = problem.wish;
  if (problem.fix) json["fix"] = {{"title", problem.fix->title}, {"effect", problem.fix->effect}};
  return json;
}

Json to_json(const QualityGraph& graph) {
  Json values = Json::array();
  for (const auto& value : graph.per_frame) values.push_back(value ? Json(*value) : Json());
  return {{"key", graph.key},
          {"title", graph.title},
          {"unit", graph.unit},
          {"limit", graph.limit ? Json(*graph.limit) : Json()},
          {"per_frame", values}};
}

}  // namespace

Limits limits_for(double size) { return {.penetration = 5e-4 * size, .miss = 5e-4 * size}; }

std::vector<FrameRange> ranges_where(int frame_count, const std::function<bool(int)>& holds) {
  std::vector<FrameRange> ranges;
  for (int frame = 0; frame < frame_count; ++frame) {
    if (!holds(frame)) continue;
    if (!ranges.empty() && ranges.back().last == frame - 1) {
      ranges.back().last = frame;
    } else {
      ranges.push_back({frame, frame});
    }
  }
  return ranges;
}

std::string length_text(double metres) {
  return metres < 0.1 ? fmt::format("{:.2g} mm", 1e3 * metres) : fmt::format("{:.3g} m", metres);
}

std::string frames_text(const std::vector<FrameRange>& frames) {
  std::string text;
  for (const FrameRange& range : frames) {
    const bool last = &range == &frames.back();
    if (!text.empty()) text += last ? " and " : ", ";
    text += range.first == range.last ? std::to_string(range.first)
                                      : fmt::format("{} to {}", range.first, range.last);
  }
  const bool one = frames.size() == 1 && frames[0].first == frames[0].last;
  return (one ? "frame " : "frames ") + text;
}

Inspection inspect(const Inspected& shot, Progress& progress) {
  const Limits limits = limits_for(shot.size);
  const Measurements measured = measure(shot, limits, progress);
  Inspection inspection;
  for (auto&& found : {find_body_problems(shot, measured, limits), find_wish_problems(shot, limits),
                       find_force_problems(shot, limits), find_brief_edits(shot, limits)}) {
    inspection.problems.insert(inspection.problems.end(), found.begin(), found.end());
  }
  inspection.graphs = graphs_of(shot, measured, limits);
  inspection.contacts = contact_list(shot);
  return inspection;
}

Json to_json(const Inspection& inspection, int frame_count) {
  Json problems = Json::array(), graphs = Json::array();
  for (const Problem& problem : inspection.problems) problems.push_back(to_json(problem));
  for (const QualityGraph& graph : inspection.graphs) graphs.push_back(to_json(graph));
  return {{"type", "inspection"},
          {"problems", problems},
          {"graphs", graphs},
          {"contacts", inspection.contacts},
          {"range", {0, frame_count - 1}}};
}

}  // namespace retake::server
