#include <random>

#include <gtest/gtest.h>

#include "retake/mesh/mesh_file.h"
#include "retake/numerics/errors.h"
#include "sample_meshes.h"
#include "temporary_folder.h"

namespace retake {
namespace {

struct Case {
  const char* file;
  WriteOptions options = {};
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.file << " encoding " << static_cast<int>(c.options.encoding) << " version "
       << c.options.gmsh_version;
}

constexpr auto text = Encoding::text;
constexpr auto binary = Encoding::binary;
constexpr auto big_endian = Encoding::binary_big_endian;

class TetFiles : public testing::TestWithParam<Case> {};

TEST_P(TetFiles, ComeBackBitForBit) {
  const TemporaryFolder folder;
  const TetMesh mesh = sample_tets();
  write_mesh(folder / GetParam().file, mesh, GetParam().options);
  const MeshFile back = read_mesh(folder / GetParam().file);
  ASSERT_TRUE(back.tets.has_value());
  EXPECT_EQ(back.tets->positions, mesh.positions);
  EXPECT_EQ(back.tets->tets, mesh.tets);
  EXPECT_TRUE(back.notes.empty()) << back.notes.front();
}

INSTANTIATE_TEST_SUITE_P(, TetFiles,
                         testing::Values(Case{"a.inp"}, Case{"a.abq"}, Case{"a.veg"},
                                         Case{"a.node"}, Case{"a.ele"}, Case{"a.mesh"},
                                         Case{"a.msh", {text, 4.1}}, Case{"a.msh", {binary, 4.1}},
                                         Case{"a.msh", {text, 2.2}}, Case{"a.msh", {binary, 2.2}},
                                         Case{"a.vtk", {text}}, Case{"a.vtk", {binary}}));

class TriangleFiles : public testing::TestWithParam<Case> {};

TEST_P(TriangleFiles, ComeBackBitForBit) {
  const TemporaryFolder folder;
  const TriangleMesh mesh = sample_triangles();
  write_mesh(folder / GetParam().file, mesh, GetParam().options);
  const MeshFile back = read_mesh(folder / GetParam().file);
  ASSERT_TRUE(back.triangles.has_value());
  EXPECT_EQ(back.triangles->positions, mesh.positions);
  EXPECT_EQ(back.triangles->triangles, mesh.triangles);
}

INSTANTIATE_TEST_SUITE_P(, TriangleFiles,
                         testing::Values(Case{"a.obj"}, Case{"a.off"}, Case{"a.stl", {text}},
                                         Case{"a.ply", {text}}, Case{"a.ply", {binary}},
                                         Case{"a.ply", {big_endian}}, Case{"a.mesh"}, Case{"a.inp"},
                                         Case{"a.msh", {text, 4.1}}, Case{"a.msh", {binary, 4.1}},
                                         Case{"a.msh", {text, 2.2}}, Case{"a.msh", {binary, 2.2}},
                                         Case{"a.vtk", {text}}, Case{"a.vtk", {binary}}));

TEST(BinaryStl, KeepsTheBitsOfSinglePrecision) {
  const TemporaryFolder folder;
  TriangleMesh mesh = sample_triangles();
  mesh.positions = mesh.positions.cast<float>().cast<double>();
  write_mesh(folder / "a.stl", mesh, {.encoding = binary});
  const MeshFile back = read_mesh(folder / "a.stl");
  EXPECT_EQ(back.format, "STL, binary");
  EXPECT_EQ(back.triangles->positions, mesh.positions);
  EXPECT_EQ(back.triangles->triangles, mesh.triangles);
}

class FilesWithMaterials : public testing::TestWithParam<const char*> {};

TEST_P(FilesWithMaterials, KeepSetsAndMaterials) {
  const TemporaryFolder folder;
  MeshFile file;
  file.tets = sample_tets();
  file.materials = {{"HARD", 7e6, 0.45, 1000.5}, {"SOFT", 5e4 / 3, 1.0 / 3, 0.1}};
  file.element_sets = {{"PLAIN", {1, 2}, -1}, {"A", {0, 1, 3}, 1}, {"B", {4, 5}, 0}};
  write_mesh(folder / GetParam(), file);
  MeshFile back = read_mesh(folder / GetParam());

  std::erase_if(back.element_sets, [](const ElementSet& set) { return set.name == "allElements"; });
  ASSERT_EQ(back.element_sets.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(back.element_sets[i].name, file.element_sets[i].name);
    EXPECT_EQ(back.element_sets[i].elements, file.element_sets[i].elements);
    EXPECT_EQ(back.element_sets[i].material, file.element_sets[i].material);
  }
  ASSERT_EQ(back.materials.size(), 2u);
  EXPECT_EQ(back.materials[1].young, 5e4 / 3);
  EXPECT_EQ(back.materials[1].poisson, 1.0 / 3);
  EXPECT_EQ(back.materials[1].density, 0.1);
  EXPECT_EQ(material_of_tets(back), (std::vector<int>{1, 1, -1, 1, 0, 0}));
}

INSTANTIATE_TEST_SUITE_P(, FilesWithMaterials, testing::Values("a.inp", "a.veg"));

TEST(PinnedVertices, ComeBackSorted) {
  const TemporaryFolder folder;
  write_pinned_vertices(folder / "a.bou", {7, 2, 5});
  EXPECT_EQ(read_pinned_vertices(folder / "a.bou", 8), (std::vector<int>{2, 5, 7}));
  EXPECT_THROW(read_pinned_vertices(folder / "a.bou", 7), InputError);
}

TEST(WrittenText, ReadsBackAsTheSameNumbersWhateverTheirSize) {
  const TemporaryFolder folder;
  std::mt19937_64 random(11);
  TriangleMesh mesh = sample_triangles();
  for (double& value : mesh.positions.reshaped()) {
    // Random sign, fraction and exponents from 1e-100 to 1e+100.
    value =
        std::ldexp(static_cast<double>(random()) - 9.2e18, static_cast<int>(random() % 600) - 360);
  }
  write_mesh(folder / "a.obj", mesh);
  EXPECT_EQ(read_mesh(folder / "a.obj", {.repair = false}).triangles->positions, mesh.positions);
}

TEST(ContentDecides, WhenTheEndingIsWrong) {
  const TemporaryFolder folder;
  write_mesh(folder / "a.ply", sample_triangles());
  std::filesystem::rename(folder / "a.ply", folder / "a.obj");
  const MeshFile file = read_mesh(folder / "a.obj");
  EXPECT_EQ(file.format, "PLY, binary");
  EXPECT_EQ(file.notes.size(), 1u);
}

TEST(WriteMesh, RefusesTetsInASurfaceFormatAndTheOtherWayRound) {
  const TemporaryFolder folder;
  EXPECT_THROW(write_mesh(folder / "a.obj", sample_tets()), InputError);
  EXPECT_THROW(write_mesh(folder / "a.veg", sample_triangles()), InputError);
  EXPECT_THROW(write_mesh(folder / "a.xyz", sample_triangles()), InputError);
  EXPECT_THROW(write_mesh(folder / "a.obj", MeshFile{}), InputError);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace retake
