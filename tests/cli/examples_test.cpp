// Examples do what they are there to show.
#include "cli/command_test.h"
#include "retake/mesh/mesh_file.h"
#include "retake/mesh/motion_file.h"

namespace retake {

namespace {

const fs::path examples = fs::path(RETAKE_SOURCE_DIR) / "examples";

// Of the vertices between the masts, at each frame.
std::vector<float> lowest_of_the_deck(const fs::path& cache) {
  MotionReader reader(cache);
  const Eigen::Matrix3Xf first = reader.frame(0);
  std::vector<float> lowest;
  for (int t = 0; t < reader.info().frame_count; ++t) {
    const Eigen::Matrix3Xf frame = reader.frame(t);
    float low = 1e30f;
    for (Eigen::Index v = 0; v < frame.cols(); ++v) {
      if (std::abs(first(0, v)) < 0.55f) low = std::min(low, frame(1, v));
    }
    lowest.push_back(low);
  }
  return lowest;
}

}  // namespace

TEST(Examples, LiftTheBridgeOverTheSeaAndTheBirdsThroughWhichItWouldSwing) {
  const TemporaryFolder folder;
  folder.put("input.json", R"({"retake": 1, "name": "input", "scene": "bridge"})");
  for (const auto& [shot, cache] : {std::pair(folder / "input.json", "input.pc2"),
                                    std::pair(examples / "bridge_over_the_sea.json", "edit.pc2")}) {
    const ProgramResult result =
        run_retake({"-q", "solve", shot.string(), "-o", (folder / cache).string()});
    ASSERT_EQ(result.exit_code, 0) << result.output;
  }
  const Points birds = read_mesh(examples / "birds.obj").triangles->positions;
  const double highest = birds.row(1).maxCoeff(), water = 0.43;
  const std::vector<float> before = lowest_of_the_deck(folder / "input.pc2");
  const std::vector<float> after = lowest_of_the_deck(folder / "edit.pc2");
  EXPECT_LT(*std::min_element(before.begin(), before.end()), water);
  EXPECT_GT(*std::min_element(after.begin(), after.end()), highest);
}

}  // namespace retake
