// Hundreds of random operations from two tabs: they agree all the time, and the way back leads to
// the start, to the bit.
#include <random>

#include <gtest/gtest.h>

#include "editor/small_editor.h"

namespace retake::server {

namespace {

class RandomHand {
 public:
  RandomHand(SmallEditor& small, unsigned seed) : small_(small), random_(seed) {}

  void act() {
    const Json document = small_.document();
    const int kind = below(12);
    if (kind < 4) return drag(document);
    if (kind == 4) return add_layer();
    if (kind == 5) return undo_or_redo(document);
    if (kind == 6) small_.look(below(3), below(bar_frames), below(3) == 0 ? "blend" : "result");
    if (kind == 7 && !document["layers"].empty()) return change_layer(document);
    if (kind == 8) small_.say({{"type", "undo"}});
    if (kind == 9) go_to(document);
    if (kind == 10) small_.say({{"type", "redo"}, {"nonsense", 1}});
    if (kind == 11) small_.say({{"type", "trail"}, {"vertices", {below(45)}}, {"weights", {1}}});
  }

 private:
  int below(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }
  Vec3 near(int vertex) {
    const Vec3 rest = small_scene("bar").setup.body.rest_positions.col(vertex);
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
    const Json& history = document["history"];
    const Json& entry = history[static_cast<std::size_t>(below(static_cast<int>(history.size())))];
    small_.ask({{"type", "go_to"}, {"state", entry["state"]}});
  }

  SmallEditor& small_;
  std::mt19937 random_;
};

}  // namespace

TEST(Soak, TabsAgreeAndUndoLeadsBackToTheStartToTheBit) {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    SmallEditor small;
    small.open("edited");
    const auto other = small.another_tab();
    small.ask(*other.tab, other.number, {{"type", "hello"}, {"protocol", 1}});
    std::vector<std::vector<float>> start;
    for (const int frame : {3, 10, 17}) start.push_back(small.finished(0, frame).numbers);
    const Json layers = small.document()["layers"];
    RandomHand hand(small, seed);
    for (int i = 0; i < 120; ++i) hand.act();

    const Received mine = small.finished(7, 10);
    small.ask(*other.tab, other.number, {{"type", "look"}, {"stream", 7}, {"frame", 10}});
    const Received theirs = other.tab->wait_for_frame(
        7, [](const Received& frame) { return frame.frame == 10 && !frame.is_draft(); });
    EXPECT_EQ(mine.numbers, theirs.numbers) << seed;
    EXPECT_EQ(mine.revision, theirs.revision) << seed;

    small.demand({{"type", "go_to"}, {"state", 0}});
    EXPECT_EQ(small.document()["layers"], layers) << seed;
    for (std::size_t i = 0; i < start.size(); ++i) {
      EXPECT_EQ(small.finished(0, 3 + 7 * static_cast<int>(i)).numbers, start[i]) << seed;
    }
  }
}

}  // namespace retake::server
