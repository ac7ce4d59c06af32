// A drag is one step or none, in the history and in the journal.
#include <gtest/gtest.h>

#include "retake/numerics/errors.h"
#include "retake/shot/document.h"
#include "retake/shot/layer_json.h"
#include "shot/example_shots.h"
#include "temporary_folder.h"

namespace retake {

namespace {

namespace fs = std::filesystem;

std::vector<std::pair<std::string, int>> entries_of(const Document& document) {
  std::vector<std::pair<std::string, int>> entries;
  for (const EditLog::Entry& entry : document.log().entries()) {
    entries.emplace_back(entry.title, entry.state);
  }
  return entries;
}

// Titles alone: states are numbered anew when a shot is opened.
std::vector<std::string> titles_of(const Document& document) {
  std::vector<std::string> titles;
  for (const EditLog::Entry& entry : document.log().entries()) titles.push_back(entry.title);
  return titles;
}

void drag(Document& document, int number) {
  for (int i = 1; i <= 3; ++i) document.apply({MoveWish{10, 11, {0, 0.1 * i, 0}, number}});
}

}  // namespace

TEST(Drag, CancellingTakesItBackWithoutAStepAndKeepsWhatCanBeRedone) {
  const TemporaryFolder folder;
  Document document = Document::open(saved_shot(folder));
  document.apply({RenameShot{"a"}});
  document.apply({RenameShot{"b"}});
  document.undo();
  const std::string before = text_of(document.shot());
  const auto entries = entries_of(document);
  const int state = document.state();
  drag(document, document.begin_drag());
  EXPECT_NE(text_of(document.shot()), before);
  document.cancel_drag();
  EXPECT_EQ(text_of(document.shot()), before);
  EXPECT_EQ(entries_of(document), entries);
  EXPECT_EQ(document.state(), state);
  document.redo();
  EXPECT_EQ(document.shot().name, "b");
  EXPECT_THROW(document.cancel_drag(), InputError);
}

TEST(Drag, AllThatAHandDoesInOneGoIsOneStep) {
  const TemporaryFolder folder;
  Document document = Document::open(saved_shot(folder));
  const std::string before = text_of(document.shot());
  const int number = document.begin_drag();
  LayerWish wish = document.shot().layers[0].content.get<WishLayer>().wishes[0];
  wish.id = document.new_id();
  wish.wish.frame = 6;
  document.apply({AddWish{10, 0, wish}});
  document.apply({MoveWish{10, wish.id, {0.1, 0, 1}, number}});
  document.apply({MoveWish{10, wish.id, {0.2, 0, 1}, number}});
  document.end_drag();
  const std::string after = text_of(document.shot());
  EXPECT_EQ(titles_of(document), (std::vector<std::string>{"", "Add handle"}));
  document.undo();
  EXPECT_EQ(text_of(document.shot()), before);
  document.redo();
  EXPECT_EQ(text_of(document.shot()), after);
}

TEST(Drag, TheJournalLeadsToTheSameHistory) {
  const TemporaryFolder folder;
  const fs::path file = saved_shot(folder);
  std::string end;
  std::vector<std::string> titles;
  {
    Document document = Document::open(file);
    document.apply({RenameShot{"a"}});
    document.apply({RenameShot{"b"}});
    document.undo();
    drag(document, document.begin_drag());
    document.cancel_drag();
    drag(document, document.begin_drag());
    document.end_drag();
    drag(document, document.begin_drag());  // the process dies in the middle of this one
    end = text_of(document.shot());
    titles = titles_of(document);
  }
  for (int round = 0; round < 2; ++round) {
    Document document = Document::open(file);
    EXPECT_EQ(document.recovery().note, "");
    EXPECT_EQ(text_of(document.shot()), end);
    EXPECT_EQ(titles_of(document), titles);
    EXPECT_FALSE(document.log().is_dragging());
  }
}

TEST(Drag, TakingHoldAndLettingGoLeavesNoTrace) {
  const TemporaryFolder folder;
  const fs::path file = saved_shot(folder);
  {
    Document document = Document::open(file);
    document.begin_drag();
    document.end_drag();
    document.begin_drag();
    document.cancel_drag();
    EXPECT_FALSE(document.has_changes());
  }
  EXPECT_FALSE(fs::exists(folder / "wobble.journal"));
}

TEST(History, GoesToAnyOfItsStates) {
  const TemporaryFolder folder;
  Document document = Document::open(saved_shot(folder));
  for (const char* name : {"a", "b", "c"}) document.apply({RenameShot{name}});
  const auto entries = entries_of(document);
  const std::vector<std::string> names = {"wobble", "a", "b", "c"};
  for (const std::size_t index : {0u, 3u, 1u, 2u, 0u}) {
    document.go_to(entries[index].second);
    EXPECT_EQ(document.shot().name, names[index]);
    EXPECT_EQ(document.log().position(), static_cast<int>(index));
    EXPECT_EQ(entries_of(document), entries);
  }
  EXPECT_THROW(document.go_to(1000), InputError);
}

TEST(Recovery, CanBeLeftAsideWithAWord) {
  const TemporaryFolder folder;
  const fs::path file = saved_shot(folder);
  { Document::open(file).apply({RenameShot{"lost"}}); }
  const Document document = Document::open(file, {.recover = false});
  EXPECT_EQ(document.shot().name, "wobble");
  EXPECT_NE(document.recovery().note, "");
  EXPECT_TRUE(fs::exists(folder / "wobble.journal.old"));
}

}  // namespace retake
