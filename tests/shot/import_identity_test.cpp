// What comes in goes out again: without an edit, positions, order, axes and unit are the file's.
#include <gtest/gtest.h>

#include "data_folder.h"
#include "retake/shot/evaluation.h"
#include "shot/import_samples.h"

namespace retake {

namespace {

namespace fs = std::filesystem;

double diagonal_of(const Eigen::Matrix3Xf& x) {
  return (x.rowwise().maxCoeff() - x.rowwise().minCoeff()).norm();
}

// Imports into a shot's files, opens those, evaluates, and puts the motion back into the file's
// order, axes and unit: the greatest distance from the input, as a part of the size.
double round_trip_error(const ImportRequest& request, const fs::path& motion_file, double fps) {
  const TemporaryFolder folder;
  import_to_file(request, folder / "shot.json");
  const Shot shot = read_shot(folder / "shot.json");
  Evaluation evaluation(shot);
  const MotionReader input(motion_file, {.fps = fps, .clip = request.clip});
  if (evaluation.frame_count() != input.info().frame_count) return 1;
  double worst = 0;
  for (int t = 0; t < evaluation.frame_count(); ++t) {
    const Eigen::Matrix3Xf expected = input.frame(t);
    const Eigen::Matrix3Xf found = to_file_vertices(*shot.origin, evaluation.frame(t));
    if (found.cols() != expected.cols()) return 1;
    const double apart = (found - expected).colwise().norm().maxCoeff();
    worst = std::max(worst, apart / diagonal_of(expected));
  }
  return worst;
}

// Faces as a reader of the file has them.
Polygons faces_of(const fs::path& file) {
  const MeshFile mesh = read_mesh(file, {.repair = false});
  if (!mesh.polygons.sizes.empty()) return mesh.polygons;
  return file_polygons(Origin{}, mesh.triangles->triangles);
}

constexpr double tolerance = 1e-6;  // of the size

}  // namespace

TEST(ImportIdentity, HoldsForCachesAndSequencesInAnyAxesAndUnit) {
  const SheetFolder folder(9);
  Motion motion = folder.motion;
  for (std::size_t t = 0; t < motion.frames.size(); ++t)
    motion.frames.change(t) *= 180;  // centimetres, by the guess
  TriangleMesh mesh = folder.mesh;
  mesh.positions *= 180;
  write_mesh(folder / "big.obj", mesh);
  write_mesh(folder / "big.ply", mesh);
  write_mesh(folder / "big.off", mesh);
  write_motion(folder / "big.pc2", motion);
  write_motion(folder / "big.mdd", motion);
  write_motion(folder / "sequence", motion, mesh.triangles);
  for (const char* surface : {"big.obj", "big.ply", "big.off"}) {
    for (const char* cache : {"big.pc2", "big.mdd", "sequence"}) {
      ImportRequest request = {.files = {folder / surface, folder / cache}};
      request.up = UpAxis::z;
      EXPECT_LT(round_trip_error(request, folder / cache, 24), tolerance) << surface << cache;
    }
  }
}

TEST(ImportIdentity, KeepsQuadsSeamsAndDegenerateFaces) {
  const TemporaryFolder folder;
  folder.put("quads.obj", parted_quads() + "f 1 2 2\n");
  write_motion(folder / "quads.pc2",
               swaying(read_mesh(folder / "quads.obj").triangles->positions, 8));
  const ImportRequest request = {.files = {folder / "quads.obj", folder / "quads.pc2"}};
  EXPECT_LT(round_trip_error(request, folder / "quads.pc2", 24), tolerance);
  const Shot shot = import_shot(request).shot;
  EXPECT_EQ(file_polygons(*shot.origin, shot.body().triangles), faces_of(folder / "quads.obj"));
}

TEST(ImportIdentity, HoldsForFilesOfOthers) {
  RETAKE_NEED_DATA(data_folder() / "anim");
  const fs::path data = data_folder() / "anim";
  struct Case {
    std::vector<fs::path> files;
    fs::path motion;
  };
  const std::vector<Case> cases = {
      {{data / "gltf/Fox.glb"}, data / "gltf/Fox.glb"},
      {{data / "gltf/AnimatedMorphCube.glb"}, data / "gltf/AnimatedMorphCube.glb"},
      {{data / "md2/flag.md2"}, data / "md2/flag.md2"},
      {{data / "flag_obj"}, data / "flag_obj"},
      {{data / "fish_tet/fish.mesh", data / "fish_tet/fish.pc2"}, data / "fish_tet/fish.pc2"}};
  for (const auto& [files, motion] : cases) {
    ImportRequest request = {.files = files};
    const bool is_tet = files.front().extension() == ".mesh";
    if (!is_tet) request.body = BodyChoice::shell;  // how it is filled does not matter here
    EXPECT_LT(round_trip_error(request, motion, 24), tolerance) << motion;
    if (is_tet || fs::is_directory(files.front())) continue;
    const Shot shot = import_shot(request).shot;
    EXPECT_EQ(file_polygons(*shot.origin, shot.body().triangles), faces_of(files.front()))
        << motion;
  }
}

}  // namespace retake
