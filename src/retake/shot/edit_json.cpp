#include "retake/shot/edit_json.h"

#include <tuple>

#include "retake/shot/apply_edit.h"
#include "retake/shot/json_table.h"
#include "retake/shot/layer_json.h"
#include "retake/shot/layer_kinds.h"
#include "retake/shot/pose_json.h"
#include "retake/shot/pose_settings_json.h"
#include "retake/shot/settings_json.h"

namespace retake {

// What each kind of edit consists of, to be written and read alike.
static constexpr auto json_table(const RenameShot&) {
  return std::tuple{JsonRow{"name", &RenameShot::name}};
}
static constexpr auto json_table(const AddLayer&) {
  return std::tuple{JsonRow{"index", &AddLayer::index}, JsonRow{"content", &AddLayer::layer}};
}
static constexpr auto json_table(const RemoveLayer&) {
  return std::tuple{JsonRow{"layer", &RemoveLayer::layer}};
}
static constexpr auto json_table(const MoveLayer&) {
  return std::tuple{JsonRow{"layer", &MoveLayer::layer}, JsonRow{"index", &MoveLayer::index}};
}
static constexpr auto json_table(const RenameLayer&) {
  return std::tuple{JsonRow{"layer", &RenameLayer::layer}, JsonRow{"name", &RenameLayer::name}};
}
static constexpr auto json_table(const SetMuted&) {
  return std::tuple{JsonRow{"layer", &SetMuted::layer}, JsonRow{"muted", &SetMuted::muted}};
}
static constexpr auto json_table(const SetSolo&) {
  return std::tuple{JsonRow{"layer", &SetSolo::layer}, JsonRow{"solo", &SetSolo::solo}};
}
static constexpr auto json_table(const SetWeight&) {
  return std::tuple{JsonRow{"layer", &SetWeight::layer}, JsonRow{"weight", &SetWeight::weight}};
}
static constexpr auto json_table(const ChangeSettings&) {
  return std::tuple{JsonRow{"layer", &ChangeSettings::layer},
                    JsonRow{"settings", &ChangeSettings::settings}};
}
static constexpr auto json_table(const AddWish&) {
  return std::tuple{JsonRow{"layer", &AddWish::layer}, JsonRow{"index", &AddWish::index},
                    JsonRow{"wish", &AddWish::wish}};
}
static constexpr auto json_table(const RemoveWish&) {
  return std::tuple{JsonRow{"layer", &RemoveWish::layer}, JsonRow{"wish", &RemoveWish::wish}};
}
static constexpr auto json_table(const ChangeWish&) {
  return std::tuple{JsonRow{"layer", &ChangeWish::layer}, JsonRow{"wish", &ChangeWish::wish}};
}
static constexpr auto json_table(const MoveWish&) {
  return std::tuple{JsonRow{"layer", &MoveWish::layer}, JsonRow{"wish", &MoveWish::wish},
                    JsonRow{"target", &MoveWish::target}, JsonRow{"drag", &MoveWish::drag}};
}
static constexpr auto json_table(const SetPoses&) {
  return std::tuple{JsonRow{"poses", &SetPoses::poses}};
}
static constexpr auto json_table(const AddPose&) {
  return std::tuple{JsonRow{"pose", &AddPose::pose}};
}
static constexpr auto json_table(const RemovePose&) {
  return std::tuple{JsonRow{"pose", &RemovePose::pose}};
}
static constexpr auto json_table(const ChangePose&) {
  return std::tuple{JsonRow{"pose", &ChangePose::pose}, JsonRow{"drag", &ChangePose::drag}};
}
static constexpr auto json_table(const ChangePoseSettings&) {
  using Change = ChangePoseSettings;
  return std::tuple{JsonRow{"settings", &Change::settings}, JsonRow{"frames", &Change::frames},
                    JsonRow{"modes", &Change::modes},       JsonRow{"share", &Change::share},
                    JsonRow{"holds", &Change::holds},       JsonRow{"drag", &Change::drag}};
}
static constexpr auto json_table(const EditGroup&) {
  return std::tuple{JsonRow{"name", &EditGroup::name}, JsonRow{"edits", &EditGroup::edits}};
}

namespace {

// What an edit is called in journals and messages, and by people.
struct EditKind {
  std::string name, title;
};

// In the order of the alternatives of Edit; without a name: those that kinds of layers have.
const std::vector<EditKind> edit_kinds = {{"rename_shot", "Rename shot"},
                                          {"add_layer", "Add layer"},
                                          {"remove_layer", "Delete layer"},
                                          {"move_layer", "Move layer"},
                                          {"rename_layer", "Rename layer"},
                                          {"set_muted", "Mute layer"},
                                          {"set_solo", "Solo layer"},
                                          {"set_weight", "Change weight"},
                                          {"change_settings", "Change settings"},
                                          {"add_wish", "Add handle"},
                                          {"remove_wish", "Delete handle"},
                                          {"change_wish", "Change handle"},
                                          {"move_wish", "Move handle"},
                                          {},
                                          {"set_poses", "Make poses"},
                                          {"add_pose", "Add pose"},
                                          {"remove_pose", "Delete pose"},
                                          {"change_pose", "Change pose"},
                                          {"change_pose_settings", "Change how poses are joined"},
                                          {"group", "Several changes"}};

// How values are written and read that are neither plain nor have a table of their own.
struct EditValues {
  const LayerReading* reading = nullptr;  // to read

  void write(Json& json, const std::vector<Edit>& edits) const {
    json = Json::array();
    for (const Edit& edit : edits) json.push_back(to_json(edit));
  }
  void write(Json& json, const PoseSettings& settings) const {
    write_pose_settings(json, settings);
  }
  template <class Value>
  requires requires(const Value& value) { to_json(value); }
  void write(Json& json, const Value& value) const { json = to_json(value); }

  void read(JsonFields& fields, const char* key, Layer& value) const {
    value = read_layer(fields.object(key), *reading);
  }
  void read(JsonFields& fields, const char* key, WeightCurve& value) const {
    value = read_weight_curve(fields.object(key));
  }
  void read(JsonFields& fields, const char* key, EditSettings& value) const {
    value = read_edit_settings(fields.object(key), *reading);
  }
  void read(JsonFields& fields, const char* key, LayerWish& value) const {
    value = read_wish(fields.object(key), *reading);
  }
  void read(JsonFields& fields, const char* key, std::shared_ptr<const PoseSource>& value) const {
    value = read_poses(fields, key, reading->body);
  }
  void read(JsonFields& fields, const char* key, PoseKey& value) const {
    value = read_pose_key(fields.object(key), reading->body);
  }
  void read(JsonFields& fields, const char* key, ChangedPose& value) const {
    value = read_changed_pose(fields.object(key), reading->body);
  }
  void read(JsonFields& fields, const char* key, PoseSettings& value) const {
    JsonFields settings = fields.object(key);
    value = read_pose_settings(settings);
    settings.finish();
  }
  void read(JsonFields& fields, const char* /*key*/, std::vector<PoseHold>& value) const {
    value = read_holds(fields);
  }
  void read(JsonFields& fields, const char* key, std::vector<Edit>& edits) const {
    for (const JsonFields& edit : fields.objects(key)) edits.push_back(read_edit(edit, *reading));
  }
};

// What reads an edit of that name.
struct EditReader {
  std::string name;
  std::function<Edit(JsonFields&, const LayerReading&)> read;
};

template <class What>
Edit read_as(JsonFields& fields, const LayerReading& reading) {
  What what;
  read_fields(fields, what, EditValues{&reading});
  return {std::move(what)};
}

template <std::size_t Kind>
void add_reader(std::vector<EditReader>& readers) {
  using What = std::variant_alternative_t<Kind, decltype(Edit::what)>;
  if constexpr (!std::is_same_v<What, AnyLayerEdit>) {
    readers.push_back({edit_kinds[Kind].name, read_as<What>});
  } else {
    for (const LayerKind* kind : layer_kinds().rows()) {
      for (const LayerEditKind* own : kind->edits) {
        readers.push_back({own->name, [own](JsonFields& fields, const LayerReading& reading) {
                             return Edit{own->read(fields, reading)};
                           }});
      }
    }
  }
}

template <std::size_t... Kind>
std::vector<EditReader> edit_readers(std::index_sequence<Kind...>) {
  std::vector<EditReader> readers;
  (add_reader<Kind>(readers), ...);
  return readers;
}

}  // namespace

Json to_json(const Edit& edit) {
  if (const auto* own = std::get_if<AnyLayerEdit>(&edit.what)) {
    Json json = {{"edit", (*own)->kind().name}};
    (*own)->write(json);
    return json;
  }
  Json json = {{"edit", edit_kinds.at(edit.what.index()).name}};
  const auto write = [&]<class What>(const What& what) {
    if constexpr (!std::is_same_v<What, AnyLayerEdit>) write_fields(json, what, EditValues{});
  };
  std::visit(write, edit.what);
  return json;
}

Edit read_edit(JsonFields fields, const LayerReading& reading) {
  constexpr std::size_t kinds = std::variant_size_v<decltype(Edit::what)>;
  const std::vector<EditReader> readers = edit_readers(std::make_index_sequence<kinds>{});
  std::vector<std::string> names;
  for (const EditReader& reader : readers) names.push_back(reader.name);
  fields.required_text("edit");
  const int chosen = fields.read_choice("edit", names, 0);
  Edit edit = readers[static_cast<std::size_t>(chosen)].read(fields, reading);
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
  if (const auto* own = std::get_if<AnyLayerEdit>(&edit.what)) return (*own)->kind().title;
  return edit_kinds.at(edit.what.index()).title;
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
