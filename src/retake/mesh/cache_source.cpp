#include "retake/mesh/cache_source.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "retake/mesh/byte_order.h"
#include "retake/numerics/errors.h"

namespace retake {

namespace {

// How many of the numbers (0, the same both ways, apart) are such as positions are.
struct NumberCount {
  int plausible = 0, all = 0;
};

NumberCount count_numbers(const std::string& bytes, std::endian order) {
  NumberCount count;
  for (std::size_t i = 0; i + 4 <= bytes.size(); i += 4) {
    const float value = std::abs(from_bytes<float>(bytes.data() + i, order));
    if (value == 0) continue;
    ++count.all;
    if (value > 1e-6F && value < 1e7F) ++count.plausible;
  }
  return count;
}

}  // namespace

std::string CacheSource::read(std::uint64_t offset, std::uint64_t bytes) const {
  if (offset > file_.size() || bytes > file_.size() - offset) {
    throw InputError({.what = "the file ends too early",
                      .where = path_ + ", byte " + std::to_string(offset),
                      .expected = std::to_string(bytes) + " more bytes",
                      .found = std::to_string(file_.size() - std::min(offset, file_.size()))});
  }
  std::string result(bytes, '\0');
  file_.read(offset, result.data(), bytes);
  return result;
}

void CacheSource::set_shape(std::int64_t points, std::int64_t frames, std::uint64_t offset) {
  const auto refuse = [&](const std::string& what, const std::string& expected,
                          std::int64_t found) {
    throw InputError({.what = what,
                      .where = path_ + ", header",
                      .expected = expected,
                      .found = std::to_string(found),
                      .advice = "Export the cache again, to its end"});
  };
  if (points <= 0) refuse("no points in the cache", "1 or more", points);
  if (frames <= 0) refuse("no frames in the cache", "1 or more", frames);
  const auto room = file_.size() - std::min(offset, file_.size());
  const auto per_frame = static_cast<std::uint64_t>(points) * 12;
  if (static_cast<std::uint64_t>(frames) > room / per_frame) {
    refuse("the file is too short for the frames and points that its header gives (" +
               std::to_string(points) + " points)",
           "at most " + std::to_string(room / per_frame) + " frames", frames);
  }
  info.point_count = static_cast<int>(points);
  info.frame_count = static_cast<int>(frames);
  first_frame_ = offset;
}

void CacheSource::check_byte_order() const {
  constexpr int most_points = 500;
  const auto bytes = static_cast<std::uint64_t>(12 * std::min(info.point_count, most_points));
  const std::string sample = read(first_frame_, bytes);
  const bool is_big = order_ == std::endian::big;
  const NumberCount here = count_numbers(sample, order_);
  const NumberCount swapped =
      count_numbers(sample, is_big ? std::endian::little : std::endian::big);
  if (2 * here.plausible >= here.all || 10 * swapped.plausible < 9 * swapped.all) return;
  throw InputError({.what = "the positions are byte-swapped",
                    .where = path_ + ", byte " + std::to_string(first_frame_),
                    .expected = is_big ? "big-endian numbers" : "little-endian numbers",
                    .found = is_big ? "little-endian ones" : "big-endian ones",
                    .advice = "Export the cache again with a program that writes the format's own "
                              "byte order"});
}

Eigen::Matrix3Xf CacheSource::frame(int index) const {
  const auto size = static_cast<std::uint64_t>(info.point_count) * 12;
  const std::uint64_t offset = first_frame_ + static_cast<std::uint64_t>(index) * size;
  Eigen::Matrix3Xf result = frame_from_bytes(read(offset, size), order_);
  for (Eigen::Index i = 0; i < result.size(); ++i) {
    if (std::isfinite(result.data()[i])) continue;
    throw InputError({.what = "a position is not finite",
                      .where = path_ + ", frame " + std::to_string(index) + ", point " +
                               std::to_string(i / 3) + ", byte " +
                               std::to_string(offset + 4 * static_cast<std::uint64_t>(i)),
                      .expected = "a finite number",
                      .found = std::to_string(result.data()[i]),
                      .advice = "Export this frame again"});
  }
  return result;
}

}  // namespace retake
