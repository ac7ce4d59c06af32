#include <chrono>
#include <fstream>

#include "cli/command_test.h"

namespace retake {

// A tet of four vertices that is inside out, in a shot.
TEST(Cli, RepairsOfAMeshInsideAShotAreTold) {
  const TemporaryFolder folder;
  folder.put("tet.veg",
             "*VERTICES\n4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n"
             "*ELEMENTS\nTET\n1 4 0\n1 1 3 2 4\n");
  folder.put("tet.json", R"({"retake": 1, "body": {"mesh": "tet.veg",
                             "material": {"density": 900, "young": 1e5, "poisson": 0.3}},
                             "source": {"kind": "rest", "frames": 3, "fps": 24}})");
  const std::string shot = (folder / "tet.json").string(), out = (folder / "out.pc2").string();
  const auto is_told = AllOf(HasSubstr("note: "), HasSubstr("tet.veg"), HasSubstr("turned over"));
  EXPECT_THAT(run_retake({"check", shot}).output, is_told);
  EXPECT_THAT(run_retake({"solve", shot, "-o", out, "-q"}).errors, is_told);
  EXPECT_THAT(run_retake({"simulate", shot, "-o", out, "--replace", "--frames", "2", "-q"}).errors,
              is_told);
  const Json report =
      Json::parse(run_retake({"solve", shot, "-o", out, "--replace", "-q", "--json"}).output);
  EXPECT_EQ(report["notes"].size(), 1u) << report;
  const ProgramResult mesh =
      run_retake({"solve", (folder / "tet.veg").string(), "-o", out, "--replace", "-q"});
  EXPECT_NE(mesh.exit_code, 0);
  EXPECT_THAT(mesh.errors,
              AllOf(HasSubstr("tet.veg: a mesh has no edit to solve"), HasSubstr("retake import")));
}

// The beam is twisted twice around at that frame, and 40 modes are few.
TEST(Cli, ADragThatCannotBeMetLeavesNoElementInsideOut) {
  const TemporaryFolder folder;
  folder.put("pull.json", R"({"retake": 1, "name": "pull", "scene": "beam", "layers": [
      {"kind": "green", "settings": {"modes": 40}, "wishes": [{"kind": "position", "frame": 60,
       "vertex": 500, "axes": "yz", "target": [0.8915, 1.3, 0.4]}]}]})");
  const std::string report = (folder / "report.json").string();
  const ProgramResult result = run_retake({"-q", "solve", (folder / "pull.json").string(), "-o",
                                           (folder / "pull.pc2").string(), "--report", report});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  const Json told = Json::parse(bytes_of(report));
  EXPECT_GT(told["layers"][0]["wishes"][0]["miss_m"].get<double>(), 0.01);
  EXPECT_EQ(told["elements"]["inside_out"], 0);
}

TEST(Cli, ListsItsScenesAlsoForPrograms) {
  const Json report = Json::parse(run_retake({"scene", "--json"}).output);
  EXPECT_EQ(report["scenes"].size(), 8u);
}

TEST(Cli, AMissingFileIsNamed) {
  const ProgramResult result = run_retake({"modes", "gone/away.veg"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.errors, HasSubstr("gone/away.veg"));
}

TEST(Cli, ASavedSceneSimulatesToTheSameBits) {
  const TemporaryFolder folder;
  ASSERT_EQ(run_retake({"scene", "beam", "-o", (folder / "shot").string(), "-q"}).exit_code, 0);
  const ProgramResult again = run_retake({"simulate", (folder / "shot/beam.json").string(), "-o",
                                          (folder / "again.pc2").string(), "--threads", "1", "-q"});
  ASSERT_EQ(again.exit_code, 0) << again.errors;
  EXPECT_TRUE(bytes_of(folder / "again.pc2") == bytes_of(folder / "shot/beam.pc2"));
}

TEST(Cli, ModesComeFromTheCacheTheSecondTime) {
  const TemporaryFolder folder;
  setenv("RETAKE_CACHE", (folder / "cache").c_str(), 1);
  const ProgramResult first = run_retake({"modes", "beam", "-n", "6", "--json", "-q"});
  const ProgramResult second = run_retake({"modes", "beam", "-n", "6", "--json", "-q"});
  unsetenv("RETAKE_CACHE");
  ASSERT_EQ(first.exit_code, 0) << first.errors;
  ASSERT_EQ(second.exit_code, 0) << second.errors;
  const Json a = Json::parse(first.output), b = Json::parse(second.output);
  EXPECT_FALSE(a["from_cache"].get<bool>());
  EXPECT_TRUE(b["from_cache"].get<bool>());
  EXPECT_EQ(a["frequencies_hz"], b["frequencies_hz"]);
  EXPECT_TRUE(a["count_agrees"].get<bool>());
}

TEST(Cli, ProgressOnAPipeIsPlainLines) {
  const TemporaryFolder folder;
  const ProgramResult result =
      run_retake({"simulate", "beam", "--frames", "4", "-o", (folder / "beam.pc2").string()});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.errors, AllOf(Not(HasSubstr("\r")), Not(HasSubstr("\033"))));
  EXPECT_THAT(result.errors, Not(testing::IsEmpty()));
}

TEST(Cli, AnInterruptLeavesNothingBehind) {
  const TemporaryFolder folder;
  Program program(
      {"simulate", "curtain", "--frames", "100000", "-o", (folder / "long.pc2").string()});
  std::this_thread::sleep_for(std::chrono::seconds(2));
  program.interrupt();
  const ProgramResult result = program.wait();
  EXPECT_EQ(result.exit_code, 130);
  EXPECT_THAT(result.errors, HasSubstr("interrupted"));
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(Cli, BeingEndedLeavesNothingBehindEither) {
  const TemporaryFolder folder;
  Program program(
      {"simulate", "curtain", "--frames", "100000", "-o", (folder / "long.pc2").string()});
  std::this_thread::sleep_for(std::chrono::seconds(2));
  program.send_signal(SIGTERM);
  EXPECT_EQ(program.wait().exit_code, 130);
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

// A limit on the size of files fails a write half-way, as a full disk does.
TEST(Cli, AFullDiskIsReportedAndTheOldFileStays) {
  const TemporaryFolder folder, messages;
  folder.put("beam.pc2", "old");
  const std::string command = "trap '' XFSZ; ulimit -f 16; " + std::string(RETAKE_PROGRAM) +
                              " simulate beam --frames 8 --replace -q -o " +
                              (folder / "beam.pc2").string() + " 2> " +
                              (messages / "errors").string();
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 1);
  EXPECT_THAT(bytes_of(messages / "errors"), HasSubstr("beam.pc2"));
  EXPECT_EQ(bytes_of(folder / "beam.pc2"), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);  // no temporary
}

TEST(Cli, AFullDeviceIsReported) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "/dev/full is absent";
  const TemporaryFolder folder;
  fs::create_symlink("/dev/full", folder / "full.pc2");
  const ProgramResult result =
      run_retake({"simulate", "beam", "--frames", "2", "-o", (folder / "full.pc2").string(), "-q"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.errors, HasSubstr("No space left"));
}

TEST(Cli, CheckTellsWhatIsInAFileAndWhatIsWrong) {
  const TemporaryFolder folder;
  std::ofstream(folder / "good.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  std::ofstream(folder / "bad.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n";
  const ProgramResult good = run_retake({"check", (folder / "good.obj").string(), "--json"});
  EXPECT_EQ(good.exit_code, 0) << good.errors;
  EXPECT_EQ(Json::parse(good.output)["files"][0]["vertices"], 3);
  const ProgramResult bad =
      run_retake({"check", (folder / "good.obj").string(), (folder / "bad.obj").string()});
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_THAT(bad.output + bad.errors, AllOf(HasSubstr("bad.obj, line 4"), HasSubstr("9")));
}

TEST(Cli, WhatCannotBeWrittenIsToldBeforeTheWork) {
  const TemporaryFolder folder;
  const std::string nowhere = (folder / "gone/away.pc2").string();
  const ProgramResult result =
      run_retake({"simulate", "curtain", "--frames", "100000", "-o", nowhere});
  EXPECT_EQ(result.exit_code, 1);  // and soon: 100,000 frames would take hours
  EXPECT_THAT(result.errors, HasSubstr("away.pc2"));
  EXPECT_EQ(run_retake({"scene", "curtain", "--picture", "x.png", "--frame", "999"}).exit_code, 1);

  std::ofstream(folder / "file") << "no folder";
  const std::string in_a_file = (folder / "file/out").string();
  const std::string example = std::string(RETAKE_SOURCE_DIR) + "/examples/beam_twist.json";
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"scene", "beam", "-o", in_a_file},
        {"modes", "beam", "-n", "3", "--picture", nowhere},
        {"solve", example, "-o", nowhere},
        {"solve", example, "-o", (folder / "x.pc2").string(), "--report", nowhere}}) {
    const ProgramResult refused = run_retake(words);
    EXPECT_EQ(refused.exit_code, 1) << words[0];
    EXPECT_THAT(refused.errors, Not(HasSubstr("simulate"))) << words[0];  // no work was begun
    EXPECT_THAT(refused.errors, Not(HasSubstr("internal error")));
  }
}

TEST(Cli, NoCommandWritesOverAFileUnlessItIsTold) {
  const TemporaryFolder folder;
  for (const char* name : {"beam.json", "beam.png", "x.pc2", "x.json", "x.png"}) {
    folder.put(name, "mine");
  }
  const auto path = [&](const char* name) { return (folder / name).string(); };
  const std::string example = std::string(RETAKE_SOURCE_DIR) + "/examples/beam_twist.json";
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"scene", "beam", "-o", folder.path().string()},
        {"scene", "beam", "--picture", path("x.png")},
        {"scene", "--gallery", path("x.png")},
        {"demo", "beam", "--picture", "-o", folder.path().string()},
        {"modes", "beam", "-n", "3", "--picture", path("x.png")},
        {"simulate", "beam", "-o", path("x.pc2")},
        {"solve", example, "-o", path("x.pc2")},
        {"solve", example, "-o", path("new.pc2"), "--report", path("x.json")},
        {"solve", example, "-o", path("new.pc2"), "--loop", path("x.png")},
        {"solve", example, "-o", path("new.pc2"), "--picture", path("x.png")}}) {
    const ProgramResult refused = run_retake(words);
    EXPECT_EQ(refused.exit_code, 1) << words[0];
    EXPECT_THAT(refused.errors, AllOf(HasSubstr("already"), HasSubstr("--replace"))) << words[0];
  }
  EXPECT_FALSE(fs::exists(folder / "new.pc2"));
  EXPECT_EQ(bytes_of(folder / "x.png"), "mine");
  EXPECT_EQ(run_retake({"modes", "beam", "-n", "3", "--picture", path("x.png"), "--replace", "-q"})
                .exit_code,
            0);
  EXPECT_NE(bytes_of(folder / "x.png"), "mine");
}

TEST(Cli, WhatIsPrintedIntoAFullDiskIsNoSuccess) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "/dev/full is absent";
  const std::string command =
      std::string(RETAKE_PROGRAM) + " scene --json > /dev/full 2> /dev/null";
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 1);
}

TEST(Cli, AFolderOfASceneNameDoesNotHideTheScene) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "beam");
  const std::string command =
      "cd " + folder.path().string() + " && " + RETAKE_PROGRAM + " modes beam -n 3 -q > /dev/null";
  EXPECT_EQ(std::system(command.c_str()), 0);
}

TEST(Cli, EverySceneThatIsWrittenCanBeReadAgain) {
  const TemporaryFolder folder;
  for (const std::string scene : {"gull", "beam"}) {  // a shell and a solid, with render surfaces
    ASSERT_EQ(run_retake({"scene", scene, "-o", folder.path().string(), "-q"}).exit_code, 0);
    const ProgramResult read =
        run_retake({"check", (folder / (scene + ".json")).string(), "--json"});
    EXPECT_EQ(read.exit_code, 0) << read.output << read.errors;
  }
}

TEST(Cli, ABenchRowSaysValueUnitAndMemory) {
  const ProgramResult result = run_retake({"bench", "elasticity/48k", "--json", "-q"});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  const Json report = Json::parse(result.output);
  EXPECT_GT(report["machine"]["gigaflops"].get<double>(), 0);
  const Json& row = report["rows"][0];
  EXPECT_EQ(row["id"], "elasticity/48k/corotated");
  EXPECT_EQ(row["unit"], "ms");
  EXPECT_GT(row["value"].get<double>(), row["limit"].get<double>());
  EXPECT_GT(row["memory_mb"].get<double>(), 0);
}

TEST(Cli, TheBenchTableIsForPeopleWithItsColumnsUnderTheirNames) {
  const ProgramResult result = run_retake({"bench", "elasticity/48k", "-q"});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  const std::size_t begin = result.output.find("\nrow ") + 1;
  ASSERT_NE(begin, 0U) << result.output;
  const std::size_t row = result.output.find("elasticity/48k/corotated", begin);
  ASSERT_NE(row, result.output.npos);
  // Names and values of a column begin, or end, at the same place.
  EXPECT_EQ(result.output.find("unit", begin) - begin, result.output.find("ms ", row) - row);
  EXPECT_EQ(result.output.find("memory", begin) + 6 - begin,
            result.output.find("MB", row) + 2 - row);
  EXPECT_EQ(result.output.find_first_of("{}"), result.output.npos) << result.output;
}

TEST(Cli, DrawsAPicture) {
  const TemporaryFolder folder;
  const ProgramResult result =
      run_retake({"scene", "beam", "--picture", (folder / "beam.png").string(), "--frame", "30",
                  "--width", "64", "-q"});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_THAT(bytes_of(folder / "beam.png"), testing::StartsWith("\x89PNG"));
}

TEST(Cli, BenchHasTheRowsThatAreFollowedFromVersionToVersion) {
  const ProgramResult result = run_retake({"bench", "--list"});
  for (const char* id : {"modes/bridge/1000", "modes/bridge/500", "modes/tumble/500",
                         "simulate/dinosaur/step-corotated", "simulate/dinosaur/step-stvk",
                         "elasticity/48k/corotated", "editor/bridge/drag", "editor/stream/30k"}) {
    EXPECT_THAT(result.output, HasSubstr(id));
  }
}

namespace {

// The still beam with its middle lifted at a frame.
const char* const lifted_beam = R"({"retake": 1, "scene": "beam",
  "source": {"kind": "rest", "frames": 30, "fps": 24},
  "layers": [{"name": "lift", "kind": "green", "settings": {"modes": 20},
              "wishes": [{"name": "middle", "kind": "position", "frame": 15, "vertex": VERTEX,
                          "target": [0, 1.1, 0]}]}]})";

std::string lifted_beam_at(const std::string& vertex) {
  std::string text = lifted_beam;
  return text.replace(text.find("VERTEX"), 6, vertex);
}

}  // namespace

TEST(Cli, SolvesAShotAndReportsHowItsWishesWereMet) {
  const TemporaryFolder folder;
  folder.put("lift.json", lifted_beam_at("500"));
  const ProgramResult result =
      run_retake({"solve", (folder / "lift.json").string(), "-o", (folder / "out.pc2").string(),
                  "--frames", "10:19", "--report", (folder / "report.json").string(), "-q"});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  const Json report = Json::parse(bytes_of(folder / "report.json"));
  EXPECT_EQ(report["frames"], 10);
  EXPECT_EQ(report["layers"][0]["wishes"][0]["name"], "middle");
  const Json& force = report["layers"][0]["control_force"];
  EXPECT_EQ(force["per_frame"].size(), 30u);
  EXPECT_EQ(force["unit"], "N/sqrt(kg)");
  EXPECT_GT(report["largest_edit_m"], 0.01);
  EXPECT_EQ(report["edit_size_m"].size(), 10u);
  EXPECT_EQ(report["first_frame"], 10);
  EXPECT_GT(report["elements"]["smallest_stretch"], 0.2);  // where elements are at their limits
  EXPECT_LT(report["elements"]["smallest_stretch"], 1);
  EXPECT_LT(report["layers"][0]["asked_stretch"], 1);
  EXPECT_EQ(fs::file_size(folder / "out.pc2") % 12, 32u % 12);
}

TEST(Cli, DrawsTheInputBesideTheResultAsALoop) {
  const TemporaryFolder folder;
  folder.put("lift.json", lifted_beam_at("500"));
  const ProgramResult result = run_retake(
      {"solve", (folder / "lift.json").string(), "-o", (folder / "out.pc2").string(), "--frames",
       "10:19", "--loop", (folder / "loop.png").string(), "--width", "48", "-q"});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  const std::string picture = bytes_of(folder / "loop.png");
  EXPECT_THAT(picture, testing::StartsWith("\x89PNG"));
  const std::size_t control = picture.find("acTL");
  ASSERT_NE(control, picture.npos);
  EXPECT_EQ(picture[control + 7], 5);  // every other one of ten frames at 24 fps
}

TEST(Cli, SomeFramesAreThoseOfTheWholeMotion) {
  const TemporaryFolder folder;
  folder.put("lift.json", lifted_beam_at("500"));
  const auto solve = [&](const char* output, const std::vector<std::string>& more) {
    std::vector<std::string> words = {"solve", (folder / "lift.json").string(), "-o",
                                      (folder / output).string(), "-q"};
    words.insert(words.end(), more.begin(), more.end());
    EXPECT_EQ(run_retake(words).exit_code, 0);
    return read_motion(folder / output);
  };
  const Motion all = solve("all.pc2", {}), some = solve("some.pc2", {"--frames", "13-15"});
  ASSERT_EQ(some.frame_count(), 3);
  EXPECT_EQ(some.start_frame, 13);
  for (std::size_t t = 0; t < 3; ++t) EXPECT_EQ(some.frames[t], all.frames[13 + t]);
}

TEST(Cli, AWishAboutAPinnedVertexIsMissedForAReason) {
  const TemporaryFolder folder;
  folder.put("lift.json", lifted_beam_at("0"));
  const ProgramResult result =
      run_retake({"solve", (folder / "lift.json").string(), "-o", (folder / "out.pc2").string(),
                  "--report", (folder / "report.json").string()});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_THAT(result.output, AllOf(HasSubstr("vertex 0 is pinned"), HasSubstr("frame 15")));
  const Json report = Json::parse(bytes_of(folder / "report.json"));
  const std::string reason = report["layers"][0]["wishes"][0]["reason"];
  EXPECT_THAT(reason, HasSubstr("vertex 0 is pinned"));
}

TEST(Cli, AWishAboutAVertexThatDoesNotExistIsRefusedByName) {
  const TemporaryFolder folder;
  folder.put("lift.json", lifted_beam_at("123456"));
  const ProgramResult result =
      run_retake({"solve", (folder / "lift.json").string(), "-o", (folder / "out.pc2").string()});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.errors, AllOf(HasSubstr("lift"), HasSubstr("middle"), HasSubstr("123456")));
  EXPECT_FALSE(fs::exists(folder / "out.pc2"));
}

}  // namespace retake
