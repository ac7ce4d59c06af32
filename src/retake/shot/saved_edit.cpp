#include "retake/shot/saved_edit.h"

#include "retake/mesh/atomic_file.h"
#include "retake/mesh/file_bytes.h"
#include "retake/modes/content_hash.h"
#include "retake/numerics/errors.h"
#include "retake/shot/json_table.h"
#include "retake/shot/layer_ids.h"
#include "retake/shot/layer_json.h"

namespace retake {

static constexpr auto json_table(const MeshFingerprint&) {
  return std::tuple{JsonRow{"vertices", &MeshFingerprint::vertices},
                    JsonRow{"tets", &MeshFingerprint::tets},
                    JsonRow{"triangles", &MeshFingerprint::triangles},
                    JsonRow{"topology", &MeshFingerprint::topology}};
}

namespace {

constexpr int edit_version = 1;

std::string spoken(const MeshFingerprint& mesh) {
  return std::to_string(mesh.vertices) + " vertices, " + std::to_string(mesh.tets) + " tets, " +
         std::to_string(mesh.triangles) + " triangles";
}

void check_mesh(const MeshFingerprint& edit, const MeshFingerprint& body, const std::string& file) {
  if (edit == body) return;
  MeshFingerprint counts = edit;
  counts.topology = body.topology;
  throw InputError({.what = counts == body
                                ? "the edit belongs to a mesh whose vertices are joined otherwise"
                                : "the edit belongs to another mesh",
                    .where = file,
                    .expected = spoken(body),
                    .found = spoken(edit)});
}

Json before_to_json(const std::map<int, Eigen::Matrix3Xf>& before) {
  Json json = Json::array();
  for (const auto& [wish, place] : before) {
    json.push_back({{"wish", wish},
                    {"at", std::vector<float>(place.reshaped().begin(), place.reshaped().end())}});
  }
  return json;
}

std::map<int, Eigen::Matrix3Xf> read_before(JsonFields& fields) {
  std::map<int, Eigen::Matrix3Xf> before;
  for (JsonFields entry : fields.objects("before")) {
    int wish = 0;
    std::vector<double> at;
    entry.read("wish", wish);
    entry.read("at", at);
    entry.finish();
    if (at.empty() || at.size() % 3 != 0) {
      entry.refuse("at", {.what = "no places", .expected = "three numbers for each"});
    }
    before[wish] = Eigen::Map<const Points>(at.data(), 3, static_cast<Eigen::Index>(at.size() / 3))
                       .cast<float>();
  }
  return before;
}

}  // namespace

MeshFingerprint fingerprint_of(const Body& body) {
  ContentHash hash;
  hash.add_text("retake topology");
  hash.add(body.tets.data(), sizeof(int) * static_cast<std::size_t>(body.tets.size()));
  hash.add(body.triangles.data(), sizeof(int) * static_cast<std::size_t>(body.triangles.size()));
  return {body.vertex_count(), static_cast<int>(body.tets.cols()),
          static_cast<int>(body.triangles.cols()), hash.finish()};
}

SavedEdit edit_of(const Shot& shot, const Motion& source) {
  SavedEdit edit = {.name = shot.name,
                    .mesh = fingerprint_of(shot.body()),
                    .frames = source.frame_count(),
                    .fps = source.fps,
                    .start_frame = source.start_frame,
                    .layers = shot.layers};
  for (const Layer& layer : edit.layers) edit.before.merge(layer.content->remembered(source));
  return edit;
}

void write_edit(const SavedEdit& edit, const std::filesystem::path& file) {
  Json json = {{"retake_edit", edit_version},
               {"name", edit.name},
               {"mesh", table_to_json(edit.mesh)},
               {"frames", edit.frames},
               {"fps", edit.fps},
               {"start_frame", edit.start_frame},
               {"layers", Json::array()},
               {"before", before_to_json(edit.before)}};
  for (const Layer& layer : edit.layers) json["layers"].push_back(to_json(layer));
  write_file(file, json.dump(1) + "\n");
}

SavedEdit read_edit(const std::filesystem::path& file, const Body& body) {
  const Json json = parse_json(read_file(file).bytes, file.string());
  JsonFields fields(json, file.string());
  int version = 0;
  fields.read("retake_edit", version);
  if (version != edit_version) {
    fields.refuse("retake_edit", {.what = "not an edit that this version reads",
                                  .expected = std::to_string(edit_version),
                                  .found = std::to_string(version)});
  }
  SavedEdit edit;
  fields.read("name", edit.name);
  edit.mesh = read_table<MeshFingerprint>(fields.object("mesh"));
  check_mesh(edit.mesh, fingerprint_of(body), file.string());
  fields.read("frames", edit.frames);
  fields.read("fps", edit.fps);
  fields.read("start_frame", edit.start_frame);
  const LayerReading reading = {.body = body, .folder = file.parent_path(), .reads_files = false};
  for (const JsonFields& layer : fields.objects("layers")) {
    edit.layers.push_back(read_layer(layer, reading));
  }
  number_layers(edit.layers, file.string());
  edit.before = read_before(fields);
  fields.finish();
  return edit;
}

}  // namespace retake
