// Long steps that are broken off while they run.
#include <gtest/gtest.h>

#include "editor/small_editor.h"

namespace retake::server {

namespace {

namespace fs = std::filesystem;

// Waits until a job says that it is at this step, cancels it, and gives back the answer of the
// message with this number, which had asked for it.
Json cancelled_at(SmallEditor& small, const std::string& step, int asked) {
  const Json job = small.tab().wait_for_text([&](const Json& text) {
    return text["type"] == "job" && text["state"] == "running" && text["step"] == step;
  });
  small.say({{"type", "cancel"}, {"job", job["job"]}});
  Json end, answer;
  small.tab().wait_for_text([&](const Json& text) {
    if (text.value("job", 0) == job["job"] && text["state"] != "running") end = text;
    if (text.value("reply", 0) == asked) answer = text;
    return !end.is_null() && !answer.is_null();
  });
  EXPECT_EQ(end["state"], "cancelled");
  return answer;
}

void expect_cancelled(const Json& answer) {
  EXPECT_EQ(answer["type"], "problem") << answer;
  EXPECT_EQ(answer["severity"], "note") << answer;
  EXPECT_EQ(answer["what"], "cancelled") << answer;
}

}  // namespace

TEST(Cancelling, AnExportWhileItWritesLeavesNothingOfIt) {
  SmallEditor small;
  small.open("long");
  const fs::path folder = small.folder() / "frames";
  small.say({{"type", "export"}, {"id", 950}, {"file", folder.string()}, {"what", "input"}});
  expect_cancelled(cancelled_at(small, "writing frames", 950));
  EXPECT_FALSE(fs::exists(folder));
  EXPECT_TRUE(fs::is_empty(small.folder().path()));
}

TEST(Cancelling, AnInspectionWhileItSolvesLeavesTheShotUsable) {
  SmallEditor small;
  small.open("long");
  small.demand({{"type", "modes"}, {"count", 12}});
  small.say({{"type", "inspect"}, {"id", 951}});
  expect_cancelled(cancelled_at(small, "inspect", 951));
  EXPECT_EQ(small.finished(0, 10).frame, 10);
}

TEST(Cancelling, ModesWhileTheyAreFoundAnswersWhoAskedAndTheyCanBeAskedForAgain) {
  SmallEditor small;
  small.open("large");
  small.say({{"type", "modes"}, {"count", 200}, {"id", 952}});
  const Json job = small.tab().wait_for_text(
      [](const Json& text) { return text["type"] == "job" && text["name"] == "Vibration modes"; });
  small.say({{"type", "cancel"}, {"job", job["job"]}});
  expect_cancelled(
      small.tab().wait_for_text([](const Json& text) { return text.value("reply", 0) == 952; }));
  small.demand({{"type", "modes"}, {"count", 10}});
}

TEST(Cancelling, GoingBackFromPosesWhileItSimulatesLeavesThePoses) {
  SmallEditor small;
  small.open("posed over a long simulation");
  const Json before = small.document();
  small.say({{"type", "edit"}, {"id", 953}, {"edit", {{"edit", "set_poses"}, {"poses", nullptr}}}});
  expect_cancelled(cancelled_at(small, "simulate", 953));
  EXPECT_EQ(small.document()["source"], "poses");
  EXPECT_EQ(small.document()["position"], before["position"]);
  EXPECT_EQ(small.finished(0, 10).frame, 10);
}

}  // namespace retake::server
