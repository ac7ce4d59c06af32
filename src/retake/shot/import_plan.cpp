#include "retake/shot/import_plan.h"

#include <numeric>

#include "retake/shot/import_body.h"
#include "retake/shot/import_guess.h"
#include "retake/shot/import_pins.h"
#include "retake/shot/import_poses.h"
#include "retake/shot/import_reading.h"
#include "retake/shot/sources/cache.h"

namespace retake {

namespace {

constexpr int still_frames = 120;  // of a mesh alone, for edits to begin from
constexpr double still_fps = 24;
constexpr int fewest_frames = 5;  // in which a layer can hold its ends

Polygons polygons_of(const MeshFile& mesh) {
  if (!mesh.polygons.sizes.empty()) return mesh.polygons;
  const Eigen::Matrix3Xi& triangles = mesh.triangles->triangles;
  return {std::vector<int>(static_cast<std::size_t>(triangles.cols()), 3),
          {triangles.data(), triangles.data() + triangles.size()}};
}

Origin origin_of(ImportReading& reading) {
  const ImportFrames& frames = reading.plan.frames;
  const Guess guess = guess_axes_and_unit(reading.request, reading.files.mesh, reading.positions());
  reading.assume(guess.assumptions);
  Origin origin = {.mesh_file = reading.files.mesh,
                   .motion_file = reading.files.poses.empty() ? reading.files.motion
                                                              : reading.files.poses.front(),
                   .object = object_name(reading.files),
                   .clip = reading.request.clip,
                   .up = guess.up,
                   .meters_per_unit = guess.meters_per_unit,
                   .fps = frames.info.fps,
                   .start_frame = frames.info.start_frame};
  validate(origin, "the import of " + reading.files.mesh.string());
  return origin;
}

// Makes the mesh that of the body: seams closed.
void weld(ImportReading& reading, const FrameFacts& facts) {
  const auto count = static_cast<int>(reading.positions().cols());
  auto& file_vertices = reading.plan.file_vertices;
  if (!facts.welding || !facts.welding->welds_anything()) {
    file_vertices.resize(static_cast<std::size_t>(count));
    std::iota(file_vertices.begin(), file_vertices.end(), 0);
    return;
  }
  std::vector<int> body_vertices = facts.welding->body_vertices();
  for (int v = 0; v < count; ++v) {
    const int body = body_vertices[static_cast<std::size_t>(v)];
    if (body == std::ssize(file_vertices)) file_vertices.push_back(v);
  }
  TriangleMesh& mesh = *reading.mesh.triangles;
  mesh.triangles = welded_triangles(mesh.triangles, body_vertices);
  mesh.positions = Points(mesh.positions(Eigen::all, file_vertices));
  reading.assume(std::to_string(count) + " vertices of the file are " +
                 std::to_string(file_vertices.size()) +
                 " of the body: those along seams are one, and go out as the file has them");
  reading.plan.shot.origin->body_vertex_of_file_vertex = std::move(body_vertices);
}

// Where to look from first: at all of the motion.
View view_of(const Points& rest, const FrameFacts& facts, const Origin& origin, bool moves) {
  Vec3 low = rest.rowwise().minCoeff(), high = rest.rowwise().maxCoeff();
  if (moves) {
    Points corners(3, 2);
    corners << facts.check.low(), facts.check.high();
    corners = to_shot_space(origin, corners);
    low = corners.rowwise().minCoeff();
    high = corners.rowwise().maxCoeff();
  }
  View view;
  view.target = (low + high) / 2;
  view.eye = view.target + Vec3(0.6, 0.45, 0.9) * (high - low).norm() * 1.6;
  return view;
}

void set_source(ImportReading& reading, Progress& progress) {
  Shot& shot = reading.plan.shot;
  const ImportFrames& frames = reading.plan.frames;
  if (reading.request.poses) return set_pose_source(reading, progress);
  if (frames.empty()) {
    const double fps = reading.request.fps.value_or(still_fps);
    shot.source = RestSource(still_frames, fps);
    reading.assume("no motion came with the mesh: it stands still for " +
                   std::to_string(still_frames) + " frames");
    return;
  }
  shot.source = CachedSource();
  if (frames.info.frame_count >= fewest_frames) return;
  reading.assume("only " + std::to_string(frames.info.frame_count) +
                 " frames: an edit that leaves both ends as they are needs " +
                 std::to_string(fewest_frames));
}

void set_layers(ImportReading& reading) {
  if (reading.request.modes == 0) return;
  Layer layer = {.id = 1, .name = "Edit", .content = WishLayer()};
  layer.content.get<WishLayer>().settings.modes = reading.request.modes;
  reading.plan.shot.layers.push_back(std::move(layer));
}

// In the file's axes and unit, like the mesh.
void embed_render_surface(ImportReading& reading) {
  const std::filesystem::path& path = reading.request.render_surface;
  if (path.empty()) return;
  Body& body = reading.plan.shot.bodies.only();
  MeshFile file = read_mesh(path);
  if (!file.triangles) {
    throw InputError({.what = "the mesh has no triangles",
                      .where = path.string(),
                      .expected = "a surface to look at"});
  }
  RenderSurface surface = {.mesh = std::move(*file.triangles), .colors = std::move(file.colors)};
  Points& points = surface.mesh.positions;
  points = to_shot_space(*reading.plan.shot.origin, points);
  surface.embedding = body.has_tets()
                          ? embed(points, {body.rest_positions, body.tets})
                          : embed_in_triangles(points, {body.rest_positions, body.triangles});
  body.render_surface = std::move(surface);
}

void make_body_of(ImportReading& reading, const FrameFacts& facts, Progress& progress) {
  Shot& shot = reading.plan.shot;
  const Polygons polygons = reading.mesh.triangles ? polygons_of(reading.mesh) : Polygons{};
  weld(reading, facts);
  reading.positions() = to_shot_space(*shot.origin, reading.positions());
  BodyMaking making = make_imported_body(reading.mesh, reading.request, progress);
  reading.assume(making.assumptions);
  shot.bodies.only() = std::move(making.body);
  shot.bodies.only().name = shot.name;
  Origin plain;
  const bool faces_are_the_bodys =
      polygons.sizes.empty() || polygons == file_polygons(plain, shot.body().triangles);
  if (!faces_are_the_bodys) shot.origin->polygons = polygons;
  PinMaking pins = make_pins(shot.body(), reading.request, *shot.origin, reading.plan.file_vertices,
                             facts.check.still_vertices(still_tolerance));
  shot.bodies.only().pins = std::move(pins.pins);
  reading.assume(pins.assumptions);
  embed_render_surface(reading);
  validate(shot.body());
}

}  // namespace

Eigen::Matrix3Xf ImportPlan::body_frame(int index) const {
  const Eigen::Matrix3Xf file = to_shot_space(*shot.origin, frames.frame(index));
  if (shot.origin->body_vertex_of_file_vertex.empty()) return file;
  return file(Eigen::all, file_vertices);
}

ImportPlan plan_import(const ImportRequest& request, Progress& progress) {
  PartOfProgress reading_files(progress, 0, 0.05), checking(progress, 0.05, 0.4),
      meshing(progress, 0.4, 0.8), posing(progress, 0.8, 1);
  ImportReading reading = read_import(request, reading_files);
  const FrameFacts facts = examine_frames(reading, checking);
  Shot& shot = reading.plan.shot;
  shot.name = object_name(reading.files);
  shot.origin = origin_of(reading);
  make_body_of(reading, facts, meshing);
  const bool moves = !reading.plan.frames.empty();  // a set of poses takes the frames away
  set_source(reading, posing);
  set_layers(reading);
  shot.view = view_of(shot.body().rest_positions, facts, *shot.origin, moves);
  return std::move(reading.plan);
}

}  // namespace retake
