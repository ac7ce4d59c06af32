// `retake join`, and bodies that go out one by one.
#include "cli/command_test.h"
#include "retake/mesh/motion_file.h"

namespace retake {
namespace {

const fs::path examples = fs::path(RETAKE_SOURCE_DIR) / "examples";

// A block of the example, at rest, moved by a displacement of one of its vertices at frame 6.
std::string write_block(const TemporaryFolder& folder, const std::string& name, int frames = 12) {
  const std::string mesh = "two_blocks." + name + ".veg";
  folder.put(mesh, bytes_of(examples / mesh));
  const Json delta = {{"frame", 6}, {"vertex", 5}, {"displacement", {0, 0.1, 0}}};
  const Json layer = {{"kind", "blend"},
                      {"name", "up"},
                      {"deltas", {delta}},
                      {"envelope", {{"hold", {6, 6}}, {"ease_in", 3}, {"ease_out", 3}}}};
  const Json shot = {{"retake", 1},
                     {"name", name},
                     {"body", {{"mesh", mesh}}},
                     {"source", {{"kind", "rest"}, {"frames", frames}, {"fps", 24}}},
                     {"layers", {layer}}};
  return folder.put(name + ".json", shot.dump()).string();
}

ProgramResult join(const std::vector<std::string>& shots, const fs::path& output,
                   const std::vector<std::string>& options = {}) {
  std::vector<std::string> words = {"join", "-o", output.string(), "-q", "--json"};
  words.insert(words.begin() + 1, shots.begin(), shots.end());
  words.insert(words.end(), options.begin(), options.end());
  return run_retake(words);
}

TEST(Join, BodiesOfAJoinedShotGoOutAsTheyDidAlone) {
  const TemporaryFolder folder;
  const std::string lower = write_block(folder, "lower"), upper = write_block(folder, "upper");
  const ProgramResult joined = join({lower, upper}, folder / "both.json");
  ASSERT_EQ(joined.exit_code, 0) << joined.errors;
  const Json report = Json::parse(joined.output);
  EXPECT_EQ(report["bodies"][1]["name"], "upper");
  EXPECT_EQ(report["bodies"][1]["first_vertex"], 105);
  EXPECT_EQ(report["layers"], 2);

  const std::string both = (folder / "both.json").string();
  const auto solve = [&](const std::string& shot, const char* output, const char* option = "-q",
                         const char* value = "-q") {
    return run_retake({"solve", shot, "-o", (folder / output).string(), "--json", option, value});
  };
  ASSERT_EQ(solve(lower, "lower.pc2").exit_code, 0);
  ASSERT_EQ(solve(upper, "upper.pc2").exit_code, 0);
  const ProgramResult each = solve(both, "out.pc2", "--each-body");
  ASSERT_EQ(each.exit_code, 0) << each.errors;
  EXPECT_EQ(Json::parse(each.output)["outputs"][0]["body"], "lower");
  EXPECT_EQ(bytes_of(folder / "out.lower.pc2"), bytes_of(folder / "lower.pc2"));
  EXPECT_EQ(bytes_of(folder / "out.upper.pc2"), bytes_of(folder / "upper.pc2"));
  ASSERT_EQ(solve(both, "one.pc2", "--body", "upper").exit_code, 0);
  EXPECT_EQ(bytes_of(folder / "one.pc2"), bytes_of(folder / "upper.pc2"));
  ASSERT_EQ(solve(both, "all.pc2").exit_code, 0);
  EXPECT_EQ(MotionReader(folder / "all.pc2").info().point_count, 105 + 54);
  EXPECT_THAT(solve(both, "none.pc2", "--body", "uper").errors,
              AllOf(HasSubstr("no such body"), HasSubstr("'upper'")));
  for (const char* output : {"s.glb", "s.usda", "s.mdd", "s_##.obj", "folder", "s.png"}) {
    EXPECT_EQ(solve(both, output, "--each-body").exit_code, 0) << output;
  }
  for (const char* written : {"s.lower.glb", "s.upper.usda", "s.lower.mdd", "s.upper_11.obj",
                              "folder/lower", "s.upper.png"}) {
    EXPECT_TRUE(fs::exists(folder / written)) << written;
  }
}

TEST(Join, RefusesWhatDoesNotFitTogether) {
  const TemporaryFolder folder;
  const std::string lower = write_block(folder, "lower"), upper = write_block(folder, "upper", 20);
  EXPECT_THAT(join({lower, upper}, folder / "both.json").errors,
              AllOf(HasSubstr("12 frames"), HasSubstr("20"), HasSubstr("--hold")));
  EXPECT_THAT(join({lower, lower}, folder / "both.json").errors, HasSubstr("same name"));
  EXPECT_FALSE(fs::exists(folder / "both.json"));
  const ProgramResult held =
      join({lower, upper}, folder / "both.json", {"--hold", "--names", "a,b"});
  ASSERT_EQ(held.exit_code, 0) << held.errors;
  EXPECT_EQ(Json::parse(held.output)["frames"], 20);
  EXPECT_EQ(Json::parse(held.output)["bodies"][0]["name"], "a");
  EXPECT_THAT(join({lower, upper}, folder / "both.json", {"--hold"}).errors,
              HasSubstr("--replace"));
}

TEST(Join, TheExampleOfTwoBodiesNamesThemInItsReport) {
  const TemporaryFolder folder;
  const ProgramResult solved = run_retake({"solve", (examples / "two_blocks.json").string(), "-o",
                                           (folder / "out.pc2").string(), "-q", "--json"});
  ASSERT_EQ(solved.exit_code, 0) << solved.errors;
  const Json layer = Json::parse(solved.output)["layers"][0];
  EXPECT_EQ(layer["wishes"][0]["body"], "post");
  EXPECT_EQ(layer["wishes"][0]["body_vertex"], 34);
  EXPECT_LT(layer["wishes"][0]["miss_m"], 1e-3);
  EXPECT_GT(layer["contacts"], 0);
  for (const Json& drift : layer["contact_drift"]) EXPECT_LT(drift["drift_m"], 2e-3);
}

}  // namespace
}  // namespace retake
