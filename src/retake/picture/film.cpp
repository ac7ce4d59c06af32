#include "retake/picture/film.h"

#include <algorithm>
#include <cmath>

#include "retake/numerics/parallel_for.h"
#include "retake/picture/color.h"

namespace retake {

namespace {

using Vec3f = Eigen::Vector3f;

constexpr int smoothing_radius = 3;          // pixels
constexpr float largest_normal_gap = 0.35F;  // between unit normals
constexpr float largest_plane_gap = 0.02F;   // off the tangent plane, in view radii

float luminance(const Vec3f& color) { return color.dot(Vec3f(0.2126F, 0.7152F, 0.0722F)); }

struct Arrived {
  float key = 1, ambient = 1;
};

// 1 for the same piece of surface, falling to 0 across edges and silhouettes.
float likeness(const FilmPixel& pixel, const FilmPixel& other, float plane_gap) {
  const Vec3f& normal = pixel.normal;
  const Vec3f turn = normal / static_cast<float>(pixel.surfaces) -
                     other.normal / static_cast<float>(other.surfaces);
  const Vec3f step = other.position / static_cast<float>(other.surfaces) -
                     pixel.position / static_cast<float>(pixel.surfaces);
  const float off = normal.dot(step) / (static_cast<float>(pixel.surfaces) * plane_gap);
  const float gap = turn.squaredNorm() / (largest_normal_gap * largest_normal_gap) + off * off;
  const float same = std::max(0.0F, 1 - gap);
  return same * same;
}

// A ratio of sums, so that it is exact wherever light arrives everywhere or nowhere.
Arrived arrived_light(const Film& film, int x, int y) {
  const FilmPixel& pixel = film.at(x, y);
  if (pixel.surfaces == 0) return {};
  float key = 0, key_sum = 0, ambient = 0, ambient_sum = 0;
  const int left = std::max(0, x - smoothing_radius), top = std::max(0, y - smoothing_radius);
  const int right = std::min(film.width - 1, x + smoothing_radius);
  const int bottom = std::min(film.height - 1, y + smoothing_radius);
  for (int j = top; j <= bottom; ++j) {
    for (int i = left; i <= right; ++i) {
      const FilmPixel& other = film.at(i, j);
      if (other.surfaces == 0) continue;
      const auto distance2 = static_cast<float>((i - x) * (i - x) + (j - y) * (j - y));
      const float near = 1 / (1 + 0.18F * distance2);
      const float weight = near * likeness(pixel, other, film.view_radius * largest_plane_gap);
      key += weight * other.key_arrived;
      key_sum += weight * other.key_possible;
      ambient += weight * other.ambient_arrived;
      ambient_sum += weight * other.ambient_possible;
    }
  }
  return {key_sum > 0 ? key / key_sum : 1, ambient_sum > 0 ? ambient / ambient_sum : 1};
}

// Straight up to `knee`, then bending towards white without reaching it.
float soft_shoulder(float value) {
  constexpr float knee = 0.6F;
  if (value <= knee) return std::max(0.0F, value);
  return knee + (1 - knee) * (1 - std::exp((knee - value) / (1 - knee)));
}

Rgba pixel_from(const Vec3f& light) {
  const auto byte = [](float value) {
    return static_cast<std::uint8_t>(std::lround(255 * srgb_from_linear(soft_shoulder(value))));
  };
  return {byte(light.x()), byte(light.y()), byte(light.z()), 255};
}

}  // namespace

void FilmPixel::add_surface(const Shading& shading, const Vec3f& at, const Vec3f& facing) {
  sum.base += shading.base;
  sum.key += shading.key;
  sum.ambient += shading.ambient;
  position += at;
  normal += facing;
  ++surfaces;
}

void FilmPixel::add_key(const Shading& shading, float arrived) {
  const float light = luminance(shading.key);
  key_possible += light;
  key_arrived += arrived * light;
}

void FilmPixel::add_ambient(const Shading& shading, float arrived) {
  const float light = luminance(shading.ambient);
  ambient_possible += light;
  ambient_arrived += arrived * light;
}

Film::Film(int w, int h, int sample_count, float radius)
    : width(w),
      height(h),
      samples(sample_count),
      view_radius(radius),
      pixels(static_cast<std::size_t>(w) * static_cast<std::size_t>(h)) {}

Image develop(const Film& film) {
  Image image(film.width, film.height);
  parallel_for(film.height, [&](std::ptrdiff_t row) {
    const auto y = static_cast<int>(row);
    for (int x = 0; x < film.width; ++x) {
      const FilmPixel& pixel = film.at(x, y);
      const Arrived arrived = arrived_light(film, x, y);
      const Vec3f light =
          pixel.sum.base + arrived.key * pixel.sum.key + arrived.ambient * pixel.sum.ambient;
      image.at(x, y) = pixel_from(light / static_cast<float>(film.samples));
    }
  });
  return image;
}

}  // namespace retake
