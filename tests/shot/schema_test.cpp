// docs/shot.schema.json is what the program reads and writes: no key more, no key less.
#include <set>

#include <gtest/gtest.h>

#include "retake/mesh/motion_file.h"
#include "retake/shot/json_fields.h"
#include "retake/shot/layer_kinds.h"
#include "retake/shot/source_kinds.h"
#include "shot/example_shots.h"
#include "temporary_folder.h"

namespace retake {

namespace {

// The part of JSON Schema that the schema uses. Notes which properties it has met.
class SchemaWalk {
 public:
  explicit SchemaWalk(Json schema) : schema_(std::move(schema)) {}

  void check(const Json& value) { check(value, schema_, "shot"); }

  std::set<std::string> met;  // "definition.property"
  std::vector<std::string> problems;

  std::set<std::string> all_properties() const {
    std::set<std::string> all;
    collect(schema_, "shot", all);
    for (const auto& [name, definition] : schema_["$defs"].items()) collect(definition, name, all);
    return all;
  }

 private:
  static void collect(const Json& schema, const std::string& where, std::set<std::string>& all) {
    if (schema.contains("items")) collect(schema["items"], where + "[]", all);
    if (!schema.contains("properties")) return;
    for (const auto& [key, property] : schema["properties"].items()) {
      all.insert(where + "." + key);
      collect(property, where + "." + key, all);
    }
  }

  void check(const Json& value, const Json& schema, const std::string& where) {
    if (schema.contains("$ref")) {
      const std::string name = schema["$ref"].get<std::string>().substr(sizeof "#/$defs/" - 1);
      return check(value, schema_["$defs"].at(name), name);
    }
    if (schema.contains("oneOf")) return check_by_kind(value, schema["oneOf"], where);
    check_value(value, schema, where);
    if (value.is_object()) check_object(value, schema, where);
    if (value.is_array() && schema.contains("items")) {
      for (const Json& item : value) check(item, schema["items"], where + "[]");
    }
  }

  void check_by_kind(const Json& value, const Json& choices, const std::string& where) {
    for (const Json& choice : choices) {
      const std::string name = choice["$ref"].get<std::string>().substr(sizeof "#/$defs/" - 1);
      const Json& definition = schema_["$defs"].at(name);
      if (definition["properties"]["kind"]["const"] == value["kind"]) {
        return check(value, choice, where);
      }
    }
    problems.push_back(where + ": unknown kind");
  }

  void check_object(const Json& value, const Json& schema, const std::string& where) {
    for (const auto& [key, item] : value.items()) {
      if (!schema.contains("properties") || !schema["properties"].contains(key)) {
        problems.push_back(where + "." + key + " is not in the schema");
        continue;
      }
      met.insert(where + "." + key);
      check(item, schema["properties"][key], where + "." + key);
    }
    for (const Json& key : schema.value("required", Json::array())) {
      if (!value.contains(key.get<std::string>())) problems.push_back(where + ": no " + key.dump());
    }
    const Json choices = schema.value("anyOf", Json::array());
    const auto fits = [&](const Json& choice) { return is_one_of(value, choice); };
    if (!choices.empty() && std::none_of(choices.begin(), choices.end(), fits)) {
      problems.push_back(where + ": none of what must be there");
    }
  }

  // A choice says which keys are there, and which values they have.
  static bool is_one_of(const Json& value, const Json& choice) {
    const Json properties = choice.value("properties", Json::object());
    for (const Json& required : choice["required"]) {
      const auto key = required.get<std::string>();
      if (!value.contains(key)) return false;
      if (!properties.contains(key)) continue;
      const Json& known = properties[key]["enum"];
      if (std::find(known.begin(), known.end(), value[key]) == known.end()) return false;
    }
    return true;
  }

  void check_value(const Json& value, const Json& schema, const std::string& where) {
    bool fits = true;
    if (schema.contains("const")) fits = value == schema["const"];
    if (schema.contains("enum")) {
      fits = std::find(schema["enum"].begin(), schema["enum"].end(), value) != schema["enum"].end();
    }
    if (schema.contains("type")) fits = is_of(value, schema["type"]);
    if (schema.contains("minItems")) fits = fits && value.size() >= schema["minItems"];
    if (schema.contains("maxItems")) fits = fits && value.size() <= schema["maxItems"];
    if (schema.contains("minimum")) fits = fits && value >= schema["minimum"];
    if (schema.contains("maximum")) fits = fits && value <= schema["maximum"];
    if (schema.contains("exclusiveMinimum")) fits = fits && value > schema["exclusiveMinimum"];
    if (!fits) problems.push_back(where + ": " + value.dump().substr(0, 60));
  }

  static bool is_of(const Json& value, const Json& type) {
    if (type.is_array()) {
      return std::any_of(type.begin(), type.end(),
                         [&](const Json& each) { return is_of(value, each); });
    }
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    return value.type_name() == type;
  }

  Json schema_;
};

Json read_json(const std::filesystem::path& file) {
  return parse_json(bytes_of(file), file.string());
}

SchemaWalk published_schema() {
  return SchemaWalk(read_json(std::filesystem::path(RETAKE_SOURCE_DIR) / "docs/shot.schema.json"));
}

// A shot by hand, with every key that a writer has no need of.
Json handwritten(Json shot) {
  shot["source"] = {{"kind", "rest"}, {"frames", 12}, {"fps", 25}, {"contacts_file", "touch.csv"}};
  shot["body"]["material"] = {{"name", "foam"}, {"density", 1}, {"young", 1e4}, {"poisson", 0.3}};
  shot["body"]["thickness"] = 0.01;
  Json& wishes = shot["layers"][0]["wishes"];
  wishes[0].erase("axes");
  wishes[0]["direction"] = {0, 1, 0};
  wishes[0]["radius"] = 0.5;
  wishes[1]["other"] = {{"vertex", 2}, {"radius", 0.1}};
  wishes[4].erase("vertex");
  wishes[4]["vertices"] = {0, 1};
  wishes[4]["weights"] = {0.5, 0.5};
  wishes[3]["pose_frame"] = 0;
  wishes[3]["first_vertex"] = 0;
  shot["layers"][1]["deltas"][1]["radius"] = 0.5;
  return shot;
}

// A shot of poses by hand.
Json handwritten_poses(Json shot) {
  shot["source"]["preset"] = "jelly";
  shot["source"]["instead_of"] = {{"kind", "rest"}, {"frames", 12}, {"fps", 30}};
  shot["source"]["poses"][0] = {
      {"frame", 0}, {"mesh", "posed.veg"}, {"velocity", {0, 1, 0}}, {"spin", {0, 0, 1}}};
  shot["source"]["poses"][2]["span"]["preset"] = "soft";
  return shot;
}

// Several bodies by hand, with all that one can have.
Json handwritten_bodies(const Json& skin) {
  Json body = skin["body"];
  body["material"] = {{"name", "foam"}, {"density", 1}, {"young", 1e4}, {"poisson", 0.3}};
  body["thickness"] = 0.01;
  body["render_surface"] = "skin.obj";
  body["color"] = {1, 0, 0};
  body["origin"] = {{"mesh", "skin.obj"}};
  Json first = body, second = body;
  first["name"] = "left";
  second["name"] = "right";
  const Json point = {{"body", "right"}, {"vertex", 1}};
  Json wish = {{"body", "left"}, {"vertex", 1},         {"kind", "relative"},
               {"frame", 6},     {"target", {0, 0, 0}}, {"other", point}};
  Json pin = {{"body", "left"}, {"vertices", {0, 1}}, {"kind", "pin"}, {"frame", 6}};
  const Json delta = {{"body", "right"}, {"vertex", 1}, {"frame", 6}, {"displacement", {0, 1, 0}}};
  const Json path = {{"body", "right"}, {"pins", {2}}};
  const Json region = {{"body", "left"}, {"vertices", {0, 1}}};
  return {{"retake", 1},
          {"bodies", {first, second}},
          {"source", {{"kind", "cache"}, {"files", {"one.pc2", "one.pc2"}}}},
          {"forcing", {{"pin_paths", {path}}}},
          {"layers",
           {{{"kind", "green"}, {"wishes", {wish}}},
            {{"kind", "green"}, {"settings", {{"region", region}}}, {"wishes", {pin}}},
            {{"kind", "blend"}, {"deltas", {delta}}}}}};
}

}  // namespace

TEST(Schema, HasEveryKeyThatIsWrittenAndEveryKeyOfItIsRead) {
  const TemporaryFolder folder;
  Shot shot = rich_shot();
  shot.origin = Origin{.mesh_file = "/elsewhere/wobble.glb",
                       .motion_file = "/elsewhere/wobble.glb",
                       .object = "wobble",
                       .clip = "fall",
                       .body_vertex_of_file_vertex = {0, 1, 2, 3, 4, 4}};
  write_shot(shot, folder / "wobble.json");
  folder.put("touch.csv", "1,2,0,1,0\n");
  const Json written = read_json(folder / "wobble.json");
  const Json by_hand = handwritten(written);
  folder.put("hand.json", by_hand.dump());
  ASSERT_NO_THROW(read_shot(folder / "wobble.json"));
  ASSERT_NO_THROW(read_shot(folder / "hand.json"));  // refuses keys that nobody reads
  const Json of_scene = {{"retake", 1}, {"scene", "wobble"}};
  folder.put("scene.json", of_scene.dump());
  EXPECT_EQ(read_shot(folder / "scene.json", [](const std::string&) { return rich_shot(); }).name,
            rich_shot().name);
  EXPECT_THROW(read_shot(folder / "scene.json"), InputError);

  write_shot(surface_shot(), folder / "skin.json");
  write_shot(posed_shot(), folder / "posed.json");
  const Json posed_by_hand = handwritten_poses(read_json(folder / "posed.json"));
  folder.put("posed_hand.json", posed_by_hand.dump());
  ASSERT_NO_THROW(read_shot(folder / "posed_hand.json"));

  const Json bodies = handwritten_bodies(read_json(folder / "skin.json"));
  folder.put("bodies.json", bodies.dump());
  write_motion(folder / "one.pc2",
               {.frames = {12, surface_shot().body().rest_positions.cast<float>()}});
  ASSERT_NO_THROW(read_shot(folder / "bodies.json"));

  SchemaWalk walk = published_schema();
  walk.check(bodies);
  walk.check(read_json(folder / "skin.json"));
  walk.check(read_json(folder / "posed.json"));
  walk.check(posed_by_hand);
  walk.check(written);
  walk.check(by_hand);
  walk.check(of_scene);
  EXPECT_TRUE(walk.problems.empty()) << testing::PrintToString(walk.problems);
  for (const std::string& property : walk.all_properties()) {
    EXPECT_TRUE(walk.met.count(property) != 0) << property << " is in no shot";
  }
}

TEST(Schema, HasTheKindsOfTheTables) {
  const Json schema = read_json(std::filesystem::path(RETAKE_SOURCE_DIR) / "docs/shot.schema.json");
  std::vector<Json> layers;
  for (const LayerKind* kind : layer_kinds().rows()) {
    layers.push_back({{"$ref", "#/$defs/" + kind->name + "_layer"}});
    EXPECT_EQ(schema["$defs"][kind->name + "_layer"]["properties"]["kind"]["const"], kind->name);
  }
  EXPECT_EQ(schema["properties"]["layers"]["items"]["oneOf"], layers);
  const Json& source = schema["$defs"]["source"]["properties"];
  EXPECT_EQ(source["kind"]["enum"], Json(source_kinds().names()));
}

TEST(Schema, RefusesWhatTheReaderRefuses) {
  const TemporaryFolder folder;
  write_shot(rich_shot(), folder / "wobble.json");
  const Json good = read_json(folder / "wobble.json");
  std::vector<Json> bad(8, good);
  bad[0]["retake"] = 2;
  bad[1]["layers"][0]["kind"] = "grey";
  bad[2]["layers"][0]["wishes"][0]["tagret"] = 1;
  bad[3]["layers"][0]["wishes"][0]["frame"] = 1.5;
  bad[4]["layers"][0]["settings"]["window"] = {1, 2, 3};
  bad[5]["layers"][1]["space"] = "moon";
  bad[6]["layers"][0]["wishes"][0].erase("target");
  bad[7]["layers"][0]["wishes"][0].erase("frame");
  for (const Json& shot : bad) {
    folder.put("bad.json", shot.dump());
    EXPECT_THROW(read_shot(folder / "bad.json"), Error);
    SchemaWalk walk = published_schema();
    walk.check(shot);
    EXPECT_FALSE(walk.problems.empty());
  }
}

}  // namespace retake
