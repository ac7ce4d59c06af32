#include "retake/picture/camera.h"

#include <cmath>

#include <gtest/gtest.h>

#include "retake/numerics/errors.h"
#include "shapes.h"

namespace retake {
namespace {

TEST(Camera, ProjectsItsTargetToTheMiddle) {
  const Camera camera{.eye = {3, 2, 1}, .target = {-1, 0.5, 2}};
  const Projection seen = project(camera, camera.target, 400, 300);
  EXPECT_NEAR(seen.pixel.x(), 200, 1e-9);
  EXPECT_NEAR(seen.pixel.y(), 150, 1e-9);
  EXPECT_NEAR(seen.depth, (camera.target - camera.eye).norm(), 1e-12);
}

TEST(Camera, UpIsUpAndRightIsRight) {
  const Camera camera{.eye = {0, 0, 5}, .target = {0, 0, 0}};
  const Projection seen = project(camera, {0.5, 0.25, 0}, 400, 300);
  EXPECT_GT(seen.pixel.x(), 200);
  EXPECT_LT(seen.pixel.y(), 150);
  EXPECT_NEAR(seen.pixel.x() - 200, 2 * (150 - seen.pixel.y()), 1e-9);
}

TEST(Camera, FieldOfViewReachesFromEdgeToEdge) {
  const Camera camera{.eye = {0, 0, 2}, .target = {0, 0, 0}, .vertical_field_of_view = 90};
  EXPECT_NEAR(project(camera, {0, 2, 0}, 400, 300).pixel.y(), 0, 1e-9);
  EXPECT_NEAR(project(camera, {0, -2, 0}, 400, 300).pixel.y(), 300, 1e-9);
}

TEST(Camera, FramingTouchesTheMarginAndLeavesNothingOut) {
  const Points points = shapes::torus({5, -3, 2}, 2, 0.4).positions;
  for (const Vec3& direction : {Vec3(-1, -0.4, -2), Vec3(0, -1, 0), Vec3(1, 0.3, 0.1)}) {
    const Camera camera = frame_to_fit(points, direction, {.aspect = 1.5, .margin = 0.1});
    EXPECT_LT((camera.target - camera.eye).normalized().cross(direction.normalized()).norm(), 1e-9);
    Eigen::AlignedBox2d seen;
    for (const auto& point : points.colwise()) seen.extend(project(camera, point, 300, 200).pixel);
    EXPECT_GE(seen.min().x(), 30 - 1e-6);
    EXPECT_LE(seen.max().x(), 270 + 1e-6);
    EXPECT_GE(seen.min().y(), 20 - 1e-6);
    EXPECT_LE(seen.max().y(), 180 + 1e-6);
    const bool wide = seen.sizes().x() > 239.99, high = seen.sizes().y() > 159.99;
    EXPECT_TRUE(wide || high) << seen.sizes().transpose();
  }
}

TEST(Camera, SeesAllExactlyWhereEveryPointProjectsIntoThePicture) {
  const Points points = shapes::torus({5, -3, 2}, 2, 0.4).positions;
  const int width = 300, height = 200;
  int seen = 0;
  for (const double margin : {0.2, 0.1, 0.0}) {
    const Camera camera = frame_to_fit(points, {-1, -0.4, -2}, {.aspect = 1.5, .margin = margin});
    for (const double nearer : {0.0, 0.1, 0.2, 0.3, 1.0, 3.0}) {
      Camera moved = camera;
      moved.eye += nearer * (camera.target - camera.eye);
      moved.target += nearer * (camera.target - camera.eye);
      const Eigen::AlignedBox2d picture(Eigen::Vector2d(-1e-9, -1e-9),
                                        Eigen::Vector2d(width + 1e-9, height + 1e-9));
      bool all = true;
      for (const auto& point : points.colwise()) {
        const Projection at = project(moved, point, width, height);
        all = all && at.depth > 0 && picture.contains(at.pixel);
      }
      // At margin 0 the outermost points lie on the very edge, where rounding decides.
      if (margin > 0 || nearer > 0) {
        EXPECT_EQ(sees_all(moved, points, 1.5), all) << margin << ", " << nearer;
      }
      seen += all ? 1 : 0;
    }
  }
  EXPECT_GT(seen, 2);
  EXPECT_LT(seen, 15);
}

TEST(Camera, FramesABoxAndASinglePoint) {
  const Eigen::AlignedBox3d box(Vec3(-1, 0, -1), Vec3(1, 2, 1));
  const Camera camera = frame_to_fit(box, {0, 0, -1});
  EXPECT_NEAR(camera.target.y(), 1, 1e-9);
  EXPECT_NO_THROW(frame_to_fit(Eigen::AlignedBox3d(Vec3(1, 1, 1)), {0, 0, -1}).validate());
}

TEST(Camera, RefusesWhatCannotBeSeen) {
  EXPECT_THROW((Camera{.eye = {1, 1, 1}, .target = {1, 1, 1}}.validate()), InputError);
  EXPECT_THROW((Camera{.eye = {1, std::nan(""), 1}}.validate()), InputError);
  EXPECT_THROW((Camera{.vertical_field_of_view = 180}.validate()), InputError);
  EXPECT_THROW(frame_to_fit(Eigen::AlignedBox3d(), {0, 0, -1}), InputError);
  EXPECT_THROW(frame_to_fit(Points::Zero(3, 2), {0, 0, 0}), InputError);
}

}  // namespace
}  // namespace retake
