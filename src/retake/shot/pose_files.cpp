#include "retake/shot/pose_files.h"

#include <algorithm>

#include "retake/mesh/motion_file.h"
#include "retake/numerics/errors.h"

namespace retake {

namespace {

namespace fs = std::filesystem;

template <class Elements>
bool are_same(const Elements& a, const Elements& b) {
  return a.cols() == b.cols() && a == b;
}

// Reading a body may have turned tets the right way round.
Eigen::Matrix4Xi with_sorted_corners(Eigen::Matrix4Xi tets) {
  for (auto corners : tets.colwise()) std::sort(corners.begin(), corners.end());
  return tets;
}

Polygons faces_of_file(const MeshFile& mesh) {
  return mesh.polygons.sizes.empty() ? file_polygons({}, mesh.triangles->triangles) : mesh.polygons;
}

// Faces as the body's file has them. Without it, polygons can only be counted: each file splits
// them by its own shape.
bool has_faces_of(const Shot& shot, const MeshFile& mesh) {
  const Body& body = shot.body();
  if (body.has_tets())
    return !mesh.tets ||
           are_same(with_sorted_corners(mesh.tets->tets), with_sorted_corners(body.tets));
  if (mesh.tets) return true;
  if (shot.origin) return faces_of_file(mesh) == file_polygons(*shot.origin, body.triangles);
  const Eigen::Matrix3Xi& triangles = mesh.triangles->triangles;
  return mesh.polygons.sizes.empty() ? are_same(triangles, body.triangles)
                                     : triangles.cols() == body.triangles.cols();
}

// The body's vertices out of the file's: the last of those that are one.
Eigen::Matrix3Xf unwelded(const Eigen::Matrix3Xf& file, const std::vector<int>& welded, int count) {
  if (welded.empty()) return file;
  Eigen::Matrix3Xf body(3, count);
  for (std::size_t v = 0; v < welded.size(); ++v)
    body.col(welded[v]) = file.col(static_cast<Eigen::Index>(v));
  return body;
}

}  // namespace

void check_pose_count(Eigen::Index found, Eigen::Index expected, const fs::path& file) {
  if (found == expected) return;
  throw InputError({.what = "a pose of another mesh",
                    .where = file.string(),
                    .expected = std::to_string(expected) + " vertices as in the body",
                    .found = std::to_string(found),
                    .advice = "Poses are shapes of one mesh, with its vertices in its order"});
}

Eigen::Matrix3Xf read_pose_mesh(const fs::path& file, const Shot& shot) {
  const MeshFile mesh = read_mesh(file, {.repair = false});
  const Body& body = shot.body();
  const Points& points = mesh.tets ? mesh.tets->positions : mesh.triangles->positions;
  const std::vector<int> welded =
      shot.origin ? shot.origin->body_vertex_of_file_vertex : std::vector<int>{};
  const auto expected = welded.empty() ? body.vertex_count() : std::ssize(welded);
  check_pose_count(points.cols(), expected, file);
  if (!has_faces_of(shot, mesh)) {
    throw InputError({.what = "a pose of another mesh: it has other faces than the body",
                      .where = file.string(),
                      .advice = "Export it from the same object, with its vertices in order"});
  }
  Eigen::Matrix3Xf positions = points.cast<float>();
  if (shot.origin) positions = to_shot_space(*shot.origin, positions);
  return unwelded(positions, welded, body.vertex_count());
}

Eigen::Matrix3Xf read_pose_of_cache(JsonFields& fields, const std::string& key,
                                    const fs::path& folder) {
  const std::string name = fields.required_text(key), which = key + "_frame";
  const MotionReader cache(folder / name);
  const int count = cache.info().frame_count;
  if (!fields.has(which) && count > 1) {
    fields.refuse(key, {.what = "a pose is one frame, and the file has many",
                        .expected = "'" + which + "' beside it, 0 to " + std::to_string(count - 1),
                        .found = std::to_string(count) + " frames in '" + name + "'",
                        .advice = "Say which frame is the pose"});
  }
  int frame = 0;
  fields.read(which, frame);
  if (frame < 0 || frame >= count) {
    fields.refuse(which, {.what = "no such frame in '" + name + "'",
                          .expected = "0 to " + std::to_string(count - 1),
                          .found = std::to_string(frame)});
  }
  return cache.frame(frame);
}

}  // namespace retake
