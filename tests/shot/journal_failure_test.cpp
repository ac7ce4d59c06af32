// Journals that cannot be read whole, and disks that take no more.
#include <csignal>
#include <fstream>
#include <sys/resource.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retake/numerics/errors.h"
#include "retake/shot/document.h"
#include "retake/shot/layer_json.h"
#include "shot/example_shots.h"
#include "temporary_folder.h"

namespace retake {

using testing::HasSubstr;

namespace {

namespace fs = std::filesystem;

// While it lives, no file of this process grows beyond so many bytes: writing fails as on a full
// disk.
class FullDisk {
 public:
  explicit FullDisk(std::uintmax_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit less = {static_cast<rlim_t>(bytes), before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &less);
  }
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit before_ = {};
  void (*handler_)(int);
};

class JournalFailure : public testing::Test {
 protected:
  void SetUp() override { write_shot(rich_shot(), file); }

  static Edit move(double height, int drag) { return {MoveWish{10, 11, {0, height, 0}, drag}}; }
  static double height_in(const Shot& shot) {
    return shot.layers[0].content.get<WishLayer>().wishes[0].wish.target.y();
  }

  TemporaryFolder folder;
  fs::path file = folder / "wobble.json", journal = folder / "wobble.journal";
};

}  // namespace

TEST_F(JournalFailure, ALineInTheMiddleThatCannotBeReadLosesNothingAfterIt) {
  {
    Document document = Document::open(file);
    for (const char* name : {"a", "b", "c"}) document.apply({RenameShot{name}});
  }
  std::string text = bytes_of(journal);
  const auto second = text.find('\n', text.find('\n') + 1) + 1;
  text[second + 3] = '\x01';
  folder.put("wobble.journal", text);
  {
    Document document = Document::open(file);
    EXPECT_EQ(document.shot().name, "a");
    EXPECT_THAT(document.recovery().note, HasSubstr("line 3"));
    EXPECT_THAT(document.recovery().note, HasSubstr("wobble.journal.old"));
    document.apply({RenameShot{"d"}});
  }
  EXPECT_EQ(bytes_of(folder / "wobble.journal.old"), text);
  EXPECT_EQ(Document::open(file).shot().name, "d");
}

TEST_F(JournalFailure, AFirstLineThatCannotBeReadLosesNothing) {
  for (const bool recover : {true, false}) {
    folder.put("wobble.journal", "no journal\n{\"do\": 1}\n");
    { const Document document = Document::open(file, {.open_scene = {}, .recover = recover}); }
    const fs::path aside = folder / (recover ? "wobble.journal.old" : "wobble.journal.old.2");
    EXPECT_EQ(bytes_of(aside), "no journal\n{\"do\": 1}\n");
  }
}

TEST_F(JournalFailure, AnEditThatCannotBeWrittenDownIsNotDoneAndForgetsNothing) {
  Document document = Document::open(file);
  document.apply({RenameShot{"a"}});
  document.apply({RenameShot{"b"}});
  document.undo();
  const std::string before = text_of(document.shot()), written = bytes_of(journal);
  const int state = document.state();
  {
    const FullDisk full(fs::file_size(journal) + 10);
    EXPECT_THROW(document.apply({RenameShot{"c"}}), FileError);
    EXPECT_THROW(document.undo(), FileError);
    EXPECT_THROW(document.redo(), FileError);
  }
  EXPECT_EQ(text_of(document.shot()), before);
  EXPECT_EQ(document.state(), state);
  EXPECT_EQ(bytes_of(journal), written);
  document.redo();
  EXPECT_EQ(document.shot().name, "b");
}

TEST_F(JournalFailure, AMoveThatCannotBeWrittenDownLeavesTheRestOfItsDrag) {
  Document document = Document::open(file);
  const double start = height_in(document.shot());
  const int drag = document.begin_drag();
  for (int i = 1; i <= 3; ++i) document.apply(move(0.1 * i, drag));
  {
    const FullDisk full(fs::file_size(journal) + 10);
    EXPECT_THROW(document.apply(move(0.4, drag)), FileError);
    EXPECT_THROW(document.end_drag(), FileError);
  }
  EXPECT_EQ(height_in(document.shot()), 0.1 * 3);
  document.apply(move(0.5, drag));
  document.end_drag();
  EXPECT_EQ(document.log().entries().size(), 2u);
  document.undo();
  EXPECT_EQ(height_in(document.shot()), start);
}

TEST_F(JournalFailure, WhereNoJournalCanBeBegunTheNextTryBeginsIt) {
  Document document = Document::open(file);
  {
    const FullDisk full(0);
    EXPECT_THROW(document.apply({RenameShot{"a"}}), FileError);
  }
  EXPECT_EQ(document.shot().name, "wobble");
  document.apply({RenameShot{"b"}});
  EXPECT_EQ(document.shot().name, "b");
}

TEST_F(JournalFailure, GoingFarBackIsDoneWholeOrNotAtAll) {
  Document document = Document::open(file);
  const int start = document.state();
  for (const char* name : {"a", "b", "c", "d"}) document.apply({RenameShot{name}});
  const int state = document.state();
  const std::string kept = bytes_of(journal);
  {
    const FullDisk full(kept.size() + 60);  // the first of four lines fits
    EXPECT_THROW(document.go_to(start), FileError);
  }
  EXPECT_EQ(document.state(), state);
  EXPECT_EQ(document.shot().name, "d");
  EXPECT_EQ(bytes_of(journal), kept);
  document.go_to(start);
  EXPECT_EQ(document.shot().name, "wobble");
  document.go_to(state);
  EXPECT_EQ(document.shot().name, "d");
}

TEST_F(JournalFailure, AJournalThatIsALinkIsNotFollowed) {
  folder.put("elsewhere", "precious");
  fs::create_symlink(folder / "elsewhere", journal);
  EXPECT_THROW(Document::open(file).apply({RenameShot{"x"}}), FileError);
  EXPECT_EQ(bytes_of(folder / "elsewhere"), "precious");
}

TEST_F(JournalFailure, ADragCountsAsOneChangeAndACancelledOneAsNone) {
  {
    Document document = Document::open(file);
    for (const bool keep : {true, false, true}) {
      const int drag = document.begin_drag();
      for (const double height : {0.1, 0.2, 0.3}) document.apply(move(height, drag));
      keep ? document.end_drag() : document.cancel_drag();
    }
    document.apply({RenameShot{"x"}});
  }
  EXPECT_EQ(Document::open(file).recovery().edits, 3);
}

}  // namespace retake
