// Saving, opening and exporting: only where the person has opened a folder, and what was shown.
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "editor/small_editor.h"
#include "retake/mesh/motion_file.h"

namespace retake::server {

namespace {

namespace fs = std::filesystem;

}  // namespace

TEST(Files, NothingOutsideOfTheFoldersIsReached) {
  SmallEditor small;
  const TemporaryFolder outside;
  outside.put("secret.json", "{}");
  fs::create_directory_symlink(outside.path(), small.folder() / "link");
  small.open("bar");
  const std::string up = "../" + outside.path().filename().string() + "/secret.json";
  for (const std::string& file :
       {up, (outside / "secret.json").string(), std::string("link/secret.json"),
        std::string("/etc/passwd"), std::string(""), std::string("x\0.json", 7)}) {
    for (const char* type : {"open", "save_as", "export"}) {
      const Json answer = small.ask({{"type", type}, {"file", file}});
      EXPECT_EQ(answer["type"], "problem") << type << " " << file;
    }
  }
  for (const std::string& folder :
       {outside.path().string(), std::string("link"), std::string(".."), std::string("/")}) {
    EXPECT_EQ(small.ask({{"type", "files"}, {"folder", folder}})["type"], "problem") << folder;
  }
  EXPECT_EQ(bytes_of(outside / "secret.json"), "{}");
}

TEST(Files, AnEditReadsNoFile) {
  SmallEditor small;
  const TemporaryFolder outside;
  small.open("edited");
  const Points rest = small_scene("bar").body().rest_positions;
  const Motion pose = {.frames = {rest.cast<float>()}};
  for (const fs::path& file : {outside / "pose.pc2", small.folder() / "pose.pc2"}) {
    write_motion(file, pose);
    const Json wish = {{"kind", "pose"}, {"frame", 12}, {"pose", file.string()}};
    const Json answer = small.ask(
        {{"type", "edit"}, {"edit", {{"edit", "add_wish"}, {"layer", 1}, {"wish", wish}}}});
    EXPECT_EQ(answer["type"], "problem") << file;
    EXPECT_EQ(small.document()["layers"][0]["wishes"].size(), 2u);
  }
}

TEST(Files, AFolderIsListedByKind) {
  SmallEditor small;
  fs::create_directory(small.folder() / "deeper");
  for (const char* name : {"a.json", "a.origin.json", "b.obj", "c.pc2", "d.txt", ".hidden.json"}) {
    small.folder().put(name, "");
  }
  small.hello();
  const Json top = small.demand({{"type", "files"}});
  EXPECT_EQ(top["parent"], nullptr);
  std::vector<std::string> kinds;
  for (const Json& entry : top["entries"]) kinds.push_back(entry["kind"]);
  EXPECT_EQ(kinds, (std::vector<std::string>{"folder", "shot", "mesh", "cache"}));
  const Json deeper = small.demand({{"type", "files"}, {"folder", "deeper"}});
  EXPECT_EQ(deeper["parent"], top["folder"]);
}

TEST(Files, WhatIsSavedIsThereWhenItIsOpenedAgain) {
  SmallEditor small;
  small.open("edited");
  EXPECT_EQ(small.ask({{"type", "save"}})["type"], "problem");
  small.demand({{"type", "edit"}, {"edit", {{"edit", "rename_shot"}, {"name", "mine"}}}});
  const Json saved = small.demand({{"type", "save_as"}, {"file", "mine.json"}});
  EXPECT_EQ(saved["type"], "saved");
  EXPECT_FALSE(small.document()["changed"]);
  const auto picture = small.finished(0, 10).numbers;
  small.demand({{"type", "close"}});
  small.demand({{"type", "open"}, {"file", "mine.json"}});
  EXPECT_EQ(small.document()["name"], "mine");
  EXPECT_EQ(small.document()["file"], saved["file"]);
  EXPECT_EQ(small.finished(0, 10).numbers, picture);
  small.demand({{"type", "edit"}, {"edit", {{"edit", "rename_shot"}, {"name", "more"}}}});
  EXPECT_TRUE(small.document()["changed"]);
  small.demand({{"type", "save"}});
  EXPECT_EQ(read_shot(small.folder() / "mine.json").name, "more");
}

TEST(Files, LeavingSavesAShotThatHasAFile) {
  SmallEditor small;
  small.open("bar");
  small.demand({{"type", "save_as"}, {"file", "left.json"}});
  small.demand({{"type", "edit"}, {"edit", {{"edit", "rename_shot"}, {"name", "at the end"}}}});
  small.editor().finish();
  EXPECT_EQ(read_shot(small.folder() / "left.json").name, "at the end");
  small.tab().wait_for_type("bye");
}

TEST(Files, AMeshBecomesAShotThatStandsStill) {
  SmallEditor small;
  small.folder().put("tet.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  small.hello();
  small.demand({{"type", "open"}, {"file", "tet.obj"}});
  EXPECT_EQ(small.document()["name"], "tet");
  EXPECT_EQ(small.document()["file"], "");
}

TEST(Export, WritesWhatTheStreamsShow) {
  SmallEditor small;
  small.open("edited");
  small.demand({{"type", "export"}, {"file", "all.pc2"}});
  const Json exported = small.demand(
      {{"type", "export"}, {"file", "some.pc2"}, {"what", "result"}, {"frames", {8, 12}}});
  EXPECT_EQ(exported["frames"], 5);
  EXPECT_EQ(exported["points"], bar_at_rest().cols());
  EXPECT_EQ(exported["exported"], (fs::canonical(small.folder().path()) / "some.pc2").string());
  const Motion all = read_motion(small.folder() / "all.pc2");
  const Motion some = read_motion(small.folder() / "some.pc2");
  ASSERT_EQ(all.frame_count(), bar_frames);
  ASSERT_EQ(some.frame_count(), 5);
  for (const int frame : {8, 10, 12}) {
    const Eigen::Matrix3Xf shown = small.finished(0, frame).positions();
    EXPECT_EQ(all.frames[static_cast<std::size_t>(frame)], shown);
    EXPECT_EQ(some.frames[static_cast<std::size_t>(frame - 8)], shown);
  }
}

TEST(Export, ReplacesAFileOnlyWhenThePageSaysSo) {
  SmallEditor small;
  small.open("edited");
  small.folder().put("mine.pc2", "mine");
  const Json refused = small.ask({{"type", "export"}, {"file", "mine.pc2"}});
  EXPECT_EQ(refused["type"], "problem");
  EXPECT_EQ(bytes_of(small.folder() / "mine.pc2"), "mine");
  small.demand({{"type", "export"}, {"file", "mine.pc2"}, {"replace", true}});
  EXPECT_EQ(read_motion(small.folder() / "mine.pc2").frame_count(), bar_frames);
}

TEST(Export, TellsHowFewMorphTargetsThereAreAndHowNear) {
  SmallEditor small;
  small.open("edited");
  const Json saved = small.demand({{"type", "export"}, {"file", "few.glb"}, {"morph_error", 1e-3}});
  EXPECT_LT(saved["morphs"], bar_frames);
  EXPECT_LE(saved["morph_error"], 1e-3);
  EXPECT_EQ(small.ask({{"type", "export"}, {"file", "a.pc2"}, {"morphs", 3}})["type"], "problem");
}

TEST(Jobs, AreToldFromBeginningToEndAndCanBeCancelled) {
  SmallEditor small;
  small.open("edited");
  small.tab().wait_for_text([](const Json& text) {
    return text["type"] == "job" && text["state"] == "done" && text["fraction"] == 1;
  });
  // A job that waits for a drag to end is cancelled before it begins.
  small.begin_drag();
  small.say({{"type", "export"}, {"file", "never.pc2"}, {"id", 950}});
  small.say({{"type", "export"}, {"file", "never2.pc2"}, {"id", 951}});
  for (int job = 1; job <= 6; ++job) small.ask({{"type", "cancel"}, {"job", job}});
  small.demand({{"type", "end_drag"}});
  const auto answered = [&](int reply) {
    return small.tab().wait_for_text(
        [&](const Json& text) { return text.value("reply", 0) == reply; });
  };
  EXPECT_EQ(answered(950)["type"], "problem");
  EXPECT_EQ(answered(951)["what"], "cancelled");
  EXPECT_FALSE(fs::exists(small.folder() / "never.pc2"));
}

}  // namespace retake::server
