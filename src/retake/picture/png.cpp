// PNG (W3C Recommendation, second edition) and its animation chunks acTL, fcTL, fdAT (APNG 1.0).
#include "retake/picture/png.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>
#include <zlib.h>

#include "retake/mesh/atomic_file.h"
#include "retake/numerics/errors.h"
#include "retake/numerics/parallel_for.h"

namespace retake {

namespace {

struct Rectangle {
  int left = 0, top = 0, width = 0, height = 0;
};

void append_number(std::string& bytes, std::uint32_t value, int size) {
  for (int shift = 8 * (size - 1); shift >= 0; shift -= 8) {
    bytes += static_cast<char>(value >> shift & 255U);
  }
}

std::uint32_t checksum(const std::string& bytes) {
  const auto* data = reinterpret_cast<const Bytef*>(bytes.data());
  return static_cast<std::uint32_t>(crc32_z(0, data, bytes.size()));
}

void append_chunk(std::string& file, std::string_view type, std::string_view data) {
  append_number(file, static_cast<std::uint32_t>(data.size()), 4);
  const std::string body = std::string(type) + std::string(data);
  file += body;
  append_number(file, checksum(body), 4);
}

std::uint8_t paeth(int left, int up, int corner) {
  const int guess = left + up - corner;
  const int by_left = std::abs(guess - left), by_up = std::abs(guess - up),
            by_corner = std::abs(guess - corner);
  if (by_left <= by_up && by_left <= by_corner) return static_cast<std::uint8_t>(left);
  return static_cast<std::uint8_t>(by_up <= by_corner ? up : corner);
}

std::uint8_t prediction(int filter, int left, int up, int corner) {
  switch (filter) {
    case 1:
      return static_cast<std::uint8_t>(left);
    case 2:
      return static_cast<std::uint8_t>(up);
    case 3:
      return static_cast<std::uint8_t>((left + up) / 2);
    case 4:
      return paeth(left, up, corner);
    default:
      return 0;
  }
}

// The row under the filter whose residuals have the smallest sum of absolute values: the heuristic
// that the PNG specification recommends (section 12.8).
std::string filter_row(const std::string& row, const std::string& above, std::size_t pixel_size) {
  std::string best;
  int best_sum = 0;
  for (int filter = 0; filter < 5; ++filter) {
    std::string residual(row.size() + 1, static_cast<char>(filter));
    int sum = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool first = i < pixel_size;
      const std::uint8_t left = first ? 0 : static_cast<std::uint8_t>(row[i - pixel_size]);
      const std::uint8_t corner = first ? 0 : static_cast<std::uint8_t>(above[i - pixel_size]);
      const auto up = static_cast<std::uint8_t>(above[i]);
      const int difference =
          static_cast<std::uint8_t>(row[i]) - prediction(filter, left, up, corner);
      residual[i + 1] = static_cast<char>(difference);
      sum += std::abs(static_cast<signed char>(residual[i + 1]));
    }
    if (best.empty() || sum < best_sum) {
      best = std::move(residual);
      best_sum = sum;
    }
  }
  return best;
}

std::string bytes_of_row(const Image& image, const Rectangle& part, int y, bool alpha) {
  std::string row;
  row.reserve(static_cast<std::size_t>(part.width) * 4);
  for (int x = 0; x < part.width; ++x) {
    const Rgba& pixel = image.at(part.left + x, part.top + y);
    row += static_cast<char>(pixel.r);
    row += static_cast<char>(pixel.g);
    row += static_cast<char>(pixel.b);
    if (alpha) row += static_cast<char>(pixel.a);
  }
  return row;
}

std::string compress_pixels(const Image& image, const Rectangle& part, bool alpha) {
  std::string filtered;
  std::string above(static_cast<std::size_t>(part.width) * (alpha ? 4 : 3), '\0');
  for (int y = 0; y < part.height; ++y) {
    std::string row = bytes_of_row(image, part, y, alpha);
    filtered += filter_row(row, above, alpha ? 4 : 3);
    above = std::move(row);
  }
  uLongf size = compressBound(filtered.size());
  std::string packed(size, '\0');
  const int status = compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                               reinterpret_cast<const Bytef*>(filtered.data()), filtered.size(), 7);
  if (status != Z_OK) throw FileError({.what = "out of memory while compressing a picture"});
  packed.resize(size);
  return packed;
}

std::string opening(const Image& image, bool alpha) {
  std::string file = "\x89PNG\r\n\x1a\n";
  std::string header;
  append_number(header, static_cast<std::uint32_t>(image.width), 4);
  append_number(header, static_cast<std::uint32_t>(image.height), 4);
  header += '\x08';                   // bits a channel
  header += alpha ? '\x06' : '\x02';  // RGBA or RGB
  header += std::string(3, '\0');     // deflate, adaptive filters, not interlaced
  append_chunk(file, "IHDR", header);
  append_chunk(file, "sRGB", std::string(1, '\0'));  // perceptual intent
  return file;
}

bool has_alpha(const Image& image) {
  return std::any_of(image.pixels.begin(), image.pixels.end(),
                     [](const Rgba& pixel) { return pixel.a != 255; });
}

// The smallest rectangle outside of which both frames agree; one pixel when they agree everywhere.
Rectangle changed_part(const Image& before, const Image& after) {
  int left = after.width, right = -1, top = after.height, bottom = -1;
  for (int y = 0; y < after.height; ++y) {
    for (int x = 0; x < after.width; ++x) {
      if (before.at(x, y) == after.at(x, y)) continue;
      left = std::min(left, x);
      right = std::max(right, x);
      top = std::min(top, y);
      bottom = y;
    }
  }
  if (right < 0) return {0, 0, 1, 1};
  return {left, top, right - left + 1, bottom - top + 1};
}

std::string frame_control(std::uint32_t sequence, const Rectangle& part, double fps) {
  std::string data;
  append_number(data, sequence, 4);
  for (const int value : {part.width, part.height, part.left, part.top}) {
    append_number(data, static_cast<std::uint32_t>(value), 4);
  }
  // Delay as numerator / denominator seconds in 16 bits each: 1/24 stays exact.
  const double whole = std::round(fps);
  const bool exact = std::abs(fps - whole) < 1e-9 && whole >= 1;
  append_number(data, exact ? 1U : static_cast<std::uint32_t>(std::lround(1000 / fps)), 2);
  append_number(data, exact ? static_cast<std::uint32_t>(whole) : 1000U, 2);
  data += std::string(2, '\0');  // leave the frame in place; the next one overwrites its part
  return data;
}

void check_frames(const std::filesystem::path& file, const std::vector<Image>& frames) {
  if (frames.empty() || frames.front().empty()) {
    throw InputError({.what = "there is no picture to save", .where = file.string()});
  }
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (frames[i].width == frames[0].width && frames[i].height == frames[0].height) continue;
    const auto size = [](const Image& image) {
      return std::to_string(image.width) + " x " + std::to_string(image.height);
    };
    throw InputError({.what = "frames differ in size",
                      .where = file.string() + ", frame " + std::to_string(i),
                      .expected = size(frames[0]),
                      .found = size(frames[i])});
  }
}

}  // namespace

void save_png(const std::filesystem::path& file, const Image& image) {
  if (image.empty()) {
    throw InputError({.what = "there is no picture to save", .where = file.string()});
  }
  write_file(file, png_bytes(image));
}

std::string png_bytes(const Image& image) {
  if (image.empty()) throw InputError({.what = "there is no picture to save"});
  const bool alpha = has_alpha(image);
  std::string bytes = opening(image, alpha);
  append_chunk(bytes, "IDAT", compress_pixels(image, {0, 0, image.width, image.height}, alpha));
  append_chunk(bytes, "IEND", "");
  return bytes;
}

void save_apng(const std::filesystem::path& file, const std::vector<Image>& frames, double fps) {
  check_frames(file, frames);
  if (!(fps >= 0.02 && fps <= 1000)) {
    throw InputError({.what = "frame rate out of range",
                      .where = file.string(),
                      .expected = "0.02 to 1000 frames a second",
                      .found = std::to_string(fps)});
  }
  const bool alpha = std::any_of(frames.begin(), frames.end(), has_alpha);
  std::vector<Rectangle> parts(frames.size());
  std::vector<std::string> packed(frames.size());
  parallel_for(static_cast<std::ptrdiff_t>(frames.size()), [&](std::ptrdiff_t index) {
    const auto i = static_cast<std::size_t>(index);
    parts[i] = i == 0 ? Rectangle{0, 0, frames[0].width, frames[0].height}
                      : changed_part(frames[i - 1], frames[i]);
    packed[i] = compress_pixels(frames[i], parts[i], alpha);
  });
  std::string bytes = opening(frames.front(), alpha);
  std::string control;
  append_number(control, static_cast<std::uint32_t>(frames.size()), 4);
  append_number(control, 0, 4);  // repeat forever
  append_chunk(bytes, "acTL", control);
  std::uint32_t sequence = 0;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    append_chunk(bytes, "fcTL", frame_control(sequence++, parts[i], fps));
    std::string data;
    if (i > 0) append_number(data, sequence++, 4);
    append_chunk(bytes, i == 0 ? "IDAT" : "fdAT", data + packed[i]);
  }
  append_chunk(bytes, "IEND", "");
  write_file(file, bytes);
}

}  // namespace retake
