#include "retake/picture/picture.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <string>
#include <utility>

#include "retake/numerics/errors.h"
#include "retake/numerics/parallel_for.h"
#include "retake/picture/film.h"
#include "retake/picture/ray_scene.h"
#include "retake/picture/sampling.h"
#include "retake/picture/studio.h"

namespace retake {

namespace {

using Vec3f = Eigen::Vector3f;

constexpr int tile_size = 16;           // pixels
constexpr int largest_size = 16384;     // pixels a side
constexpr float floor_returns = 0.45F;  // of the surrounding light that the floor would hide

void check_range(const char* option, double value, double low, double high) {
  if (value >= low && value <= high) return;
  const auto number = [](double x) {
    return x == std::round(x) ? std::to_string(static_cast<long long>(x)) : std::to_string(x);
  };
  throw InputError({.what = std::string(option) + " out of range",
                    .where = "picture",
                    .expected = number(low) + " to " + number(high),
                    .found = std::isfinite(value) ? number(value) : "no finite number"});
}

// Traces what the samples of one pixel see.
class PixelTracer {
 public:
  PixelTracer(const RayScene& scene, const Studio& studio, int samples)
      : scene_(scene),
        studio_(studio),
        samples_(static_cast<std::uint32_t>(samples)),
        lift_(2e-4F * studio.view_radius()) {}

  FilmPixel trace(int x, int y) const {
    FilmPixel pixel;
    const std::uint32_t first =
        samples_ * z_order(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y));
    for (std::uint32_t i = 0; i < samples_; ++i) {
      // Every pixel has the same pattern inside, so that outlines are even.
      const Eigen::Vector2f inside = samples_ > 1 ? r2_point(i) : Eigen::Vector2f(0.5F, 0.5F);
      const Eigen::Vector2f at =
          Eigen::Vector2f(static_cast<float>(x), static_cast<float>(y)) + inside;
      add_sample(pixel, at, first + i);
    }
    return pixel;
  }

 private:
  void add_sample(FilmPixel& pixel, const Eigen::Vector2f& at, std::uint32_t index) const {
    const Vec3f direction = studio_.ray_through(at);
    const auto floor = studio_.floor_hit(direction);
    const auto hit = scene_.first_hit(studio_.eye(), direction);
    const bool floor_first =
        floor && (!hit || direction.dot(floor->position) < direction.dot(hit->position));
    if (floor_first) {
      const Shading shading = studio_.shade_floor(*floor, studio_.backdrop_at(at));
      add_surface(pixel, shading, floor->position, floor->position, Vec3f::UnitY(), index);
    } else if (hit) {
      const Shading shading = studio_.shade(*hit, direction);
      add_surface(pixel, shading, hit->position, hit->outside, hit->normal, index);
    } else {
      pixel.add_background(studio_.backdrop_at(at));
    }
  }

  void add_surface(FilmPixel& pixel, const Shading& shading, const Vec3f& position,
                   const Vec3f& outside, const Vec3f& normal, std::uint32_t index) const {
    const Vec3f start = outside + lift_ * normal;
    pixel.add_surface(shading, position, normal);
    if (!shading.key.isZero(0)) pixel.add_key(shading, key_at(start, index));
    // Every other sample is enough for the ambient light, which changes slowly.
    if (samples_ >= 8 && index % 2 == 1) return;
    pixel.add_ambient(shading, openness_at(start, normal, index / (samples_ >= 8 ? 2 : 1)));
  }

  float key_at(const Vec3f& start, std::uint32_t index) const {
    const Vec3f direction = studio_.towards_key(r2_point(index));
    return scene_.blocked(start, direction, std::numeric_limits<float>::infinity()) ? 0 : 1;
  }

  // Directions follow the cosine to the normal, so that each counts the same.
  float openness_at(const Vec3f& start, const Vec3f& normal, std::uint32_t index) const {
    const Vec3f sample = r3_point(index);
    const Eigen::Vector2f disc = disc_point(sample.x(), sample.y());
    const Tangents tangents = tangents_of(normal, studio_.right(), Vec3f::UnitY());
    const Vec3f direction = disc.x() * tangents.u + disc.y() * tangents.v +
                            std::sqrt(std::max(0.0F, 1 - disc.squaredNorm())) * normal;
    const float reach = studio_.ambient_reach(sample.z());
    const float floor = studio_.distance_to_floor(start, direction);
    if (scene_.blocked(start, direction, std::min(reach, floor))) return 0;
    return floor < reach ? floor_returns : 1;
  }

  const RayScene& scene_;
  const Studio& studio_;
  std::uint32_t samples_;
  float lift_;
};

}  // namespace

void PictureOptions::validate() const {
  check_range("width", width, 1, largest_size);
  check_range("height", height, 1, largest_size);
  check_range("samples", samples, 1, 4096);
  check_range("grid spacing", grid_spacing, 0, 1e9);
  if (ground_height) check_range("ground height", *ground_height, -1e9, 1e9);
  if (key_light && !(key_light->allFinite() && key_light->norm() > 1e-12)) {
    throw InputError({.what = "key light has no direction", .where = "picture"});
  }
}

struct PictureRenderer::Internals {
  RayScene scene;
};

PictureRenderer::PictureRenderer(std::vector<PictureMesh> meshes)
    : internals_(new Internals{RayScene(std::move(meshes))}) {}
PictureRenderer::PictureRenderer(PictureRenderer&&) noexcept = default;
PictureRenderer& PictureRenderer::operator=(PictureRenderer&&) noexcept = default;
PictureRenderer::~PictureRenderer() = default;

void PictureRenderer::move(int mesh, const Points& positions) {
  internals_->scene.move(mesh, positions);
}

Image PictureRenderer::render(const Camera& camera, const PictureOptions& options,
                              Progress& progress) const {
  options.validate();
  camera.validate();
  const RayScene& scene = internals_->scene;
  const Studio studio(camera, options, scene.origin());
  const PixelTracer tracer(scene, studio, options.samples);
  Film film(options.width, options.height, options.samples, studio.view_radius());
  const int columns = (film.width + tile_size - 1) / tile_size;
  const int rows = (film.height + tile_size - 1) / tile_size;
  std::mutex one_at_a_time;
  int done = 0;
  progress.update("picture", 0);
  parallel_for(columns * rows, [&](std::ptrdiff_t tile) {
    const int left = static_cast<int>(tile) % columns * tile_size;
    const int top = static_cast<int>(tile) / columns * tile_size;
    for (int y = top; y < std::min(film.height, top + tile_size); ++y) {
      for (int x = left; x < std::min(film.width, left + tile_size); ++x) {
        film.at(x, y) = tracer.trace(x, y);
      }
    }
    const std::lock_guard lock(one_at_a_time);
    progress.update("picture", static_cast<double>(++done) / (columns * rows));
  });
  return develop(film);
}

Image render_picture(const std::vector<PictureMesh>& meshes, const Camera& camera,
                     const PictureOptions& options, Progress& progress) {
  options.validate();
  return PictureRenderer(meshes).render(camera, options, progress);
}

}  // namespace retake
