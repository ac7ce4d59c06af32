// What an imported shot keeps of its files, and how positions go to the shot and back.
#include <Eigen/LU>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retake/numerics/errors.h"
#include "retake/shot/json_fields.h"
#include "shot/example_shots.h"
#include "temporary_folder.h"

namespace retake {

namespace {

using testing::HasSubstr;

Origin rich_origin(const std::filesystem::path& folder) {
  return {.mesh_file = folder / "büste 1.obj",
          .motion_file = "/elsewhere/fall.mdd",
          .object = "büste",
          .clip = "fall",
          .up = UpAxis::z,
          .meters_per_unit = 0.01,
          .fps = 25,
          .start_frame = 101,
          .body_vertex_of_file_vertex = {4, 3, 2, 1, 0, 0},
          .polygons = {{3, 4}, {0, 1, 2, 2, 3, 4, 5}}};
}

}  // namespace

TEST(Origin, ComesBackFromTheShotsFile) {
  const TemporaryFolder folder;
  Shot shot = plain_shot();
  shot.origin = rich_origin(folder.path());
  write_shot(shot, folder / "shot.json");
  const Shot read = read_shot(folder / "shot.json");
  ASSERT_TRUE(read.origin);
  EXPECT_EQ(*read.origin, *shot.origin);
}

TEST(Origin, ComesBackFromAShotInTheCurrentFolder) {
  const TemporaryFolder folder;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  Shot shot = plain_shot();
  shot.origin = rich_origin(std::filesystem::current_path());
  write_shot(shot, "shot.json");
  const Shot read = read_shot("shot.json");
  std::filesystem::current_path(before);
  EXPECT_EQ(*read.origin, *shot.origin);
}

TEST(Origin, OfAMeshNamedLikeTheShotLeavesThatMeshAlone) {
  const TemporaryFolder folder;
  folder.put("cow.obj", "mine");
  folder.put("cow.veg", "mine");
  folder.put("cow.pc2", "mine");
  Shot shot = plain_shot();
  shot.origin = Origin{.mesh_file = folder / "cow.obj", .motion_file = folder / "cow.pc2"};
  write_shot(shot, folder / "cow.json");
  for (const char* name : {"cow.obj", "cow.veg", "cow.pc2"}) {
    EXPECT_EQ(bytes_of(folder / name), "mine") << name;
  }
}

TEST(Origin, EveryUpAxisTurnsToYAndBack) {
  const Eigen::Matrix3Xf points = Eigen::Matrix3Xf::Random(3, 20);
  for (int up = 0; up < 6; ++up) {
    const Origin origin = {.up = static_cast<UpAxis>(up), .meters_per_unit = 0.0254};
    Eigen::Matrix3Xf axis = Eigen::Matrix3Xf::Zero(3, 1);
    axis(up % 3, 0) = up < 3 ? 1.0f : -1.0f;
    EXPECT_NEAR(to_shot_space(origin, axis)(1, 0), 0.0254f, 1e-9f) << up;
    const Eigen::Matrix3Xf there = to_shot_space(origin, points);
    EXPECT_LT((to_file_space(origin, there) - points).norm(), 1e-6f * points.norm()) << up;
    const Eigen::Matrix3f corner = there.leftCols(3), before = points.leftCols(3);
    EXPECT_GT(corner.determinant() * before.determinant(), 0) << "mirrored, axis " << up;
  }
}

TEST(Origin, GivesTheFilesOwnVerticesAndFaces) {
  const Origin origin = rich_origin("/folder");
  const Eigen::Matrix3Xf body = Eigen::Matrix3Xf::Random(3, 5);
  const Eigen::Matrix3Xf file = to_file_vertices(origin, body);
  ASSERT_EQ(file.cols(), 6);
  EXPECT_EQ(file.col(4), file.col(5));
  EXPECT_LT((to_shot_space(origin, file).col(0) - body.col(4)).norm(), 1e-6f);
  EXPECT_EQ(file_polygons(origin, {}), origin.polygons);
  Eigen::Matrix3Xi triangles(3, 2);
  triangles << 0, 1, 1, 3, 2, 2;
  const Polygons plain = {{3, 3}, {0, 1, 2, 1, 3, 2}};
  EXPECT_EQ(file_polygons(Origin{}, triangles), plain);
}

TEST(Origin, WithListsThatCannotBeIsRefusedWithItsFile) {
  const TemporaryFolder folder;
  Shot shot = plain_shot();
  shot.origin = rich_origin(folder.path());
  write_shot(shot, folder / "shot.json");
  const auto complaint = [&](const char* key, const Json& value) {
    Json lists = parse_json(bytes_of(folder / "shot.origin.json"), "lists");
    lists[key] = value;
    const std::string good = bytes_of(folder / "shot.origin.json");
    folder.put("shot.origin.json", lists.dump());
    std::string text = "accepted";
    try {
      read_shot(folder / "shot.json");
    } catch (const InputError& error) {
      text = error.what();
    }
    folder.put("shot.origin.json", good);
    return text;
  };
  EXPECT_THAT(complaint("body_vertices", {0, 1, 2, 3, 4, 5}), HasSubstr("shot.origin.json"));
  EXPECT_THAT(complaint("face_sizes", {3, 3}), HasSubstr("expected 6 in all, found 7"));
  EXPECT_THAT(complaint("face_corners", {0, 1, 2, 2, 3, 4, 6}), HasSubstr("no such vertex"));
}

}  // namespace retake
