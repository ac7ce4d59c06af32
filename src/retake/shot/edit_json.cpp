#include "retake/shot/edit_json.h"

#include <tuple>

#include "retake/shot/apply_edit.h"
#include "retake/shot/layer_json.h"
#include "retake/shot/pose_json.h"
#include "retake/shot/pose_settings_json.h"
#include "retake/shot/settings_json.h"

namespace retake {

namespace {

// In the order of the alternatives of Edit.
const std::vector<std::string> edit_names = {"rename_shot",
                                             "add_layer",
                                             "remove_layer",
                                             "move_layer",
                                             "rename_layer",
                                             "set_muted",
                                             "set_solo",
                                             "set_weight",
                                             "change_settings",
                                             "add_wish",
                                             "remove_wish",
                                             "change_wish",
                                             "move_wish",
                                             "change_blend",
                                             "add_delta",
                                             "remove_delta",
                                             "change_delta",
                                             "set_poses",
                                             "add_pose",
                                             "remove_pose",
                                             "change_pose",
                                             "change_pose_settings",
                                             "group"};

// The same for people, as they call them.
const std::vector<std::string> edit_titles = {"Rename shot",
                                              "Add layer",
                                              "Delete layer",
                                              "Move layer",
                                              "Rename layer",
                                              "Mute layer",
                                              "Solo layer",
                                              "Change weight",
                                              "Change settings",
                                              "Add handle",
                                              "Delete handle",
                                              "Change handle",
                                              "Move handle",
                                              "Change envelope",
                                              "Add displacement",
                                              "Delete displacement",
                                              "Change displacement",
                                              "Make poses",
                                              "Add pose",
                                              "Delete pose",
                                              "Change pose",
                                              "Change how poses are joined",
                                              "Several changes"};

template <class Kind, class Value>
struct Part {
  const char* key;
  Value Kind::*member;
};
template <class Kind, class Value>
Part(const char*, Value Kind::*) -> Part<Kind, Value>;

// What each kind of edit consists of, to be written and read alike.
constexpr auto parts(const RenameShot&) { return std::tuple{Part{"name", &RenameShot::name}}; }
constexpr auto parts(const AddLayer&) {
  return std::tuple{Part{"index", &AddLayer::index}, Part{"content", &AddLayer::layer}};
}
constexpr auto parts(const RemoveLayer&) { return std::tuple{Part{"layer", &RemoveLayer::layer}}; }
constexpr auto parts(const MoveLayer&) {
  return std::tuple{Part{"layer", &MoveLayer::layer}, Part{"index", &MoveLayer::index}};
}
constexpr auto parts(const RenameLayer&) {
  return std::tuple{Part{"layer", &RenameLayer::layer}, Part{"name", &RenameLayer::name}};
}
constexpr auto parts(const SetMuted&) {
  return std::tuple{Part{"layer", &SetMuted::layer}, Part{"muted", &SetMuted::muted}};
}
constexpr auto parts(const SetSolo&) {
  return std::tuple{Part{"layer", &SetSolo::layer}, Part{"solo", &SetSolo::solo}};
}
constexpr auto parts(const SetWeight&) {
  return std::tuple{Part{"layer", &SetWeight::layer}, Part{"weight", &SetWeight::weight}};
}
constexpr auto parts(const ChangeSettings&) {
  return std::tuple{Part{"layer", &ChangeSettings::layer},
                    Part{"settings", &ChangeSettings::settings}};
}
constexpr auto parts(const AddWish&) {
  return std::tuple{Part{"layer", &AddWish::layer}, Part{"index", &AddWish::index},
                    Part{"wish", &AddWish::wish}};
}
constexpr auto parts(const RemoveWish&) {
  return std::tuple{Part{"layer", &RemoveWish::layer}, Part{"wish", &RemoveWish::wish}};
}
constexpr auto parts(const ChangeWish&) {
  return std::tuple{Part{"layer", &ChangeWish::layer}, Part{"wish", &ChangeWish::wish}};
}
constexpr auto parts(const MoveWish&) {
  return std::tuple{Part{"layer", &MoveWish::layer}, Part{"wish", &MoveWish::wish},
                    Part{"target", &MoveWish::target}, Part{"drag", &MoveWish::drag}};
}
constexpr auto parts(const ChangeBlend&) {
  return std::tuple{Part{"layer", &ChangeBlend::layer}, Part{"envelope", &ChangeBlend::envelope},
                    Part{"space", &ChangeBlend::space}};
}
constexpr auto parts(const AddDelta&) {
  return std::tuple{Part{"layer", &AddDelta::layer}, Part{"index", &AddDelta::index},
                    Part{"delta", &AddDelta::delta}};
}
constexpr auto parts(const RemoveDelta&) {
  return std::tuple{Part{"layer", &RemoveDelta::layer}, Part{"delta", &RemoveDelta::delta}};
}
constexpr auto parts(const ChangeDelta&) {
  return std::tuple{Part{"layer", &ChangeDelta::layer}, Part{"delta", &ChangeDelta::delta},
                    Part{"drag", &ChangeDelta::drag}};
}
constexpr auto parts(const SetPoses&) { return std::tuple{Part{"poses", &SetPoses::poses}}; }
constexpr auto parts(const AddPose&) { return std::tuple{Part{"pose", &AddPose::pose}}; }
constexpr auto parts(const RemovePose&) { return std::tuple{Part{"pose", &RemovePose::pose}}; }
constexpr auto parts(const ChangePose&) {
  return std::tuple{Part{"pose", &ChangePose::pose}, Part{"drag", &ChangePose::drag}};
}
constexpr auto parts(const ChangePoseSettings&) {
  using Change = ChangePoseSettings;
  return std::tuple{Part{"settings", &Change::settings}, Part{"frames", &Change::frames},
                    Part{"modes", &Change::modes},       Part{"share", &Change::share},
                    Part{"holds", &Change::holds},       Part{"drag", &Change::drag}};
}
constexpr auto parts(const EditGroup&) {
  return std::tuple{Part{"name", &EditGroup::name}, Part{"edits", &EditGroup::edits}};
}

// Writes one part.
struct Write {
  Json& json;

  void operator()(const char* key, int value) const { json[key] = value; }
  void operator()(const char* key, bool value) const { json[key] = value; }
  void operator()(const char* key, const std::string& value) const { json[key] = value; }
  void operator()(const char* key, const Vec3& value) const { json[key] = xyz(value); }
  void operator()(const char* key, BlendSpace value) const {
    json[key] = name_of(value, blend_space_names);
  }
  void operator()(const char* key, const std::vector<Edit>& edits) const {
    json[key] = Json::array();
    for (const Edit& edit : edits) json[key].push_back(to_json(edit));
  }
  void operator()(const char* key, double value) const { json[key] = value; }
  void operator()(const char* key, const PoseSettings& settings) const {
    write_pose_settings(json[key], settings);
  }
  template <class Value>
  void operator()(const char* key, const std::optional<Value>& value) const {
    if (value) (*this)(key, *value);
  }
  template <class Value>
  void operator()(const char* key, const Value& value) const {
    json[key] = to_json(value);
  }
};

// Reads one part.
struct Read {
  JsonFields& fields;
  const LayerReading& reading;

  template <class Plain>
  void operator()(const char* key, Plain& value) const {
    fields.read(key, value);
  }
  void operator()(const char* key, BlendSpace& value) const {
    fields.read_enum(key, blend_space_names, value);
  }
  void operator()(const char* key, Layer& value) const {
    value = read_layer(fields.object(key), reading);
  }
  void operator()(const char* key, WeightCurve& value) const {
    value = read_weight_curve(fields.object(key));
  }
  void operator()(const char* key, EditSettings& value) const {
    value = read_edit_settings(fields.object(key), reading);
  }
  void operator()(const char* key, LayerWish& value) const {
    value = read_wish(fields.object(key), reading);
  }
  void operator()(const char* key, BlendDelta& value) const {
    value = read_delta(fields.object(key), reading);
  }
  void operator()(const char* key, Envelope& value) const {
    value = read_envelope(fields.object(key));
  }
  void operator()(const char* key, std::shared_ptr<const PoseSource>& value) const {
    value = read_poses(fields, key, reading.body);
  }
  void operator()(const char* key, PoseKey& value) const {
    value = read_pose_key(fields.object(key), reading.body);
  }
  void operator()(const char* key, ChangedPose& value) const {
    value = read_changed_pose(fields.object(key), reading.body);
  }
  void operator()(const char* key, PoseSettings& value) const {
    JsonFields settings = fields.object(key);
    value = read_pose_settings(settings);
    settings.finish();
  }
  void operator()(const char* /*key*/, std::vector<PoseHold>& value) const {
    value = read_holds(fields);
  }
  template <class Value>
  void operator()(const char* key, std::optional<Value>& value) const {
    if (fields.has(key)) (*this)(key, value.emplace());
  }
  void operator()(const char* key, std::vector<Edit>& edits) const {
    for (const JsonFields& edit : fields.objects(key)) edits.push_back(read_edit(edit, reading));
  }
};

// Calls action(key, value) for each part of an edit.
template <class Kind, class Action>
void for_each_part(Kind& edit, const Action& action) {
  std::apply([&](const auto&... part) { (action(part.key, edit.*part.member), ...); }, parts(edit));
}

// A default edit of the alternative with that index.
template <std::size_t... Index>
Edit empty_edit(std::size_t kind, std::index_sequence<Index...>) {
  Edit edit;
  (void)((kind == Index ? (edit.what.emplace<Index>(), true) : false) || ...);
  return edit;
}

}  // namespace

Json to_json(const Edit& edit) {
  Json json = {{"edit", edit_names.at(edit.what.index())}};
  std::visit([&](const auto& what) { for_each_part(what, Write{json}); }, edit.what);
  return json;
}

Edit read_edit(JsonFields fields, const LayerReading& reading) {
  fields.required_text("edit");
  const auto kind = static_cast<std::size_t>(fields.read_choice("edit", edit_names, 0));
  using What = decltype(Edit::what);
  Edit edit = empty_edit(kind, std::make_index_sequence<std::variant_size_v<What>>{});
  std::visit([&](auto& what) { for_each_part(what, Read{fields, reading}); }, edit.what);
  fields.finish();
  return edit;
}

std::string title_of(const Edit& edit) {
  const auto* group = std::get_if<EditGroup>(&edit.what);
  if (group != nullptr && !group->name.empty()) return group->name;
  if (group != nullptr && group->edits.size() == 1) return title_of(group->edits.front());
  if (const auto* muted = std::get_if<SetMuted>(&edit.what); muted != nullptr && !muted->muted) {
    return "Unmute layer";
  }
  if (const auto* solo = std::get_if<SetSolo>(&edit.what); solo != nullptr && !solo->solo) {
    return "Unsolo layer";
  }
  if (const auto* set = std::get_if<SetPoses>(&edit.what); set != nullptr && !set->poses) {
    return "Remove poses";
  }
  const auto* pose = std::get_if<ChangePose>(&edit.what);
  if (pose != nullptr && pose->pose.key.positions.cols() > 0) return "Bend pose";
  return edit_titles.at(edit.what.index());
}

std::string title_of(const Edit& edit, const Edit& reverse) {
  const auto* after = std::get_if<ChangePose>(&edit.what);
  const auto* before = std::get_if<ChangePose>(&reverse.what);
  const std::string title = title_of(edit);
  if (after == nullptr || before == nullptr || title == "Bend pose") return title;
  const PoseKey &now = after->pose.key, &was = before->pose.key;
  if (now.frame != was.frame) return "Move pose";
  if (now.hold != was.hold) return now.hold == 0 ? "Let pose go" : "Hold pose";
  if (now.name != was.name) return "Rename pose";
  if (now.more_turns != was.more_turns) return "Turn pose";
  if (!before->pose.keeps_velocities) return "Change how a pose is passed";
  return now.span || was.span ? "Change feel of a span" : title;
}

}  // namespace retake
