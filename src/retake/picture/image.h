#pragma once
#include <cstdint>
#include <vector>

#include "retake/numerics/linear_types.h"

namespace retake {

// sRGB, 8 bits a channel; alpha is straight (not premultiplied), 255 is opaque.
struct Rgba {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;
  bool operator==(const Rgba&) const = default;
};

// 0xrrggbb as designers write it.
constexpr Rgba rgb(std::uint32_t hex) {
  return {static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>(hex >> 8),
          static_cast<std::uint8_t>(hex), 255};
}

// Rows from top to bottom, pixels from left to right. Pixel (x, y) covers [x, x+1) x [y, y+1).
struct Image {
  int width = 0;
  int height = 0;
  std::vector<Rgba> pixels;  // width * height

  Image() = default;
  Image(int w, int h, Rgba fill = {});

  bool empty() const { return pixels.empty(); }
  Rgba& at(int x, int y) { return pixels[index(x, y)]; }
  const Rgba& at(int x, int y) const { return pixels[index(x, y)]; }
  bool operator==(const Image&) const = default;

 private:
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
           static_cast<std::size_t>(x);
  }
};

// Lays `color` over the pixel with its alpha times `coverage` (0 to 1).
void blend(Rgba& pixel, Rgba color, double coverage);

// Anti-aliased; parts outside of the image are cut off. Positions and widths in pixels.
void draw_disc(Image& image, const Eigen::Vector2d& center, double radius, Rgba color);
void draw_line(Image& image, const Eigen::Vector2d& from, const Eigen::Vector2d& to, double width,
               Rgba color);

// Copies `part` into `image` with its upper left corner at (left, top); it must fit.
void paste(Image& image, const Image& part, int left, int top);

}  // namespace retake
