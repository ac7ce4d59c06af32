// Files that were written before kinds had a table (shot/written_before) open as they did.
#include <gtest/gtest.h>

#include "retake/mesh/file_bytes.h"
#include "retake/shot/document.h"
#include "retake/shot/layer_json.h"
#include "retake/shot/pose_json.h"
#include "retake/shot/read_shot.h"
#include "retake/shot/saved_edit.h"
#include "retake/shot/sources/cache.h"
#include "retake/shot/sources/poses.h"
#include "shot/example_shots.h"

namespace retake {

namespace {

namespace fs = std::filesystem;

// A copy of all of them, since opening and saving leave traces.
class WrittenBefore : public testing::Test {
 protected:
  void SetUp() override {
    const fs::path from = fs::path(RETAKE_SOURCE_DIR) / "tests/shot/written_before";
    fs::copy(from, folder_.path());
  }
  Json json_of(const std::string& name) const { return parse_json(bytes_of(folder_ / name), name); }

  TemporaryFolder folder_;
};

}  // namespace

TEST_F(WrittenBefore, ShotsAreWrittenAgainToTheSameFiles) {
  const fs::path again = folder_ / "again";
  fs::create_directory(again);
  for (const std::string name : {"wobble", "posed", "taken", "still", "thrown", "pair"}) {
    write_shot(read_shot(folder_ / (name + ".json")), again / (name + ".json"));
  }
  int files = 0;
  for (const auto& entry : fs::directory_iterator(again)) {
    EXPECT_EQ(bytes_of(entry.path()), bytes_of(folder_ / entry.path().filename()))
        << entry.path().filename();
    ++files;
  }
  EXPECT_EQ(files, 25);
}

TEST_F(WrittenBefore, AJournalOfLayersIsDoneAgain) {
  const Document document = Document::open(folder_ / "wobble.json");
  EXPECT_EQ(document.recovery().note, "");
  EXPECT_EQ(Json::parse(text_of(document.shot())), json_of("wobble.recovered.json"));
}

TEST_F(WrittenBefore, AJournalOfPosesIsDoneAgain) {
  const Document document = Document::open(folder_ / "posed.json");
  EXPECT_EQ(document.recovery().note, "");
  const Json json = {{"name", document.shot().name}, {"poses", to_json(poses_of(document.shot()))}};
  EXPECT_EQ(Json::parse(json.dump()), json_of("posed.recovered.json"));
}

TEST_F(WrittenBefore, ASavedEditIsWrittenAgainToTheSameFile) {
  const Shot shot = read_shot(folder_ / "wobble.json");
  const SavedEdit edit = read_edit(folder_ / "wobble.retake-edit", shot.body());
  EXPECT_EQ(edit.layers.size(), 2u);
  write_edit(edit, folder_ / "again.retake-edit");
  EXPECT_EQ(bytes_of(folder_ / "again.retake-edit"), bytes_of(folder_ / "wobble.retake-edit"));
  write_edit(edit_of(shot, cache_of(shot)), folder_ / "anew.retake-edit");
  EXPECT_EQ(bytes_of(folder_ / "anew.retake-edit"), bytes_of(folder_ / "wobble.retake-edit"));
}

}  // namespace retake
