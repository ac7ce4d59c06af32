// The program on every file of the data folder, as a person would try it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "data_folder.h"

namespace retake {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().filename() != "README.md")
      files.push_back(entry.path());
  }
  return files;
}

// Each in a process of its own, so that time and memory are its own. The time is the processor's.
TEST(DataFiles, AreCheckedOrRefusedInWordsWithinASecondAnd200Megabytes) {
  RETAKE_NEED_DATA(data_folder());
  int files = 0, refused = 0;
  for (const fs::path& path : files_below(data_folder())) {
    const ProgramResult result = run_retake({"check", path.string(), "--json", "-q"});
    ASSERT_TRUE(result.exit_code == 0 || result.exit_code == 1) << path << result.errors;
    EXPECT_LT(result.cpu_seconds, 1) << path;
    EXPECT_LT(result.peak_kib, 200 << 10) << path;
    const Json report = Json::parse(result.output)["files"][0];
    const bool bad = path.parent_path().filename() == "bad";
    ++files;
    refused += report.contains("error");
    if (!report.contains("error")) {
      EXPECT_FALSE(bad) << path;
      continue;
    }
    EXPECT_THAT(report["error"]["where"], testing::HasSubstr(path.filename().string()));
    EXPECT_FALSE(report["error"]["what"].get<std::string>().empty()) << path;
  }
  RecordProperty("files", files);
  RecordProperty("refused", refused);
  EXPECT_GE(files, 120);
}

}  // namespace
}  // namespace retake
