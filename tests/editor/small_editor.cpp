#include "editor/small_editor.h"

#include <algorithm>

#include "elasticity/bar.h"
#include "retake/mesh/surface.h"
#include "retake/numerics/errors.h"
#include "retake/shot/pose_source.h"
#include "retake/shot/sources/poses.h"
#include "retake/shot/sources/simulate.h"

namespace retake::server {

namespace {

Layer edited_layer(const Body& body) {
  WishLayer green;
  green.settings.modes = 12;
  for (const int vertex : {bar_tip, 22}) {
    LayerWish wish = {.id = vertex};
    wish.wish.frame = vertex == bar_tip ? 10 : 16;
    wish.wish.point = {{vertex, 1}};
    wish.wish.target = body.rest_positions.col(vertex) + Vec3(0, 0.02, 0.01);
    green.wishes.push_back(wish);
  }
  return {.id = 1, .name = "lift", .content = green};
}

// The tip rises as the square of the way to it.
Eigen::Matrix3Xf raised(const Body& body, double height) {
  const double length = body.rest_positions.row(0).maxCoeff();
  Points pose = body.rest_positions;
  pose.row(1).array() += height * (body.rest_positions.row(0).array() / length).square();
  return pose.cast<float>();
}

void pose(Shot& shot) {
  const Body& body = shot.body();
  PoseSource source;
  source.keys = {{0, "rest", raised(body, 0), {}, {}, 1},
                 {10, "up", raised(body, 0.02), {}, {}, 2},
                 {20, "down", raised(body, -0.01), {}, {}, 3}};
  source.frames = bar_frames;
  source.modes = 12;
  shot.source = PosesSource(std::make_shared<const PoseSource>(source));
}

}  // namespace

Shot small_scene(const std::string& name) {
  const std::vector<std::string> names = {"bar",
                                          "floor",
                                          "edited",
                                          "long",
                                          "large",
                                          "posed",
                                          "posed over a simulation",
                                          "posed over a long simulation"};
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    throw InputError({.what = "there is no such scene", .found = name});
  }
  Shot shot;
  shot.name = name;
  if (name == "large") shot.bodies.only() = make_bar({.cells = {24, 8, 8}});
  if (name != "large") shot.bodies.only() = make_bar({.cells = {4, 2, 2}});
  Body& body = shot.bodies.only();
  body.triangles = surface_triangles({body.rest_positions, body.tets});
  shot.source = RestSource(name == "long" ? 20000 : bar_frames, 24);
  if (name == "floor") shot.setup.obstacles = {{"floor", PlaneObstacle{{0, -0.01, 0}}}};
  if (name.starts_with("posed")) pose(shot);
  if (name.ends_with("simulation")) {
    shot.source.get<PosesSource>().instead_of = SimulateSource();
    shot.setup.options.frames = name.ends_with("long simulation") ? 100000 : bar_frames;
  }
  if (name == "edited" || name == "long") shot.layers = {edited_layer(body)};
  return shot;
}

SmallEditor::SmallEditor(std::filesystem::path state_folder)
    : state_folder_(state_folder.empty() ? own_state_.path() : std::move(state_folder)) {
  setenv("RETAKE_CACHE", own_state_.path().c_str(), 1);  // for the modes
  editor_ = std::make_unique<Editor>(EditorOptions{.scenes = {{"bar", "A bar"}},
                                                   .open_scene = small_scene,
                                                   .state_folder = state_folder_,
                                                   .folders = {folder_.path()},
                                                   .version = "test",
                                                   .uploads = uploads()});
  number_ = editor_->join(tab_);
}

Json SmallEditor::ask(RecordedTab& tab, int number, Json message) {
  const int id = ++last_id_;
  message["id"] = id;
  editor_->receive(number, message.dump());
  return tab.wait_for_text([&](const Json& text) { return text.value("reply", 0) == id; });
}

Json SmallEditor::demand(Json message) {
  const Json answer = ask(message);
  EXPECT_NE(answer.value("type", ""), "problem") << answer << " about " << message;
  return answer;
}

void SmallEditor::open(const std::string& scene, bool recover) {
  hello();
  demand({{"type", "open"}, {"scene", scene}, {"recover", recover}});
}

SmallEditor::Other SmallEditor::another_tab() {
  Other other;
  other.tab = std::make_shared<RecordedTab>();
  other.number = editor_->join(other.tab);
  return other;
}

SmallEditor::Handle SmallEditor::add_handle(const Vec3& target, int vertex, int frame,
                                            const std::string& stiff_axes) {
  const Json layer = {{"kind", "green"}, {"name", "pull"}, {"settings", {{"modes", 12}}}};
  const Json added = demand(
      {{"type", "edit"}, {"edit", {{"edit", "add_layer"}, {"index", 0}, {"content", layer}}}});
  Handle handle = {added["ids"][0].get<int>()};
  handle.wish = add_wish(handle.layer, target, vertex, frame, stiff_axes)["ids"][0].get<int>();
  return handle;
}

Json SmallEditor::add_wish(int layer, const Vec3& target, int vertex, int frame,
                           const std::string& stiff_axes) {
  const Json wish = {
      {"frame", frame}, {"vertex", vertex}, {"target", xyz(target)}, {"stiff_axes", stiff_axes}};
  return demand({{"type", "edit"},
                 {"edit", {{"edit", "add_wish"}, {"layer", layer}, {"index", 0}, {"wish", wish}}}});
}

Json SmallEditor::move(const Handle& handle, const Vec3& target, int drag) {
  return {{"type", "edit"},
          {"edit",
           {{"edit", "move_wish"},
            {"layer", handle.layer},
            {"wish", handle.wish},
            {"target", xyz(target)},
            {"drag", drag}}}};
}

void SmallEditor::look(int stream, int frame, const std::string& what, const std::string& heat) {
  demand({{"type", "look"}, {"stream", stream}, {"frame", frame}, {"what", what}, {"heat", heat}});
}

Received SmallEditor::finished(int stream, int frame) {
  demand({{"type", "look_away"}, {"stream", stream}});
  tab_->forget_frames();
  look(stream, frame);
  return tab_->wait_for_frame(stream, [&](const Received& received) {
    return received.frame == frame && !received.is_draft();
  });
}

}  // namespace retake::server
