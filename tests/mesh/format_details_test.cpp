#include <algorithm>
#include <clocale>
#include <random>

#include <Eigen/Geometry>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retake/mesh/cell_split.h"
#include "retake/mesh/mesh_file.h"
#include "retake/mesh/report.h"
#include "sample_meshes.h"
#include "temporary_folder.h"

namespace retake {
namespace {

MeshFile read_text(const std::string& name, const std::string& text) {
  const TemporaryFolder folder;
  return read_mesh(folder.put(name, text));
}

TEST(Obj, TakesBackslashesCarriageReturnsAndExtraColumns) {
  const MeshFile file = read_text("a.obj",
                                  "v 0 0 0 0.5 0.5 0.5\r\nv 1 0 \\\r\n 0\r\nv 0 1 0 1\r\n"
                                  "f 1/1/1 \\\r\n 2/2/2 3//3\r\n");
  EXPECT_EQ(file.triangles->triangles, Eigen::Vector3i(0, 1, 2));
  EXPECT_EQ(file.triangles->positions.col(1), Vec3(1, 0, 0));
}

TEST(Obj, ReadsFortranAndOddExponents) {
  const MeshFile file = read_text("a.obj", "v 1.5D+01 0 0\nv 3.1+e2 +2. 0\nv 0 1 .5\nf 1 2 3\n");
  EXPECT_EQ(file.triangles->positions.col(0), Vec3(15, 0, 0));
  EXPECT_EQ(file.triangles->positions.col(1), Vec3(310, 2, 0));
  EXPECT_THAT(file.notes, testing::ElementsAre(testing::HasSubstr("spelled oddly")));
}

TEST(Obj, ReadsNumbersTheSameInEveryLocale) {
  const std::string old = std::setlocale(LC_ALL, nullptr);
  const bool has_comma = std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr;
  const MeshFile file = read_text("a.obj", "v 0.5 0 0\nv 1.25 0 0\nv 0 1 0\nf 1 2 3\n");
  const TemporaryFolder folder;
  write_mesh(folder / "b.obj", *file.triangles);
  std::setlocale(LC_ALL, old.c_str());
  EXPECT_EQ(file.triangles->positions(0, 1), 1.25);
  EXPECT_THAT(bytes_of(folder / "b.obj"), testing::HasSubstr("v 1.25 0 0"));
  if (!has_comma) GTEST_SKIP() << "the locale de_DE.UTF-8 is not installed";
}

TEST(Polygons, ThatAreNotConvexKeepTheirArea) {
  // An L of area 3, whose fan from the first corner would leave it.
  const MeshFile file = read_text("a.obj",
                                  "v 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nv 0 0 0\n"
                                  "f 1 2 3 4 5 6\n");
  const auto& mesh = *file.triangles;
  ASSERT_EQ(mesh.triangle_count(), 4);
  double area = 0;
  for (int t = 0; t < 4; ++t) {
    const Mat3 x = mesh.positions(Eigen::all, mesh.triangles.col(t));
    const double part = (x.col(1) - x.col(0)).cross(x.col(2) - x.col(0)).z() / 2;
    EXPECT_GT(part, 0);
    area += part;
  }
  EXPECT_DOUBLE_EQ(area, 3);
}

TEST(Hexahedra, NumberedInAnyWayAreSplitIntoTetsThatFit) {
  // Two cubes side by side; the split must agree on the face between them.
  Points positions(3, 12);
  for (int v = 0; v < 12; ++v) positions.col(v) = Vec3(v % 3, v / 3 % 2, v / 6);
  const std::array<std::array<int, 8>, 2> cubes = {
      {{0, 1, 4, 3, 6, 7, 10, 9}, {1, 2, 5, 4, 7, 8, 11, 10}}};
  std::mt19937 random(5);
  std::array<int, 12> number = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  for (int trial = 0; trial < 50; ++trial) {
    std::shuffle(number.begin(), number.end(), random);
    std::vector<std::array<int, 4>> tets;
    for (const auto& cube : cubes) {
      std::array<std::int64_t, 8> corners;
      for (std::size_t k = 0; k < 8; ++k) corners[k] = number[static_cast<std::size_t>(cube[k])];
      split_solid(CellKind::hexahedron, corners, tets);
    }
    TetMesh mesh;
    mesh.positions.resize(3, 12);
    for (std::size_t v = 0; v < 12; ++v) {
      mesh.positions.col(number[v]) = positions.col(static_cast<int>(v));
    }
    mesh.tets = Eigen::Map<Eigen::Matrix4Xi>(tets.data()->data(), 4, 12);
    const MeshReport report = describe(mesh);
    EXPECT_NEAR(report.volume, 2, 1e-14);
    EXPECT_TRUE(report.is_sound());
    EXPECT_EQ(report.triangles, 20);  // ten squares
  }
}

TEST(Wedges, AndPyramidsAreFilledByTheirTets) {
  const std::string points =
      "MeshVersionFormatted 2\nDimension 3\nVertices 7\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n"
      "1 0 1 0\n0 1 1 0\n1 1 0 0\n";
  const MeshReport wedge = describe(read_text("a.mesh", points + "Prisms 1\n1 2 3 4 5 6 0\nEnd\n"));
  EXPECT_NEAR(wedge.volume, 0.5, 1e-15);
  EXPECT_EQ(wedge.tets, 3);
  const MeshReport pyramid =
      describe(read_text("a.mesh", points + "Pyramids 1\n1 2 7 3 4 0\nEnd\n"));
  EXPECT_NEAR(pyramid.volume, 1.0 / 3, 1e-15);
  EXPECT_EQ(pyramid.tets, 2);
}

TEST(Abaqus, KeepsTheCornersOfTenNodeTetsAndReadsSetsOfSets) {
  std::string text = "** a comment\n*Node, nset=ALL\n";
  for (int v = 1; v <= 10; ++v) {
    text += std::to_string(10 * v) + ", " + std::to_string(v == 2) + ", " + std::to_string(v == 3) +
            ", " + std::to_string(v == 4) + "\n";
  }
  text +=
      "*Element, type=C3D10, elset=part\n7, 10, 20, 30, 40, 50,\n60, 70, 80, 90, 100\n"
      "*Elset, elset=both\npart\n*Nset, nset=fixed\n10, 30\n";
  const MeshFile file = read_text("a.inp", text);
  EXPECT_EQ(file.counts.vertices, 10);
  EXPECT_EQ(file.tets->vertex_count(), 4);
  EXPECT_EQ(file.tets->tets, Eigen::Vector4i(0, 1, 2, 3));
  EXPECT_EQ(file.element_sets[0].name, "BOTH");
  EXPECT_EQ(file.element_sets[0].elements, std::vector<int>{0});
  EXPECT_EQ(file.vertex_sets[1].name, "FIXED");
  EXPECT_EQ(file.vertex_sets[1].vertices, (std::vector<int>{0, 2}));
}

// 33 sets, each naming the one before twice: without care the last has 2^32 members.
TEST(Abaqus, SetsThatNameEachOtherTwiceKeepEachMemberOnce) {
  std::string text =
      "*NODE\n1,0,0,0\n2,1,0,0\n3,0,1,0\n4,0,0,1\n*ELEMENT,TYPE=C3D4,ELSET=S0\n1,1,2,3,4\n";
  for (int i = 1; i <= 33; ++i) {
    const std::string before = "S" + std::to_string(i - 1);
    text += "*ELSET,ELSET=S" + std::to_string(i) + "\n" + before + "," + before + "\n";
  }
  const MeshFile file = read_text("a.inp", text);
  ASSERT_EQ(file.element_sets.size(), 34u);
  for (const ElementSet& set : file.element_sets) EXPECT_EQ(set.elements, std::vector<int>{0});
}

TEST(TextFiles, MayBeginWithAByteOrderMark) {
  const std::string mark = "\xEF\xBB\xBF";
  const TemporaryFolder folder;
  for (const char* name :
       {"a.obj", "a.off", "a.stl", "a.ply", "a.mesh", "a.msh", "a.vtk", "a.inp"}) {
    write_mesh(folder / name, sample_triangles(), {.encoding = Encoding::text});
    const MeshFile with_mark = read_text(name, mark + bytes_of(folder / name));
    EXPECT_EQ(with_mark.triangles->positions, read_mesh(folder / name).triangles->positions)
        << name;
    EXPECT_TRUE(with_mark.notes.empty()) << name << ": " << with_mark.notes.front();
  }
  write_mesh(folder / "a.veg", sample_tets());
  EXPECT_EQ(read_text("a.veg", mark + bytes_of(folder / "a.veg")).tets->vertex_count(), 8);
}

TEST(Vega, GivesTheMaterialOfTheLastRegion) {
  const MeshFile file = read_text(
      "a.veg",
      "# Vega\n*VERTICES\n5 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n*ELEMENTS\nTET\n"
      "2 4 0\n1 1 2 3 4\n2 2 3 4 5\n*MATERIAL a\nENU, 1000, 2e5, 0.3\n*MATERIAL b\nENU, 900, 1e5, "
      "0.4\n*SET top\n2\n*REGION\nallElements, a\n*REGION\ntop, b\n");
  EXPECT_EQ(material_of_tets(file), (std::vector<int>{0, 1}));
  EXPECT_EQ(file.materials[1].density, 900);
}

TEST(Vtk, ReadsOffsetsAndConnectivityOfVersion5) {
  const MeshFile file = read_text(
      "a.vtk",
      "# vtk DataFile Version 5.1\nx\nASCII\nDATASET UNSTRUCTURED_GRID\nFIELD FieldData 1\nT 1 2 "
      "double\n0 1\nPOINTS 4 double\n0 0 0 1 0 0 0 1 0 0 0 1\nMETADATA\nINFORMATION 0\n\n"
      "CELLS 2 4\nOFFSETS vtktypeint64\n0 4\nCONNECTIVITY vtktypeint64\n0 1 2 3\nCELL_TYPES 1\n10\n"
      "POINT_DATA 4\nSCALARS s double\n");
  EXPECT_EQ(file.tets->tets, Eigen::Vector4i(0, 1, 2, 3));
}

TEST(Gmsh, NamesTheGroupsOfAnOldFile) {
  const MeshFile file = read_text("a.msh",
                                  "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n5\n1 0 0 0\n2 1 0 "
                                  "0\n3 0 1 0\n4 0 0 1\n9 1 1 1\n"
                                  "$EndNodes\n$Elements\n3\n1 15 2 1 1 1\n2 4 2 7 1 1 2 3 4\n3 4 2 "
                                  "8 1 2 3 4 9\n$EndElements\n");
  ASSERT_EQ(file.element_sets.size(), 2u);
  EXPECT_EQ(file.element_sets[0].name, "group 7");
  EXPECT_EQ(file.element_sets[1].elements, std::vector<int>{1});
}

TEST(Stl, WeldsCornersInEqualPlacesAlsoPlusAndMinusZero) {
  const MeshFile file = read_text(
      "a.stl",
      "SOLID x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"
      "endfacet\nfacet normal 0 0 1\nouter loop\nvertex 1 0 0\nvertex 1 1 0\nvertex -0 1 "
      "0\nendloop\n"
      "endfacet\nendsolid x\n");
  EXPECT_EQ(file.triangles->vertex_count(), 4);
  EXPECT_EQ(describe(file).components, 1);
}

}  // namespace
}  // namespace retake
