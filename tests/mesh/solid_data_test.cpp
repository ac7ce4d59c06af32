#include <algorithm>
#include <cstdio>

#include <gtest/gtest.h>

#include "data_folder.h"
#include "mesh/tet_measures.h"
#include "retake/mesh/mesh_file.h"
#include "retake/mesh/quality.h"
#include "retake/mesh/solid_mesher.h"
#include "retake/numerics/errors.h"
#include "retake/numerics/stopwatch.h"

namespace retake {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> all_surfaces() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(data_folder() / "tri")) {
    files.push_back(entry.path());
  }
  for (const char* name :
       {"anim/elastic_cow/elastic_cow.obj", "anim/faerie_pc2/faerie.obj",
        "anim/flag_obj/flag_00.obj", "anim/gltf/AnimatedMorphCube.glb",
        "anim/gltf/AnimatedMorphSphere.gltf", "anim/gltf/MorphStressTest.glb",
        "anim/gltf/RiggedSimple.glb", "anim/gltf/Fox.glb", "poses/cheburashka/cheburashka-01.obj",
        "poses/cylinder/cylinder_rest.obj"}) {
    files.push_back(data_folder() / name);
  }
  std::sort(files.begin(), files.end());
  return files;
}

// One of each kind, which the lattice fills under sanitizers too.
std::vector<fs::path> some_surfaces() {
  std::vector<fs::path> files;
  for (const char* name : {"cube_no_bottom.obj", "joined_tetrahedra.obj", "sphereWithHole.stl",
                           "spot_control_mesh.obj", "two_objects.obj"}) {
    files.push_back(data_folder() / "tri" / name);
  }
  return files;
}

// A row of the table.
void try_surface(const fs::path& path, SolidMeshMethod method) {
  const std::string name = path.filename().string();
  const MeshFile file = read_mesh(path);
  ASSERT_TRUE(file.triangles) << name;
  const Stopwatch watch;
  try {
    const SolidMesh solid =
        mesh_solid(*file.triangles, {.method = method, .mesher = RETAKE_MESHER_PROGRAM});
    const double angle = smallest_angle(solid.tets);
    const auto outside = (solid.surface.weights.colwise().minCoeff().array() < -0.5F).count();
    std::printf("%-26s %6d %6d %6d %6.1f %5.2f %5ld %6.2f  %s\n", name.c_str(),
                file.triangles->vertex_count(), solid.tets.vertex_count(), solid.tets.tet_count(),
                angle, solid.fill, static_cast<long>(outside), watch.seconds(), solid.how.c_str());
    for (const std::string& note : solid.notes) std::printf("%28s%s\n", "", note.c_str());
    EXPECT_GT(angle, 3) << name;
    EXPECT_EQ(solid.surface.point_count(), file.triangles->vertex_count()) << name;
    EXPECT_GT(solid.tets.tet_count(), 50) << name;
    EXPECT_LT(solid.tets.tet_count(), 30000) << name;
  } catch (const InputError& refusal) {
    std::printf("%-26s refused: %s\n", name.c_str(), refusal.what());
    EXPECT_FALSE(refusal.complaint().advice.empty()) << name;
  }
}

void print_table(const std::vector<fs::path>& files, SolidMeshMethod method) {
  std::printf("%-26s %6s %6s %6s %6s %5s %5s %6s\n", "surface", "points", "nodes", "tets", "angle",
              "fill", "out", "s");
  for (const fs::path& path : files) try_surface(path, method);
}

TEST(SolidsOfTheDataFolder, AreSoundOrRefusedWithAdvice) {
  RETAKE_NEED_DATA(data_folder() / "tri");
  if (!fs::exists(RETAKE_MESHER_PROGRAM)) GTEST_SKIP() << "retake-mesher has not been built";
  print_table(all_surfaces(), SolidMeshMethod::automatic);
}

TEST(SolidsOfTheDataFolder, AreSoundFromTheLattice) {
  RETAKE_NEED_DATA(data_folder() / "tri");
  print_table(some_surfaces(), SolidMeshMethod::lattice);
}

}  // namespace
}  // namespace retake
