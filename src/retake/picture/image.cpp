#include "retake/picture/image.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace retake {

namespace {

// Covers pixels whose centre is nearer than `radius` to the segment, with a ramp of one pixel.
void draw_capsule(Image& image, const Eigen::Vector2d& from, const Eigen::Vector2d& to,
                  double radius, Rgba color) {
  if (!from.allFinite() || !to.allFinite() || !(radius > 0)) return;
  const Eigen::Array2d reach(radius + 1, radius + 1), size(image.width, image.height);
  const Eigen::Array2d low = (from.array().min(to.array()) - reach).max(0).min(size);
  const Eigen::Array2d high = (from.array().max(to.array()) + reach).max(0).min(size);
  const Eigen::Vector2d along = to - from;
  const double length2 = along.squaredNorm();
  const double strength = std::min(1.0, 2 * radius);  // hairlines fade instead of breaking up
  const auto left = static_cast<int>(low.x()), right = static_cast<int>(std::ceil(high.x()));
  const auto top = static_cast<int>(low.y()), bottom = static_cast<int>(std::ceil(high.y()));
  for (int y = top; y < bottom; ++y) {
    for (int x = left; x < right; ++x) {
      const Eigen::Vector2d offset = Eigen::Vector2d(x + 0.5, y + 0.5) - from;
      const double t = length2 > 0 ? std::clamp(offset.dot(along) / length2, 0.0, 1.0) : 0.0;
      const double distance = (offset - t * along).norm();
      const double coverage = std::clamp(std::max(radius, 0.5) + 0.5 - distance, 0.0, 1.0);
      if (coverage > 0) blend(image.at(x, y), color, coverage * strength);
    }
  }
}

}  // namespace

Image::Image(int w, int h, Rgba fill)
    : width(w),
      height(h),
      pixels(static_cast<std::size_t>(w) * static_cast<std::size_t>(h), fill) {}

void blend(Rgba& pixel, Rgba color, double coverage) {
  const double over = coverage * color.a / 255.0;
  const double under = (1 - over) * pixel.a / 255.0;
  const double alpha = over + under;
  if (alpha <= 0) return;
  const auto mix = [&](std::uint8_t below, std::uint8_t above) {
    return static_cast<std::uint8_t>(std::lround((above * over + below * under) / alpha));
  };
  pixel = {mix(pixel.r, color.r), mix(pixel.g, color.g), mix(pixel.b, color.b),
           static_cast<std::uint8_t>(std::lround(255 * alpha))};
}

void draw_disc(Image& image, const Eigen::Vector2d& center, double radius, Rgba color) {
  draw_capsule(image, center, center, radius, color);
}

void draw_line(Image& image, const Eigen::Vector2d& from, const Eigen::Vector2d& to, double width,
               Rgba color) {
  draw_capsule(image, from, to, width / 2, color);
}

void paste(Image& image, const Image& part, int left, int top) {
  assert(left >= 0 && top >= 0 && left + part.width <= image.width &&
         top + part.height <= image.height);
  for (int y = 0; y < part.height; ++y) {
    std::copy_n(&part.at(0, y), part.width, &image.at(left, top + y));
  }
}

}  // namespace retake
