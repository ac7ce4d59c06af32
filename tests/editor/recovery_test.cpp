// Whatever happens to the program, the work is there again.
#include <fstream>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "editor/small_editor.h"
#include "shot/killed_child.h"

namespace retake::server {

namespace {

namespace fs = std::filesystem;

Json target_of(const Json& document) { return document["layers"][0]["wishes"][0]["target"]; }

Json recovery_of(const Json& welcome) { return welcome["recovery"]; }

}  // namespace

TEST(Recovery, AnUnsavedSceneIsOfferedAgainWithItsHistory) {
  const TemporaryFolder state;
  Json before;
  {
    SmallEditor small(state.path());
    small.open("bar");
    small.add_handle(bar_at_rest().col(bar_tip) + Vec3(0, 0.02, 0));
    small.demand({{"type", "undo"}});
    small.demand({{"type", "redo"}});
    before = small.document();
  }
  SmallEditor small(state.path());
  const Json left = recovery_of(small.ask({{"type", "hello"}, {"protocol", 1}}));
  ASSERT_EQ(left.size(), 1u);
  EXPECT_EQ(left[0]["name"], "bar");
  EXPECT_EQ(left[0]["edits"], 4);
  EXPECT_EQ(left[0]["ended"], true);
  small.demand({{"type", "open"}, {"file", left[0]["file"]}, {"recover", true}});
  EXPECT_EQ(small.document()["layers"], before["layers"]);
  EXPECT_EQ(small.document()["history"], before["history"]);
  EXPECT_EQ(small.document()["file"], "");
  EXPECT_TRUE(small.document()["changed"]);
}

TEST(Recovery, OpeningTheSceneFreshLeavesWhatWasThereOnOffer) {
  const TemporaryFolder state;
  for (int start = 0; start < 3; ++start) {
    SmallEditor small(state.path());
    small.open("bar");
    EXPECT_EQ(small.document()["layers"].size(), 0u);
    const Json left = recovery_of(small.ask({{"type", "hello"}, {"protocol", 1}}));
    EXPECT_EQ(left.size(), static_cast<std::size_t>(start));
    small.add_handle(bar_at_rest().col(bar_tip) + Vec3(0, 0.01 * start, 0));
  }
  SmallEditor small(state.path());
  const Json left = recovery_of(small.ask({{"type", "hello"}, {"protocol", 1}}));
  ASSERT_EQ(left.size(), 3u);
  std::set<double> heights;
  for (const Json& each : left) {
    small.demand({{"type", "open"}, {"file", each["file"]}, {"recover", true}});
    heights.insert(target_of(small.document())[1].get<double>());
  }
  EXPECT_EQ(heights.size(), 3u);
}

TEST(Recovery, EditsOfAMeshAreTakenUpWhileTheMeshIsTheSame) {
  const TemporaryFolder state, files;
  const std::string mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  const auto name_when_opened = [&](SmallEditor& small) {
    small.hello();
    small.editor().open_file(files / "tet.obj");
    return small.tab().wait_for_type("document")["name"];
  };
  files.put("tet.obj", mesh);
  {
    SmallEditor small(state.path());
    EXPECT_EQ(name_when_opened(small), "tet");
    small.demand({{"type", "edit"}, {"edit", {{"edit", "rename_shot"}, {"name", "mine"}}}});
  }
  {
    SmallEditor small(state.path());
    EXPECT_EQ(name_when_opened(small), "mine");
  }
  files.put("tet.obj", "v 0 0 0\nv 1 0 0\nv 0 2 0\nf 1 2 3\n");
  SmallEditor small(state.path());
  EXPECT_EQ(name_when_opened(small), "tet");
  EXPECT_EQ(recovery_of(small.ask({{"type", "hello"}, {"protocol", 1}})).size(), 1u);
}

TEST(Recovery, WhatWasPutAsideStaysWhenTheShotIsClosed) {
  const TemporaryFolder state;
  {
    SmallEditor small(state.path());
    small.open("bar");
    small.add_handle(bar_at_rest().col(bar_tip));
  }
  {
    SmallEditor small(state.path());
    const Json left = recovery_of(small.ask({{"type", "hello"}, {"protocol", 1}}));
    small.demand({{"type", "open"}, {"file", left[0]["file"]}, {"recover", false}});
    EXPECT_EQ(small.document()["layers"].size(), 0u);
  }
  int kept = 0;
  for (const auto& entry : fs::recursive_directory_iterator(state.path())) {
    kept += entry.path().filename() == "shot.journal.old" ? 1 : 0;
  }
  EXPECT_EQ(kept, 1);
}

TEST(Recovery, AStateFolderWithWrongValuesIsReadAsFarAsItGoes) {
  const TemporaryFolder state, files;
  write_shot(small_scene("bar"), files / "shot.json");
  const std::string good = (files / "shot.json").string();
  const Json recent = {5,
                       {{"file", 5}},
                       {{"file", good}, {"name", 7}, {"time", "late"}},
                       {{"file", {1}}, {"name", "x"}}};
  state.put("recent.json", recent.dump());
  state.put("preferences.json", "[1]");
  fs::create_directories(state / "unsaved/bar.1.1");
  state.put("unsaved/bar.1.1/shot.json", R"({"name": 5})");
  state.put("unsaved/bar.1.1/shot.journal", "{}\n{\"do\": 1}\n");
  SmallEditor small(state.path());
  const Json welcome = small.demand({{"type", "hello"}, {"protocol", 1}});
  ASSERT_EQ(welcome["recent"].size(), 1u);
  EXPECT_EQ(welcome["recent"][0]["file"], good);
  small.demand({{"type", "open"}, {"scene", "bar"}});
}

TEST(Recovery, LookingAtASceneLeavesNothingBehind) {
  const TemporaryFolder state;
  {
    SmallEditor small(state.path());
    small.open("bar");
  }
  EXPECT_TRUE(!fs::exists(state / "unsaved") || fs::is_empty(state / "unsaved"));
}

TEST(Recovery, UnsavedEditsOfAFileAreOfferedAndTakenUpOrPutAside) {
  const TemporaryFolder state, files;
  const auto open_file = [&](SmallEditor& small, bool recover) {
    small.editor().open_file(files / "shot.json");  // as the command line does
    small.tab().wait_for_type("document");
    small.demand(
        {{"type", "open"}, {"file", (files / "shot.json").string()}, {"recover", recover}});
  };
  write_shot(small_scene("edited"), files / "shot.json");
  {
    SmallEditor small(state.path());
    small.hello();
    open_file(small, false);
    small.demand({{"type", "edit"}, {"edit", {{"edit", "rename_shot"}, {"name", "new"}}}});
  }
  {
    SmallEditor small(state.path());
    const Json left = recovery_of(small.ask({{"type", "hello"}, {"protocol", 1}}));
    ASSERT_EQ(left.size(), 1u);
    EXPECT_EQ(left[0]["edits"], 1);
    small.demand({{"type", "open"}, {"file", left[0]["file"]}});  // taken up where nothing is said
    EXPECT_EQ(small.document()["name"], "new");
    small.demand({{"type", "files"}, {"folder", files.path().string()}});
  }
  SmallEditor small(state.path());
  small.hello();
  open_file(small, false);
  EXPECT_EQ(small.document()["name"], "edited");
  EXPECT_TRUE(fs::exists(files / "shot.journal.old"));
}

TEST(RecoveryChild, DISABLED_DragsForever) {
  SmallEditor small(KilledChild::folder());
  small.open("edited");
  for (int step = 1;; ++step) {
    const int drag = small.begin_drag();
    for (int move = 1; move <= 4; ++move) {
      small.demand(
          small.move({1, bar_tip}, bar_at_rest().col(bar_tip) + Vec3(0, 0, 1e-5 * step), drag));
    }
    small.demand({{"type", "end_drag"}});
    KilledChild::acknowledge();
  }
}

TEST(Recovery, AKilledProgramLosesAtMostTheLastDrag) {
  const TemporaryFolder state;
  KilledChild child("RecoveryChild.DISABLED_DragsForever", state.path());
  child.wait_for(5);
  const int finished = child.kill();
  SmallEditor small(state.path());
  const Json left = recovery_of(small.ask({{"type", "hello"}, {"protocol", 1}}));
  ASSERT_EQ(left.size(), 1u);
  EXPECT_EQ(left[0]["ended"], false);
  small.demand({{"type", "open"}, {"scene", "edited"}, {"recover", true}});
  const double moved =
      target_of(small.document())[2].get<double>() - bar_at_rest().col(bar_tip).z();
  EXPECT_GE(moved / 1e-5, finished - 0.5);
  EXPECT_LE(moved / 1e-5, finished + 1.5);
  const auto steps = small.document()["history"].size();
  EXPECT_GE(steps, static_cast<std::size_t>(finished + 1));
  small.demand({{"type", "undo"}});
}

TEST(Recovery, PreferencesAndRecentFilesOutliveTheProgram) {
  const TemporaryFolder state;
  std::string file;
  {
    SmallEditor small(state.path());
    small.open("bar");
    small.demand({{"type", "preferences"}, {"values", {{"keymap", "maya"}}}});
    file = small.demand({{"type", "save_as"}, {"file", "kept.json"}})["file"];
    small.demand({{"type", "save_as"}, {"file", "other.json"}});
    const Json welcome = small.ask({{"type", "hello"}, {"protocol", 1}});
    EXPECT_EQ(welcome["recent"].size(), 2u);
    EXPECT_EQ(welcome["recent"][1]["file"], file);
    EXPECT_TRUE(recovery_of(welcome).empty());
  }
  SmallEditor small(state.path());
  const Json welcome = small.ask({{"type", "hello"}, {"protocol", 1}});
  EXPECT_EQ(welcome["preferences"]["keymap"], "maya");
  EXPECT_EQ(welcome["recent"].size(), 0u);  // the files went with their folder
}

}  // namespace retake::server
