#include "retake/shot/source_json.h"

#include "retake/mesh/atomic_file.h"
#include "retake/mesh/file_bytes.h"
#include "retake/shot/bodies_json.h"
#include "retake/shot/pose_source_json.h"
#include "retake/shot/source_kinds.h"
#include "retake/shot/sources/poses.h"

namespace retake {

namespace {

namespace fs = std::filesystem;

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
  vertices = read_vertices(fields, "vertex", spans_of(shot.bodies.several()));
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
  check_range(vertices, shot.body().vertex_count(), fields, "vertex");
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

void check_fps(const JsonFields& fields, double fps) {
  if (fps > 0) return;
  fields.refuse(
      "fps",
      {.what = "frames need a rate", .expected = "fps above 0", .found = std::to_string(fps)});
}

void write_contacts(Json& source, const SourceWriting& writing) {
  const auto& [shot, staging, stream] = writing;
  if (shot.contacts.empty()) return;
  const std::string contacts = staging.data_name(".contacts.json");
  write_file(staging / contacts, contacts_to_json(shot.contacts).dump() + "\n");
  source["contacts"] = contacts;
}

Json source_to_json(const AnySource& source, const SourceWriting& writing) {
  Json json = {{"kind", source->kind().name}};
  source->write(json, writing);
  return json;
}

Json edited_source_to_json(const Json& before, const Shot& shot, const ShotStaging& staging) {
  const FrameStream none;
  const SourceWriting writing = {shot, staging, none};
  Json plain = plain_part(before);
  const auto* poses = shot.source.find<PosesSource>();
  if (poses == nullptr) return plain.is_null() ? source_to_json(shot.source, writing) : plain;
  Json json = {{"kind", poses->kind().name}};
  write_pose_source(json, *poses->poses, staging);
  if (!poses->instead_of) {
    keep_contacts(json, before);
  } else {
    json["instead_of"] =
        plain.is_null() ? source_to_json(*poses->instead_of, writing) : std::move(plain);
  }
  return json;
}

// A source that does not say its kind is of the one that the shot has already.
static const SourceKind& read_kind(JsonFields& fields, const Shot& shot) {
  return fields.has("kind") ? source_kinds().read(fields, "kind") : shot.source->kind();
}

void read_source(JsonFields fields, const fs::path& folder, Shot& shot) {
  const SourceKind& kind = read_kind(fields, shot);
  shot.source = kind.read(fields, {folder, shot});
  if (kind.has_contacts) {
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
