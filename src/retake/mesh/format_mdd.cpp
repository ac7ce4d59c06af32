#include <cmath>

#include "retake/mesh/atomic_file.h"
#include "retake/mesh/byte_order.h"
#include "retake/mesh/cache_source.h"
#include "retake/numerics/errors.h"

namespace retake {
namespace {

// int32 frames, int32 points, float seconds of each frame; then the frames. Big-endian.
constexpr auto mdd_byte_order = std::endian::big;

class MddSink : public MotionWriter::Sink {
 public:
  MddSink(const std::filesystem::path& path, int point_count, const MotionWriteOptions& options)
      : file_(path), path_(path.string()), expected_(options.frame_count) {
    std::string header;
    append_bytes(header, static_cast<std::int32_t>(options.frame_count), mdd_byte_order);
    append_bytes(header, static_cast<std::int32_t>(point_count), mdd_byte_order);
    for (int i = 0; i < options.frame_count; ++i) {
      append_bytes(header, static_cast<float>((options.start_frame + i) / options.fps),
                   mdd_byte_order);
    }
    file_.write(header);
  }

  void append(const Eigen::Matrix3Xf& frame) override {
    ++frames_;
    if (frames_ > expected_) fail();
    file_.write(frame_to_bytes(frame, mdd_byte_order));
  }

  MotionWriteReport finish(Progress&) override {
    if (frames_ != expected_) fail();
    file_.commit();
    return {};
  }

 private:
  void fail() const {
    throw InputError({.what = "another number of frames than was said for the MDD file",
                      .where = path_,
                      .expected = std::to_string(expected_),
                      .found = std::to_string(frames_)});
  }

  AtomicFile file_;
  std::string path_;
  int expected_;
  int frames_ = 0;
};

// The header fits the file's size exactly when its bytes are read the other way round.
bool is_swapped(const std::string& header, std::uint64_t file_size) {
  const auto frames = from_bytes<std::int32_t>(header.data(), std::endian::little);
  const auto points = from_bytes<std::int32_t>(header.data() + 4, std::endian::little);
  if (frames <= 0 || points <= 0) return false;
  const double size = 8 + static_cast<double>(frames) * (4 + 12.0 * points);
  return size == static_cast<double>(file_size);
}

}  // namespace

SourcePointer open_mdd(const std::filesystem::path& path) {
  auto source = std::make_unique<CacheSource>(path, mdd_byte_order);
  const std::string header = source->read(0, 8);
  const auto frames = from_bytes<std::int32_t>(header.data(), mdd_byte_order);
  const auto points = from_bytes<std::int32_t>(header.data() + 4, mdd_byte_order);
  if (is_swapped(header, source->size())) {
    throw InputError({.what = "the file is byte-swapped",
                      .where = path.string() + ", byte 0",
                      .expected = "big-endian numbers, as MDD has them",
                      .found = "little-endian ones",
                      .advice =
                          "Export the cache again with a program that writes the format's own "
                          "byte order"});
  }
  const auto times_size = 4 * static_cast<std::uint64_t>(std::max(frames, 0));
  source->set_shape(points, frames, 8 + times_size);
  source->check_byte_order();
  if (frames < 2) {  // one time gives no rate
    source->info.fps_is_known = false;
    return source;
  }

  const std::string times = source->read(8, times_size);
  const double first = from_bytes<float>(times.data(), mdd_byte_order);
  const double last = from_bytes<float>(times.data() + times_size - 4, mdd_byte_order);
  if (!std::isfinite(first) || !std::isfinite(last) || last <= first) {
    throw InputError({.what = "the times of the frames do not rise",
                      .where = path.string() + ", byte 8",
                      .found = std::to_string(first) + " s to " + std::to_string(last) + " s"});
  }
  source->info.fps = (frames - 1) / (last - first);
  source->info.start_frame = first * source->info.fps;
  return source;
}

SinkPointer create_mdd(const std::filesystem::path& path, int point_count,
                       const MotionWriteOptions& options) {
  return std::make_unique<MddSink>(path, point_count, options);
}

}  // namespace retake
