// Hundreds of random operations: two tabs agree all the time, and the way back leads to the start,
// to the bit. RETAKE_SOAK=10000 makes it so many, and what they cost is printed:
//   RETAKE_SOAK=10000 build/release/tests/test_editor --gtest_filter='Soak.*'
#include <algorithm>
#include <fstream>
#include <iostream>
#include <random>
#include <unistd.h>

#include <gtest/gtest.h>

#include "editor/small_editor.h"
#include "retake/numerics/stopwatch.h"

namespace retake::server {

namespace {

class RandomHand {
 public:
  RandomHand(SmallEditor& small, unsigned seed) : small_(small), random_(seed) {}

  void act() {
    const Json document = small_.document();
    if (document["layers"].empty()) return add_layer();
    const int kind = below(12);
    if (kind < 4) return drag(document);
    if (kind == 4 && document["layers"].size() < most_layers) return add_layer();
    if (kind == 5) return undo_or_redo(document);
    if (kind == 6) small_.look(below(3), below(bar_frames), below(3) == 0 ? "blend" : "result");
    if (kind == 7) return change_layer(document);
    if (kind == 8) small_.say({{"type", "undo"}});
    if (kind == 9) go_to(document);
    if (kind == 10) small_.say({{"type", "redo"}, {"nonsense", 1}});
    if (kind == 11) small_.say({{"type", "trail"}, {"vertices", {below(45)}}, {"weights", {1}}});
  }

 private:
  static constexpr std::size_t most_layers = 5;

  int below(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }
  Vec3 near(int vertex) {
    const Vec3 rest = small_scene("bar").body().rest_positions.col(vertex);
    return rest + 0.002 * Vec3(below(9) - 4, below(9) - 4, below(9) - 4);
  }

  void drag(const Json& document) {
    for (const Json& layer : document["layers"]) {
      if (layer["kind"] != "green" || layer["wishes"].empty()) continue;
      const Json& wish =
          layer["wishes"]
               [static_cast<std::size_t>(below(static_cast<int>(layer["wishes"].size())))];
      const SmallEditor::Handle handle = {layer["id"], wish["id"]};
      const int number = small_.begin_drag();
      for (int i = 0; i < 5; ++i) small_.say(small_.move(handle, near(wish["vertex"]), number));
      small_.demand({{"type", below(4) == 0 ? "cancel_drag" : "end_drag"}});
      return;
    }
  }

  void add_layer() {
    const int vertex = 9 + below(36);
    if (below(3) == 0) {
      const Json delta = {{"frame", 5}, {"vertex", vertex}, {"displacement", {0, 0.01, 0}}};
      const Json layer = {
          {"kind", "blend"}, {"envelope", {{"hold", {4, 8}}}}, {"deltas", Json::array({delta})}};
      small_.demand({{"type", "edit"}, {"edit", {{"edit", "add_layer"}, {"content", layer}}}});
    } else {
      small_.add_handle(near(vertex), vertex, 3 + below(bar_frames - 6));
    }
  }

  void undo_or_redo(const Json& document) {
    if (document["undo"] != "") small_.ask({{"type", "undo"}});
    if (below(2) == 0 && document["redo"] != "") small_.ask({{"type", "redo"}});
  }

  void change_layer(const Json& document) {
    const Json& layer =
        document["layers"]
                [static_cast<std::size_t>(below(static_cast<int>(document["layers"].size())))];
    const Json id = layer["id"];
    const int kind = below(4);
    Json edit = {{"edit", "set_muted"}, {"layer", id}, {"muted", !layer["muted"].get<bool>()}};
    if (kind == 1) edit = {{"edit", "remove_layer"}, {"layer", id}};
    if (kind == 2) edit = {{"edit", "move_layer"}, {"layer", id}, {"index", 0}};
    if (kind == 3) {
      const Json key = {{"frame", 0}, {"value", 0.5}};
      edit = {{"edit", "set_weight"}, {"layer", id}, {"weight", {{"keys", Json::array({key})}}}};
    }
    small_.ask({{"type", "edit"}, {"edit", edit}});
  }

  void go_to(const Json& document) {
    // Not far: what is undone is forgotten by the next edit, and the way back shall grow long.
    const Json& history = document["history"];
    const int near = document["position"].get<int>() + below(7) - 3;
    const int place = std::clamp(near, 0, static_cast<int>(history.size()) - 1);
    const Json& entry = history[static_cast<std::size_t>(place)];
    small_.ask({{"type", "go_to"}, {"state", entry["state"]}});
  }

  SmallEditor& small_;
  std::mt19937 random_;
};

// Of the whole process, MiB.
double resident_memory() {
  std::ifstream statm("/proc/self/statm");
  double total = 0, resident = 0;
  statm >> total >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

// One editor, two tabs, one of them at work.
class Soak : public testing::Test {
 protected:
  Soak() {
    small.open("edited");
    small.ask(*other.tab, other.number, {{"type", "hello"}, {"protocol", 1}});
    for (const int frame : frames) start.push_back(small.finished(0, frame).numbers);
    layers = small.document()["layers"];
  }

  void work(unsigned seed, int operations) {
    RandomHand hand(small, seed);
    const Stopwatch watch;
    for (int i = 1; i <= operations; ++i) {
      hand.act();
      small.tab().forget_all();
      other.tab->forget_all();
      if (i % 100 == 0 || i == operations) expect_agreement();
      if (operations < 1000 || i % (operations / 10) != 0) continue;
      memory.push_back(resident_memory());
      std::cout << i << " operations, state " << small.document()["state"] << ": "
                << i / watch.seconds() << " a second, " << memory.back() << " MiB" << std::endl;
    }
  }

  void expect_agreement() {
    const Received mine = small.finished(7, 10);
    other.tab->forget_frames();
    small.ask(*other.tab, other.number, {{"type", "look_away"}, {"stream", 7}});
    small.ask(*other.tab, other.number, {{"type", "look"}, {"stream", 7}, {"frame", 10}});
    const Received theirs = other.tab->wait_for_frame(
        7, [](const Received& frame) { return frame.frame == 10 && !frame.is_draft(); });
    EXPECT_EQ(mine.numbers, theirs.numbers);
    EXPECT_EQ(mine.revision, theirs.revision);
    EXPECT_EQ(small.document(), other.tab->newest("document"));
  }

  void expect_start() {
    int undone = 0;
    for (; small.document()["undo"] != ""; ++undone) small.demand({{"type", "undo"}});
    if (!memory.empty()) std::cout << undone << " steps undone" << std::endl;
    EXPECT_EQ(small.document()["state"], 0);
    EXPECT_EQ(small.document()["layers"], layers);
    for (std::size_t i = 0; i < frames.size(); ++i) {
      EXPECT_EQ(small.finished(0, frames[i]).numbers, start[i]);
    }
  }

  static constexpr std::array frames = {3, 10, 17};
  SmallEditor small;
  const SmallEditor::Other other = small.another_tab();
  std::vector<std::vector<float>> start;
  Json layers;
  std::vector<double> memory;  // MiB, after each tenth of a long run
};

class ShortSoak : public Soak, public testing::WithParamInterface<unsigned> {};

}  // namespace

TEST_P(ShortSoak, TabsAgreeAndUndoLeadsBackToTheStartToTheBit) {
  work(GetParam(), 120);
  expect_start();
}

INSTANTIATE_TEST_SUITE_P(Seeds, ShortSoak, testing::Values(1u, 2u, 3u));

TEST_F(Soak, MemoryLevelsOffAndAllStepsLeadBackToTheStart) {
  const char* operations = std::getenv("RETAKE_SOAK");
  if (operations == nullptr) GTEST_SKIP() << "RETAKE_SOAK says how many operations";
  work(1, std::atoi(operations));
  if (memory.size() == 10) {
    EXPECT_LT(memory[9] - memory[4], 16);
  }
  expect_start();
}

}  // namespace retake::server
