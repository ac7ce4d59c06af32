// Rows `export/...`: large motions written frame by frame, into a folder that goes away.
#include "apps/cli/bench_export.h"

#include <filesystem>

#include "retake/mesh/motion_file.h"
#include "retake/numerics/stopwatch.h"

namespace retake::cli {

namespace {

namespace fs = std::filesystem;

constexpr int side = 316;  // 99,856 vertices
constexpr int sheet_frames = 1000;

Eigen::Matrix3Xi sheet_triangles() {
  Eigen::Matrix3Xi triangles(3, 2 * (side - 1) * (side - 1));
  Eigen::Index count = 0;
  for (int row = 0; row + 1 < side; ++row) {
    for (int column = 0; column + 1 < side; ++column) {
      const int v = row * side + column;
      triangles.col(count++) << v, v + 1, v + side;
      triangles.col(count++) << v + 1, v + side + 1, v + side;
    }
  }
  return triangles;
}

// Two waves that run across a sheet: eight shapes about a plane, nearly.
Eigen::Matrix3Xf sheet_at(int frame) {
  Eigen::Matrix3Xf positions(3, side * side);
  const float t = 0.05f * static_cast<float>(frame);
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column) {
      const float x = static_cast<float>(column) / side, z = static_cast<float>(row) / side;
      positions.col(row * side + column) << x,
          0.1f * std::sin(6 * x + t) + 0.05f * std::cos(9 * z - 2 * t), z;
    }
  }
  return positions;
}

class TemporaryPlace {
 public:
  TemporaryPlace() {
    std::string name = (fs::temp_directory_path() / "retake-bench-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~TemporaryPlace() { fs::remove_all(path_); }
  TemporaryPlace(const TemporaryPlace&) = delete;
  TemporaryPlace& operator=(const TemporaryPlace&) = delete;
  fs::path operator/(const std::string& name) const { return path_ / name; }

 private:
  fs::path path_;
};

BenchRow write_sheet(const std::string& name, const std::optional<MorphOptions>& morphs,
                     const BenchContext& context) {
  const TemporaryPlace folder;
  const Stopwatch watch;
  MotionWriter writer(
      folder / name, side * side,
      {.frame_count = sheet_frames, .triangles = sheet_triangles(), .morphs = morphs});
  for (int frame = 0; frame < sheet_frames; ++frame) {
    context.progress.update("writing frames", static_cast<double>(frame) / sheet_frames);
    writer.append(sheet_at(frame));
  }
  const MotionWriteReport report = writer.finish(context.progress);
  BenchRow row = {.value = watch.seconds(), .unit = "s"};
  row.detail = {{"vertices", side * side}, {"frames", sheet_frames}};
  if (morphs) row.detail["morph_targets"] = report.morph_targets;
  if (morphs) row.detail["largest_error_of_size"] = report.largest_error_of_size;
  return row;
}

BenchCase stream_case(const std::string& id, const std::string& name,
                      const std::optional<MorphOptions>& morphs = {}) {
  return {
      "export/stream/" + id, "100k vertices x 1,000 frames into " + name,
      [name, morphs](const BenchContext& context) { return write_sheet(name, morphs, context); }};
}

}  // namespace

std::vector<BenchCase> export_bench_cases() {
  return {stream_case("pc2", "sheet.pc2"),
          stream_case("mdd", "sheet.mdd"),
          stream_case("glb", "sheet.glb"),
          stream_case("glb-morphs", "few.glb", MorphOptions{.error = 1e-4}),
          stream_case("usda", "sheet.usda"),
          stream_case("obj", "frames")};
}

}  // namespace retake::cli
