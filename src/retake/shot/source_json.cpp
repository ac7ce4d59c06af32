#include "retake/shot/source_json.h"

#include "retake/mesh/atomic_file.h"
#include "retake/mesh/file_bytes.h"
#include "retake/mesh/motion_file.h"
#include "retake/shot/bodies_json.h"
#include "retake/shot/cache_files.h"
#include "retake/shot/pose_source_json.h"

namespace retake {

namespace {

namespace fs = std::filesystem;

const std::vector<std::string> source_names = {"rest", "simulate", "cache", "poses"};

void check_range(const std::vector<int>& values, int count, const JsonFields& fields,
                 const std::string& key) {
  for (const int value : values) {
    if (value >= 0 && value < count) continue;
    throw InputError({.what = "index out of range",
                      .where = fields.where(key),
                      .expected = "0 to " + std::to_string(count - 1),
                      .found = std::to_string(value)});
  }
}

void check_fps(const JsonFields& fields, double fps) {
  if (fps > 0) return;
  fields.refuse(
      "fps",
      {.what = "frames need a rate", .expected = "fps above 0", .found = std::to_string(fps)});
}

std::vector<fs::path> read_names(JsonFields& fields, const std::string& key,
                                 const fs::path& folder) {
  std::vector<fs::path> names;
  const Json* list = fields.find(key);
  for (const Json& name : list->is_array() ? *list : Json::array()) {
    if (name.is_string()) names.push_back(folder / name.get<std::string>());
  }
  if (!list->is_array() || names.size() != list->size())
    fields.refuse(key, {.what = "not a list of files", .expected = "names, one a body"});
  return names;
}

// Caches may also be folders, and patterns of files, which say themselves what is missing.
void require_files(const JsonFields& fields, const std::string& key,
                   const std::vector<fs::path>& files) {
  for (const fs::path& file : files) {
    const bool is_one =
        file.has_extension() && file.string().find_first_of("#%") == std::string::npos;
    if (!is_one || fs::exists(file)) continue;
    fields.refuse(key, {.what = "there is no such file",
                        .found = file.string(),
                        .advice = "Put it beside the shot, or correct its name"});
  }
}

// One file of the whole stack, or one for each body.
Motion read_cache(JsonFields& fields, const fs::path& folder, const Shot& shot) {
  Motion motion;
  if (!fields.has("files")) {
    const fs::path file = folder / fields.required_text("file");
    require_files(fields, "file", {file});
    motion = read_cache_file(file, shot.setup.body);
  } else if (fields.has("file")) {
    fields.refuse("files", {.what = "'file' and 'files' are both given",
                            .advice = "Keep 'file' for the stack, or 'files' for each body"});
  } else if (shot.bodies.empty()) {
    fields.refuse("files", {.what = "the shot has one body alone", .expected = "'file'"});
  } else {
    const std::vector<fs::path> files = read_names(fields, "files", folder);
    require_files(fields, "files", files);
    motion = read_cache_files(files, shot.bodies);
  }
  fields.read("fps", motion.fps);
  check_fps(fields, motion.fps);
  return motion;
}

Stillness read_stillness(JsonFields& fields, double fps) {
  Stillness still{.fps = fps};
  fields.read("frames", still.frames);
  fields.read("fps", still.fps);
  check_fps(fields, still.fps);
  if (still.frames < 1 || still.frames > 1'000'000) {
    fields.refuse("frames", {.what = "impossible number of frames",
                             .expected = "1 to 1,000,000",
                             .found = std::to_string(still.frames)});
  }
  return still;
}

void write_stream(const fs::path& path, const FrameStream& stream) {
  MotionWriter writer(path, stream.info.point_count,
                      {.fps = stream.info.fps, .start_frame = stream.info.start_frame});
  for (int t = 0; t < stream.info.frame_count; ++t) writer.append(stream.frame(t));
  writer.finish();
}

// A source that is not poses, with its contacts.
Json plain_source_to_json(const Shot& shot, SourceKind kind, const ShotStaging& staging,
                          const FrameStream& cache = {}) {
  Json json = {{"kind", name_of(kind, source_names)}};
  if (kind == SourceKind::rest) {
    json["frames"] = shot.still.frames;
    json["fps"] = shot.still.fps;
  }
  if (kind == SourceKind::cache && (shot.cache || cache.frame)) {
    const std::string name = staging.data_name(shot.origin ? ".motion.pc2" : ".pc2");
    if (cache.frame) {
      write_stream(staging / name, cache);
    } else {
      write_motion(staging / name, *shot.cache);
    }
    json["file"] = name;
    json["fps"] = cache.frame ? cache.info.fps : shot.cache->fps;
  }
  if (kind != SourceKind::simulate && !shot.contacts.empty()) {
    const std::string contacts = staging.data_name(".contacts.json");
    write_file(staging / contacts, contacts_to_json(shot.contacts).dump() + "\n");
    json["contacts"] = contacts;
  }
  return json;
}

// What stands in the file for the source without poses; null: nothing does.
Json plain_part(const Json& source) {
  const bool is_poses = source.is_object() && source.value("kind", "") == "poses";
  return is_poses ? source.value("instead_of", Json()) : source;
}

// Poses that took no other source's place keep the contacts that they have in the file.
void keep_contacts(Json& json, const Json& before) {
  for (const char* key : {"contacts", "contacts_file"})
    if (before.is_object() && before.contains(key)) json[key] = before[key];
}

}  // namespace

Json contacts_to_json(const std::vector<Contact>& contacts) {
  Json json = {{"frame", Json::array()},
               {"vertex", Json::array()},
               {"obstacle", Json::array()},
               {"normal", Json::array()}};
  for (const Contact& contact : contacts) {
    json["frame"].push_back(contact.frame);
    json["vertex"].push_back(contact.vertex);
    json["obstacle"].push_back(contact.obstacle);
    for (const double part : contact.normal) json["normal"].push_back(part);
  }
  return json;
}

std::vector<Contact> read_contacts(const fs::path& path, const Shot& shot) {
  const Json json = parse_json(read_file(path).bytes, path.string());
  JsonFields fields(json, path.string());
  std::vector<int> frames, vertices, obstacles;
  std::vector<double> normals;
  fields.read("frame", frames);
  vertices = read_vertices(fields, "vertex", spans_of(shot.bodies));
  fields.read("obstacle", obstacles);
  fields.read("normal", normals);
  fields.finish();
  if (vertices.size() != frames.size() || obstacles.size() != frames.size() ||
      normals.size() != 3 * frames.size()) {
    throw InputError(
        {.what = "the lists of contacts differ in length",
         .where = path.string(),
         .expected = std::to_string(frames.size()) + " entries (normals three times)"});
  }
  check_range(frames, frame_count(shot), fields, "frame");
  check_range(vertices, shot.setup.body.vertex_count(), fields, "vertex");
  check_range(obstacles, static_cast<int>(shot.setup.obstacles.size()), fields, "obstacle");
  std::vector<Contact> contacts(frames.size());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    contacts[i] = {frames[i],
                   vertices[i],
                   obstacles[i],
                   {normals[3 * i], normals[3 * i + 1], normals[3 * i + 2]}};
  }
  return contacts;
}

Json source_to_json(const Shot& shot, const ShotStaging& staging, const FrameStream& cache) {
  if (shot.source != SourceKind::poses || !shot.poses)
    return plain_source_to_json(shot, shot.source, staging, cache);
  Json json =
      shot.instead_of ? Json::object() : plain_source_to_json(shot, SourceKind::poses, staging);
  json["kind"] = name_of(shot.source, source_names);
  write_pose_source(json, *shot.poses, staging);
  if (shot.instead_of) json["instead_of"] = plain_source_to_json(shot, *shot.instead_of, staging);
  return json;
}

Json edited_source_to_json(const Json& before, const Shot& shot, const ShotStaging& staging) {
  Json plain = plain_part(before);
  if (shot.source != SourceKind::poses)
    return plain.is_null() ? plain_source_to_json(shot, shot.source, staging) : plain;
  Json json = {{"kind", name_of(shot.source, source_names)}};
  write_pose_source(json, *shot.poses, staging);
  if (!shot.instead_of) {
    keep_contacts(json, before);
  } else {
    json["instead_of"] =
        plain.is_null() ? plain_source_to_json(shot, *shot.instead_of, staging) : std::move(plain);
  }
  return json;
}

static void read_poses_source(JsonFields& fields, const fs::path& folder, Shot& shot) {
  if (fields.has("instead_of")) {
    shot.source = SourceKind::rest;
    read_source(fields.object("instead_of"), folder, shot);
    if (shot.source == SourceKind::poses)
      fields.refuse("instead_of", {.what = "poses that take the place of poses"});
    shot.instead_of = shot.source;
  }
  shot.source = SourceKind::poses;
  shot.poses = std::make_shared<PoseSource>(read_pose_source(fields, folder, shot));
}

void read_source(JsonFields fields, const fs::path& folder, Shot& shot) {
  fields.read_enum("kind", source_names, shot.source);
  if (shot.source == SourceKind::cache) shot.cache = read_cache(fields, folder, shot);
  if (shot.source == SourceKind::poses) read_poses_source(fields, folder, shot);
  if (shot.source == SourceKind::rest) {
    shot.still = read_stillness(fields, shot.setup.options.fps);
  }
  if (shot.source != SourceKind::simulate) {
    if (fields.has("contacts")) {
      shot.contacts = read_contacts(folder / fields.required_text("contacts"), shot);
    }
    if (fields.has("contacts_file")) {
      if (fields.has("contacts")) {
        fields.refuse("contacts_file", {.what = "contacts are given twice",
                                        .advice = "Keep 'contacts' or 'contacts_file'"});
      }
      shot.contacts = read_contact_lines(folder / fields.required_text("contacts_file"), shot);
    }
  }
  fields.finish();
}

}  // namespace retake
