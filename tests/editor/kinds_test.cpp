// A kind of layer and a kind of source that live in tests/ alone, over the editor's wire.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "editor/small_editor.h"
#include "kinds/springs.h"
#include "kinds/swarm.h"

namespace retake::server {

using testing::AllOf;
using testing::HasSubstr;

namespace {

Json edit(const Json& what) { return {{"type", "edit"}, {"edit", what}}; }

Json springs(double push) {
  return {{"kind", "springs"},
          {"name", "bounce"},
          {"window", {4, 16}},
          {"springs", {{{"frame", 10}, {"vertex", bar_tip}, {"push", {0, push, 0}}}}}};
}

double height(const Received& frame) { return frame.positions()(1, bar_tip); }

class EditorKinds : public testing::Test {
 protected:
  KindTable<LayerKind>::Guest springs_{layer_kinds(), test::springs_kind()};
  KindTable<SourceKind>::Guest swarm_{source_kinds(), test::swarm_kind()};
};

}  // namespace

TEST_F(EditorKinds, OfTestsAreAddedDraggedUndoneAndSavedAlone) {
  SmallEditor small;
  small.open("bar");
  const double rest = bar_at_rest()(1, bar_tip);
  const Json ids =
      small.demand(edit({{"edit", "add_layer"}, {"index", 0}, {"content", springs(0.01)}}))["ids"];
  ASSERT_EQ(ids.size(), 2u);  // the layer and its spring
  EXPECT_EQ(small.document()["layers"][0]["springs"][0]["id"], ids[1]);
  EXPECT_NEAR(height(small.finished(0, 10)) - rest, 0.01, 1e-6);
  small.demand(edit({{"edit", "change_springs"}, {"layer", ids[0]}, {"stiffness", 2}}));
  EXPECT_NEAR(height(small.finished(0, 10)) - rest, 0.02, 1e-6);

  auto other = small.another_tab();
  small.ask(*other.tab, other.number, {{"type", "hello"}, {"protocol", 1}});
  const int drag = small.begin_drag();
  small.demand(edit({{"edit", "push_spring"},
                     {"layer", ids[0]},
                     {"spring", ids[1]},
                     {"push", {0, 0.02, 0}},
                     {"drag", drag}}));
  const Json moved =
      other.tab->wait_for_text([](const Json& text) { return text["type"] == "moved"; });
  EXPECT_EQ(moved["layer"], ids[0]);
  EXPECT_EQ(moved["push"][1], 0.02);
  small.demand({{"type", "end_drag"}});
  EXPECT_NEAR(height(small.finished(0, 10)) - rest, 0.04, 1e-6);
  EXPECT_EQ(small.document()["undo"], "Push spring");
  small.demand({{"type", "undo"}});
  EXPECT_NEAR(height(small.finished(0, 10)) - rest, 0.02, 1e-6);

  EXPECT_NE(small.ask({{"type", "inspect"}})["type"], "problem");
  small.demand({{"type", "save_edit"}, {"file", "bounce.retake-edit"}});
  small.demand({{"type", "apply_edit"}, {"file", "bounce.retake-edit"}});
  EXPECT_EQ(small.document()["layers"].size(), 2u);
  small.demand({{"type", "export"}, {"file", "bounce.pc2"}});
  EXPECT_TRUE(std::filesystem::exists(small.folder() / "bounce.pc2"));
}

TEST_F(EditorKinds, OfSourcesOfTestsAreOpenedAndTold) {
  SmallEditor small;
  small.hello();
  Shot shot = small_scene("bar");
  test::SwarmSource swarm;
  swarm.frames = 12;
  swarm.drift = 0.24;
  shot.source = swarm;
  write_shot(shot, small.folder() / "drift.json");
  small.demand({{"type", "open"}, {"file", "drift.json"}});
  EXPECT_EQ(small.document()["source"], "swarm");
  EXPECT_EQ(small.document()["frames"], 12);
  EXPECT_NEAR(height(small.finished(0, 10)) - bar_at_rest()(1, bar_tip), 0.1, 1e-6);
}

// Without their rows.
TEST(UnknownKind, OverTheWireIsNamedAndChangesNothing) {
  SmallEditor small;
  small.open("edited");
  const Json before = small.document();
  const Json layer =
      small.ask(edit({{"edit", "add_layer"}, {"index", 0}, {"content", springs(0.01)}}));
  EXPECT_EQ(layer["type"], "problem");
  EXPECT_THAT(layer["where"], HasSubstr("edit.content.kind"));
  EXPECT_EQ(layer["expected"], "one of green, blend");
  EXPECT_EQ(layer["found"], "'springs'");
  const Json change = small.ask(edit({{"edit", "change_springs"}, {"layer", 1}}));
  EXPECT_EQ(change["type"], "problem");
  EXPECT_EQ(change["found"], "'change_springs'");
  EXPECT_THAT(change["expected"], HasSubstr("change_blend"));
  const Json key = small.ask(edit({{"edit", "rename_shot"}, {"name", "a"}, {"nmae", "b"}}));
  EXPECT_EQ(key["type"], "problem");
  EXPECT_THAT(key["what"], HasSubstr("unknown key 'nmae'"));
  const Json message = small.ask({{"type", "bounce"}});
  EXPECT_EQ(message["type"], "problem");
  EXPECT_EQ(message["found"], "'bounce'");
  EXPECT_THAT(message["expected"], AllOf(HasSubstr("apply_edit"), HasSubstr("undo")));
  EXPECT_EQ(small.document(), before);
}

}  // namespace retake::server
