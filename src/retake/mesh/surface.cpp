#include "retake/mesh/surface.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace retake {
namespace {

// Corners of the four faces, counter-clockwise seen from outside of a tet of positive volume.
constexpr int tet_faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};

struct KeyedFace {
  std::array<int, 3> key;  // vertices in ascending order
  std::int64_t id;         // 4 * tet + face
};

std::vector<std::int64_t> faces_of_one_tet(const Eigen::Matrix4Xi& tets) {
  std::vector<KeyedFace> faces;
  faces.reserve(static_cast<std::size_t>(4 * tets.cols()));
  for (Eigen::Index t = 0; t < tets.cols(); ++t) {
    for (int f = 0; f < 4; ++f) {
      std::array<int, 3> key = {tets(tet_faces[f][0], t), tets(tet_faces[f][1], t),
                                tets(tet_faces[f][2], t)};
      std::sort(key.begin(), key.end());
      faces.push_back({key, 4 * t + f});
    }
  }
  std::sort(faces.begin(), faces.end(),
            [](const KeyedFace& a, const KeyedFace& b) { return a.key < b.key; });
  std::vector<std::int64_t> single;
  for (std::size_t begin = 0, end = 0; begin < faces.size(); begin = end) {
    while (end < faces.size() && faces[end].key == faces[begin].key) ++end;
    if (end - begin == 1) single.push_back(faces[begin].id);
  }
  std::sort(single.begin(), single.end());
  return single;
}

}  // namespace

Eigen::Matrix3Xi surface_triangles(const TetMesh& mesh) {
  const auto faces = faces_of_one_tet(mesh.tets);
  Eigen::Matrix3Xi triangles(3, static_cast<Eigen::Index>(faces.size()));
  for (Eigen::Index i = 0; i < triangles.cols(); ++i) {
    const std::int64_t id = faces[static_cast<std::size_t>(i)];
    for (int k = 0; k < 3; ++k) triangles(k, i) = mesh.tets(tet_faces[id % 4][k], id / 4);
  }
  return triangles;
}

Surface surface_of(const TetMesh& mesh) {
  Surface surface;
  for (const std::int64_t id : faces_of_one_tet(mesh.tets)) {
    surface.tets.push_back(static_cast<int>(id / 4));
  }
  surface.mesh.triangles = surface_triangles(mesh);

  std::vector<int> number(static_cast<std::size_t>(mesh.vertex_count()), -1);
  for (const int vertex : surface.mesh.triangles.reshaped()) {
    number[static_cast<std::size_t>(vertex)] = 0;
  }
  for (int vertex = 0; vertex < mesh.vertex_count(); ++vertex) {
    int& mark = number[static_cast<std::size_t>(vertex)];
    if (mark < 0) continue;
    mark = static_cast<int>(surface.vertices.size());
    surface.vertices.push_back(vertex);
  }
  surface.mesh.positions = mesh.positions(Eigen::all, surface.vertices);
  for (int& vertex : surface.mesh.triangles.reshaped()) {
    vertex = number[static_cast<std::size_t>(vertex)];
  }
  return surface;
}

}  // namespace retake
