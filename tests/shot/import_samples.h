#pragma once
#include <cmath>
#include <string>

#include "retake/mesh/motion_file.h"
#include "retake/shot/import_shot.h"
#include "temporary_folder.h"

// Small meshes and motions, written as a person's files, for tests of imports.
namespace retake {

// A sheet of n x n vertices in the plane x y, 1 wide and high, its foot at y = 0.
inline TriangleMesh sheet(int n) {
  TriangleMesh mesh;
  mesh.positions.resize(3, n * n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      mesh.positions.col(j * n + i) = Vec3(i / (n - 1.0), j / (n - 1.0), 0);
  mesh.triangles.resize(3, 2 * (n - 1) * (n - 1));
  int t = 0;
  for (int j = 0; j + 1 < n; ++j)
    for (int i = 0; i + 1 < n; ++i) {
      const int a = j * n + i;
      mesh.triangles.col(t++) = Eigen::Vector3i(a, a + 1, a + n + 1);
      mesh.triangles.col(t++) = Eigen::Vector3i(a, a + n + 1, a + n);
    }
  return mesh;
}

// Bends to and fro along z, more the higher; the foot never moves.
inline Motion swaying(const Points& rest, int frames) {
  const double height = rest.row(1).maxCoeff();
  Motion motion;
  for (int t = 0; t < frames; ++t) {
    Points x = rest;
    const Eigen::ArrayXXd up = rest.row(1).array() / height;
    x.row(2).array() += 0.2 * height * std::sin(0.4 * (t + 1)) * up.square();
    motion.frames.push_back(x.cast<float>());
  }
  return motion;
}

// Two quads that share an edge in space but no vertex, as programs write them that keep normals.
inline std::string parted_quads() {
  return "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 1 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\n"
         "f 1 2 3 4\nf 5 6 7 8\n";
}

// What the refusal says; "accepted" where there is none.
inline std::string refusal_of(const ImportRequest& request) {
  try {
    import_shot(request);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

// A folder with sheet.obj and sheet.pc2 of so many frames.
class SheetFolder : public TemporaryFolder {
 public:
  explicit SheetFolder(int frames = 12, int n = 5) : mesh(sheet(n)) {
    motion = swaying(mesh.positions, frames);
    write_mesh(*this / "sheet.obj", mesh);
    write_motion(*this / "sheet.pc2", motion);
  }
  ImportRequest request() const { return {.files = {*this / "sheet.obj", *this / "sheet.pc2"}}; }

  TriangleMesh mesh;
  Motion motion;
};

}  // namespace retake
