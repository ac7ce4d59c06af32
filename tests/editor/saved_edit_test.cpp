// The layers on their own, and a layer over a person's own USD file.
#include "retake/shot/saved_edit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "editor/small_editor.h"

namespace retake::server {

namespace {

Json layers_of(const SmallEditor& small) { return small.document()["layers"]; }

}  // namespace

TEST(SavedEdit, ComesBackOnAnotherShotOfTheSameMeshAsOneStep) {
  SmallEditor small;
  small.open("edited");
  const auto edited = small.finished(0, 10).numbers;
  const Json saved = small.demand({{"type", "save_edit"}, {"file", "lift.retake-edit"}});
  EXPECT_EQ(saved["type"], "saved");
  small.demand({{"type", "open"}, {"scene", "bar"}});
  const auto plain = small.finished(0, 10).numbers;
  const Json done = small.demand({{"type", "apply_edit"}, {"file", "lift.retake-edit"}});
  EXPECT_EQ(done["ids"].size(), 3u);  // a layer and its two handles
  EXPECT_TRUE(done["notes"].empty());
  ASSERT_EQ(layers_of(small).size(), 1u);
  EXPECT_EQ(layers_of(small)[0]["name"], "lift");
  EXPECT_EQ(small.finished(0, 10).numbers, edited);
  small.demand({{"type", "undo"}});
  EXPECT_TRUE(layers_of(small).empty());
  EXPECT_EQ(small.finished(0, 10).numbers, plain);
}

TEST(SavedEdit, LiesOnTopOfTheLayersThatAreThereWithIdsOfItsOwn) {
  SmallEditor small;
  small.open("edited");
  small.demand({{"type", "save_edit"}, {"file", "lift.retake-edit"}});
  small.demand({{"type", "apply_edit"}, {"file", "lift.retake-edit"}, {"targets", "stay"}});
  const Json layers = layers_of(small);
  ASSERT_EQ(layers.size(), 2u);
  EXPECT_EQ(layers[0]["id"], 1);
  EXPECT_NE(layers[1]["id"], 1);
  EXPECT_EQ(layers[0]["wishes"][0]["target"], layers[1]["wishes"][0]["target"]);
}

TEST(SavedEdit, OfAnotherMeshIsRefusedAndChangesNothing) {
  SmallEditor small;
  small.open("edited");
  small.demand({{"type", "save_edit"}, {"file", "lift.retake-edit"}});
  small.demand({{"type", "open"}, {"scene", "large"}});
  const Json before = small.document();
  const Json answer = small.ask({{"type", "apply_edit"}, {"file", "lift.retake-edit"}});
  EXPECT_EQ(answer["type"], "problem");
  EXPECT_THAT(answer["found"], testing::HasSubstr("45 vertices"));
  EXPECT_EQ(small.document(), before);
}

TEST(SavedEdit, ReplacesNothingUnaskedAndIsCalledByItsEnding) {
  SmallEditor small;
  small.open("edited");
  small.folder().put("mine.retake-edit", "mine");
  EXPECT_EQ(small.ask({{"type", "save_edit"}, {"file", "mine.retake-edit"}})["type"], "problem");
  EXPECT_EQ(small.ask({{"type", "save_edit"}, {"file", "mine.json"}})["type"], "problem");
  EXPECT_EQ(small.ask({{"type", "apply_edit"}, {"file", "mine.retake-edit"}})["type"], "problem");
  EXPECT_EQ(small.ask({{"type", "apply_edit"}, {"file", "../mine.retake-edit"}})["type"],
            "problem");
  EXPECT_EQ(bytes_of(small.folder() / "mine.retake-edit"), "mine");
  small.demand({{"type", "save_edit"}, {"file", "mine.retake-edit"}, {"replace", true}});
  const Body body = small_scene("bar").body();
  EXPECT_EQ(read_edit(small.folder() / "mine.retake-edit", body).layers.size(), 1u);
}

TEST(UsdOverlay, ChangesWhatWasEditedAndNamesThePersonsOwnFile) {
  SmallEditor small;
  small.open("edited");
  small.demand({{"type", "export"}, {"file", "scene.usda"}, {"what", "input"}});
  const std::string own = bytes_of(small.folder() / "scene.usda");
  const Json saved =
      small.demand({{"type", "export"}, {"file", "edits.usda"}, {"over", "scene.usda"}});
  EXPECT_EQ(saved["samples"], bar_frames);
  EXPECT_GT(saved["changed_samples"], 0);
  EXPECT_LT(saved["changed_samples"], bar_frames);
  const std::string layer = bytes_of(small.folder() / "edits.usda");
  EXPECT_THAT(layer, testing::HasSubstr("@./scene.usda@"));
  EXPECT_EQ(bytes_of(small.folder() / "scene.usda"), own);
}

TEST(UsdOverlay, IsRefusedWithoutItsFileOrWithSomeOfTheFrames) {
  SmallEditor small;
  small.open("edited");
  small.demand({{"type", "export"}, {"file", "scene.usda"}, {"what", "input"}});
  const auto refused = [&](Json more) {
    Json message = {{"type", "export"}, {"file", "edits.usda"}};
    message.update(more);
    return small.ask(message)["type"] == "problem";
  };
  EXPECT_TRUE(refused({{"over", "none.usda"}}));
  EXPECT_TRUE(refused({{"over", "../scene.usda"}}));
  EXPECT_TRUE(refused({{"over", "scene.usda"}, {"frames", {2, 4}}}));
  EXPECT_TRUE(refused({{"over", "scene.usda"}, {"file", "edits.pc2"}}));
  EXPECT_FALSE(std::filesystem::exists(small.folder() / "edits.usda"));
}

}  // namespace retake::server
