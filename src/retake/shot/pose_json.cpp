#include "retake/shot/pose_json.h"

#include <bit>

#include "retake/mesh/base64.h"
#include "retake/mesh/byte_order.h"
#include "retake/shot/pose_settings_json.h"

namespace retake {

const std::vector<std::string> passed_with_names = {"free", "still", "given"};

namespace {

void check_count(const JsonFields& fields, const std::string& key, std::ptrdiff_t found,
                 int count) {
  if (found == std::ptrdiff_t{3} * count) return;
  fields.refuse(key, {.what = "a pose of another mesh",
                      .expected = std::to_string(3 * count) + " numbers, three a vertex",
                      .found = std::to_string(found)});
}

Eigen::Matrix3Xf points_of_text(const JsonFields& fields, const std::string& key,
                                const std::string& text, int count) {
  const std::optional<std::string> bytes = base64_decoded(text);
  if (!bytes || bytes->size() % sizeof(float) != 0)
    fields.refuse(
        key, {.what = "points that cannot be read", .expected = "numbers, or float32 in base64"});
  check_count(fields, key, std::ssize(*bytes) / std::ptrdiff_t{sizeof(float)}, count);
  Eigen::Matrix3Xf points(3, count);
  for (Eigen::Index i = 0; i < points.size(); ++i)
    points.data()[i] = from_bytes<float>(
        bytes->data() + sizeof(float) * static_cast<std::size_t>(i), std::endian::little);
  return points;
}

// All but positions and velocities.
PoseKey read_plain(JsonFields& fields) {
  PoseKey key;
  fields.read("id", key.id);
  fields.read("frame", key.frame);
  fields.read("name", key.name);
  const Json* turns = fields.find("more_turns");
  if (turns != nullptr && !turns->is_null()) fields.read("more_turns", key.more_turns.emplace());
  key.handles = read_handles(fields);
  fields.read("hold", key.hold);
  key.span = read_span_curves(fields);
  return key;
}

PassedWith read_velocities(JsonFields& fields, PoseKey& key, const Body& body) {
  auto with = PassedWith::any;
  fields.read_enum("velocity", passed_with_names, with);
  key.velocities = read_points(fields, "velocities", body.vertex_count());
  if (with == PassedWith::none) key.velocities.setZero(3, body.vertex_count());
  if (with == PassedWith::any) key.velocities.resize(3, 0);
  return with;
}

PoseHold read_hold(JsonFields fields) {
  PoseHold hold;
  fields.read("name", hold.name);
  fields.read("vertices", hold.vertices);
  fields.finish();
  return hold;
}

std::shared_ptr<const Motion> read_frames(JsonFields& fields, double fps, int count) {
  const Json* frames = fields.find("about");
  if (frames == nullptr || frames->is_null()) return nullptr;
  Motion motion = {.fps = fps, .start_frame = 0, .frames = {}};
  for (const Json& frame : *frames) {
    const Json holder = {{"about", frame}};
    JsonFields one(holder, fields.where());
    motion.frames.push_back(read_points(one, "about", count));
  }
  return std::make_shared<const Motion>(std::move(motion));
}

PoseSource read_source(JsonFields fields, const Body& body) {
  PoseSource source;
  source.fps = 0;
  fields.read("fps", source.fps);
  for (const JsonFields& key : fields.objects("keys"))
    source.keys.push_back(read_pose_key(key, body));
  if (!source.keys.empty()) source.frames = source.keys.back().last_frame() + 1;
  fields.read("frames", source.frames);
  fields.read("modes", source.modes);
  source.holds = read_holds(fields);
  if (fields.has("settings")) {
    JsonFields settings = fields.object("settings");
    source.settings = read_pose_settings(settings);
    settings.finish();
  }
  if (auto motion = read_frames(fields, source.fps, body.vertex_count())) {
    source.about = QuasiStatic{std::move(motion)};
    fields.read("share", source.about->share);
  }
  fields.finish();
  return source;
}

}  // namespace

Json points_to_json(const Eigen::Matrix3Xf& points) {
  std::string bytes;
  bytes.reserve(sizeof(float) * static_cast<std::size_t>(points.size()));
  for (const float number : points.reshaped()) append_bytes(bytes, number, std::endian::little);
  return base64_encoded(bytes);
}

Eigen::Matrix3Xf read_points(JsonFields& fields, const std::string& key, int count) {
  const Json* json = fields.find(key);
  if (json == nullptr) return {};
  if (json->is_string()) return points_of_text(fields, key, json->get<std::string>(), count);
  std::vector<double> numbers;
  fields.read(key, numbers);
  check_count(fields, key, std::ssize(numbers), count);
  return Eigen::Map<const Points>(numbers.data(), 3, count).cast<float>();
}

Json to_json(const std::vector<PoseHandle>& handles) {
  Json json = Json::array();
  for (const auto& [vertex, target] : handles)
    json.push_back({{"vertex", vertex}, {"target", xyz(target)}});
  return json;
}

std::vector<PoseHandle> read_handles(JsonFields& fields) {
  std::vector<PoseHandle> handles;
  for (JsonFields& handle : fields.objects("handles")) {
    auto& [vertex, target] = handles.emplace_back();
    handle.read("vertex", vertex);
    handle.read("target", target);
    handle.finish();
  }
  return handles;
}

Json to_json(const std::vector<PoseHold>& holds) {
  Json json = Json::array();
  for (const PoseHold& hold : holds)
    json.push_back({{"name", hold.name}, {"vertices", hold.vertices}});
  return json;
}

std::vector<PoseHold> read_holds(JsonFields& fields) {
  std::vector<PoseHold> holds;
  for (const JsonFields& hold : fields.objects("holds")) holds.push_back(read_hold(hold));
  return holds;
}

Json to_json(const PoseKey& key) {
  const PassedWith with = passed_with(key);
  Json json = {{"id", key.id},
               {"frame", key.frame},
               {"name", key.name},
               {"more_turns", key.more_turns ? Json(*key.more_turns) : Json()},
               {"velocity", name_of(with, passed_with_names)},
               {"handles", to_json(key.handles)},
               {"hold", key.hold}};
  if (key.span) json["span"] = span_curves_to_json(*key.span);
  if (key.positions.cols() > 0) json["positions"] = points_to_json(key.positions);
  if (with == PassedWith::given) json["velocities"] = points_to_json(key.velocities);
  return json;
}

PoseKey read_pose_key(JsonFields fields, const Body& body) {
  PoseKey key = read_plain(fields);
  key.positions = read_points(fields, "positions", body.vertex_count());
  if (read_velocities(fields, key, body) == PassedWith::given && key.velocities.cols() == 0)
    fields.refuse("velocities", {.what = "the velocities of a new pose are not there"});
  if (key.positions.cols() == 0)
    fields.refuse("positions", {.what = "a new pose needs its positions"});
  fields.finish();
  return key;
}

Json to_json(const ChangedPose& pose) {
  Json json = to_json(pose.key);
  if (pose.keeps_velocities) json["velocity"] = name_of(PassedWith::given, passed_with_names);
  return json;
}

ChangedPose read_changed_pose(JsonFields fields, const Body& body) {
  ChangedPose pose = {read_plain(fields)};
  pose.key.positions = read_points(fields, "positions", body.vertex_count());
  const PassedWith with = read_velocities(fields, pose.key, body);
  pose.keeps_velocities = with == PassedWith::given && pose.key.velocities.cols() == 0;
  fields.finish();
  return pose;
}

Json to_json(const std::shared_ptr<const PoseSource>& source) {
  if (!source) return nullptr;
  Json json = {{"fps", source->fps}, {"frames", source->frames}, {"modes", source->modes}};
  json["keys"] = Json::array();
  for (const PoseKey& key : source->keys) json["keys"].push_back(to_json(key));
  json["holds"] = to_json(source->holds);
  write_pose_settings(json["settings"], source->settings);
  if (!source->about) return json;
  json["share"] = source->about->share;
  json["about"] = Json::array();
  for (const FrameView& frame : source->about->motion->frames)
    json["about"].push_back(points_to_json(frame));
  return json;
}

std::shared_ptr<const PoseSource> read_poses(JsonFields& fields, const std::string& key,
                                             const Body& body) {
  const Json* json = fields.find(key);
  if (json == nullptr || json->is_null()) return nullptr;
  return std::make_shared<const PoseSource>(read_source(fields.object(key), body));
}

}  // namespace retake
