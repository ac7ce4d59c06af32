// The words of the command line: help, and what is said about wrong ones.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/program.h"

namespace retake {

using testing::AllOf;
using testing::HasSubstr;
using Json = nlohmann::json;

TEST(Usage, HelpAndVersionEndWell) {
  const ProgramResult help = run_retake({"--help"});
  EXPECT_EQ(help.exit_code, 0);
  for (const char* command :
       {"demo", "edit", "scene", "simulate", "solve", "modes", "check", "bench"}) {
    EXPECT_THAT(help.output, HasSubstr(command));
  }
  const ProgramResult version = run_retake({"--version"});
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_THAT(version.output, testing::StartsWith("retake "));
}

TEST(Usage, HelpGroupsCommandsByWhatAPersonWants) {
  const std::string help = run_retake({"--help"}).output;
  std::size_t at = 0;
  for (const char* word :
       {"\nBegin:", "\n  demo", "\n  import", "\nEdit:", "\n  edit", "\n  solve",
        "\nMake and check files:", "\n  check", "\nLook and measure:", "\n  modes", "\n  bench"}) {
    const std::size_t found = help.find(word, at);
    ASSERT_NE(found, help.npos) << word << " in:\n" << help;
    at = found;
  }
}

TEST(Usage, WrongUsageEndsWithTwoAndIsToldToProgramsToo) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{},
        {"simulate"},
        {"simulate", "beam", "-o", "x.pc2", "--law", "hooke"},
        {"scene", "beam", "--tiles", "many"},
        {"scene", "beam", "--tails", "3"},
        {"scene", "beam", "bridge"}}) {
    std::vector<std::string> with_json = words;
    with_json.emplace_back("--json");
    const ProgramResult people = run_retake(words), programs = run_retake(with_json);
    EXPECT_EQ(people.exit_code, 2);
    EXPECT_EQ(programs.exit_code, 2);
    EXPECT_THAT(people.errors, AllOf(HasSubstr("retake: error: "), HasSubstr("--help")));
    EXPECT_EQ(people.output, "");
    EXPECT_TRUE(Json::parse(programs.output)["error"].contains("what")) << programs.output;
  }
}

TEST(Usage, AnUnknownCommandOrOptionIsRefusedWithTheNearestOne) {
  EXPECT_THAT(run_retake({"sene", "beam"}).errors, AllOf(HasSubstr("sene"), HasSubstr("scene?")));
  EXPECT_THAT(run_retake({"scene", "beam", "--tails", "3"}).errors,
              AllOf(HasSubstr("--tails"), HasSubstr("--tiles?")));
}

TEST(Usage, AnUnknownSceneIsRefusedWithTheNearestName) {
  const ProgramResult result = run_retake({"scene", "brigde", "--json"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.errors, AllOf(HasSubstr("brigde"), HasSubstr("'bridge'")));
  EXPECT_TRUE(Json::parse(result.output).contains("error"));
}

TEST(Usage, OptionsThatDoNotFitAreRefused) {
  EXPECT_EQ(run_retake({"scene", "--picture", "x.png"}).exit_code, 1);
  EXPECT_EQ(run_retake({"modes", "beam", "--pins", "some.bou"}).exit_code, 1);
  EXPECT_EQ(run_retake({"simulate", "gull", "-o", "x.pc2"}).exit_code, 1);
}

TEST(Usage, TheListOfBenchRowsHasAReportForPrograms) {
  const Json rows = Json::parse(run_retake({"bench", "--list", "--json"}).output)["rows"];
  EXPECT_EQ(rows[0]["id"], "modes/bridge/1000");
  EXPECT_FALSE(rows[0]["what"].get<std::string>().empty());
}

TEST(Usage, JsonIsValidForNamesThatAreNoUtf8) {
  const ProgramResult result = run_retake({"check", "\xff.obj", "--json"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(Json::parse(result.output).contains("files"));
}

}  // namespace retake
