// Examples do what examples/README.md says that they do.
#include <cmath>
#include <fstream>
#include <map>
#include <numbers>

#include "cli/command_test.h"
#include "retake/mesh/mesh_file.h"
#include "retake/mesh/motion_file.h"

namespace retake {

namespace {

const fs::path examples = fs::path(RETAKE_SOURCE_DIR) / "examples";
constexpr double nearly = 2e-4;  // m: 1e-4 of bodies that are 1 to 3 m large

Json read_json(const fs::path& path) { return Json::parse(std::ifstream(path)); }

// An example solved as its reader would.
struct SolvedExample {
  explicit SolvedExample(const std::string& name) : shot(read_json(examples / (name + ".json"))) {
    const fs::path file = folder / "edit.pc2", told = folder / "report.json";
    const ProgramResult result = run_retake({"-q", "solve", (examples / (name + ".json")).string(),
                                             "-o", file.string(), "--report", told.string()});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    motion = read_motion(file);
    report = read_json(told)["layers"][0];
    EXPECT_EQ(report["wishes"].size(), shot["layers"][0]["wishes"].size());
    for (const Json& wish : report["wishes"]) {
      EXPECT_LT(wish["miss_m"].get<double>(), nearly) << wish;
      EXPECT_FALSE(wish["yielded"]) << wish;
      EXPECT_TRUE(wish["contradicts"].empty()) << wish;
    }
  }

  // What the layers begin with.
  Motion input() const {
    Json bare = shot;
    bare.erase("layers");
    bare.erase("props");
    folder.put("input.json", bare.dump());
    const ProgramResult result = run_retake(
        {"-q", "solve", (folder / "input.json").string(), "-o", (folder / "input.pc2").string()});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    return read_motion(folder / "input.pc2");
  }

  TemporaryFolder folder;
  Json shot, report;
  Motion motion;
};

// How far each vertex has gone between two frames, m.
Eigen::VectorXf ways(const FrameView& from, const FrameView& to) {
  return (to - from).colwise().norm().transpose();
}

double worst_drift(const Json& report) {
  double worst = 0;
  for (const Json& site : report["contact_drift"]) {
    worst = std::max(worst, site["drift_m"].get<double>());
  }
  return worst;
}

// Of the vertices between the masts, over all frames.
float lowest_of_the_deck(const Motion& motion) {
  float low = 1e30f;
  for (const FrameView& frame : motion.frames) {
    for (Eigen::Index v = 0; v < frame.cols(); ++v) {
      if (std::abs(motion.frames[0](0, v)) < 0.55f) low = std::min(low, frame(1, v));
    }
  }
  return low;
}

// By which the far end of a beam along x has turned against the other, rad: added up along vertices
// that stand on its upper edge line at rest.
double turn_along(const Points& rest, const FrameView& frame) {
  constexpr double axis = 0.9, top = 1.05;  // m
  std::map<double, double> angle_at;
  for (Eigen::Index v = 0; v < rest.cols(); ++v) {
    if (std::abs(rest(1, v) - top) > 1e-6 || std::abs(rest(2, v)) > 1e-6) continue;
    angle_at[rest(0, v)] = std::atan2(frame(2, v), frame(1, v) - axis);
  }
  double turn = 0, last = angle_at.begin()->second;
  for (const auto& [x, angle] : angle_at) {
    turn += std::remainder(angle - last, 2 * std::numbers::pi);
    last = angle;
  }
  return turn;
}

}  // namespace

TEST(Examples, PullAMastSoThatTheDeckRingsAndTheOtherMastAnswers) {
  const SolvedExample mast("bridge_mast");
  const FrameView rest = mast.motion.frames[0];
  EXPECT_EQ(mast.motion.frames[1], rest);
  float other_mast = 0, ringing = 0;
  for (std::size_t t = 0; t < mast.motion.frames.size(); ++t) {
    const Eigen::VectorXf way = ways(rest, mast.motion.frames[t]);
    for (Eigen::Index v = 0; v < way.size(); ++v) {
      const bool is_top = rest(0, v) > 0.55f && rest(1, v) > 1.3f;
      const bool is_deck = std::abs(rest(0, v)) < 0.55f;
      if (is_top) other_mast = std::max(other_mast, way[v]);
      if (is_deck && t > 200) ringing = std::max(ringing, way[v]);  // long after the pull
    }
  }
  EXPECT_GT(other_mast, 5e-3f);
  EXPECT_GT(ringing, 5e-4f);
}

TEST(Examples, TwistTheTailOfAGullAndNothingElse) {
  const SolvedExample gull("gull_tail_twist");
  const Motion input = gull.input();
  std::vector<char> may_change(static_cast<std::size_t>(input.frames[0].cols()), 0);
  for (const Json& vertex : gull.shot["layers"][0]["settings"]["region"]) {
    may_change[vertex.get<std::size_t>()] = 1;
  }
  for (std::size_t t = 0; t < input.frames.size(); ++t) {
    const Eigen::VectorXf way = ways(input.frames[t], gull.motion.frames[t]);
    for (std::size_t v = 0; v < may_change.size(); ++v) {
      ASSERT_TRUE(may_change[v] != 0 || way[static_cast<Eigen::Index>(v)] == 0) << t << ' ' << v;
    }
  }
  const Json& wishes = gull.shot["layers"][0]["wishes"];
  const auto one = wishes[0]["vertex"].get<Eigen::Index>();
  const auto other = wishes[1]["vertex"].get<Eigen::Index>();
  const Eigen::RowVectorXf back = input.frames[0].row(2);  // it flies towards +z
  EXPECT_LT(std::max(back[one], back[other]), 0.8f * back.minCoeff());
  const Eigen::Matrix3Xf change = gull.motion.frames[56] - input.frames[56];
  EXPECT_LT(change(1, one) * change(1, other), 0);  // one side up, the other down
}

TEST(Examples, TwistABeamByTwoWholeTurns) {
  const SolvedExample beam("beam_twist");
  const Points rest = read_mesh(examples / "beam_twist.veg").tets->positions;
  const Motion pose = read_motion(examples / "beam_twist.pose.pc2");
  EXPECT_LT(ways(pose.frames[0], beam.motion.frames[60]).maxCoeff(), 1e-5f);
  EXPECT_NEAR(std::abs(turn_along(rest, beam.motion.frames[60])), 4 * std::numbers::pi, 1e-3);
}

TEST(Examples, LeanAPostWithTheSlabThatItStandsOn) {
  const SolvedExample blocks("two_blocks");
  EXPECT_GT(blocks.report["contacts"], 0);
  EXPECT_LT(worst_drift(blocks.report), nearly);
  const Eigen::Index slab = read_mesh(examples / "two_blocks.lower.veg").tets->positions.cols();
  const Eigen::VectorXf way = ways(blocks.motion.frames[0], blocks.motion.frames[30]);
  EXPECT_GT(way.head(slab).maxCoeff(), 1e-3f);
}

// Those below are simulated first, which takes seconds.
TEST(ExamplesOfSimulations, LiftTheBridgeOverTheSeaAndTheBirdsThroughWhichItWouldSwing) {
  const SolvedExample bridge("bridge_over_the_sea");
  const Points birds = read_mesh(examples / "birds.obj").triangles->positions;
  const double highest = birds.row(1).maxCoeff(), water = 0.43;
  EXPECT_LT(lowest_of_the_deck(bridge.input()), water);
  EXPECT_GT(lowest_of_the_deck(bridge.motion), highest);
}

TEST(ExamplesOfSimulations, FlapACurtainWithItsSecondaryMotion) {
  const SolvedExample curtain("curtain_flap");
  const Motion input = curtain.input();
  const auto way = [&](std::size_t t) {
    return ways(input.frames[t], curtain.motion.frames[t]).maxCoeff();
  };
  for (const std::size_t held : {0, 1, 238, 239}) EXPECT_EQ(way(held), 0) << held;
  for (const std::size_t beside : {90, 210}) EXPECT_GT(way(beside), 0.05f) << beside;
}

TEST(ExamplesOfSimulations, EditAMouthWhileTheBodyStaysOnTheStairs) {
  const SolvedExample tumble("tumble_mouth");
  constexpr double size = 1.7;      // m, of the elephant
  constexpr int longest_site = 12;  // frames
  const int frame = tumble.report["wishes"][0]["frame"];
  const auto& sites = tumble.report["contact_drift"];
  EXPECT_TRUE(std::any_of(sites.begin(), sites.end(), [&](const Json& site) {
    return std::abs(site["frame"].get<int>() - frame) <= longest_site / 2;
  }));
  EXPECT_LT(worst_drift(tumble.report), 1e-3 * size);
  EXPECT_LT(tumble.report["worst_penetration_m"].get<double>(), 1e-3 * size);
  EXPECT_TRUE(tumble.report["obstacles"]["inside"].empty());
}

class ExampleOfSimulation : public testing::TestWithParam<const char*> {};

TEST_P(ExampleOfSimulation, MeetsItsWishes) { const SolvedExample example(GetParam()); }

INSTANTIATE_TEST_SUITE_P(OnePull, ExampleOfSimulation,
                         testing::Values("dino_head", "flower_nod", "plush_ear"),
                         [](const auto& tested) { return std::string(tested.param); });

}  // namespace retake
