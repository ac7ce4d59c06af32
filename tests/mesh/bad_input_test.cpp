#include <sys/stat.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retake/mesh/mesh_file.h"
#include "retake/mesh/motion_file.h"
#include "retake/numerics/errors.h"
#include "sample_meshes.h"
#include "temporary_folder.h"

namespace retake {
namespace {

using testing::HasSubstr;

// The message with which a file of these bytes is refused; empty when it is not.
std::string complaint_about(const std::string& name, const std::string& bytes) {
  const TemporaryFolder folder;
  folder.put("a.node", "4 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n");
  try {
    read_mesh(folder.put(name, bytes));
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr(name));
    return error.what();
  }
  return "";
}

struct Bad {
  const char* file;
  std::string bytes;
  const char* message;
};

const char* const medit_vertices = "MeshVersionFormatted 1\nDimension 3\nVertices 3\n0 0 0 0\n";
const char* const ply_header =
    "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float "
    "z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n";
const char* const vtk_header = "# vtk DataFile Version 3.0\nx\nASCII\nDATASET POLYDATA\n";

TEST(BadInput, CornersOutOfRangeAreNamedWithTheirLine) {
  const Bad bad_files[] = {
      {"a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n", "line 4"},
      {"a.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n", "line 6"},
      {"a.inp", "*NODE\n1,0,0,0\n*ELEMENT,TYPE=C3D4\n1,1,2,3,4\n", "line 4"},
      {"a.veg", "*VERTICES\n1 3 0 0\n1 0 0 0\n*ELEMENTS\nTET\n1 4 0\n1 1 2 3 4\n", "line 7"},
      {"a.ele", "1 4 0\n0 0 1 2 4\n", "line 2"},
      {"a.mesh", std::string(medit_vertices) + "1 0 0 0\n0 1 0 0\nTriangles 1\n1 2 4 0\n",
       "line 8"},
      {"a.msh",
       "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n1\n1 0 0 0\n$EndNodes\n$Elements\n1\n"
       "1 2 0 1 1 7\n$EndElements\n",
       "line 10"},
      {"a.ply", std::string(ply_header) + "0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n", "line 13"},
      {"a.vtk",
       std::string(vtk_header) + "POINTS 3 float\n0 0 0 1 0 0 0 1 0\nPOLYGONS 1 4\n3 0 1 -1\n",
       "element 1"},
  };
  for (const Bad& bad : bad_files) {
    EXPECT_THAT(complaint_about(bad.file, bad.bytes), HasSubstr(bad.message)) << bad.file;
  }
}

TEST(BadInput, CoordinatesThatAreNotFiniteAreNamedWithVertexAndLine) {
  const Bad bad_files[] = {
      {"a.obj", "v 0 0 0\nv 1 nan 0\nv 0 1 0\nf 1 2 3\n", "line 2: vertex 2 is not finite"},
      {"a.obj", "v 0 0 0\nv 1 1e999 0\nv 0 1 0\nf 1 2 3\n", "line 2: vertex 2 is not finite"},
      {"a.obj", "v 0 0 0\nv 1 -1.#INF 0\nv 0 1 0\nf 1 2 3\n", "line 2"},
      {"a.off", "OFF\n3 1 0\n0 0 0\n1 inf 0\n0 1 0\n3 0 1 2\n", "line 4: vertex 1 is not finite"},
      {"a.inp", "*NODE\n7,0,NaN,0\n", "line 2: node 7 is not finite"},
      {"a.veg", "*VERTICES\n1 3 0 0\n1 0 -inf 0\n", "line 3: vertex 1 is not finite"},
      {"a.mesh", "MeshVersionFormatted 1\nDimension 3\nVertices 1\n0 nan 0 0\n",
       "line 4: vertex 1 is not finite"},
      {"a.ply", std::string(ply_header) + "0 0 0\n1 nan 0\n0 1 0\n3 0 1 2\n",
       "line 11: vertex 1 is not finite"},
      {"a.stl", "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 nan 0\n", "line 4"},
      {"a.vtk", std::string(vtk_header) + "POINTS 1 float\n0 nan 0\n", "line 6: point 0"},
  };
  for (const Bad& bad : bad_files) {
    EXPECT_THAT(complaint_about(bad.file, bad.bytes), HasSubstr(bad.message)) << bad.file;
  }
}

TEST(BadInput, CoordinatesThatAreNotFiniteInBinaryFilesAreNamedWithTheirVertex) {
  const TemporaryFolder folder;
  TriangleMesh mesh = sample_triangles();
  mesh.positions(1, 5) = std::numeric_limits<double>::infinity();
  for (const char* file : {"a.ply", "a.vtk", "a.msh"}) {
    write_mesh(folder / file, mesh, {.encoding = Encoding::binary});
    try {
      read_mesh(folder / file);
      ADD_FAILURE() << file;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(),
                  testing::ContainsRegex("byte [0-9]+: (vertex|point|node) [56] is not"));
    }
  }
}

TEST(BadInput, AbsurdCountsAreRefusedBeforeMemoryIsTaken) {
  const Bad bad_files[] = {
      {"a.off", "OFF\n1000000000 1 0\n0 0 0\n", "impossible number of vertices"},
      {"a.off", "OFF\n-1 1 0\n0 0 0\n", "impossible number of vertices"},
      {"a.off", "OFF\n1 1 0\n0 0 0\n4000000000 0\n", "impossible number of corners"},
      {"a.veg", "*VERTICES\n99999999999 3 0 0\n1 0 0 0\n", "impossible number of lines"},
      {"a.ele", "4000000000 4 0\n0 0 1 2 3\n", "impossible number of tets"},
      {"a.mesh", "MeshVersionFormatted 1\nDimension 3\nVertices\n2000000000\n",
       "impossible number of vertices"},
      {"a.msh", "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 9999999999 1 1\n",
       "impossible number"},
      {"a.msh", "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n9999999999\n", "impossible number"},
      {"a.ply", "ply\nformat ascii 1.0\nelement vertex 2000000000\nproperty float x\nend_header\n",
       "impossible number"},
      {"a.vtk", std::string(vtk_header) + "POINTS 2000000000 float\n",
       "impossible number of points"},
      {"a.stl", std::string(80, ' ') + "\xff\xff\xff\xff", "impossible number of triangles"},
      {"a.inp", "*NODE\n1,0,0,0\n*ELSET,ELSET=A,GENERATE\n1,2000000000\n", "impossible range"},
  };
  for (const Bad& bad : bad_files) {
    EXPECT_THAT(complaint_about(bad.file, bad.bytes), HasSubstr(bad.message)) << bad.file;
  }
}

TEST(BadInput, EmptyMeshesAreRefused) {
  const Bad bad_files[] = {
      {"a.obj", "# nothing\n", ""},
      {"a.obj", "v 0 0 0\n", ""},
      {"a.off", "OFF\n0 0 0\n", ""},
      {"a.inp", "*NODE\n", ""},
      {"a.veg", "*VERTICES\n0 3 0 0\n*ELEMENTS\nTET\n0 4 0\n", ""},
      {"a.ele", "0 4 0\n", ""},
      {"a.mesh", "MeshVersionFormatted 1\nDimension 3\nEnd\n", ""},
      {"a.msh", "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n", ""},
      {"a.ply", "ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nend_header\n", ""},
      {"a.stl", "solid a\nendsolid a\n", ""},
      {"a.vtk", vtk_header, ""},
  };
  for (const Bad& bad : bad_files) {
    EXPECT_THAT(complaint_about(bad.file, bad.bytes), HasSubstr("the mesh is empty")) << bad.file;
    EXPECT_THAT(complaint_about(bad.file, ""), HasSubstr("the file is empty")) << bad.file;
  }
}

TEST(BadInput, FoldersPipesAndMissingFilesAreRefused) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "folder.obj");
  ::mkfifo((folder / "pipe.obj").c_str(), 0600);
  EXPECT_THROW(read_mesh(folder / "folder.obj"), InputError);
  EXPECT_THROW(read_mesh(folder / "pipe.obj"), InputError);
  EXPECT_THROW(read_mesh(folder / "none.obj"), FileError);
  EXPECT_THROW(MotionReader(folder / "none.pc2"), FileError);
  EXPECT_THROW(read_pinned_vertices(folder / "folder.obj", 3), InputError);
}

TEST(BadInput, FilesThatIncludeThemselvesAreRefused) {
  EXPECT_THAT(complaint_about("a.inp", "*INCLUDE, INPUT=a.inp\n"), HasSubstr("without end"));
  EXPECT_THAT(complaint_about("a.veg", "*INCLUDE a.veg\n"), HasSubstr("without end"));
}

// Each file includes the next one ten times: 14 of them stand for 10^13 files.
TEST(BadInput, FilesThatIncludeEachOtherManyTimesAreRefusedWithTheLimit) {
  for (const auto& [ending, line] :
       {std::pair{".inp", "*INCLUDE, INPUT="}, {".veg", "*INCLUDE "}}) {
    const TemporaryFolder folder;
    for (int i = 0; i < 14; ++i) {
      std::string text;
      for (int k = 0; k < 10; ++k) text += line + std::to_string(i + 1) + ending + "\n";
      folder.put(std::to_string(i) + ending, i < 13 ? text : "");
    }
    try {
      read_mesh(folder / (std::string("0") + ending));
      ADD_FAILURE() << ending;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(),
                  testing::ContainsRegex(std::string("[0-9]\\") + ending + ", line "));
      EXPECT_THAT(error.what(), HasSubstr("at most 1000"));
    }
  }
}

TEST(BadInput, ALargeFileThatIsIncludedAgainAndAgainIsRefusedWithTheLimit) {
  const TemporaryFolder folder;
  folder.put("large.hinp", "** " + std::string(1 << 20, '-') + "\n");
  std::string text;
  for (int k = 0; k < 20; ++k) text += "*INCLUDE, INPUT=large.hinp\n";
  try {
    read_mesh(folder.put("a.inp", text));
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("a.inp, line 17: the same files are included too often"));
    EXPECT_THAT(error.what(), HasSubstr("16777216 bytes"));
  }
}

TEST(BadInput, SetsThatRepeatEachOtherFarTooOftenAreRefusedWithTheLimit) {
  std::string text = "*NODE, NSET=ALL\n";
  for (int i = 1; i <= 3000; ++i) text += std::to_string(i) + ",0,0,0\n";
  std::string names = text, ranges = text;
  for (int i = 0; i < 3000; ++i) {
    names += "*NSET, NSET=S" + std::to_string(i) + "\nALL\n";
    ranges += "*NSET, NSET=A, GENERATE\n1,3000\n";
  }
  for (const std::string& bytes : {names, ranges}) {
    EXPECT_THAT(complaint_about("a.inp", bytes), HasSubstr("at most 4192000 members"));
  }
}

TEST(BadInput, AnAbaqusKeywordIsNamedWithItsOwnLine) {
  EXPECT_THAT(complaint_about("a.inp", "*NODE\n1,0,0,0\n*ELEMENT,TYPE=B31\n1,1,1\n"),
              HasSubstr("a.inp, line 3: an element type"));
  EXPECT_THAT(complaint_about("a.inp", "*INCLUDE\n"), HasSubstr("a.inp, line 1"));
}

TEST(BadInput, AFaceBeforeAnyVertexIsToldSo) {
  EXPECT_THAT(complaint_about("a.obj", "f -1 -2 -3\nv 0 0 0\n"),
              HasSubstr("line 1: a face names a vertex, and no vertex stands before this face"));
  EXPECT_THAT(complaint_about("a.obj", "v 0 0 0\nv 1 0 0\nf -1 -2 -3\n"),
              HasSubstr("expected 1 to 2, or -1 to -2, found -3"));
}

TEST(BadInput, InvertedAndFlatTetsAreNamedTurnedOverAndLeftOut) {
  const TemporaryFolder folder;
  MeshFile file;
  file.tets = sample_cube();
  std::swap(file.tets->tets(0, 1), file.tets->tets(1, 1));
  file.tets->tets.col(3) = Eigen::Vector4i(0, 1, 2, 3);  // all in one plane
  file.element_sets = {{"A", {2, 3, 4}, -1}};
  write_mesh(folder / "a.inp", file);
  const MeshFile back = read_mesh(folder / "a.inp");
  EXPECT_EQ(back.tets->tet_count(), 5);
  EXPECT_THAT(back.notes, testing::ElementsAre(HasSubstr("turned over: 1 (1) of 6"),
                                               HasSubstr("left out: 1 (3) of 6")));
  EXPECT_EQ(back.element_sets[0].elements, (std::vector<int>{2, 3}));
  EXPECT_EQ(read_mesh(folder / "a.inp", {.repair = false}).tets->tets, file.tets->tets);
}

TEST(BadInput, CachesWithImpossibleHeadersAreRefused) {
  const TemporaryFolder folder;
  const Motion motion = {24, 0, {2, Eigen::Matrix3Xf::Ones(3, 5)}};
  for (const char* name : {"a.pc2", "a.mdd"}) {
    write_motion(folder / name, motion);
    const std::string good = bytes_of(folder / name);
    EXPECT_THROW(read_motion(folder.put(name, good.substr(0, good.size() - 1))), InputError);
    EXPECT_THROW(read_motion(folder.put(name, good.substr(0, 5))), InputError);
    EXPECT_THROW(read_motion(folder.put(name, "")), InputError);
    for (const std::size_t count : {name[2] == 'p' ? 16u : 0u, name[2] == 'p' ? 28u : 4u}) {
      for (const char* value : {"\x7f\x7f\x7f\x7f", "\xff\xff\xff\xff"}) {
        std::string bad = good;
        bad.replace(count, 4, value, 4);
        EXPECT_THROW(read_motion(folder.put(name, bad)), InputError);
      }
    }
  }
}

TEST(BadInput, PositionsThatAreNotFiniteInACacheAreNamedWithFrameAndPoint) {
  const TemporaryFolder folder;
  Motion motion = {24, 0, {3, Eigen::Matrix3Xf::Ones(3, 5)}};
  motion.frames.change(2)(1, 4) = std::numeric_limits<float>::quiet_NaN();
  write_motion(folder / "a.pc2", motion);
  const MotionReader reader(folder / "a.pc2");
  EXPECT_NO_THROW(reader.frame(1));
  try {
    reader.frame(2);
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("frame 2, point 4"));
  }
}

TEST(BadInput, GapsInASequenceAreNamed) {
  const TemporaryFolder folder;
  const Motion motion = {24, 3, {5, Eigen::Matrix3Xf::Ones(3, 2)}};
  write_motion(folder / "f_##.obj", motion);
  std::filesystem::remove(folder / "f_05.obj");
  try {
    read_motion(folder.path());
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("1 frames are missing"));
    EXPECT_THAT(error.what(), HasSubstr("no 5"));
  }
}

TEST(BadInput, AFrameOfAnotherSizeInASequenceIsNamed) {
  const TemporaryFolder folder;
  folder.put("f1.obj", "v 0 0 0\nv 1 0 0\n");
  folder.put("f2.obj", "v 0 0 0\n");
  try {
    read_motion(folder.path());
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("f2.obj"));
  }
}

}  // namespace
}  // namespace retake
