#include <cmath>

#include "retake/mesh/atomic_file.h"
#include "retake/mesh/byte_order.h"
#include "retake/mesh/cache_source.h"
#include "retake/numerics/errors.h"

namespace retake {
namespace {

// "POINTCACHE2\0", int32 version, int32 points, float start frame, float frames per sample, int32
// samples; then the samples. Little-endian.
constexpr std::string_view magic = {"POINTCACHE2\0", 12};
constexpr std::uint64_t pc2_header_size = 32;
constexpr std::uint64_t samples_offset = 28;
constexpr std::int32_t pc2_version = 1;

class Pc2Sink : public MotionWriter::Sink {
 public:
  Pc2Sink(const std::filesystem::path& path, int point_count, const MotionWriteOptions& options)
      : file_(path) {
    std::string header(magic);
    append_bytes(header, pc2_version, std::endian::little);
    append_bytes(header, static_cast<std::int32_t>(point_count), std::endian::little);
    append_bytes(header, static_cast<float>(options.start_frame), std::endian::little);
    append_bytes(header, 1.0f, std::endian::little);
    append_bytes(header, std::int32_t{0}, std::endian::little);
    file_.write(header);
  }

  void append(const Eigen::Matrix3Xf& frame) override {
    file_.write(frame_to_bytes(frame, std::endian::little));
    ++frames_;
  }

  MotionWriteReport finish(Progress&) override {
    std::string count;
    append_bytes(count, frames_, std::endian::little);
    file_.rewrite(samples_offset, count);
    file_.commit();
    return {};
  }

 private:
  AtomicFile file_;
  std::int32_t frames_ = 0;
};

}  // namespace

SourcePointer open_pc2(const std::filesystem::path& path, const MotionReadOptions& options) {
  auto source = std::make_unique<CacheSource>(path, std::endian::little);
  const std::string header = source->read(0, pc2_header_size);
  const auto integer = [&](int offset) {
    return from_bytes<std::int32_t>(header.data() + offset, std::endian::little);
  };
  const auto number = [&](int offset) {
    return from_bytes<float>(header.data() + offset, std::endian::little);
  };
  if (!header.starts_with(magic)) {
    throw InputError(
        {.what = "not a PC2 file", .where = path.string() + ", byte 0", .expected = "POINTCACHE2"});
  }
  if (integer(12) == std::int32_t{1} << 24) {
    throw InputError({.what = "the header is byte-swapped",
                      .where = path.string() + ", byte 12",
                      .expected = "little-endian numbers, as PC2 has them",
                      .found = "big-endian ones",
                      .advice =
                          "Export the cache again with a program that writes the format's own "
                          "byte order"});
  }
  const double start = number(20);
  const double frames_per_sample = number(24);
  if (!std::isfinite(start) || !(frames_per_sample > 0) || !std::isfinite(frames_per_sample)) {
    throw InputError(
        {.what = "impossible start frame or sample rate",
         .where = path.string() + ", byte 20",
         .found = std::to_string(start) + " and " + std::to_string(frames_per_sample)});
  }
  source->set_shape(integer(16), integer(28), pc2_header_size);
  source->check_byte_order();
  source->info.start_frame = start;
  source->info.fps = options.fps / frames_per_sample;
  source->info.fps_is_known = false;
  return source;
}

SinkPointer create_pc2(const std::filesystem::path& path, int point_count,
                       const MotionWriteOptions& options) {
  return std::make_unique<Pc2Sink>(path, point_count, options);
}

}  // namespace retake
