#include "retake/shot/pose_source_json.h"

#include <Eigen/Geometry>

#include "retake/mesh/motion_file.h"
#include "retake/shot/pose_files.h"
#include "retake/shot/pose_json.h"
#include "retake/shot/pose_settings_json.h"

namespace retake {

namespace {

namespace fs = std::filesystem;

// Point caches that gather poses or velocities.
class PoseCache {
 public:
  explicit PoseCache(std::string name) : name_(std::move(name)) {}

  void add(Json& json, const std::string& key, const Eigen::Matrix3Xf& points) {
    json[key] = name_;
    json[key + "_frame"] = motion_.frames.size();
    motion_.frames.push_back(points);
  }
  void write(const ShotStaging& staging) const {
    if (!motion_.frames.empty()) write_motion(staging / name_, motion_);
  }

 private:
  std::string name_;
  Motion motion_;
};

// Where poses of a file come from.
struct PoseReading {
  const fs::path& folder;
  const Shot& shot;
  const std::optional<QuasiStatic>& about;
};

Eigen::Matrix3Xf read_cached(JsonFields& fields, const std::string& key,
                             const PoseReading& reading) {
  Eigen::Matrix3Xf positions = read_pose_of_cache(fields, key, reading.folder);
  check_pose_count(positions.cols(), reading.shot.body().vertex_count(),
                   reading.folder / fields.required_text(key));
  return positions;
}

Eigen::Matrix3Xf read_positions(JsonFields& fields, int frame, const PoseReading& reading) {
  if (fields.has("mesh") && fields.has("cache")) {
    fields.refuse("cache",
                  {.what = "'mesh' and 'cache' are both given", .advice = "Keep one of them"});
  }
  if (fields.has("mesh")) {
    return read_pose_mesh(reading.folder / fields.required_text("mesh"), reading.shot);
  }
  if (fields.has("cache")) return read_cached(fields, "cache", reading);
  if (!reading.about) return reading.shot.body().rest_positions.cast<float>();
  const Motion& motion = *reading.about->motion;
  if (frame < 0 || frame >= motion.frame_count()) {
    fields.refuse("frame", {.what = "the motion that swings has no such frame",
                            .expected = "0 to " + std::to_string(motion.frame_count() - 1),
                            .found = std::to_string(frame)});
  }
  return motion.frames[static_cast<std::size_t>(frame)];
}

// Of each vertex, or of the whole: `velocity` of its middle and `spin` about it.
Eigen::Matrix3Xf read_velocities(JsonFields& fields, const Eigen::Matrix3Xf& positions,
                                 const PoseReading& reading) {
  const bool whole = fields.has("velocity") || fields.has("spin");
  if (fields.has("velocities")) {
    if (whole) fields.refuse("velocities", {.what = "velocities are given twice"});
    return read_cached(fields, "velocities", reading);
  }
  if (!whole) return {};
  Vec3 velocity = Vec3::Zero(), spin = Vec3::Zero();
  fields.read("velocity", velocity);
  fields.read("spin", spin);
  const Points about =
      positions.cast<double>().colwise() - Vec3(positions.cast<double>().rowwise().mean());
  Points velocities(3, about.cols());
  for (Eigen::Index v = 0; v < about.cols(); ++v)
    velocities.col(v) = velocity + spin.cross(about.col(v));
  return velocities.cast<float>();
}

PoseKey read_key(JsonFields fields, const PoseReading& reading) {
  PoseKey key;
  if (!fields.has("frame")) {
    fields.refuse("frame", {.what = "a pose needs the frame at which the body takes it"});
  }
  fields.read("frame", key.frame);
  fields.read("name", key.name);
  key.positions = read_positions(fields, key.frame, reading);
  key.velocities = read_velocities(fields, key.positions, reading);
  if (fields.has("more_turns")) fields.read("more_turns", key.more_turns.emplace());
  fields.read("id", key.id);
  key.handles = read_handles(fields);
  fields.read("hold", key.hold);
  key.span = read_span_curves(fields);
  fields.finish();
  return key;
}

QuasiStatic read_about(JsonFields fields, const fs::path& folder) {
  QuasiStatic about;
  about.motion =
      std::make_shared<const Motion>(read_motion(folder / fields.required_text("cache")));
  fields.read("share", about.share);
  fields.finish();
  return about;
}

}  // namespace

void write_pose_source(Json& json, const PoseSource& source, const ShotStaging& staging) {
  json["fps"] = source.fps;
  json["frames"] = source.frames;
  json["modes"] = source.modes;
  PoseCache poses(staging.data_name(".poses.pc2"));
  PoseCache velocities(staging.data_name(".velocities.pc2"));
  for (const PoseKey& key : source.keys) {
    Json& item = json["poses"].emplace_back(Json{{"frame", key.frame}});
    if (!key.name.empty()) item["name"] = key.name;
    poses.add(item, "cache", key.positions);
    if (key.velocities.cols() > 0) velocities.add(item, "velocities", key.velocities);
    if (key.more_turns) item["more_turns"] = *key.more_turns;
    if (key.id != 0) item["id"] = key.id;
    if (!key.handles.empty()) item["handles"] = to_json(key.handles);
    if (key.hold > 0) item["hold"] = key.hold;
    if (key.span) item["span"] = span_curves_to_json(*key.span);
  }
  poses.write(staging);
  velocities.write(staging);
  if (!source.holds.empty()) json["holds"] = to_json(source.holds);
  if (source.about) {
    const std::string cache = staging.data_name(".about.pc2");
    write_motion(staging / cache, *source.about->motion);
    json["about"] = {{"cache", cache}, {"share", source.about->share}};
  }
  write_pose_settings(json, source.settings);
}

PoseSource read_pose_source(JsonFields& fields, const fs::path& folder, const Shot& shot) {
  PoseSource source;
  source.fps = shot.setup.options.fps;
  if (fields.has("about")) source.about = read_about(fields.object("about"), folder);
  for (const JsonFields& key : fields.objects("poses"))
    source.keys.push_back(read_key(key, {folder, shot, source.about}));
  source.holds = read_holds(fields);
  if (!source.keys.empty()) source.frames = source.keys.back().last_frame() + 1;
  fields.read("fps", source.fps);
  fields.read("frames", source.frames);
  fields.read("modes", source.modes);
  source.settings = read_pose_settings(fields);
  number_poses(source.keys, fields.where());
  validate(source, shot.body(), fields.where());
  return source;
}

}  // namespace retake
