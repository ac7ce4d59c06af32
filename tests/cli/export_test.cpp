// `retake solve` into all that it can write.
#include <fstream>

#include "cli/command_test.h"

namespace retake {
namespace {

// A beam at rest for a few frames, whose end an edit lifts at frame 6.
std::string write_shot(const TemporaryFolder& folder, bool is_edited) {
  Json shot = {{"retake", 1},
               {"name", "beam"},
               {"scene", "beam"},
               {"source", {{"kind", "rest"}, {"frames", 12}, {"fps", 24}}}};
  if (is_edited) {
    const Json delta = {{"frame", 6}, {"vertex", 900}, {"displacement", {0, 0.1, 0}}};
    shot["layers"] = {{{"kind", "blend"},
                       {"envelope", {{"hold", {6, 6}}, {"ease_in", 3}, {"ease_out", 3}}},
                       {"deltas", {delta}}}};
  }
  return folder.put(is_edited ? "edited.json" : "plain.json", shot.dump()).string();
}

ProgramResult solve(const std::string& shot, const fs::path& output,
                    const std::vector<std::string>& options = {}) {
  std::vector<std::string> words = {"solve", shot, "-o", output.string(), "-q", "--json"};
  words.insert(words.end(), options.begin(), options.end());
  return run_retake(words);
}

TEST(Export, AFileThatIsThereStaysUnlessItShallBeReplaced) {
  const TemporaryFolder folder;
  const std::string shot = write_shot(folder, true);
  for (const char* name : {"a.pc2", "a.usda", "a.png", "a.retake-edit", "p_##.png"}) {
    const fs::path taken = std::string(name) == "p_##.png" ? "p_07.png" : name;
    folder.put(taken, "mine");
    const ProgramResult refused = solve(shot, folder / name);
    EXPECT_EQ(refused.exit_code, 1) << name;
    EXPECT_THAT(refused.errors, AllOf(HasSubstr("there already"), HasSubstr("--replace"))) << name;
    EXPECT_EQ(bytes_of(folder / taken), "mine") << name;
  }
  EXPECT_EQ(run_retake({"simulate", "beam", "-o", (folder / "a.pc2").string()}).exit_code, 1);
  EXPECT_EQ(bytes_of(folder / "a.pc2"), "mine");
  EXPECT_EQ(solve(shot, folder / "a.pc2", {"--replace"}).exit_code, 0);
  EXPECT_NE(bytes_of(folder / "a.pc2"), "mine");
}

TEST(Export, AnEditSavedOnItsOwnGivesTheSameMotionAgain) {
  const TemporaryFolder folder;
  const std::string edited = write_shot(folder, true), plain = write_shot(folder, false);
  ASSERT_EQ(solve(edited, folder / "all.pc2").exit_code, 0);
  ASSERT_EQ(solve(edited, folder / "lift.retake-edit").exit_code, 0);
  const ProgramResult again =
      solve(plain, folder / "again.pc2", {"--edit", (folder / "lift.retake-edit").string()});
  EXPECT_EQ(again.exit_code, 0) << again.errors;
  EXPECT_EQ(bytes_of(folder / "again.pc2"), bytes_of(folder / "all.pc2"));
}

TEST(Export, ALayerOverTheUsersUsdTellsWhatItChanges) {
  const TemporaryFolder folder;
  ASSERT_EQ(solve(write_shot(folder, false), folder / "user.usda").exit_code, 0);
  const ProgramResult result = solve(write_shot(folder, true), folder / "edits.usda",
                                     {"--over", (folder / "user.usda").string()});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  const Json report = Json::parse(result.output);
  EXPECT_EQ(report["prim"], "/body");
  EXPECT_EQ(report["samples"], 12);
  EXPECT_EQ(report["changed_samples"], 5);  // frames 4 to 8
}

TEST(Export, FewMorphTargetsAreToldWithTheirError) {
  const TemporaryFolder folder;
  const ProgramResult result =
      solve(write_shot(folder, true), folder / "a.glb", {"--morph-error", "1e-5"});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  const Json report = Json::parse(result.output);
  EXPECT_EQ(report["morph_targets"], 1);  // one shape that comes and goes
  EXPECT_LT(report["morph_error_of_size"], 1e-5);
  EXPECT_EQ(solve(write_shot(folder, true), folder / "a.pc2", {"--morphs", "3"}).exit_code, 1);
}

TEST(Export, ATurntableIsAsManyPicturesAsWereAskedFor) {
  const TemporaryFolder folder;
  const ProgramResult result = solve(write_shot(folder, true), folder / "turn/t_###.png",
                                     {"--turntable", "3", "--width", "64"});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "turn"), {}), 3);
  EXPECT_TRUE(bytes_of(folder / "turn/t_002.png").starts_with("\x89PNG"));
}

}  // namespace
}  // namespace retake
