#include "retake/shot/origin_json.h"

#include <numeric>

#include "retake/mesh/atomic_file.h"
#include "retake/mesh/file_bytes.h"

namespace retake {

namespace {

namespace fs = std::filesystem;

// An empty name is that of the current folder.
fs::path whole(const fs::path& folder) {
  return folder.empty() ? fs::current_path() : fs::absolute(folder).lexically_normal();
}

std::string name_from(const fs::path& folder, const fs::path& file) {
  const fs::path near = file.lexically_proximate(whole(folder));
  const bool is_within = near.is_relative() && *near.begin() != "..";
  return (is_within ? near : file).string();
}

fs::path path_from(const fs::path& folder, const std::string& name) {
  return name.empty() ? fs::path() : (whole(folder) / name).lexically_normal();
}

void check_indices(const std::vector<int>& indices, int count, const JsonFields& fields,
                   const std::string& key) {
  for (const int index : indices) {
    if (index >= 0 && index < count) continue;
    fields.refuse(key, {.what = "no such vertex",
                        .expected = "0 to " + std::to_string(count - 1),
                        .found = std::to_string(index)});
  }
}

void check_polygons(const Polygons& polygons, int file_vertices, const JsonFields& fields) {
  std::int64_t corners = 0;
  for (const int size : polygons.sizes) {
    if (size < 3) {
      fields.refuse("face_sizes", {.what = "a face has too few corners",
                                   .expected = "3 or more",
                                   .found = std::to_string(size)});
    }
    corners += size;
  }
  if (corners != std::ssize(polygons.corners)) {
    fields.refuse("face_corners", {.what = "the corners are not those of the faces",
                                   .expected = std::to_string(corners) + " in all",
                                   .found = std::to_string(polygons.corners.size())});
  }
  check_indices(polygons.corners, file_vertices, fields, "face_corners");
}

void read_lists(const fs::path& file, int vertex_count, Origin& origin) {
  const Json json = parse_json(read_file(file).bytes, file.string());
  JsonFields fields(json, file.string());
  auto& map = origin.body_vertex_of_file_vertex;
  fields.read("body_vertices", map);
  fields.read("face_sizes", origin.polygons.sizes);
  fields.read("face_corners", origin.polygons.corners);
  fields.finish();
  check_indices(map, vertex_count, fields, "body_vertices");
  check_polygons(origin.polygons, map.empty() ? vertex_count : static_cast<int>(map.size()),
                 fields);
}

}  // namespace

Json origin_to_json(const Origin& origin, const fs::path& folder, const ShotStaging& staging,
                    const std::string& body) {
  Json json = {{"mesh", name_from(folder, origin.mesh_file)},
               {"object", origin.object},
               {"up", name_of(origin.up, up_axis_names())},
               {"meters_per_unit", origin.meters_per_unit},
               {"fps", origin.fps},
               {"start_frame", origin.start_frame}};
  if (!origin.motion_file.empty()) json["motion"] = name_from(folder, origin.motion_file);
  if (!origin.clip.empty()) json["clip"] = origin.clip;
  if (origin.body_vertex_of_file_vertex.empty() && origin.polygons.sizes.empty()) return json;
  const std::string lists = staging.data_name(body + ".origin.json");
  const Json values = {{"body_vertices", origin.body_vertex_of_file_vertex},
                       {"face_sizes", origin.polygons.sizes},
                       {"face_corners", origin.polygons.corners}};
  write_file(staging / lists, values.dump() + "\n");
  json["lists"] = lists;
  return json;
}

Origin read_origin(JsonFields fields, const fs::path& folder, int vertex_count) {
  Origin origin;
  std::string mesh, motion, lists;
  fields.read("mesh", mesh);
  fields.read("motion", motion);
  origin.mesh_file = path_from(folder, mesh);
  origin.motion_file = path_from(folder, motion);
  fields.read("object", origin.object);
  fields.read("clip", origin.clip);
  fields.read_enum("up", up_axis_names(), origin.up);
  fields.read("meters_per_unit", origin.meters_per_unit);
  fields.read("fps", origin.fps);
  fields.read("start_frame", origin.start_frame);
  fields.read("lists", lists);
  fields.finish();
  validate(origin, fields.where());
  if (!lists.empty()) read_lists(folder / lists, vertex_count, origin);
  return origin;
}

}  // namespace retake
