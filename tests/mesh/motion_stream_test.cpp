// Motions on their way to the disk: as large as they may be, and when the disk is full.
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "file_size_limit.h"
#include "retake/mesh/motion_file.h"
#include "retake/numerics/errors.h"
#include "temporary_folder.h"

namespace retake {
namespace {

Eigen::Matrix3Xi strip(int points) {
  Eigen::Matrix3Xi triangles(3, points - 2);
  for (int v = 0; v + 2 < points; ++v) triangles.col(v) << v, v + 1, v + 2;
  return triangles;
}

void write_waves(const std::filesystem::path& path, int points, int frames,
                 const std::optional<MorphOptions>& morphs) {
  MotionWriter writer(path, points,
                      {.frame_count = frames, .triangles = strip(points), .morphs = morphs});
  for (int t = 0; t < frames; ++t) {
    const Eigen::ArrayXf s = Eigen::ArrayXf::LinSpaced(points, 0, 6);
    Eigen::Matrix3Xf frame(3, points);
    frame.row(0) = s;
    frame.row(1) = (s + 0.1f * static_cast<float>(t)).sin();
    frame.row(2) = (2 * s - 0.1f * static_cast<float>(t)).cos();
    writer.append(frame);
  }
  writer.finish();
}

struct Output {
  const char* name;
  std::optional<MorphOptions> morphs;
};
std::ostream& operator<<(std::ostream& out, const Output& output) { return out << output.name; }

// Few morph targets need several frames at once, in blocks of bounded size.
class MotionsFrameByFrame : public testing::TestWithParam<Output> {};
class MotionsOnAFullDisk : public testing::TestWithParam<Output> {};

// In a process of its own, since the largest memory never falls again. KiB.
long peak_memory(const Output& output, int points, int frames) {
  const TemporaryFolder folder;
  const pid_t child = fork();
  if (child == 0) {
    write_waves(folder / output.name, points, frames, output.morphs);
    _exit(0);
  }
  int status = 0;
  struct rusage usage = {};
  wait4(child, &status, 0, &usage);
  EXPECT_EQ(status, 0);
  return usage.ru_maxrss;
}

TEST_P(MotionsFrameByFrame, NeedNoMoreMemoryForMoreFrames) {
  constexpr int points = 8000, few = 20, many = 200;
  constexpr long all_frames = 12L * points * (many - few) / 1024;  // KiB, were they kept
  const long grown = peak_memory(GetParam(), points, many) - peak_memory(GetParam(), points, few);
  EXPECT_LT(grown, all_frames / 2);
}

TEST_P(MotionsOnAFullDisk, LeaveNothingBehind) {
  const TemporaryFolder folder;
  const FileSizeLimit full(2000);
  EXPECT_THROW(write_waves(folder / GetParam().name, 300, 20, GetParam().morphs), FileError);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

const auto by_number = [](const auto& output) { return "format" + std::to_string(output.index); };
INSTANTIATE_TEST_SUITE_P(Formats, MotionsFrameByFrame,
                         testing::Values(Output{"a.pc2", {}}, Output{"a.mdd", {}},
                                         Output{"a.usda", {}}, Output{"a.glb", {}},
                                         Output{"walk", {}}),
                         by_number);
INSTANTIATE_TEST_SUITE_P(Formats, MotionsOnAFullDisk,
                         testing::Values(Output{"a.pc2", {}}, Output{"a.mdd", {}},
                                         Output{"a.usda", {}}, Output{"a.glb", {}},
                                         Output{"few.glb", MorphOptions{.count = 2}},
                                         Output{"walk", {}}),
                         by_number);

TEST(Glb, MoreThanFourGigabytesAreRefusedBeforeAnyFrame) {
  const TemporaryFolder folder;
  constexpr int points = 400'000, frames = 1000;
  EXPECT_THROW(
      MotionWriter(folder / "a.glb", points, {.frame_count = frames, .triangles = strip(points)}),
      InputError);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace retake
