#include "apps/server/engine/descriptions.h"

#include <cmath>
#include <numbers>

#include "apps/server/engine/desk.h"
#include "retake/mesh/bounding_box.h"
#include "retake/shot/layer_json.h"
#include "retake/shot/source_kinds.h"

namespace retake::server {

namespace {

constexpr int told_steps = 200;  // of the history, on either side of the present

Json color_of(const Eigen::Vector3f& color) { return {color[0], color[1], color[2]}; }

Json mode_list(const Evaluation& evaluation) {
  Json hz = Json::array();
  if (const auto found = evaluation.modes()) {
    for (const double lambda : found->eigenvalues) {
      hz.push_back(std::sqrt(std::max(0.0, lambda)) / (2 * std::numbers::pi));
    }
  }
  return {{"count", hz.size()}, {"hz", hz}};
}

Json view_of(const View& view) {
  return {
      {"eye", xyz(view.eye)}, {"target", xyz(view.target)}, {"fov", view.vertical_field_of_view}};
}

// Of one body alone none is told.
Json bodies_of(const Shot& shot) {
  Json list = Json::array();
  for (const auto& [name, first, count] : spans_of(shot.bodies.several())) {
    list.push_back({{"name", name}, {"first_vertex", first}, {"vertices", count}});
  }
  return list;
}

Json names_of_props(const std::vector<Prop>& props) {
  Json list = Json::array();
  for (const Prop& prop : props) {
    list.push_back({{"name", prop.name}, {"color", color_of(prop.color)}});
  }
  return list;
}

const std::vector<std::string> reasons_to_stand_still = {"", "pinned", "region"};

Json hindrance_of(const WishReport& wish) {
  if (!wish.hindrance) return nullptr;
  const auto& [place, name, is_contact] = *wish.hindrance;
  return {{"name", name},
          {"kind", is_contact ? "contact" : "obstacle"},
          {"frame", place.frame},
          {"vertex", place.vertex}};
}

Json left_by_obstacles(const ObstacleReport& obstacles) {
  return {{"converged", obstacles.converged},
          {"rows_unmet", obstacles.rows_unmet},
          {"left_by_rows", obstacles.left_by_rows},
          {"guards", obstacles.guards},
          {"inside", obstacles.inside}};
}

struct ToldHistory {
  Json entries = Json::array();
  int position = 0;
};

// What lies around the present: after thousands of steps the whole would be too long to tell.
ToldHistory history_of(const EditLog& log) {
  const std::vector<EditLog::Entry> entries = log.entries();
  const int first = std::max(0, log.position() - told_steps);
  const int last = std::min(static_cast<int>(entries.size()) - 1, log.position() + told_steps);
  ToldHistory told{.position = log.position() - first};
  for (int i = first; i <= last; ++i) {
    const EditLog::Entry& entry = entries[static_cast<std::size_t>(i)];
    const std::string beginning = entry.state == 0 ? "Opened" : "Earlier";
    told.entries.push_back(
        {{"title", entry.title.empty() ? beginning : entry.title}, {"state", entry.state}});
  }
  return told;
}

// A pose is as large as the body, and no page draws it: it stays here.
Json without_poses(const Layer& layer) {
  Json json = to_json(layer, [](const LayerWish&) { return Json(); });
  if (!json.contains("wishes")) return json;
  for (Json& wish : json["wishes"]) wish.erase("pose");
  return json;
}

Json scene_cards(const std::vector<SceneCard>& scenes) {
  Json list = Json::array();
  for (const SceneCard& scene : scenes) {
    list.push_back({{"name", scene.name},
                    {"blurb", scene.blurb},
                    {"picture", "/scenes/" + scene.name + ".png"}});
    if (scene.vertices == 0) continue;
    list.back()["vertices"] = scene.vertices;
    list.back()["frames"] = scene.frames;
  }
  return list;
}

}  // namespace

Json welcome(const Desk& desk) {
  Json recent = Json::array(), recovery = Json::array(), folders = Json::array();
  for (const auto& entry : desk.state.recent()) {
    recent.push_back({{"file", entry.file.string()}, {"name", entry.name}, {"time", entry.time}});
  }
  for (const auto& entry : desk.state.recovery()) {
    recovery.push_back({{"file", entry.file.string()},
                        {"name", entry.name},
                        {"time", entry.time},
                        {"edits", entry.edits},
                        {"ended", entry.ended}});
  }
  for (const auto& folder : desk.folders.all()) folders.push_back(folder.string());
  return {{"type", "welcome"},
          {"protocol", protocol_version},
          {"version", desk.options.version},
          {"scenes", scene_cards(desk.options.scenes)},
          {"recent", recent},
          {"recovery", recovery},
          {"folders", folders},
          {"preferences", desk.state.preferences()}};
}

Json opened(const OpenShot& open) {
  const Shot& shot = open.document.shot();
  const Body& body = open.body();
  const Points& rest = body.rest_positions;
  Json obstacles = Json::array();
  for (const Obstacle& obstacle : shot.setup.obstacles) obstacles.push_back(obstacle.name);
  const auto& recovery = open.document.recovery();
  return {{"type", "opened"},
          {"name", shot.name},
          {"file", open.file().string()},
          {"vertices", body.vertex_count()},
          {"bodies", bodies_of(shot)},
          {"tets", body.tet_count()},
          {"frames", open.evaluation.frame_count()},
          {"fps", open.evaluation.fps()},
          {"start_frame", open.evaluation.start_frame()},
          {"size", open.size},
          {"center", xyz(bounding_box(rest).centre())},
          {"pins", body.pins},
          {"view", view_of(shot.view)},
          {"color", color_of(shot.color)},
          {"source", {{"kind", shot.source->kind().name}, {"file", open.source_file}}},
          {"contacts", open.evaluation.stage().contacts.size()},
          {"obstacles", obstacles},
          {"props", names_of_props(shot.props)},
          {"render_surface", body.render_surface.has_value()},
          {"modes", mode_list(open.evaluation)},
          {"pose_presets", told_presets()},
          {"recovered", {{"edits", recovery.edits}, {"note", recovery.note}}},
          {"notes", open.notes}};
}

Json document(const OpenShot& open) {
  const Document& document = open.document;
  Json layers = Json::array();
  for (const Layer& layer : document.shot().layers) layers.push_back(without_poses(layer));
  const auto [history, position] = history_of(document.log());
  return {{"type", "document"},
          {"state", document.state()},
          {"name", document.shot().name},
          {"file", open.file().string()},
          {"changed", document.has_changes()},
          {"layers", layers},
          {"source", document.shot().source->kind().name},
          {"frames", open.evaluation.frame_count()},
          {"poses", told_poses(open)},
          {"history", history},
          {"position", position},
          {"undo", document.undo_title()},
          {"redo", document.redo_title()}};
}

Json modes(const Evaluation& evaluation) {
  Json message = {{"type", "modes"}};
  message.update(mode_list(evaluation));
  return message;
}

Json report(int layer, const EditReport& report, double warp_seconds) {
  Json wishes = Json::array();
  for (const WishReport& wish : report.wishes) {
    wishes.push_back({{"id", wish.id},
                      {"miss", wish.miss},
                      {"missed_by", xyz(wish.missed_by)},
                      {"weight", wish.weight},
                      {"miss_at_full_weight", wish.at_full_weight},
                      {"stands_still", name_of(wish.stands_still, reasons_to_stand_still)},
                      {"yielded", wish.yielded},
                      {"hindered_by", hindrance_of(wish)},
                      {"contradicts", wish.contradicts}});
  }
  return {{"type", "report"},
          {"layer", layer},
          {"wishes", wishes},
          {"iterations", report.iterations},
          {"stopped", name_of(report.stop)},
          {"contacts", report.contacts},
          {"sites", report.contact_sites},
          {"obstacle_rows", report.one_sided_active},
          {"penetration", report.worst_penetration},
          {"obstacles", left_by_obstacles(report.obstacles)},
          {"cost", report.cost},
          {"solve_ms", 1e3 * report.solve_seconds},
          {"warp_ms", 1e3 * warp_seconds}};
}

std::vector<Json> moved(const Edit& edit) {
  if (const auto* move = std::get_if<MoveWish>(&edit.what)) {
    return {{{"type", "moved"},
             {"layer", move->layer},
             {"wish", move->wish},
             {"target", xyz(move->target)}}};
  }
  if (const auto* own = std::get_if<AnyLayerEdit>(&edit.what); own != nullptr && (*own)->drag()) {
    Json message = {{"type", "moved"}, {"layer", (*own)->layer}};
    (*own)->tell_move(message);
    return std::vector<Json>(1, message);
  }
  std::vector<Json> all;
  if (const auto* group = std::get_if<EditGroup>(&edit.what)) {
    for (const Edit& part : group->edits) {
      for (Json& message : moved(part)) all.push_back(std::move(message));
    }
  }
  return all;
}

}  // namespace retake::server
