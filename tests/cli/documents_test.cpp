// Shots in the documents, marked ```json shot, do what a reader expects of them.
#include <fstream>
#include <sstream>

#include "cli/command_test.h"

namespace retake {

namespace {

const fs::path source_folder = RETAKE_SOURCE_DIR;

std::string text_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::vector<Json> shots_in(const fs::path& document) {
  const std::string text = text_of(document), begin = "\n```json shot\n", end = "\n```";
  std::vector<Json> shots;
  for (std::size_t at = text.find(begin); at != text.npos; at = text.find(begin, at)) {
    at += begin.size();
    shots.push_back(Json::parse(text.substr(at, text.find(end, at) - at)));
  }
  return shots;
}

std::vector<fs::path> documents() {
  std::vector<fs::path> files = {source_folder / "README.md"};
  for (const auto& entry : fs::directory_iterator(source_folder / "docs")) {
    if (entry.path().extension() == ".md") files.push_back(entry.path());
  }
  return files;
}

// The shot that `retake import` makes of the example that the document's shot is called after.
Json imported(const TemporaryFolder& folder, const std::string& name) {
  const std::string example = (source_folder / "examples" / name).string();
  const ProgramResult result = run_retake({"-q", "import", example + ".obj", example + ".pc2", "-o",
                                           (folder / (name + ".json")).string()});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  return Json::parse(text_of(folder / (name + ".json")));
}

void expect_as_imported(const Json& shot, const Json& made) {
  EXPECT_EQ(made["layers"], Json::array());
  for (const auto& [key, value] : shot.items()) {
    if (key == "layers") continue;
    EXPECT_EQ(made[key], value) << key;
  }
}

void expect_handles_met(const TemporaryFolder& folder, const Json& shot) {
  folder.put("shot.json", shot.dump());
  const ProgramResult result =
      run_retake({"-q", "solve", (folder / "shot.json").string(), "-o",
                  (folder / "edited.pc2").string(), "--report", (folder / "told.json").string()});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  const Json wishes = Json::parse(text_of(folder / "told.json"))["layers"][0]["wishes"];
  EXPECT_EQ(wishes.size(), shot["layers"][0]["wishes"].size());
  for (const Json& wish : wishes) EXPECT_LT(wish["miss_m"], 1e-4) << wish;
}

TEST(Documents, ShowShotsAsImportWritesThemWhoseHandlesAreMet) {
  int count = 0;
  for (const fs::path& document : documents()) {
    SCOPED_TRACE(document.string());
    for (const Json& shot : shots_in(document)) {
      const TemporaryFolder folder;
      expect_as_imported(shot, imported(folder, shot["name"]));
      expect_handles_met(folder, shot);
      ++count;
    }
  }
  EXPECT_GE(count, 1);  // the README's
}

}  // namespace
}  // namespace retake
