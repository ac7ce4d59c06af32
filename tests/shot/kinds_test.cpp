// A kind of layer, a method for wishes and a kind of source that live in tests/ alone do all that
// the library's own do, by a row in their table.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kinds/springs.h"
#include "kinds/swarm.h"
#include "retake/mesh/motion_file.h"
#include "retake/shot/document.h"
#include "retake/shot/edit_json.h"
#include "retake/shot/evaluation.h"
#include "retake/shot/join_shots.h"
#include "retake/shot/layer_json.h"
#include "retake/shot/motion_export.h"
#include "retake/shot/saved_edit.h"
#include "retake/shot/sources/cache.h"
#include "retake/shot/sources/poses.h"
#include "shot/example_shots.h"
#include "shot/refusal.h"

namespace retake {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;

namespace {

using test::Along;
using test::ChangeSprings;
using test::PushSpring;
using test::SpringLayer;
using test::SwarmSource;

class Kinds : public testing::Test {
 protected:
  KindTable<LayerKind>::Guest springs_{layer_kinds(), test::springs_kind()};
  KindTable<SourceKind>::Guest swarm_{source_kinds(), test::swarm_kind()};
  TemporaryFolder folder_;
};

Layer spring_layer() {
  SpringLayer springs;
  springs.window = {3, 8};
  springs.stiffness = 0.5;
  springs.along = Along::world;
  springs.springs = {{31, 4, 2, {0, 1, 0}}, {32, 7, 4, {0, 0, 0.25}}};
  return {.id = 30, .name = "bounce", .content = springs};
}

Shot swarming_shot() {
  Shot shot = plain_shot();
  SwarmSource swarm;
  swarm.frames = 12;
  swarm.fps = 30;
  swarm.drift = 1.5;
  shot.source = swarm;
  shot.layers = {spring_layer()};
  return shot;
}

ChangeSprings harder() {
  ChangeSprings change;
  change.layer = 30;
  change.stiffness = 2;
  return change;
}

PushSpring pushed(double y, int drag) {
  PushSpring push;
  push.layer = 30;
  push.spring = 31;
  push.push = {0, y, 0};
  push.number = drag;
  return push;
}

const SpringLayer& springs_of(const Shot& shot) {
  return shot.layers.at(0).content.get<SpringLayer>();
}

}  // namespace

TEST_F(Kinds, OfTestsComeBackFromAFileAndAreWrittenToTheSame) {
  const auto file = saved_shot(folder_, swarming_shot());
  const Shot read = read_shot(file);
  EXPECT_TRUE(read.layers[0].content == spring_layer().content);
  EXPECT_EQ(read.source.get<SwarmSource>().drift, 1.5);
  const std::string before = bytes_of(file);
  write_shot(read, file);
  EXPECT_EQ(bytes_of(file), before);
}

TEST_F(Kinds, OfTestsAreCheckedAndNamedInWhatIsWrong) {
  Shot shot = swarming_shot();
  shot.layers[0].content.get<SpringLayer>().springs[1].vertex = 99;
  write_shot(shot, folder_ / "bad.json");
  EXPECT_THAT(refusal_by([&] { read_shot(folder_ / "bad.json"); }),
              AllOf(HasSubstr("layer 'bounce' (id 30), spring 32"), HasSubstr("no such vertex")));
  ChangeSprings wrong = harder();
  wrong.stiffness = -1;
  Shot good = swarming_shot();
  EXPECT_THAT(refusal_by([&] { apply(good, {wrong}); }), HasSubstr("softer than nothing"));
  EXPECT_EQ(springs_of(good).stiffness, 0.5);
  good.layers = {rich_blend_layer()};
  ChangeSprings stray = harder();
  stray.layer = 20;
  EXPECT_THAT(refusal_by([&] { apply(good, {stray}); }),
              AllOf(HasSubstr("a layer of another kind"), HasSubstr("expected springs")));
}

TEST_F(Kinds, OfTestsAreEditedUndoneAndJournaled) {
  const auto file = saved_shot(folder_, swarming_shot());
  {
    Document document = Document::open(file);
    EXPECT_EQ(document.new_id(), 33);
    document.apply({harder()});
    EXPECT_EQ(document.undo_title(), "Change springs");
    document.undo();
    EXPECT_EQ(springs_of(document.shot()).stiffness, 0.5);
    document.redo();
    const int drag = document.begin_drag();
    for (const double y : {1.5, 2.0, 2.5}) document.apply({pushed(y, drag)});
    document.end_drag();
    document.apply({AddLayer{1, {.id = 40, .name = "more", .content = SpringLayer()}}});
  }
  Document document = Document::open(file);
  EXPECT_EQ(document.recovery().note, "");
  EXPECT_EQ(document.recovery().edits, 5);
  EXPECT_EQ(document.shot().layers.size(), 2u);
  EXPECT_EQ(springs_of(document.shot()).stiffness, 2);
  EXPECT_EQ(springs_of(document.shot()).springs[0].push.y(), 2.5);
  document.undo();
  document.undo();
  EXPECT_EQ(document.undo_title(), "Change springs");
  EXPECT_EQ(springs_of(document.shot()).springs[0].push.y(), 1);  // the drag is one step
  document.save();
  EXPECT_EQ(springs_of(read_shot(file)).stiffness, 2);
}

TEST_F(Kinds, OfTestsAreEvaluatedAndExported) {
  const Shot shot = swarming_shot();
  Evaluation evaluation(shot);
  EXPECT_EQ(evaluation.fps(), 30);
  const Motion source = make_motion(shot).motion;
  EXPECT_EQ(evaluation.frame(2), source.frames[2]);
  Eigen::Matrix3Xf inside = source.frames[4];
  inside(1, 2) += 0.5f;
  inside(2, 4) += 0.125f;
  EXPECT_LT((evaluation.frame(4) - inside).norm(), 1e-6f);
  Shot changed = shot;
  apply(changed, {harder()});
  evaluation.set_layers(changed.layers);
  EXPECT_NEAR(evaluation.frame(4)(1, 2) - source.frames[4](1, 2), 2, 1e-5);

  const auto motion = evaluation.motion();
  export_motion(changed, stream_of(*motion), folder_ / "out.pc2", {});
  EXPECT_EQ(read_motion(folder_ / "out.pc2").frames[4], motion->frames[4]);
}

TEST_F(Kinds, OfTestsAreJoined) {
  JoinedShot joined =
      join_shots({{"a", plain_shot()}, {"b", swarming_shot()}}, {"both", ShortMotions::held});
  ASSERT_EQ(joined.shot.layers.size(), 1u);
  EXPECT_EQ(joined.shot.layers[0].name, "b: bounce");
  EXPECT_EQ(springs_of(joined.shot).springs[1].vertex, 9);
  EXPECT_NEAR(cache_of(joined.shot).frames[10](1, 5) - cache_of(joined.shot).frames[0](1, 5), 0.5,
              1e-6);  // the swarm drifts, the other stands
}

TEST_F(Kinds, OfTestsAreSavedAloneAndLaidOntoAnotherMotion) {
  const Shot shot = swarming_shot();
  Motion source = make_motion(shot).motion;
  write_edit(edit_of(shot, source), folder_ / "bounce.retake-edit");
  const SavedEdit edit = read_edit(folder_ / "bounce.retake-edit", shot.body());
  Shot other = plain_shot();
  source.start_frame = 6;  // its frames are moved back by six
  const Notes notes = lay_onto(other, source, edit, Targets::follow);
  EXPECT_THAT(notes, Contains(HasSubstr("a spring is left out: its frame -2")));
  ASSERT_EQ(springs_of(other).springs.size(), 1u);
  EXPECT_EQ(springs_of(other).springs[0].frame, 1);
  EXPECT_EQ(springs_of(other).window, std::pair(0, 2));
}

TEST_F(Kinds, OfSourcesOfTestsGiveWayToPosesAndComeBack) {
  Shot shot = swarming_shot();
  const auto poses = poses_of(posed_shot());
  const Edit reverse = apply(shot, {SetPoses{poses}});
  EXPECT_EQ(frame_count(shot), poses->frames);
  write_shot(shot, folder_ / "posed.json");
  Shot read = read_shot(folder_ / "posed.json");
  apply(read, {SetPoses{}});
  EXPECT_EQ(read.source.get<SwarmSource>().drift, 1.5);
  apply(shot, reverse);
  EXPECT_EQ(shot.source.get<SwarmSource>().frames, 12);
}

TEST_F(Kinds, OfWishesTakeOverTheHandlesOfAnother) {
  static const LayerKind* row = nullptr;
  const WishMethod still = {
      .kind = []() -> const LayerKind& { return *row; },
      .evaluator =
          [](const WishLayer&, const LayerStage& stage) {
            return AnyLayerContent(SpringLayer())->make_evaluator(stage);
          },
      .modes = [](const WishLayer&,
                  const std::vector<ShotBody>&) { return std::vector<ModeNeed>(); }};
  const LayerKind kind = wish_layer_kind("still", still);
  row = &kind;
  const KindTable<LayerKind>::Guest guest(layer_kinds(), kind);
  Layer layer = rich_green_layer();
  layer.content.get<WishLayer>().method = &still;
  const Json json = to_json(layer);
  EXPECT_EQ(json["kind"], "still");
  EXPECT_EQ(json["wishes"], to_json(rich_green_layer())["wishes"]);
  const Body body = plain_shot().body();
  EXPECT_TRUE(read_layer(JsonFields(json, "layer"), {body, {}}).content == layer.content);
  Shot shot = plain_shot();
  shot.layers = {layer};
  apply(shot, {MoveWish{10, 11, {0, 0, 1.5}, 0}});
  EXPECT_EQ(shot.layers[0].content.get<WishLayer>().wishes[0].wish.target.z(), 1.5);
  EXPECT_EQ(Evaluation(shot).frame(5), shot.body().rest_positions.cast<float>());
}

// The doors through which a kind may come that nobody knows.

TEST(UnknownKind, InAShotFileIsNamedWithThoseThatThereAre) {
  const TemporaryFolder folder;
  const auto file = saved_shot(folder);
  const Json good = parse_json(bytes_of(file), "wobble.json");
  Json layer = good, source = good, key = good;
  layer["layers"][1]["kind"] = "springs";
  source["source"]["kind"] = "swarm";
  key["layers"][1]["stiffness"] = 2;
  const auto named = [&](const Json& json) {
    folder.put("bad.json", json.dump());
    return refusal_by([&] { read_shot(folder / "bad.json"); });
  };
  EXPECT_THAT(named(layer),
              AllOf(HasSubstr("bad.json, layers[1].kind"),
                    HasSubstr("expected one of green, blend"), HasSubstr("found 'springs'")));
  EXPECT_THAT(named(source),
              AllOf(HasSubstr("bad.json, source.kind"),
                    HasSubstr("one of rest, simulate, cache, poses"), HasSubstr("found 'swarm'")));
  EXPECT_THAT(named(key),
              AllOf(HasSubstr("bad.json, layers[1]"), HasSubstr("unknown key 'stiffness'")));
  EXPECT_EQ(bytes_of(folder / "bad.json"), key.dump());
}

TEST(UnknownKind, InASavedEditIsNamedAndTheFileStays) {
  const TemporaryFolder folder;
  const Shot shot = rich_shot();
  const auto file = folder / "a.retake-edit";
  write_edit(edit_of(shot, cache_of(shot)), file);
  Json json = parse_json(bytes_of(file), "a.retake-edit");
  json["layers"][1]["kind"] = "springs";
  folder.put("a.retake-edit", json.dump());
  EXPECT_THAT(refusal_by([&] { read_edit(file, shot.body()); }),
              AllOf(HasSubstr("a.retake-edit, layers[1].kind"),
                    HasSubstr("expected one of green, blend"), HasSubstr("found 'springs'")));
  json["layers"][1]["kind"] = "blend";
  json["layers"][1]["stiffness"] = 2;
  folder.put("a.retake-edit", json.dump());
  EXPECT_THAT(refusal_by([&] { read_edit(file, shot.body()); }),
              HasSubstr("unknown key 'stiffness'"));
  EXPECT_EQ(bytes_of(file), json.dump());
}

// An edit of a kind that is not there any more, and a layer of one.
TEST(UnknownKind, InAJournalIsNamedAndAllOfItIsPutAside) {
  for (const bool is_layer : {false, true}) {
    const TemporaryFolder folder;
    const auto file = saved_shot(folder);
    {
      const KindTable<LayerKind>::Guest springs(layer_kinds(), test::springs_kind());
      Document document = Document::open(file);
      document.apply({RenameShot{"known"}});
      document.apply({AddLayer{0, spring_layer()}});
      document.apply({harder()});
    }
    std::string journal = bytes_of(folder / "wobble.journal");
    if (!is_layer) {
      const auto begin = journal.find("{\"do\":{\"edit\":\"add_layer\"");
      journal.erase(begin, journal.find('\n', begin) + 1 - begin);
      folder.put("wobble.journal", journal);
    }
    const Document document = Document::open(file);
    EXPECT_EQ(document.shot().name, "known");
    EXPECT_EQ(document.recovery().edits, 1);
    EXPECT_THAT(document.recovery().note,
                AllOf(HasSubstr("wobble.journal, line 3"),
                      HasSubstr(is_layer ? "one of green, blend," : "move_wish, change_blend"),
                      HasSubstr(is_layer ? "'springs'" : "'change_springs'"),
                      HasSubstr("wobble.journal.old")))
        << is_layer;
    EXPECT_EQ(bytes_of(folder / "wobble.journal.old"), journal);
  }
}

}  // namespace retake
