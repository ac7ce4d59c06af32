#include "retake/shot/exported_mesh.h"

#include "retake/mesh/gltf_format.h"
#include "retake/numerics/errors.h"

namespace retake {
namespace {

// Fans around the first corner of each face.
Eigen::Matrix3Xi triangles_of(const Polygons& polygons) {
  std::vector<int> corners;
  auto face = polygons.corners.begin();
  for (const int size : polygons.sizes) {
    for (int i = 2; i < size; ++i) corners.insert(corners.end(), {face[0], face[i - 1], face[i]});
    face += size;
  }
  return Eigen::Map<const Eigen::Matrix3Xi>(corners.data(), 3,
                                            static_cast<Eigen::Index>(corners.size() / 3));
}

ExportedMesh plain_mesh(const Body& body, ExportMesh mesh) {
  if (mesh == ExportMesh::simulation) {
    return {.vertex_count = body.vertex_count(),
            .triangles = body.triangles,
            .positions = [](const Eigen::Matrix3Xf& positions) { return positions; }};
  }
  if (!body.render_surface) {
    throw InputError({.what = "the body carries no render surface",
                      .expected = "the simulation mesh",
                      .found = "the render surface, asked for"});
  }
  const RenderSurface& surface = *body.render_surface;
  return {.vertex_count = surface.mesh.vertex_count(),
          .triangles = surface.mesh.triangles,
          .positions = [&surface](const Eigen::Matrix3Xf& positions) {
            return apply(surface.embedding, positions);
          }};
}

}  // namespace

ExportedMesh exported_mesh(const Shot& shot, const std::filesystem::path& file, ExportMesh mesh) {
  ExportedMesh out = plain_mesh(shot.body(), mesh);
  if (!shot.origin) return out;
  const Origin& origin = *shot.origin;
  if (!(gltf::is_file(file) && gltf::is_file(origin.mesh_file))) {
    out.up = origin.up;
    out.meters_per_unit = origin.meters_per_unit;
  }
  if (mesh == ExportMesh::render) {
    out.positions = [origin, render = out.positions](const Eigen::Matrix3Xf& positions) {
      return to_file_space(origin, render(positions));
    };
    return out;
  }
  if (!origin.body_vertex_of_file_vertex.empty()) {
    out.vertex_count = static_cast<int>(origin.body_vertex_of_file_vertex.size());
  }
  if (!origin.polygons.sizes.empty()) {
    out.polygons = origin.polygons;
    out.triangles = triangles_of(origin.polygons);
  }
  out.positions = [origin](const Eigen::Matrix3Xf& positions) {
    return to_file_vertices(origin, positions);
  };
  return out;
}

}  // namespace retake
