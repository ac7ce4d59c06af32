#include "cli/command_test.h"
#include "retake/mesh/motion_file.h"
#include "shot/import_samples.h"

namespace retake {

TEST(Check, FindsEveryShippedExampleSound) {
  std::vector<std::string> arguments = {"check", "--json", "-q"};
  for (const auto& entry : fs::directory_iterator(fs::path(RETAKE_SOURCE_DIR) / "examples")) {
    if (entry.path().extension() == ".json") arguments.push_back(entry.path().string());
  }
  ASSERT_GE(arguments.size(), 3u + 9);
  const ProgramResult result = run_retake(arguments);
  EXPECT_EQ(result.exit_code, 0) << result.output;
  for (const Json& file : Json::parse(result.output)["files"]) {
    EXPECT_TRUE(file["sound"].get<bool>()) << file["file"];
    EXPECT_GT(file["frames"], 1) << file["file"];
    EXPECT_GE(file["layers"], 1) << file["file"];
  }
}

namespace {

// A tet with a material and a set of pins.
std::string small_abaqus(const std::string& young_and_poisson, const std::string& density) {
  return "*NODE\n1,0,0,0\n2,1,0,0\n3,0,1,0\n4,0,0,1\n*ELEMENT,TYPE=C3D4,ELSET=ALL\n1,1,2,3,4\n"
         "*NSET,NSET=PINS\n1,2\n*MATERIAL,NAME=JELLY\n*ELASTIC\n" +
         young_and_poisson + "\n*DENSITY\n" + density +
         "\n*SOLID SECTION,ELSET=ALL,MATERIAL=JELLY\n";
}

}  // namespace

TEST(Check, ListsMaterialsAndSets) {
  const TemporaryFolder folder;
  const std::string file = folder.put("a.inp", small_abaqus("1e5,0.4", "900")).string();
  const ProgramResult people = run_retake({"check", file});
  EXPECT_EQ(people.exit_code, 0);
  EXPECT_THAT(people.output, AllOf(HasSubstr("'JELLY': 900 kg/m³"), HasSubstr("'PINS': 2 vert")));
  const Json report = Json::parse(run_retake({"check", file, "--json"}).output)["files"][0];
  EXPECT_EQ(report["materials"][0]["young"], 1e5);
  EXPECT_EQ(report["materials"][0]["tets"], 1);
  EXPECT_EQ(report["sets"][0], (Json{{"name", "ALL"}, {"of", "tets"}, {"count", 1}}));
}

TEST(Check, FindsMaterialsThatMakeNoSense) {
  const TemporaryFolder folder;
  for (const auto& [elastic, density] : {std::pair{"1e5,0.5", "900"}, {"1e5,0.4", "-1000"}}) {
    const std::string file = folder.put("a.inp", small_abaqus(elastic, density)).string();
    const ProgramResult people = run_retake({"check", file});
    EXPECT_EQ(people.exit_code, 1);
    EXPECT_THAT(people.output, AllOf(HasSubstr("PROBLEM"), HasSubstr("a.inp, line 10")));
    const Json report = Json::parse(run_retake({"check", file, "--json"}).output)["files"][0];
    EXPECT_FALSE(report["sound"].get<bool>());
    EXPECT_TRUE(report["materials"][0]["error"].contains("expected"));
  }
}

TEST(Check, GivesErrorsInTheirParts) {
  const TemporaryFolder folder;
  const std::string file = folder.put("a.obj", "v 0 0 0\nf 0 1 1\n").string();
  const Json report = Json::parse(run_retake({"check", file, "--json"}).output);
  const Json& error = report["files"][0]["error"];
  EXPECT_EQ(error["what"], "a face names a vertex that does not exist");
  EXPECT_EQ(error["where"], file + ", line 2");
  EXPECT_EQ(error["expected"], "1 to 1, or -1 to -1");
  EXPECT_EQ(error["found"], "0");
}

TEST(Check, DoesNotInventAFrameRate) {
  const TemporaryFolder folder;
  const std::string header("POINTCACHE2\0\1\0\0\0\1\0\0\0\0\0\0\0\0\0\x80?\1\0\0\0", 32);
  const std::string file = folder.put("a.pc2", header + std::string(12, '\0')).string();
  const ProgramResult people = run_retake({"check", file, "-q"});
  EXPECT_EQ(people.exit_code, 0) << people.output;
  EXPECT_THAT(people.output, AllOf(HasSubstr("frame rate not stored"), Not(HasSubstr("fps"))));
  const Json report = Json::parse(run_retake({"check", file, "--json", "-q"}).output);
  EXPECT_TRUE(report["files"][0]["fps"].is_null());
}

TEST(Check, AndEveryCommandTellWhatWasReplacedInAMesh) {
  const TemporaryFolder folder;
  std::string text = small_abaqus("1e5,0.4", "900");
  text.erase(text.find("*SOLID SECTION"));
  const std::string file = folder.put("a.inp", text).string();
  const ProgramResult result =
      run_retake({"simulate", file, "--frames", "2", "-o", (folder / "a.pc2").string(), "-q"});
  EXPECT_THAT(result.errors,
              HasSubstr("note: " + file + ": material 'JELLY' is given to no element"));
  const Json report = Json::parse(run_retake({"check", file, "--json"}).output);
  EXPECT_THAT(report["files"][0]["notes"].dump(), HasSubstr("given to no element"));
}

TEST(Check, LooksAtAMeshAndItsCacheTogether) {
  const SheetFolder folder;
  const std::string mesh = (folder / "sheet.obj").string(), cache = (folder / "sheet.pc2").string();
  const ProgramResult good = run_retake({"check", mesh, cache, "-q"});
  EXPECT_EQ(good.exit_code, 0) << good.output;
  EXPECT_THAT(good.output, HasSubstr("12 frames of 25 points fit the mesh"));

  Motion motion = folder.motion;
  motion.frames.put(7, motion.frames[6]);
  motion.frames.change(9).array() += 30;
  write_motion(folder / "sheet.pc2", motion);
  const ProgramResult odd = run_retake({"check", cache, mesh, "-q"});
  EXPECT_EQ(odd.exit_code, 0);
  EXPECT_THAT(odd.output, AllOf(HasSubstr("jumps"), HasSubstr("frames repeat the one before")));

  write_motion(folder / "sheet.pc2", {24, 0, {12, Eigen::Matrix3Xf::Random(3, 26)}});
  const ProgramResult other = run_retake({"check", mesh, cache, "--json", "-q"});
  EXPECT_EQ(other.exit_code, 1);
  const Json pair = Json::parse(other.output)["files"][2];
  EXPECT_THAT(pair["error"]["expected"].get<std::string>(), HasSubstr("25"));
  EXPECT_THAT(pair["error"]["found"].get<std::string>(), HasSubstr("26"));
}

}  // namespace retake
