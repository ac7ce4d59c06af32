#include "retake/shot/motion_export.h"

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retake/numerics/errors.h"
#include "temporary_folder.h"

namespace retake {
namespace {

// A triangle whose middle and corners a render surface of four points sits on.
Shot triangle_with_surface() {
  Shot shot;
  Body& body = shot.bodies.only();
  body.rest_positions = Points::Identity(3, 3);
  body.triangles = Eigen::Vector3i(0, 1, 2);
  RenderSurface surface;
  surface.mesh.positions.resize(3, 4);
  surface.mesh.positions << body.rest_positions, body.rest_positions.rowwise().mean();
  surface.mesh.triangles.resize(3, 3);
  surface.mesh.triangles << 0, 1, 2, 1, 2, 0, 3, 3, 3;
  surface.embedding =
      embed_in_triangles(surface.mesh.positions, {body.rest_positions, body.triangles});
  body.render_surface = surface;
  return shot;
}

Motion growing(int frames) {
  Motion motion = {24, 0, {}};
  for (int i = 0; i < frames; ++i)
    motion.frames.push_back((1.0f + static_cast<float>(i)) * Eigen::Matrix3f::Identity());
  return motion;
}

// Every format that the page offers; "" is a folder of OBJ files.
TEST(MotionExport, WritesTheFramesThatWereAskedForInEveryFormat) {
  const TemporaryFolder folder;
  const Motion motion = growing(3);
  for (const char* name : {"a.pc2", "a.mdd", "a.glb", "a.usda", "walk"}) {
    const auto file = folder / name;
    export_motion(triangle_with_surface(), stream_of(motion), file, {.frames = {1, 2}});
    ASSERT_TRUE(std::filesystem::exists(file)) << name;
    if (file.extension() == ".usda") continue;  // written only
    const Motion back = read_motion(file);
    ASSERT_EQ(back.frame_count(), 2) << name;
    EXPECT_LT((back.frames[1] - motion.frames[2]).norm(), 1e-6f) << name;
  }
}

TEST(MotionExport, TheRenderSurfaceGoesWhereTheBodyCarriesIt) {
  const TemporaryFolder folder;
  const Motion motion = growing(2);
  export_motion(triangle_with_surface(), stream_of(motion), folder / "a.pc2",
                {.mesh = ExportMesh::render});
  const Motion back = read_motion(folder / "a.pc2");
  ASSERT_EQ(back.frames[1].cols(), 4);
  EXPECT_LT((back.frames[1].col(3) - Eigen::Vector3f::Constant(2.0f / 3)).norm(), 1e-6f);
  Shot bare = triangle_with_surface();
  bare.bodies.only().render_surface.reset();
  EXPECT_THROW(
      export_motion(bare, stream_of(motion), folder / "b.pc2", {.mesh = ExportMesh::render}),
      InputError);
  EXPECT_FALSE(std::filesystem::exists(folder / "b.pc2"));
}

TEST(MotionExport, AFileThatIsThereStaysUnlessItShallBeReplaced) {
  const TemporaryFolder folder;
  const Motion motion = growing(2);
  const Shot shot = triangle_with_surface();
  for (const char* name : {"a.pc2", "a.mdd", "a.glb", "a.usda"}) {
    folder.put(name, "mine");
    EXPECT_THROW(export_motion(shot, stream_of(motion), folder / name, {}), InputError) << name;
    EXPECT_EQ(bytes_of(folder / name), "mine") << name;
    export_motion(shot, stream_of(motion), folder / name, {.replace = true});
    EXPECT_NE(bytes_of(folder / name), "mine") << name;
  }
  std::filesystem::create_directory(folder / "walk");
  folder.put("walk/frame_0007.obj", "mine");
  EXPECT_THROW(export_motion(shot, stream_of(motion), folder / "walk", {}), InputError);
  EXPECT_THROW(export_motion(shot, stream_of(motion), folder / "walk/frame_####.obj", {}),
               InputError);
  EXPECT_EQ(bytes_of(folder / "walk/frame_0007.obj"), "mine");
  export_motion(shot, stream_of(motion), folder / "walk/other_####.obj", {});  // beside it
}

TEST(MotionExport, OptionsOfOneFormatAreRefusedForAnother) {
  const TemporaryFolder folder;
  EXPECT_THROW(check_export_file(folder / "a.fbx", {}), InputError);
  EXPECT_THROW(check_export_file(folder / "a.pc2", {.morphs = MorphOptions{}}), InputError);
  EXPECT_THROW(check_export_file(folder / "a.glb", {.morphs = MorphOptions{.error = 0}}),
               InputError);
  EXPECT_NO_THROW(check_export_file(folder / "a.glb", {.morphs = MorphOptions{.count = 3}}));
}

// What came in goes out: the file's seams, quads, axes, unit and frame numbers.
TEST(MotionExport, AnImportedShotGoesOutInItsFilesOrderAxesAndUnit) {
  const TemporaryFolder folder;
  Shot shot = triangle_with_surface();
  shot.origin = Origin{.up = UpAxis::z,
                       .meters_per_unit = 0.01,
                       .body_vertex_of_file_vertex = {2, 0, 1, 0},
                       .polygons = {{4}, {0, 1, 2, 3}}};
  Eigen::Matrix3Xf in_file(3, 3);
  in_file << 100, 0, 25, 0, 200, 0, 0, 0, 300;
  const Motion motion = {24, 1001, std::vector(2, to_shot_space(*shot.origin, in_file))};
  const Eigen::Matrix3Xf expected = in_file(Eigen::all, std::vector<int>{2, 0, 1, 0});
  for (const char* name : {"a.pc2", "a.mdd", "walk"}) {
    export_motion(shot, stream_of(motion), folder / name, {});
    const Motion back = read_motion(folder / name, {.fps = 24});
    EXPECT_LT((back.frames[0] - expected).norm(), 1e-3f) << name;
  }
  EXPECT_EQ(MotionReader(folder / "a.pc2").info().start_frame, 1001);
  EXPECT_THAT(bytes_of(folder / "walk/frame_1001.obj"), testing::HasSubstr("f 1 2 3 4\n"));
  export_motion(shot, stream_of(motion), folder / "a.usda", {});
  EXPECT_THAT(bytes_of(folder / "a.usda"),
              testing::AllOf(testing::HasSubstr("upAxis = \"Z\""),
                             testing::HasSubstr("metersPerUnit = 0.01"),
                             testing::HasSubstr("faceVertexCounts = [4]")));
  // In glTF the node turns and scales: what a viewer shows is in metres with y up.
  export_motion(shot, stream_of(motion), folder / "a.glb", {});
  const Eigen::Matrix3Xf shown = read_motion(folder / "a.glb").frames[0];
  EXPECT_LT((shown - to_shot_space(*shot.origin, expected)).norm(), 1e-5f);
}

TEST(MotionExport, PointsOfAnyUpAxisGoOutAsTheyCame) {
  const TemporaryFolder folder;
  Eigen::Matrix3Xf in_file(3, 3);
  in_file << 100, 0, 25, 0, 200, 0, 0, 0, 300;
  for (const UpAxis up : {UpAxis::x, UpAxis::minus_x, UpAxis::minus_y, UpAxis::minus_z}) {
    Shot shot = triangle_with_surface();
    shot.origin = Origin{.up = up, .meters_per_unit = 0.01};
    const Motion motion = {24, 0, {2, to_shot_space(*shot.origin, in_file)}};
    export_motion(shot, stream_of(motion), folder / "a.usda", {.replace = true});
    EXPECT_THAT(bytes_of(folder / "a.usda"),
                testing::HasSubstr("[(100, 0, 0), (0, 200, 0), (25, 0, 300)]"));
  }
}

// USD multiplies rows from the left: the row of an axis says where that axis goes.
TEST(MotionExport, WhateverPointsUpStandsUprightInGltfAndUsd) {
  const TemporaryFolder folder;
  Eigen::Matrix3Xf in_file(3, 3);
  in_file << 100, 0, 25, 0, 200, 0, 0, 0, 300;
  const std::map<UpAxis, std::string> usd = {
      {UpAxis::x, "((0, 1, 0, 0), (-1, 0, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))"},
      {UpAxis::minus_x, "((0, -1, 0, 0), (1, 0, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))"},
      {UpAxis::minus_y, "((1, 0, 0, 0), (0, -1, 0, 0), (0, 0, -1, 0), (0, 0, 0, 1))"},
      {UpAxis::minus_z, "((1, 0, 0, 0), (0, 0, 1, 0), (0, -1, 0, 0), (0, 0, 0, 1))"}};
  for (const auto& [up, turn] : usd) {
    Shot shot = triangle_with_surface();
    shot.origin = Origin{.up = up, .meters_per_unit = 0.01};
    const Eigen::Matrix3Xf upright = to_shot_space(*shot.origin, in_file);
    const Motion motion = {24, 0, {2, upright}};
    export_motion(shot, stream_of(motion), folder / "a.glb", {.replace = true});
    EXPECT_LT((read_motion(folder / "a.glb").frames[1] - upright).norm(), 1e-5f);
    export_motion(shot, stream_of(motion), folder / "a.usda", {.replace = true});
    EXPECT_THAT(bytes_of(folder / "a.usda"),
                testing::AllOf(testing::HasSubstr("upAxis = \"Y\""),
                               testing::HasSubstr("xformOp:transform = " + turn)));
  }
}

TEST(MotionExport, WhatCameFromGltfGoesBackIntoItsPlace) {
  const TemporaryFolder folder;
  Eigen::Matrix3Xf in_file(3, 3);
  in_file << 100, 0, 25, 0, 200, 0, 0, 0, 300;
  for (const UpAxis up : {UpAxis::y, UpAxis::z, UpAxis::minus_x}) {
    Shot shot = triangle_with_surface();
    shot.origin = Origin{.mesh_file = "a.glb", .up = up, .meters_per_unit = 0.01};
    const Motion motion = {24, 0, {2, to_shot_space(*shot.origin, in_file)}};
    export_motion(shot, stream_of(motion), folder / "a.glb", {.replace = true});
    EXPECT_LT((read_motion(folder / "a.glb").frames[0] - in_file).norm(), 1e-4f);
  }
}

}  // namespace
}  // namespace retake
