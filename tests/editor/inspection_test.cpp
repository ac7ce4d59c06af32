// The inspection finds what is wrong, says so, and its fixes do what they say.
#include "apps/server/engine/inspection.h"

#include <Eigen/Geometry>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apps/server/engine/strain.h"
#include "editor/small_editor.h"

namespace retake::server {

namespace {

Json find_kind(const Json& inspection, const std::string& kind) {
  for (const Json& problem : inspection["problems"]) {
    if (problem["kind"] == kind) return problem;
  }
  return {};
}

Json fix_of(const Json& inspection, const Json& problem) {
  return {{"type", "fix"}, {"problem", problem["key"]}, {"state", inspection["state"]}};
}

// Two handles at frame 10 that can only be met by throwing the bar. Returns their layer.
int pull_neighbours_apart(SmallEditor& small) {
  small.open("bar");
  const Points rest = bar_at_rest();
  const Vec3 by(0, 0.03, 0);
  const auto handle = small.add_handle(rest.col(bar_tip) + by, bar_tip, 10, "free");
  small.add_wish(handle.layer, rest.col(bar_tip + 1) - by, bar_tip + 1, 10, "free");
  return handle.layer;
}

Json without_obstacles(Json settings) {
  settings["contacts"]["one_sided"] = false;
  return settings;
}

}  // namespace

TEST(Inspection, ABodyLeftAloneHasNoProblems) {
  SmallEditor small;
  small.open("floor");
  const Json inspection = small.demand({{"type", "inspect"}});
  EXPECT_EQ(inspection["type"], "inspection");
  EXPECT_TRUE(inspection["problems"].empty()) << inspection["problems"];
  EXPECT_EQ(inspection["graphs"].size(), 5u);
  for (const Json& graph : inspection["graphs"]) {
    EXPECT_EQ(graph["per_frame"].size(), bar_frames) << graph["key"];
  }
}

TEST(Inspection, PenetrationIsFoundAndItsFixKeepsOut) {
  SmallEditor small;
  small.open("floor");
  const auto handle = small.add_handle(bar_at_rest().col(bar_tip) - Vec3(0, 0.15, 0));
  const Json settings = small.document()["layers"][0]["settings"];
  small.demand({{"type", "edit"},
                {"edit",
                 {{"edit", "change_settings"},
                  {"layer", handle.layer},
                  {"settings", without_obstacles(settings)}}}});
  const Json inspection = small.demand({{"type", "inspect"}});
  const Json problem = find_kind(inspection, "penetration");
  ASSERT_FALSE(problem.is_null()) << inspection;
  EXPECT_GT(problem["value"], 0.01);
  EXPECT_THAT(problem["text"].get<std::string>(), testing::HasSubstr("floor"));
  ASSERT_FALSE(problem["fix"].is_null());
  const std::size_t steps = small.document()["history"].size();
  small.demand(fix_of(inspection, problem));
  EXPECT_EQ(small.document()["history"].size(), steps + 1);
  EXPECT_EQ(small.document()["layers"][0]["settings"], settings);
  EXPECT_TRUE(find_kind(small.demand({{"type", "inspect"}}), "penetration").is_null());
}

TEST(Inspection, ContradictionsAreNamedOnceAndCanBeSoftened) {
  SmallEditor small;
  pull_neighbours_apart(small);
  const Json inspection = small.demand({{"type", "inspect"}});
  const Json problem = find_kind(inspection, "contradiction");
  ASSERT_FALSE(problem.is_null()) << inspection;
  EXPECT_EQ(problem["frames"], Json::parse("[[10, 10]]"));
  small.demand(fix_of(inspection, problem));
  EXPECT_EQ(small.ask(fix_of(inspection, problem))["type"], "problem");
  small.demand({{"type", "undo"}});
}

TEST(Inspection, AFixIsRefusedOnceWhatItChangesHasChanged) {
  SmallEditor small;
  const int layer = pull_neighbours_apart(small);
  const Json inspection = small.demand({{"type", "inspect"}});
  const Json problem = find_kind(inspection, "contradiction");
  ASSERT_FALSE(problem.is_null());
  small.demand(small.move({layer, problem["wish"]}, bar_at_rest().col(bar_tip + 1), 0));
  const Json before = small.document();
  EXPECT_EQ(small.ask(fix_of(inspection, problem))["type"], "problem");
  EXPECT_EQ(small.document(), before);
}

TEST(Inspection, AFixBelongsToTheInspectionThatProposedIt) {
  SmallEditor small;
  pull_neighbours_apart(small);
  const Json first = small.demand({{"type", "inspect"}});
  EXPECT_EQ(first["state"], small.document()["state"]);
  small.demand({{"type", "edit"}, {"edit", {{"edit", "rename_shot"}, {"name", "x"}}}});
  const Json second = small.demand({{"type", "inspect"}});
  const Json problem = find_kind(second, "contradiction");
  ASSERT_FALSE(problem.is_null());
  EXPECT_EQ(small.ask(fix_of(first, problem))["type"], "problem");
  EXPECT_EQ(small.ask({{"type", "fix"}, {"problem", problem["key"]}})["type"], "problem");
  small.demand(fix_of(second, problem));
}

// Elements and strain that came with the input are no fault of the edit.
TEST(Inspection, TellsWhatTheInputHasFromWhatTheEditDid) {
  auto body = std::make_shared<Body>(small_scene("bar").body());
  const Eigen::Matrix3Xf rest = body->rest_positions.cast<float>();
  const Eigen::Matrix3Xf mirrored = Eigen::Vector3f(-2, 2, 2).asDiagonal() * rest;
  auto source = std::make_shared<Motion>(), result = std::make_shared<Motion>();
  source->frames.assign(6, rest);
  source->frames.put(4, mirrored);
  result->frames = source->frames;
  const auto problems = [&] {
    const Inspected shot{.body = body, .source = source, .result = result};
    const Limits limits = limits_for(shot.size);
    return find_body_problems(shot, measure(shot, limits, Progress::silent()), limits);
  };
  const auto severities = [&] {
    std::map<std::string, std::pair<std::string, int>> found;
    for (const Problem& problem : problems()) {
      found[problem.kind] = {problem.severity, problem.worst_frame};
    }
    return found;
  };
  EXPECT_EQ(severities()["inverted"], std::pair(std::string("note"), 4));
  EXPECT_EQ(severities()["strain"], std::pair(std::string("note"), 4));
  result->frames.put(2, Eigen::Matrix3Xf(2 * mirrored));
  EXPECT_EQ(severities()["inverted"], std::pair(std::string("error"), 2));
  EXPECT_EQ(severities()["strain"].second, 2);
  EXPECT_NE(severities()["strain"].first, "note");
}

TEST(Inspection, ABriefEditLastsLongerOnceItsFixIsApplied) {
  SmallEditor small;
  small.open("bar");
  small.add_handle(bar_at_rest().col(bar_tip) + Vec3(0, 0.03, 0));
  const Json inspection = small.demand({{"type", "inspect"}});
  const Json problem = find_kind(inspection, "brief");
  ASSERT_FALSE(problem.is_null()) << inspection["problems"];
  small.demand(fix_of(inspection, problem));
  EXPECT_EQ(small.document()["layers"][0]["settings"]["cost"]["kind"], "smooth");
  const Json after = find_kind(small.demand({{"type", "inspect"}}), "brief");
  EXPECT_TRUE(after.is_null()) << after;
}

// Problems of one wish that misses by a tenth of the size.
std::vector<Problem> problems_of_a_miss(WishReport met, HandleStop stop, StiffAxes stiff_axes) {
  met.id = 2;
  met.miss = met.at_full_weight = 0.1;
  WishLayer green;
  const Wish wish{.name = "hand", .frame = 3, .point = {{bar_tip, 1.0}}, .stiff_axes = stiff_axes};
  green.wishes = {{.id = 2, .wish = wish}};
  EditReport report;
  report.stop = stop;
  report.wishes = {met};
  const Inspected shot{.layers = {{.id = 1, .name = "Up", .content = green}},
                       .reports = {{1, report}}};
  return find_wish_problems(shot, limits_for(shot.size));
}

TEST(Inspection, AHandleThatYieldedIsNotedAndCanBeHeld) {
  const WishReport yielded{.yielded = true};
  const auto free = problems_of_a_miss(yielded, HandleStop::yielded, StiffAxes::free);
  ASSERT_EQ(free.size(), 1u);
  EXPECT_EQ(free[0].severity, "note");
  ASSERT_TRUE(free[0].fix.has_value());
  const auto& held = std::get<ChangeWish>(free[0].fix->edit.what);
  EXPECT_EQ(held.wish.wish.stiff_axes, StiffAxes::locked);
  const auto locked = problems_of_a_miss(yielded, HandleStop::yielded, StiffAxes::locked);
  ASSERT_EQ(locked.size(), 1u);
  EXPECT_EQ(locked[0].severity, "error");
  EXPECT_FALSE(locked[0].fix.has_value());
}

TEST(Inspection, AHandleThatTheMaterialStopsSaysSoAndWhatToTry) {
  for (const StiffAxes stiff_axes : {StiffAxes::free, StiffAxes::locked}) {
    const auto problems = problems_of_a_miss({}, HandleStop::element_limit, stiff_axes);
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_THAT(problems[0].text, testing::HasSubstr("the material is at its limit"));
    EXPECT_THAT(problems[0].text, testing::HasSubstr("lower the reach"));
    EXPECT_FALSE(problems[0].fix.has_value());
  }
}

// A handle whose point is there and back by a bell over time.
struct Bell {
  int frames_above_half = 5;
  EditSettings settings = {};

  std::vector<Problem> problems() const {
    auto body = std::make_shared<Body>(small_scene("bar").body());
    const Eigen::Matrix3Xf rest = body->rest_positions.cast<float>();
    auto source = std::make_shared<Motion>(), result = std::make_shared<Motion>();
    source->fps = result->fps = 24;
    source->frames.assign(60, rest);
    result->frames = source->frames;
    for (int t = 0; t < 60; ++t) {
      Eigen::Matrix3Xf moved = rest;
      moved(1, bar_tip) +=
          0.1F *
          std::exp2(-std::pow(
              2.F * static_cast<float>(t - 30) / static_cast<float>(frames_above_half), 2.F));
      result->frames.put(t, moved);
    }
    WishLayer green;
    green.settings = settings;
    green.wishes.push_back({.id = 2, .wish = {.frame = 30, .point = {{bar_tip, 1.0}}}});
    const Inspected shot{.body = body,
                         .source = source,
                         .result = result,
                         .layers = {{.id = 1, .name = "Up", .content = green}}};
    return find_brief_edits(shot, limits_for(shot.size));
  }
};

const EditSettings& settings_after(const Problem& problem) {
  return std::get<ChangeSettings>(problem.fix->edit.what).settings;
}

TEST(Inspection, AnEditOfLessThanAThirdOfASecondIsNotedWithHowLongItLasts) {
  for (const int frames : {1, 3, 5, 7}) {
    const auto problems = Bell{.frames_above_half = frames}.problems();
    ASSERT_EQ(problems.size(), 1u) << frames;
    EXPECT_EQ(problems[0].value, frames);
    EXPECT_THAT(problems[0].title, testing::HasSubstr("only " + std::to_string(frames) + " frame"));
    EXPECT_EQ(problems[0].wish, 2);
  }
  for (const int frames : {9, 15})
    EXPECT_TRUE(Bell{.frames_above_half = frames}.problems().empty());
}

TEST(Inspection, ABriefEditIsMadeLongerByASmoothAnswerOrAWiderWindow) {
  const auto problems = Bell{}.problems();
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(settings_after(problems[0]).cost.kind, CostKind::smooth);
  const auto windowed = Bell{.settings = {.window = std::pair(24, 36)}}.problems();
  ASSERT_EQ(windowed.size(), 1u);
  EXPECT_LT(settings_after(windowed[0]).window->first, 24);
  EXPECT_GT(settings_after(windowed[0]).window->second, 36);
  EXPECT_EQ(settings_after(windowed[0]).cost.kind, CostKind::dynamics);
  EditSettings smooth;
  smooth.cost.kind = CostKind::smooth;
  const auto already = Bell{.settings = smooth}.problems();
  ASSERT_EQ(already.size(), 1u);
  EXPECT_FALSE(already[0].fix.has_value());
}

TEST(Inspection, RangesMergeConsecutiveFrames) {
  const auto ranges =
      ranges_where(10, [](int frame) { return frame == 1 || frame == 2 || frame == 5; });
  ASSERT_EQ(ranges.size(), 2u);
  EXPECT_EQ(frames_text(ranges), "frames 1 to 2 and 5");
}

TEST(Strain, IsThatOfAStretchInAnyDirectionWhateverTheRotation) {
  const Body body = small_scene("bar").body();
  const StrainMeter meter(body);
  Mat3 turn;
  turn = Eigen::AngleAxisd(1.1, Vec3(1, 2, 3).normalized());
  for (const double stretch : {0.5, 1.0, 1.4}) {
    const Mat3 F = turn * Vec3(1, stretch, 1).asDiagonal() * turn.transpose() * turn;
    const StrainMeter::Reading read = meter.read((F * body.rest_positions).cast<float>());
    EXPECT_NEAR(read.strain.maxCoeff(), std::abs(stretch - 1), 1e-5);
    EXPECT_NEAR(read.strain.minCoeff(), std::abs(stretch - 1), 1e-5);
    EXPECT_NEAR(read.volume.minCoeff(), stretch, 1e-5);
  }
  Body beside = body;  // a triangle that is no face of a tet
  const int n = body.vertex_count();
  beside.rest_positions.conservativeResize(3, n + 3);
  beside.rest_positions.rightCols(3) << 5, 6, 5, 0, 0, 1, 0, 0, 0;
  beside.triangles.conservativeResize(3, body.triangles.cols() + 1);
  beside.triangles.rightCols(1) << n, n + 1, n + 2;
  const StrainMeter wider(beside);
  const Mat3 taller = Vec3(1, 1.4, 1).asDiagonal();
  const auto read = wider.read((taller * beside.rest_positions).cast<float>());
  ASSERT_EQ(read.volume.size(), body.tets.cols() + 1);
  EXPECT_NEAR(read.volume.tail(1)[0], 1.4, 1e-5);
  EXPECT_FALSE(wider.is_tet(body.tets.cols()));
  const Mat3 mirrored = Vec3(-1, 1, 1).asDiagonal();
  EXPECT_LT(meter.read((mirrored * body.rest_positions).cast<float>()).volume.maxCoeff(), 0);
}

}  // namespace retake::server
