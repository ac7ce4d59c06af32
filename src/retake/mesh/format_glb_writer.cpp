#include "retake/mesh/byte_order.h"
#include "retake/mesh/glb_file.h"
#include "retake/mesh/gltf_format.h"
#include "retake/mesh/morph_fit.h"
#include "retake/mesh/motion_formats.h"
#include "retake/numerics/errors.h"

namespace retake {
namespace {

// Bytes of points, faces and weights, with so many targets at so many frames. A sparse target takes
// at most 16 bytes for half of the vertices: less than a dense one.
std::uint64_t buffer_bytes(std::uint64_t points, std::uint64_t targets, std::uint64_t frames,
                           const MotionWriteOptions& options) {
  return 12 * points * (1 + targets) + 12 * std::uint64_t(options.triangles.cols()) +
         4 * frames * (1 + targets);
}

void check_count(int found, const MotionWriteOptions& options, const std::string& path) {
  if (found == options.frame_count) return;
  throw InputError({.what = "another number of frames than was said for the glTF file",
                    .where = path,
                    .expected = std::to_string(options.frame_count),
                    .found = std::to_string(found)});
}

// The first frame is the mesh; each later frame is a morph target, the difference to the first,
// whose weight is one at its time and falls to zero at its neighbours'. One frame at a time is in
// memory.
class TargetPerFrame : public MotionWriter::Sink {
 public:
  TargetPerFrame(const std::filesystem::path& path, int points, const MotionWriteOptions& options)
      : path_(path.string()),
        options_(options),
        file_(path, static_cast<std::uint64_t>(options.frame_count),
              buffer_bytes(static_cast<std::uint64_t>(points),
                           static_cast<std::uint64_t>(options.frame_count),
                           static_cast<std::uint64_t>(options.frame_count), options)) {}

  void append(const Eigen::Matrix3Xf& frame) override {
    if (frames_ == 0) {
      first_ = frame;
      file_.add_mesh(frame);
    } else {
      file_.add_target(frame - first_);
    }
    ++frames_;
  }

  MotionWriteReport finish(Progress&) override {
    check_count(frames_, options_, path_);
    std::string weights;
    for (int i = 0; i < frames_; ++i) {
      for (int k = 1; k < frames_; ++k)
        append_bytes(weights, k == i ? 1.0f : 0.0f, gltf::byte_order);
    }
    file_.finish(options_, frames_, weights, {});
    return {.morph_targets = file_.target_count()};
  }

 private:
  std::string path_;
  MotionWriteOptions options_;
  GlbFile file_;
  Eigen::Matrix3Xf first_;
  int frames_ = 0;
};

// The mean is the mesh; targets are principal components. Frames wait in a file without a name
// until all are there.
class FewTargets : public MotionWriter::Sink {
 public:
  FewTargets(const std::filesystem::path& path, int points, const MotionWriteOptions& options)
      : path_(path), options_(options), frames_(path, points) {
    options.morphs->validate();
  }

  void append(const Eigen::Matrix3Xf& frame) override { frames_.append(frame); }

  MotionWriteReport finish(Progress& progress) override {
    check_count(frames_.frame_count(), options_, path_.string());
    PartOfProgress fitting(progress, 0, 0.8), writing(progress, 0.8, 1);
    const MorphFit fit = fit_morphs(frames_, *options_.morphs, fitting);
    const auto targets = static_cast<std::uint64_t>(fit.target_count());
    GlbFile file(path_, targets,
                 buffer_bytes(static_cast<std::uint64_t>(frames_.point_count()), targets,
                              static_cast<std::uint64_t>(frames_.frame_count()), options_));
    file.add_mesh(fit.base);
    write_targets(file, fit, writing);
    std::string weights;
    for (const float weight : fit.weights.reshaped())
      append_bytes(weights, weight, gltf::byte_order);
    file.finish(options_, frames_.frame_count(), weights,
                {{"morph_targets", fit.target_count()},
                 {"largest_error", fit.largest_error},
                 {"largest_error_of_size", fit.largest_error / fit.size}});
    return {fit.target_count(), fit.largest_error, fit.largest_error / fit.size};
  }

 private:
  // A few at a time, so that memory stays bounded.
  void write_targets(GlbFile& file, const MorphFit& fit, Progress& progress) const {
    constexpr Eigen::Index numbers_at_once = 1 << 25;  // 128 MB
    const Eigen::Index at_once =
        std::max<Eigen::Index>(1, numbers_at_once / (3 * frames_.point_count() + 1));
    for (Eigen::Index first = 0; first < fit.target_count(); first += at_once) {
      progress.update("writing morph targets", double(first) / fit.target_count());
      const Eigen::Index count = std::min(at_once, fit.target_count() - first);
      const Eigen::MatrixXf shapes = morph_targets(frames_, fit, first, count);
      for (const auto& shape : shapes.colwise())
        file.add_target(shape.reshaped(3, fit.base.cols()));
    }
  }

  std::filesystem::path path_;
  MotionWriteOptions options_;
  FrameSpool frames_;
};

}  // namespace

SinkPointer create_glb(const std::filesystem::path& path, int point_count,
                       const MotionWriteOptions& options) {
  if (options.morphs) return std::make_unique<FewTargets>(path, point_count, options);
  return std::make_unique<TargetPerFrame>(path, point_count, options);
}

}  // namespace retake
