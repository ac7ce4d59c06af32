#include "data_folder.h"

#include <set>
#include <sys/resource.h>

#include <gtest/gtest.h>

#include "retake/mesh/mesh_file.h"
#include "retake/mesh/motion_file.h"
#include "retake/mesh/report.h"
#include "retake/numerics/errors.h"

// Every file of the data folder, with the counts that its README gives.
namespace retake {
namespace {

struct Known {
  const char* file;
  int vertices;
  int faces = 0;
  int tets = 0;
  int other_solids = 0;
};

void PrintTo(const Known& known, std::ostream* out) { *out << known.file; }

constexpr Known known_meshes[] = {
    {"papers/bridge/bridge.abq", 9244, 0, 31746},
    {"papers/dinosaur/sim-mesh.hinp", 1493, 0, 5249},
    {"papers/dinosaur/volmesh.abq", 1493, 0, 5249},
    {"papers/rope-bridge/volmesh.abq", 5629, 0, 15466},
    {"papers/beam/beam.abq", 358, 0, 1072},
    {"anim/faerie_pc2/faerie.obj", 366, 654},
    {"anim/elastic_cow/elastic_cow.obj", 2904, 5804},
    {"anim/fish_tet/fish.mesh", 6142, 47873, 21708},
    {"anim/flag_obj/flag_00.obj", 106, 204},
    {"anim/flag_obj/flag_09.obj", 106, 204},
    {"anim/gltf/AnimatedMorphCube.glb", 24, 12},
    {"anim/gltf/AnimatedMorphSphere.gltf", 1876, 960},
    {"anim/gltf/MorphStressTest.glb", 24 + 1504, 12 + 2400},
    {"anim/gltf/RiggedSimple.glb", 160, 188},
    {"anim/gltf/Fox.glb", 1728, 576},
    {"anim/md2/faerie.md2", 366, 654},
    {"anim/md2/flag.md2", 106, 204},
    {"poses/cheburashka/cheburashka-01.obj", 6669, 13334},
    {"poses/cheburashka/cheburashka-06.obj", 6669, 13334},
    {"poses/cylinder/cylinder-1.obj", 420, 800},
    {"poses/cylinder/cylinder_rest.obj", 420, 800},
    {"tet/frog.mesh", 1749, 12093, 5389},
    {"tet/turtle-volumetric-homogeneous.veg", 347, 0, 1185},
    {"tet/turtle-volumetric-heterogeneous.veg", 347, 0, 1185},
    {"tet/turtle.obj", 1961, 1884},
    {"tet/beam3_tet.veg", 208, 0, 450},
    {"tet/beam3.veg", 208, 0, 0, 75},
    {"tet/asianDragon.veg", 959, 0, 2591},
    {"tet/dragon-coarse.tet.veg", 197, 0, 552},
    {"tet/sphere1K.msh", 1760, 0, 6851},
    {"tet/mat20x20.msh", 800, 0, 2166},
    {"tet/bar-651.msh", 292, 0, 651},
    {"tet/cow_head.msh", 1328, 0, 5029},
    {"tet/rod.msh", 630, 0, 1722},
    {"tet/torus.msh", 200, 0, 491},
    {"tet/tet.msh", 4, 0, 1},
    {"tet/tet-pyramid.msh", 4, 0, 1},
    {"tet/armadillo_4k.node", 1180, 0, 3717},
    {"tet/armadillo_4k.ele", 1180, 0, 3717},
    {"tet/sphere_coarse_P2.msh", 80, 0, 30},
    {"tet/balloon.msh", 273, 499},
    {"tri/spot_low_resolution.obj", 829, 1654},
    {"tri/spot_control_mesh.obj", 188, 180},
    {"tri/fish_low_resolution.obj", 945, 1886},
    {"tri/goathead.obj", 2763, 5522},
    {"tri/penguin.obj", 3362, 6720},
    {"tri/hand_lowres.obj", 810, 1602},
    {"tri/bunny.obj", 3301, 6598},
    {"tri/armadillo.obj", 14587, 29170},
    {"tri/cube_no_bottom.obj", 25, 40},
    {"tri/plane_holes.obj", 8519, 16747},
    {"tri/doubleLoopWithCube.obj", 2008, 2006},
    {"tri/soup.stl", 300, 100},
    {"tri/7_8ths_cube.stl", 14, 24},
    {"tri/joined_tetrahedra.obj", 5, 8},
    {"tri/two_objects.obj", 12, 16},
    {"tri/sphereWithHole.stl", 146, 285},
    {"tri/mat20x20.obj", 800, 1596},
    {"tri/sheet1000.obj", 913, 1708},
    {"odd_but_valid/box_longline.obj", 8, 6},
    {"odd_but_valid/box_without_lineending.obj", 8, 6},
    {"odd_but_valid/number_formats.obj", 15, 1},
    {"odd_but_valid/negative_indices.obj", 8, 6},
    {"odd_but_valid/comments.off", 8, 6},
};

class DataMeshes : public testing::TestWithParam<Known> {};

TEST_P(DataMeshes, LoadWithTheCountsOfTheirReadme) {
  const auto path = data_folder() / GetParam().file;
  RETAKE_NEED_DATA(path);
  const MeshFile file = read_mesh(path);
  EXPECT_EQ(file.counts.vertices, GetParam().vertices);
  EXPECT_EQ(file.counts.faces, GetParam().faces);
  EXPECT_EQ(file.counts.tets, GetParam().tets);
  EXPECT_EQ(file.counts.other_solids, GetParam().other_solids);
  EXPECT_EQ(file.tets.has_value(), GetParam().tets + GetParam().other_solids > 0);
  EXPECT_NE(file.tets.has_value(), file.triangles.has_value());
}

INSTANTIATE_TEST_SUITE_P(, DataMeshes, testing::ValuesIn(known_meshes), [](const auto& known) {
  std::string name = known.param.file;
  for (char& c : name) {
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  }
  return name;
});

struct KnownTopology {
  const char* file;
  int components;
  int boundary_edges = 0;
  int non_manifold_edges = 0;
};

TEST(DataFolder, SurfacesHaveTheTopologyOfTheirReadme) {
  RETAKE_NEED_DATA(data_folder());
  constexpr KnownTopology known_files[] = {{"anim/faerie_pc2/faerie.obj", 13, 48, 10},
                                           {"anim/flag_obj/flag_00.obj", 2},
                                           {"tet/turtle.obj", 9, 256},
                                           {"tri/bunny.obj", 1},
                                           {"tri/hand_lowres.obj", 1, 16},
                                           {"tri/plane_holes.obj", 1, 341},
                                           {"tri/soup.stl", 100, 300},
                                           {"tri/doubleLoopWithCube.obj", 2},
                                           {"tri/joined_tetrahedra.obj", 1, 0, 3},
                                           {"tri/two_objects.obj", 2},
                                           {"tri/sphereWithHole.stl", 1, 9},
                                           {"tri/sheet1000.obj", 1, 116},
                                           {"odd_but_valid/negative_indices.obj", 1}};
  for (const KnownTopology& known : known_files) {
    const MeshReport report = describe(read_mesh(data_folder() / known.file, {.repair = false}));
    EXPECT_EQ(report.components, known.components) << known.file;
    EXPECT_EQ(report.boundary_edges, known.boundary_edges) << known.file;
    EXPECT_EQ(report.non_manifold_edges, known.non_manifold_edges) << known.file;
  }
}

// Files that are meant to be refused, and what other programs wrote about Alembic archives.
bool is_of_no_mesh_reader(const std::filesystem::path& path) {
  const auto has = [&](const char* folder) {
    return std::find(path.begin(), path.end(), folder) != path.end();
  };
  return path.parent_path().filename() == "bad" || has("abc");
}

TEST(DataFolder, EveryMeshInItLoads) {
  RETAKE_NEED_DATA(data_folder());
  const std::set<std::string> endings = {".abq",  ".hinp", ".veg", ".node", ".ele",
                                         ".mesh", ".msh",  ".obj", ".off",  ".stl",
                                         ".ply",  ".vtk",  ".glb", ".gltf", ".md2"};
  int meshes = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(data_folder())) {
    const auto& path = entry.path();
    if (is_of_no_mesh_reader(path) || !endings.count(path.extension().string())) continue;
    EXPECT_NO_THROW(read_mesh(path)) << path;
    ++meshes;
  }
  EXPECT_GE(meshes, static_cast<int>(std::size(known_meshes)));
}

TEST(DataFolder, EveryBadFileIsRefusedWithFileAndReasonInLittleTimeAndMemory) {
  const auto folder = data_folder() / "bad";
  RETAKE_NEED_DATA(folder);
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    ++files;
    const std::string name = entry.path().filename().string();
    try {
      read_mesh(entry.path());
      ADD_FAILURE() << name << " was not refused";
    } catch (const InputError& error) {
      const std::string message = error.what();
      EXPECT_NE(message.find(name), std::string::npos) << message;
      const bool names_place = message.find("line ") != std::string::npos ||
                               message.find("byte ") != std::string::npos ||
                               message.find("accessors/") != std::string::npos ||
                               message.find("animations/") != std::string::npos;
      EXPECT_TRUE(names_place) << message;
    }
  }
  EXPECT_EQ(files, 19);
  struct rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
#ifndef __SANITIZE_ADDRESS__
  EXPECT_LT(usage.ru_maxrss, 200 * 1024);  // KiB
#endif
}

TEST(DataFolder, MalformedFilesAreRefusedAtTheRightLine) {
  const auto folder = data_folder() / "bad";
  RETAKE_NEED_DATA(folder);
  constexpr std::pair<const char*, const char*> known_places[] = {
      {"malformed.obj", "line 28"},
      {"malformed2.obj", "line 23"},
      {"OutOfMemory.off", "line 2"},
      {"invalid-face-definition.obj", "line 15"},
      {"invalid-relative-vertex-index.obj", "line 1"},
      {"issue-140-zero-face-idx.obj", "line 16"},
      {"issue-161-inconsistent-f.obj", "line 37"},
      {"test-nan.obj", "line 12"}};
  for (const auto& [file, place] : known_places) {
    try {
      read_mesh(folder / file);
      ADD_FAILURE() << file;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(place), std::string::npos) << error.what();
    }
  }
}

TEST(DataFolder, TheDinosaurHasFourSetsOfThreeMaterialsWhichCoverIt) {
  const auto path = data_folder() / "papers" / "dinosaur" / "sim-mesh.hinp";
  RETAKE_NEED_DATA(path);
  const MeshFile file = read_mesh(path);
  ASSERT_EQ(file.materials.size(), 3u);
  EXPECT_EQ(file.element_sets.size(), 5u);  // and EALL
  const std::vector<int> materials = material_of_tets(file);
  const std::set<int> used(materials.begin(), materials.end());
  EXPECT_EQ(used, (std::set<int>{0, 1, 2}));
  for (const ElementSet& set : file.element_sets) {
    if (set.name != "BELLY") continue;
    const FileMaterial& soft = file.materials[static_cast<std::size_t>(set.material)];
    EXPECT_EQ(soft.young, 5e4);
    EXPECT_EQ(soft.poisson, 0.45);
    EXPECT_EQ(soft.density, 1000);
  }
  const auto pinned =
      read_pinned_vertices(path.parent_path() / "con_nodes.bou", file.tets->vertex_count());
  EXPECT_EQ(pinned.size(), 76u);
}

TEST(DataFolder, HexahedraAreSplitIntoAsMuchVolumeAsVegasOwnTets) {
  const auto folder = data_folder() / "tet";
  RETAKE_NEED_DATA(folder);
  const MeshReport split = describe(read_mesh(folder / "beam3.veg"));
  const MeshReport tets = describe(read_mesh(folder / "beam3_tet.veg"));
  EXPECT_NEAR(split.volume, tets.volume, 1e-12 * tets.volume);
  EXPECT_EQ(split.tets, 450);
  EXPECT_EQ(split.triangles, tets.triangles);
  EXPECT_TRUE(split.is_closed);
}

TEST(DataFolder, CachesHaveTheCountsOfTheirReadme) {
  RETAKE_NEED_DATA(data_folder());
  struct KnownCache {
    const char* file;
    int points, frames;
  };
  constexpr KnownCache known_files[] = {{"anim/faerie_pc2/faerie.pc2", 366, 198},
                                        {"anim/mdd/cube.mdd", 24, 4},
                                        {"anim/elastic_cow/elastic_cow.pc2", 2904, 102},
                                        {"anim/fish_tet/fish.pc2", 6142, 30},
                                        {"anim/flag_obj", 106, 10},
                                        {"anim/md2/faerie.md2", 366, 198},
                                        {"anim/md2/flag.md2", 106, 10}};
  for (const KnownCache& known : known_files) {
    const MotionReader reader(data_folder() / known.file);
    EXPECT_EQ(reader.info().point_count, known.points) << known.file;
    EXPECT_EQ(reader.info().frame_count, known.frames) << known.file;
    EXPECT_NO_THROW(read_motion(data_folder() / known.file)) << known.file;
  }
}

TEST(DataFolder, TheFirstFrameOfACacheLiesOnItsMesh) {
  const auto folder = data_folder() / "anim" / "faerie_pc2";
  RETAKE_NEED_DATA(folder);
  const MotionReader reader(folder / "faerie.pc2");
  const MeshFile mesh = read_mesh(folder / "faerie.obj");
  const double size = mesh.triangles->positions.cwiseAbs().maxCoeff();
  const Points first = reader.frame(0).cast<double>();
  EXPECT_LT((first - mesh.triangles->positions).cwiseAbs().maxCoeff(), 1e-5 * size);
}

}  // namespace
}  // namespace retake
