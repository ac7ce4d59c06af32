// Sequences of mesh files as motions, and point caches whose bytes are the wrong way round.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retake/mesh/mesh_file.h"
#include "retake/mesh/motion_file.h"
#include "retake/numerics/errors.h"
#include "temporary_folder.h"

namespace retake {

namespace {

using testing::AllOf;
using testing::HasSubstr;

TriangleMesh tetrahedron(double height) {
  TriangleMesh mesh;
  mesh.positions.resize(3, 4);
  mesh.positions << 0, 1, 0, 0, 0, 0, 0, height, 0, 0, 1, 0;
  mesh.triangles.resize(3, 4);
  mesh.triangles << 0, 0, 0, 1, 2, 1, 3, 2, 1, 3, 2, 3;
  return mesh;
}

std::string complaint_of(const std::filesystem::path& path) {
  try {
    read_motion(path);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

std::string with_swapped_words(std::string bytes, std::size_t begin) {
  for (std::size_t i = begin; i + 4 <= bytes.size(); i += 4) {
    std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(i),
                 bytes.begin() + static_cast<std::ptrdiff_t>(i) + 4);
  }
  return bytes;
}

Motion short_motion() {
  Motion motion;
  for (int t = 0; t < 6; ++t) {
    motion.frames.push_back(tetrahedron(1 + 0.1 * t).positions.cast<float>());
  }
  return motion;
}

}  // namespace

TEST(PlySequence, IsReadAsAFolderAndAsAPatternWithItsNumbers) {
  const TemporaryFolder folder;
  for (int t = 0; t < 4; ++t) {
    write_mesh(folder / ("wave_" + std::to_string(11 + t) + ".ply"), tetrahedron(1 + t),
               {.encoding = t % 2 == 0 ? Encoding::text : Encoding::binary});
  }
  for (const auto& path : {folder.path(), folder / "wave_##.ply"}) {
    const MotionReader reader(path);
    EXPECT_EQ(reader.info().frame_count, 4);
    EXPECT_EQ(reader.info().start_frame, 11);
    EXPECT_EQ(reader.frame(2), tetrahedron(3).positions.cast<float>());
  }
}

TEST(MeshSequence, WithFacesThatChangeIsRefusedByTheNameOfTheFrame) {
  const TemporaryFolder folder;
  TriangleMesh other = tetrahedron(1);
  std::swap(other.triangles(0, 0), other.triangles(1, 0));
  write_mesh(folder / "f1.obj", tetrahedron(1));
  write_mesh(folder / "f2.obj", other);
  EXPECT_THAT(complaint_of(folder.path()), AllOf(HasSubstr("f2.obj"), HasSubstr("other faces")));
  other.triangles.conservativeResize(3, 3);
  write_mesh(folder / "f2.obj", other);
  EXPECT_THAT(complaint_of(folder.path()), HasSubstr("expected 4, found 3"));
}

TEST(MeshSequence, OfTwoKindsInOneFolderIsRefused) {
  const TemporaryFolder folder;
  write_mesh(folder / "f1.obj", tetrahedron(1));
  write_mesh(folder / "f2.ply", tetrahedron(2));
  EXPECT_THAT(complaint_of(folder.path()), HasSubstr("more than one sequence"));
}

TEST(PointCache, WithBytesTheWrongWayRoundIsRecognised) {
  const TemporaryFolder folder;
  write_motion(folder / "good.pc2", short_motion());
  write_motion(folder / "good.mdd", short_motion());
  const std::string pc2 = bytes_of(folder / "good.pc2"), mdd = bytes_of(folder / "good.mdd");
  folder.put("header.pc2", with_swapped_words(pc2, 12));
  folder.put("positions.pc2", with_swapped_words(pc2, 32));
  folder.put("whole.mdd", with_swapped_words(mdd, 0));
  folder.put("positions.mdd", with_swapped_words(mdd, 8 + 4 * 6));
  EXPECT_THAT(complaint_of(folder / "header.pc2"), HasSubstr("found big-endian"));
  EXPECT_THAT(complaint_of(folder / "positions.pc2"), HasSubstr("positions are byte-swapped"));
  EXPECT_THAT(complaint_of(folder / "whole.mdd"), HasSubstr("found little-endian"));
  EXPECT_THAT(complaint_of(folder / "positions.mdd"), HasSubstr("positions are byte-swapped"));
  EXPECT_EQ(complaint_of(folder / "good.pc2"), "accepted");
  EXPECT_EQ(complaint_of(folder / "good.mdd"), "accepted");
}

TEST(MeshFilePolygons, AreThoseOfTheFileAndAbsentWhereAllAreTriangles) {
  const TemporaryFolder folder;
  folder.put("quad.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nf 1 2 3 4\nf 1 2 5\n");
  const Polygons expected = {{4, 3}, {0, 1, 2, 3, 0, 1, 4}};
  EXPECT_EQ(read_mesh(folder / "quad.obj").polygons, expected);
  write_mesh(folder / "tet.obj", tetrahedron(1));
  EXPECT_TRUE(read_mesh(folder / "tet.obj").polygons.sizes.empty());
}

}  // namespace retake
