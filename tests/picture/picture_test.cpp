#include "retake/picture/picture.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include "retake/numerics/errors.h"
#include "retake/numerics/parallel_for.h"
#include "shapes.h"

namespace retake {
namespace {

PictureOptions small_picture(int samples = 4) {
  PictureOptions options;
  options.width = 120;
  options.height = 80;
  options.samples = samples;
  return options;
}

// Level with its target, so that the floor plays no part unless a test puts one there.
const Camera front{.eye = {0, 1, 6}, .target = {0, 1, 0}, .vertical_field_of_view = 30};

double brightness(const Rgba& pixel) { return (pixel.r + pixel.g + pixel.b) / 3.0; }

double mean_brightness(const Image& image, int left, int right) {
  double sum = 0;
  for (int y = 0; y < image.height; ++y) {
    for (int x = left; x < right; ++x) sum += brightness(image.at(x, y));
  }
  return sum / (image.height * (right - left));
}

int largest_difference(const Image& a, const Image& b) {
  int largest = 0;
  for (std::size_t i = 0; i < a.pixels.size(); ++i) {
    const Rgba &p = a.pixels[i], &q = b.pixels[i];
    largest = std::max({largest, std::abs(p.r - q.r), std::abs(p.g - q.g), std::abs(p.b - q.b)});
  }
  return largest;
}

// A bit of everything: smooth, crisp, open, coloured by vertex, shadows on each other and the
// floor.
std::vector<PictureMesh> still_life() {
  PictureMesh ball{.mesh = shapes::sphere({-0.7, 0.6, 0}, 0.6, 24)};
  ball.colors = ball.mesh.positions.cast<float>().cwiseAbs().cwiseMin(1.0F);
  PictureMesh cube{.mesh = shapes::box({0.3, 0, -0.5}, {1.1, 0.8, 0.3})};
  PictureMesh sheet{.mesh = shapes::bent_grid(20, 20, [](double u, double v) -> Vec3 {
                      return {2 * u - 1, 1.6 + 0.1 * std::sin(9 * u), v - 0.8};
                    })};
  return {ball, cube, sheet};
}

TEST(Picture, EmptySceneIsTheBackdropFromTopToBottom) {
  PictureOptions options = small_picture();
  options.ground_height.reset();
  const Image image = render_picture({}, front, options);
  const auto near = [](const Rgba& a, const Rgba& b) {
    return std::abs(a.r - b.r) + std::abs(a.g - b.g) + std::abs(a.b - b.b) <= 4;
  };
  EXPECT_TRUE(near(image.at(60, 0), options.backdrop_top));
  EXPECT_TRUE(near(image.at(60, 79), options.backdrop_bottom));
  for (int y = 1; y < image.height; ++y) EXPECT_LE(image.at(60, y).b, image.at(60, y - 1).b);
}

TEST(Picture, BackgroundAwayFromThingsIsTheEmptyScene) {
  PictureOptions options = small_picture();
  options.ground_height.reset();
  const Image empty = render_picture({}, front, options);
  const Image image = render_picture({{.mesh = shapes::sphere({0, 1, 0}, 0.5)}}, front, options);
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < 25; ++x) EXPECT_EQ(image.at(x, y), empty.at(x, y));
  }
}

TEST(Picture, SilhouetteOfASphereHasTheAreaOfItsProjection) {
  PictureOptions options = small_picture(16);
  options.width = options.height = 200;
  options.ground_height.reset();
  options.backdrop_top = options.backdrop_bottom = rgb(0x808080);  // 0.216 of white
  PictureMesh ball{.mesh = shapes::sphere({0, 1, 0}, 1, 96), .colors = Eigen::Vector3f::Zero()};
  ball.gloss = 0;
  const Image image = render_picture({ball}, front, options);
  // Pixels that are covered by more than half: darker than 0.108 of white, 92 in sRGB.
  const auto covered = static_cast<double>(std::count_if(
      image.pixels.begin(), image.pixels.end(), [](const Rgba& pixel) { return pixel.g < 92; }));
  const double slope = std::tan(std::asin(1 / 6.0));  // of the cone that touches the sphere
  const double pixels = 100 / std::tan(15 * std::numbers::pi / 180) * slope;
  const double expected = std::numbers::pi * pixels * pixels;
  EXPECT_NEAR(covered, expected, 0.01 * expected);
}

TEST(Picture, OutlinesAreAntiAliased) {
  PictureOptions options = small_picture(16);
  options.ground_height.reset();
  options.backdrop_top = options.backdrop_bottom = rgb(0xffffff);
  PictureMesh ball{.mesh = shapes::sphere({0, 1, 0}, 1), .colors = Eigen::Vector3f::Zero()};
  ball.gloss = 0;
  const Image image = render_picture({ball}, front, options);
  std::vector<bool> seen(256, false);
  for (const Rgba& pixel : image.pixels) seen[pixel.r] = true;
  EXPECT_GT(std::count(seen.begin(), seen.end(), true), 12);
}

TEST(Picture, SameBitsOnOneAndTwoThreads) {
  const auto draw = [](int threads) {
    const ThreadLimit limit(threads);
    return render_picture(still_life(), {.eye = {2, 2, 5}}, small_picture());
  };
  EXPECT_EQ(draw(1), draw(2));
}

TEST(Picture, TurningAndMovingSceneAndCameraTogetherChangesNothing) {
  const Camera camera{.eye = {2, 2.2, 5}, .target = {0, 0.7, 0}};
  const Image still = render_picture(still_life(), camera, small_picture());
  const Mat3 turn = Eigen::AngleAxisd(1.1, Vec3::UnitY()).toRotationMatrix();
  const Vec3 shift(3, -2, 0.5);
  std::vector<PictureMesh> meshes = still_life();
  for (PictureMesh& look : meshes) {
    look.mesh.positions = ((turn * look.mesh.positions).colwise() + shift).eval();
  }
  PictureOptions options = small_picture();
  options.ground_height = shift.y();
  const Camera moved{.eye = turn * camera.eye + shift, .target = turn * camera.target + shift};
  const Image image = render_picture(meshes, moved, options);
  // Rays that graze an edge may fall on its other side after rounding: a few pixels at most.
  int different = 0;
  for (std::size_t i = 0; i < image.pixels.size(); ++i) {
    Image one(1, 1, image.pixels[i]), other(1, 1, still.pixels[i]);
    different += largest_difference(one, other) > 1 ? 1 : 0;
  }
  EXPECT_LE(different, 0.003 * image.width * image.height);
}

TEST(Picture, ScaleDoesNotChangeIt) {
  const Camera camera{.eye = {2, 2.2, 5}, .target = {0, 0.7, 0}};
  const Image still = render_picture(still_life(), camera, small_picture());
  std::vector<PictureMesh> meshes = still_life();
  for (PictureMesh& look : meshes) look.mesh.positions *= 1024;
  const Camera far{.eye = 1024 * camera.eye, .target = 1024 * camera.target};
  EXPECT_LE(largest_difference(still, render_picture(meshes, far, small_picture())), 1);
}

TEST(Picture, ShadowFallsOppositeToTheLight) {
  // Looking down on a ball over the floor, with the light from one side and then the other.
  const Camera above{.eye = {0, 9, 0.01}, .target = {0, 0, 0}, .vertical_field_of_view = 40};
  const std::vector<PictureMesh> ball = {{.mesh = shapes::sphere({0, 1, 0}, 0.5)}};
  PictureOptions options = small_picture();
  options.backdrop_top = options.backdrop_bottom = rgb(0x606060);
  for (const double side : {-1.0, 1.0}) {
    options.key_light = Vec3(side, 1, 0);
    const Image image = render_picture(ball, above, options);
    const double left = mean_brightness(image, 35, 52), right = mean_brightness(image, 68, 85);
    EXPECT_GT(side * (right - left), 1) << "left " << left << ", right " << right;
  }
}

TEST(Picture, LitSideIsBrighterThanTheOther) {
  PictureOptions options = small_picture();
  options.ground_height.reset();
  const std::vector<PictureMesh> ball = {{.mesh = shapes::sphere({0, 1, 0}, 1)}};
  for (const double side : {-1.0, 1.0}) {
    options.key_light = Vec3(side, 0.3, 0.3);
    const Image image = render_picture(ball, front, options);
    const double left = brightness(image.at(45, 40)), right = brightness(image.at(75, 40));
    EXPECT_GT(side * (right - left), 40);
  }
}

// Green wall with the colour running from black at the left to full at the right.
TEST(Picture, VertexColoursRunLinearlyInLight) {
  PictureMesh wall{.mesh = shapes::bent_grid(2, 2, [](double u, double v) -> Vec3 {
                     return {4 * u - 2, 2 * v, 0};
                   })};
  wall.gloss = 0;
  wall.colors.setZero(3, 4);
  for (int v = 0; v < 4; ++v) wall.colors(1, v) = wall.mesh.positions(0, v) > 0 ? 0.7F : 0.0F;
  PictureOptions options = small_picture(16);
  options.ground_height.reset();
  options.key_light = Vec3(0, 0, 1);
  const Image image = render_picture({wall}, front, options);
  const auto light = [&](int x) {
    return std::pow((image.at(x, 40).g / 255.0 + 0.055) / 1.055, 2.4);
  };
  const double begin = light(20), end = light(100);
  for (int x = 30; x < 100; x += 10) {
    const double expected = begin + (end - begin) * (x - 20) / 80.0;
    EXPECT_NEAR(light(x), expected, 0.06 * end) << x;
  }
}

TEST(Picture, ShellsAreLitOnTheSideThatIsSeen) {
  PictureOptions options = small_picture();
  options.ground_height.reset();
  options.key_light = Vec3(0, 0, 1);
  PictureMesh wall{.mesh = shapes::bent_grid(2, 2, [](double u, double v) -> Vec3 {
                     return {u - 0.5, v + 0.5, 0};
                   })};
  const Image seen = render_picture({wall}, front, options);
  wall.mesh.triangles.row(0).swap(wall.mesh.triangles.row(1));
  EXPECT_LE(largest_difference(seen, render_picture({wall}, front, options)), 1);
}

TEST(Picture, NothingClipsUnderFullLight) {
  PictureOptions options = small_picture();
  PictureMesh ball{.mesh = shapes::sphere({0, 1, 0}, 1), .colors = Eigen::Vector3f::Ones()};
  ball.gloss = 1;
  const Image image = render_picture({ball}, front, options);
  for (const Rgba& pixel : image.pixels) EXPECT_LT(std::max({pixel.r, pixel.g, pixel.b}), 255);
}

TEST(Picture, TrianglesWithoutAreaDoNoHarm) {
  PictureMesh bad{.mesh = shapes::box({-0.5, 0.5, -0.5}, {0.5, 1.5, 0.5})};
  bad.mesh.positions.col(3) = bad.mesh.positions.col(2);  // two vertices in one place
  bad.mesh.triangles.conservativeResize(3, 13);
  bad.mesh.triangles.col(12) << 1, 1, 5;
  const Image image = render_picture({bad}, front, small_picture());
  EXPECT_GT(brightness(image.at(60, 40)), 60);
}

TEST(Picture, MovingAMeshIsTheSameAsBuildingItThere) {
  std::vector<PictureMesh> meshes = still_life();
  PictureRenderer renderer(meshes);
  meshes[1].mesh.positions.row(0).array() += 0.25;
  renderer.move(1, meshes[1].mesh.positions);
  const Camera camera{.eye = {2, 2.2, 5}, .target = {0, 0.7, 0}};
  const Image moved = renderer.render(camera, small_picture());
  EXPECT_LE(largest_difference(moved, render_picture(meshes, camera, small_picture())), 2);
}

TEST(Picture, RefusesAbsurdSizesAndOptions) {
  const auto refuses = [](auto change) {
    PictureOptions options = small_picture();
    change(options);
    EXPECT_THROW(render_picture({}, front, options), InputError);
  };
  refuses([](PictureOptions& o) { o.width = 0; });
  refuses([](PictureOptions& o) { o.height = -3; });
  refuses([](PictureOptions& o) { o.width = 1000000; });
  refuses([](PictureOptions& o) { o.samples = 0; });
  refuses([](PictureOptions& o) { o.grid_spacing = -1; });
  refuses([](PictureOptions& o) { o.ground_height = std::nan(""); });
  refuses([](PictureOptions& o) { o.key_light = Vec3::Zero(); });
}

TEST(Picture, RefusesMeshesThatDoNotFitTogether) {
  const auto refuses = [](auto change) {
    PictureMesh look{.mesh = shapes::sphere({0, 0, 0}, 1, 6)};
    change(look);
    EXPECT_THROW(PictureRenderer({look}), InputError);
  };
  refuses([](PictureMesh& m) { m.mesh.triangles(1, 3) = 100000; });
  refuses([](PictureMesh& m) { m.mesh.triangles(1, 3) = -1; });
  refuses([](PictureMesh& m) { m.mesh.positions(2, 5) = std::nan(""); });
  refuses([](PictureMesh& m) { m.mesh.positions(2, 5) = 1e300; });
  refuses([](PictureMesh& m) { m.colors.setZero(3, 2); });
  PictureRenderer renderer({{.mesh = shapes::sphere({0, 0, 0}, 1, 6)}});
  EXPECT_THROW(renderer.move(0, Points::Zero(3, 2)), InputError);
  EXPECT_THROW(renderer.move(1, Points::Zero(3, 2)), InputError);
}

TEST(Picture, StopsWhenCancelled) {
  class Impatient : public Progress {
   public:
    bool cancelled() const override { return reports_ > 3; }
    int reports_ = 0;

   private:
    void report(std::string_view, double) override { ++reports_; }
  };
  Impatient progress;
  EXPECT_THROW(render_picture(still_life(), front, small_picture(), progress), Cancelled);
}

TEST(Picture, ProgressRisesToOne) {
  class Watcher : public Progress {
   public:
    double last_ = 0;

   private:
    void report(std::string_view, double fraction) override {
      EXPECT_GE(fraction, last_);
      last_ = fraction;
    }
  };
  Watcher progress;
  render_picture({}, front, small_picture(), progress);
  EXPECT_DOUBLE_EQ(progress.last_, 1);
}

}  // namespace
}  // namespace retake
