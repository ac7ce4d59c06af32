// A document loses nothing: saved shots are whole, and edits survive the process that made them.
#include "retake/shot/document.h"

#include <fstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retake/numerics/errors.h"
#include "retake/shot/layer_json.h"
#include "retake/shot/sources/cache.h"
#include "shot/example_shots.h"
#include "shot/killed_child.h"
#include "temporary_folder.h"

namespace retake {

using testing::HasSubstr;

namespace {

namespace fs = std::filesystem;

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    names.push_back(entry.path().filename());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// Every frame at one height, which the name tells too: parts of two saves would not agree.
Shot shot_at_height(int height) {
  Shot shot = rich_shot();
  shot.name = std::to_string(height);
  FrameList& frames = cache_of(shot).frames;
  for (std::size_t t = 0; t < frames.size(); ++t)
    frames.change(t).row(1).setConstant(static_cast<float>(height));
  return shot;
}

}  // namespace

TEST(Document, LookingAtAShotLeavesNoTrace) {
  const TemporaryFolder folder;
  const fs::path file = saved_shot(folder);
  const auto before = names_in(folder.path());
  { const Document document = Document::open(file); }
  EXPECT_EQ(names_in(folder.path()), before);
}

TEST(Document, HasChangesUntilTheyAreSavedOrUndone) {
  const TemporaryFolder folder;
  Document document = Document::open(saved_shot(folder));
  EXPECT_FALSE(document.has_changes());
  document.apply({RenameShot{"a"}});
  EXPECT_TRUE(document.has_changes());
  document.undo();
  EXPECT_FALSE(document.has_changes());
  document.redo();
  document.save();
  EXPECT_FALSE(document.has_changes());
  document.undo();
  EXPECT_TRUE(document.has_changes());
}

TEST(Document, SavingChangesLayersAndNameAlone) {
  const TemporaryFolder folder;
  const fs::path file = saved_shot(folder);
  Json json = parse_json(bytes_of(file), "wobble.json");
  fs::rename(folder / "wobble.pc2", folder / "elsewhere.pc2");
  json["source"]["file"] = "elsewhere.pc2";
  folder.put("wobble.json", json.dump());
  Document document = Document::open(file);
  document.apply({RemoveLayer{10}});
  document.apply({RenameShot{"b"}});
  document.save();
  Json expected = json;
  expected["name"] = "b";
  expected["layers"].erase(0);
  EXPECT_EQ(parse_json(bytes_of(file), "wobble.json"), expected);
  EXPECT_FALSE(fs::exists(folder / "wobble.pc2"));
}

TEST(Document, AfterASaveNoJournalIsLeft) {
  const TemporaryFolder folder;
  const fs::path file = saved_shot(folder);
  {
    Document document = Document::open(file);
    document.apply({RenameShot{"c"}});
    EXPECT_TRUE(fs::exists(folder / "wobble.journal"));
    document.save();
  }
  EXPECT_FALSE(fs::exists(folder / "wobble.journal"));
  EXPECT_EQ(read_shot(file).name, "c");
}

TEST(Document, UnsavedEditsAreThereAgainWithTheirUndoAndRedo) {
  const TemporaryFolder folder;
  const fs::path file = saved_shot(folder);
  std::string end;
  {
    Document document = Document::open(file);
    document.apply({RenameShot{"d"}});
    document.apply({RemoveWish{10, 14}});
    document.apply({AddLayer{0, push_layer(document.new_id(), {0, 1, 0})}});
    document.undo();
    for (int i = 0; i < 4; ++i) document.apply({MoveWish{10, 11, {0, 0.1 * i, 0}, 1}});
    document.undo();
    end = text_of(document.shot());
  }
  Document document = Document::open(file);
  EXPECT_EQ(text_of(document.shot()), end);
  EXPECT_EQ(document.recovery().edits, 9);
  EXPECT_EQ(document.recovery().note, "");
  EXPECT_TRUE(document.has_changes());
  EXPECT_EQ(document.redo_title(), "Move handle");
  document.undo();
  document.undo();
  EXPECT_EQ(text_of(document.shot()), text_of(rich_shot()));
}

TEST(Document, UndoingWhatWasSavedSurvivesToo) {
  const TemporaryFolder folder;
  const fs::path file = saved_shot(folder);
  {
    Document document = Document::open(file);
    document.apply({RenameShot{"e"}});
    document.apply({RemoveLayer{10}});
    document.save();
    document.undo();
    document.undo();
    document.redo();
  }
  Document document = Document::open(file);
  EXPECT_EQ(document.shot().name, "e");
  EXPECT_EQ(document.shot().layers.size(), 2u);
  document.redo();
  EXPECT_EQ(document.shot().layers.size(), 1u);
}

TEST(Document, ALastLineThatWasTornOffIsLeftOut) {
  const TemporaryFolder folder;
  const fs::path file = saved_shot(folder);
  {
    Document document = Document::open(file);
    document.apply({RenameShot{"f"}});
    document.apply({RenameShot{"g"}});
  }
  const std::string journal = bytes_of(folder / "wobble.journal");
  const auto last = journal.rfind('\n', journal.size() - 2) + 1;
  for (std::size_t length = last; length < journal.size(); length += 5) {
    folder.put("wobble.journal", journal.substr(0, length));
    Document document = Document::open(file);
    EXPECT_EQ(document.shot().name, "f") << length;
    EXPECT_EQ(document.recovery().note.empty(), length == last) << length;
  }
  {
    Document document = Document::open(file);
    document.apply({RenameShot{"h"}});
  }
  EXPECT_EQ(Document::open(file).shot().name, "h");
}

TEST(Document, AJournalOfAnotherSaveIsPutAsideWithAWord) {
  const TemporaryFolder folder;
  const fs::path file = saved_shot(folder);
  {
    Document document = Document::open(file);
    document.apply({RenameShot{"i"}});
  }
  Shot other = rich_shot();
  other.name = "other";
  write_shot(other, file);
  const Document document = Document::open(file);
  EXPECT_EQ(document.shot().name, "other");
  EXPECT_EQ(document.recovery().edits, 0);
  EXPECT_THAT(document.recovery().note, HasSubstr("wobble.journal.old"));
  EXPECT_TRUE(fs::exists(folder / "wobble.journal.old"));
}

TEST(Document, NoTwoEditOneShot) {
  const TemporaryFolder folder;
  const fs::path file = saved_shot(folder);
  Document first = Document::open(file), second = Document::open(file);
  first.apply({RenameShot{"j"}});
  EXPECT_THROW(second.apply({RenameShot{"k"}}), InputError);
  EXPECT_EQ(second.shot().name, "wobble");
  EXPECT_THROW(Document::open(file), InputError);
}

TEST(Document, AFileThatAnotherProgramHasChangedIsNotOverwritten) {
  const TemporaryFolder folder;
  const fs::path file = saved_shot(folder);
  Document document = Document::open(file);
  document.apply({RenameShot{"l"}});
  std::ofstream(file, std::ios::app) << "\n";
  EXPECT_THROW(document.save(), InputError);
  document.save_as(folder / "copy.json");
  EXPECT_EQ(read_shot(folder / "copy.json").name, "l");
  EXPECT_FALSE(document.has_changes());
}

TEST(Document, ANewShotIsSavedUnderAName) {
  const TemporaryFolder folder;
  Document document(rich_shot());
  document.apply({RenameShot{"m"}});
  EXPECT_THROW(document.save(), InputError);
  document.save_as(folder / "new.json");
  document.apply({RenameShot{"n"}});
  document.save_as(folder / "new.json");
  document.apply({RenameShot{"o"}});
  document.save();
  EXPECT_EQ(read_shot(folder / "new.json").name, "o");
}

TEST(Document, NamesThatAreNoTextLoseNothingElse) {
  const TemporaryFolder folder;
  const fs::path file = saved_shot(folder);
  {
    Document document = Document::open(file);
    document.apply({RenameLayer{10, "caf\xe9"}});
    document.apply({RemoveLayer{20}});
  }
  Document document = Document::open(file);
  EXPECT_EQ(document.recovery().edits, 2);
  document.save();
  EXPECT_EQ(read_shot(file).layers.size(), 1u);
}

TEST(Document, AbandonedChangesAreGone) {
  const TemporaryFolder folder;
  const fs::path file = saved_shot(folder);
  {
    Document document = Document::open(file);
    document.apply({RenameShot{"p"}});
    document.abandon_changes();
  }
  EXPECT_EQ(Document::open(file).shot().name, "wobble");
}

TEST(DocumentChild, DISABLED_Edits) {
  Document document = Document::open(KilledChild::folder() / "wobble.json");
  for (int i = 1;; ++i) {
    document.apply({MoveWish{10, 11, {0, 1e-4 * i, 0}, i / 10}});
    KilledChild::acknowledge();
  }
}

TEST(Document, AKilledProcessLosesAtMostTheEditUnderWay) {
  for (const int edits : {1, 7, 40}) {
    const TemporaryFolder folder;
    const fs::path file = saved_shot(folder);
    KilledChild child("DocumentChild.DISABLED_Edits", folder.path());
    child.wait_for(edits);
    const int finished = child.kill();
    EXPECT_GE(finished, edits);
    const Document document = Document::open(file);
    const auto& green = document.shot().layers[0].content.get<WishLayer>();
    const double moves = green.wishes[0].wish.target.y() / 1e-4;
    EXPECT_GE(moves, finished - 0.5);
    EXPECT_LE(moves, finished + 1.5);
  }
}

TEST(DocumentChild, DISABLED_EditsAndSaves) {
  Document document = Document::open(KilledChild::folder() / "wobble.json");
  for (int i = 1;; ++i) {
    document.apply({RenameShot{std::to_string(i)}});
    document.save();
    KilledChild::acknowledge();
  }
}

TEST(Document, AProcessKilledWhileItSavesLosesNothing) {
  for (int round = 0; round < 6; ++round) {
    const TemporaryFolder folder;
    const fs::path file = saved_shot(folder);
    KilledChild child("DocumentChild.DISABLED_EditsAndSaves", folder.path());
    child.wait_for(2);
    std::this_thread::sleep_for(std::chrono::microseconds(1500 * round));
    const int finished = child.kill();
    const Document document = Document::open(file);
    EXPECT_GE(std::stoi(document.shot().name), finished);
    EXPECT_LE(std::stoi(document.shot().name), finished + 1);
    EXPECT_EQ(document.recovery().note, "");
  }
}

TEST(DocumentChild, DISABLED_WritesShots) {
  for (int height = 1;; ++height) {
    write_shot(shot_at_height(height), KilledChild::folder() / "wobble.json");
    KilledChild::acknowledge();
  }
}

TEST(ShotFile, AProcessKilledWhileItWritesLeavesTheOldOrTheNewShotWhole) {
  for (int round = 0; round < 6; ++round) {
    const TemporaryFolder folder;
    const fs::path file = saved_shot(folder, shot_at_height(0));
    KilledChild child("DocumentChild.DISABLED_WritesShots", folder.path());
    child.wait_for(1);
    std::this_thread::sleep_for(std::chrono::microseconds(2500 * round));
    child.kill();
    const Shot shot = read_shot(file);
    EXPECT_EQ(cache_of(shot).frames[3](1, 2), static_cast<float>(std::stoi(shot.name)));
    for (const std::string& name : names_in(folder.path())) {
      EXPECT_NE(name.front(), '.') << name << " was left behind";
    }
  }
}

}  // namespace retake
