#include "retake/rotation_strain/warp.h"

#include <numeric>

#include <Eigen/Dense>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retake/elasticity/mass.h"
#include "retake/numerics/parallel_for.h"
#include "rotation_strain/motions.h"

namespace retake {
namespace {

using Frame = Eigen::Matrix3Xf;

Body twisted_beam() { return make_bar({.cells = {40, 2, 2}}); }
const Pose two_whole_turns = twisted(4 * pi / 4);  // over the beam's 4 m

struct Case {
  const char* name;
  Body body;
  std::vector<Pose> poses;
};

// Solid and shell, pinned and free, in pieces, turned past π.
std::vector<Case> cases() {
  const Pose far_turned = moved(bent(2), {0, 3.5, 0.4}, {1, 2, 3});
  const Pose crumple = [](const Vec3& p) {
    return Vec3(0.8 * p.x() + 0.1 * std::sin(3 * p.y()), 1.1 * p.y() + 0.2 * p.x() * p.x(),
                0.3 * std::sin(4 * p.x() + 2 * p.y()));
  };
  Body pinned_sheet = make_sheet(6);
  pinned_sheet.pins = {0, 1, 2, 3, 4, 5, 6};
  return {{"at rest", make_bar(), {at_rest}},
          {"bent", make_bar(), {bent(2)}},
          {"free", free_bar(), {far_turned}},
          {"pieces", two_bars(FirstBar::pinned), {bent(1)}},
          {"free pieces", two_bars(FirstBar::free), {far_turned}},
          {"shell", pinned_sheet, {crumple}},
          {"free shell", make_sheet(6), {moved(crumple, {2, 1, 0}, {3, 0, 0})}},
          {"past half a turn", make_bar({.cells = {16, 2, 2}}), {twisted(2.2 * pi / 1.6)}},
          {"two whole turns", twisted_beam(), {two_whole_turns}}};
}

TEST(Warp, OfNoEditIsTheInputToTheBit) {
  for (const auto& [name, body, poses] : cases()) {
    const auto input = motion_of(body, poses);
    const Warp warp(body, input);
    const Frame warped = warp.warp(0, Frame::Zero(3, body.vertex_count()));
    EXPECT_TRUE((warped.array() == input->frames[0].array()).all()) << name;
  }
}

TEST(Warp, KeepsPinsWhereTheInputHasThemToTheBit) {
  const Body bar = make_bar();
  const auto input = motion_of(bar, {moved(at_rest, {0.3, 0.2, 0}, {1, 0, 0})});
  const Frame warped = Warp(bar, input).warp(0, wave(bar, 0.1));
  for (const int pin : bar.pins) EXPECT_EQ(warped.col(pin), input->frames[0].col(pin)) << pin;
}

TEST(Warp, OfATinyEditAtRestIsTheEditToSecondOrder) {
  Body sheet = make_sheet(6);
  sheet.pins = {0, 1, 2, 3, 4, 5, 6};
  for (const Body& body : {make_bar(), sheet}) {
    const Warp warp(body, motion_of(body, {at_rest}));
    Frame edit = wave(body, 1);
    for (const int pin : body.pins) edit.col(pin).setZero();
    const auto miss = [&](float size) {
      return farthest(warp.warp(0, size * edit) - warp.warp(0, 0 * edit), size * edit);
    };
    EXPECT_LT(miss(1e-3f), 2e-5) << body.name;
    EXPECT_NEAR(miss(2e-2f) / miss(1e-2f), 4, 0.4) << body.name;
  }
}

TEST(Warp, TurnsARigidLinearEditIntoATrueRotation) {
  for (const Body& body : {free_bar(), make_sheet(6)}) {
    for (const double angle : {0.1, 1.0, 3.0, 7.0}) {
      const Warp warp(body, motion_of(body, {at_rest}));
      const Vec3 turn = angle * Vec3(1, -2, 0.5).normalized();
      const Vec3 center = body.rest_positions * lumped_mass(body) / lumped_mass(body).sum();
      const Frame edit = edit_of(body, [&](const Vec3& x) { return Vec3(turn.cross(x - center)); });
      const Frame expected = edit_of(
          body, [&](const Vec3& x) { return Vec3(center + exp_rotation(turn) * (x - center)); });
      EXPECT_LT(farthest(warp.warp(0, edit), expected), 3e-6 * size_of(body)) << angle;
    }
  }
}

TEST(Warp, ReproducesAUniformStretch) {
  const Body bar = make_bar();
  const Warp warp(bar, motion_of(bar, {at_rest}));
  const Mat3 stretch = Vec3(0.3, -0.1, 0.05).asDiagonal();
  Body free = bar;
  free.pins.clear();
  const Warp free_warp(free, motion_of(free, {at_rest}));
  const Frame edit = edit_of(bar, [&](const Vec3& x) { return Vec3(stretch * x); });
  const Frame expected = edit_of(bar, [&](const Vec3& x) { return Vec3(x + stretch * x); });
  EXPECT_LT(farthest(free_warp.warp(0, edit), expected), 1e-6 * size_of(bar));
}

TEST(Warp, OfAFreeBodyTurnsWithTheInput) {
  for (const Body& body : {free_bar(), make_sheet(6), two_bars(FirstBar::free)}) {
    const Vec3 turn(2, -1, 0.5), by(3, 2, 1);
    const auto input = motion_of(body, {bent(0.5), moved(bent(0.5), turn, by)});
    const Warp warp(body, input);
    const Frame edit = wave(body, 0.1);
    const Frame moved_after =
        ((exp_rotation(turn) * warp.warp(0, edit).cast<double>()).colwise() + by).cast<float>();
    EXPECT_LT(farthest(warp.warp(1, edit), moved_after), 5e-6 * size_of(body)) << body.name;
  }
}

TEST(Warp, OfAFreeBodyMovesItsCentreOfMassByThatOfTheEdit) {
  const Body body = two_bars(FirstBar::free);
  const auto input = motion_of(body, {moved(bent(1.5), {0, 2, 0}, {0, 0, 0})});
  const Warp warp(body, input);
  const Frame edit = wave(body, 0.1);
  const Frame step = warp.warp(0, edit) - input->frames[0];
  const VecX mass = lumped_mass(body);
  const int first = make_bar().vertex_count(), second = body.vertex_count() - first;
  const auto center = [&](const Frame& points, int begin, int count) {
    return Vec3(points.middleCols(begin, count).cast<double>() * mass.segment(begin, count) /
                mass.segment(begin, count).sum());
  };
  for (const auto& [begin, count] : {std::pair{0, first}, std::pair{first, second}}) {
    const Vec3 expected = warp.placement(0).rotation * center(edit, begin, count);
    EXPECT_LT((center(step, begin, count) - expected).norm(), 1e-6);
  }
}

TEST(Warp, OfTheSameEditIsTheSameForAnyNumberOfThreads) {
  for (const auto& [name, body, poses] : cases()) {
    const Warp warp(body, motion_of(body, poses));
    const Frame edit = wave(body, 0.05);
    const Frame all = warp.warp(0, edit);
    const ThreadLimit limit(1);
    const Frame one = Warp(body, motion_of(body, poses)).warp(0, edit);
    EXPECT_TRUE((all.array() == one.array()).all()) << name;
  }
}

TEST(Warp, OfManyFramesIsTheSameForAnyNumberOfThreads) {
  const Body bar = make_bar();
  const Warp warp(bar, motion_of(bar, std::vector<Pose>(40, bent(1))));
  std::vector<int> frames(40);
  std::iota(frames.begin(), frames.end(), 0);
  const Eigen::MatrixXf edits = wave(bar, 0.1).reshaped() * Eigen::RowVectorXf::LinSpaced(40, 0, 1);
  const std::vector<Frame> all = warp.warp(frames, edits);
  const ThreadLimit limit(1);
  EXPECT_EQ(warp.warp(frames, edits), all);
}

TEST(Warp, OfManyFramesTogetherIsThatOfEachAlone) {
  for (const auto& [name, body, poses] : cases()) {
    const std::vector<Pose> many(21, poses[0]);
    const auto input = motion_of(body, many);
    const Warp warp(body, input);
    std::vector<int> frames;
    Eigen::MatrixXf edits(3 * body.vertex_count(), 21);
    for (int f = 0; f < 21; ++f) {
      frames.push_back(20 - f);
      edits.col(f) = wave(body, 0.005 * f).reshaped();
    }
    const std::vector<Frame> together = warp.warp(frames, edits);
    for (int f = 0; f < 21; ++f) {
      const Frame alone = warp.warp(frames[static_cast<std::size_t>(f)], wave(body, 0.005 * f));
      EXPECT_LT(farthest(together[static_cast<std::size_t>(f)], alone), 1e-6 * size_of(body))
          << name << " " << f;
    }
  }
}

TEST(Warp, OfAnInputWithFlatAndInvertedElementsIsFinite) {
  const Body bar = make_bar();
  const Pose flat = [](const Vec3& x) { return Vec3(x.x(), x.y(), 0); };
  const Pose mirrored = [](const Vec3& x) { return Vec3(x.x(), x.y(), -x.z()); };
  const Pose collapsed = [](const Vec3&) { return Vec3(1, 2, 3); };
  const Warp warp(bar, motion_of(bar, {flat, mirrored, collapsed}));
  for (int f = 0; f < 3; ++f) EXPECT_TRUE(warp.warp(f, wave(bar, 0.1)).allFinite()) << f;
}

TEST(Warp, OfAnEditAThousandTimesTheBodysSizeIsFinite) {
  for (const auto& [name, body, poses] : cases()) {
    const Warp warp(body, motion_of(body, poses));
    EXPECT_TRUE(warp.warp(0, wave(body, 1000 * size_of(body))).allFinite()) << name;
  }
}

TEST(Warp, OfABodyThatIsPinnedAllOverIsTheInput) {
  Body bar = make_bar();
  bar.pins.clear();
  for (int v = 0; v < bar.vertex_count(); ++v) bar.pins.push_back(v);
  const auto input = motion_of(bar, {bent(1)});
  const Warp warp(bar, input);
  EXPECT_EQ(warp.warp(0, wave(bar, 0.1)), input->frames[0]);
  EXPECT_EQ(warp.probe(*warp.probe({{3, 1.0}}), 0, wave(bar, 0.1)).position,
            Vec3(input->frames[0].col(3).cast<double>()));
}

TEST(Warp, MovesAVertexOfNoElementWithTheEdit) {
  Body bar = make_bar();
  const int loose = bar.vertex_count();
  bar.rest_positions.conservativeResize(3, loose + 1);
  bar.rest_positions.col(loose) = Vec3(1, 1, 1);
  const auto input = motion_of(bar, {bent(1)});
  const Frame edit = wave(bar, 0.1);
  const Frame warped = Warp(bar, input).warp(0, edit);
  EXPECT_LT((warped - input->frames[0] - edit).col(loose).norm(), 1e-6);
}

TEST(Warp, RefusesFramesAndEditsThatDoNotFit) {
  const Body bar = make_bar();
  Warp warp(bar, motion_of(bar, {at_rest}));
  EXPECT_THROW(warp.warp(1, wave(bar, 0.1)), InputError);
  EXPECT_THROW(warp.warp(0, Frame::Zero(3, 5)), InputError);
  EXPECT_THROW(warp.probe({{bar.vertex_count(), 1.0}}), InputError);
  EXPECT_THROW(warp.set_contacts(3, {}), InputError);
  EXPECT_THROW(warp.set_contacts(0, {{.vertex = -1}}), InputError);
}

TEST(Warp, RefusesAMotionOfAnotherBodyAndNamesBothCounts) {
  const Body bar = make_bar();
  const Body other = make_bar({.cells = {4, 2, 2}});
  auto motion = std::make_shared<Motion>(*motion_of(bar, {at_rest, at_rest}));
  motion->frames.put(1, motion_of(other, {at_rest})->frames[0]);
  try {
    const Warp warp(bar, motion);
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("36 vertices"));
    EXPECT_THAT(error.what(), testing::HasSubstr("45 vertices"));
    EXPECT_THAT(error.what(), testing::HasSubstr("frame 1"));
  }
}

TEST(Warp, RefusesAPositionThatIsNotANumberAndNamesFrameAndVertex) {
  const Body bar = make_bar();
  auto motion = std::make_shared<Motion>(*motion_of(bar, {at_rest, at_rest, at_rest}));
  motion->frames.change(2)(1, 7) = std::nanf("");
  try {
    const Warp warp(bar, motion);
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("frame 2, vertex 7"));
  }
}

}  // namespace
}  // namespace retake
