#include <gtest/gtest.h>

#include "retake/rotation_strain/warp.h"
#include "rotation_strain/motions.h"

namespace retake {
namespace {

using Frame = Eigen::Matrix3Xf;

struct Probed {
  const char* name;
  Body body;
  Pose pose;
};

std::vector<Probed> probed_bodies() {
  Body sheet = make_sheet(5);
  const Pose wavy = [](const Vec3& p) {
    return Vec3(0.9 * p.x(), p.y() + 0.1 * std::sin(3 * p.x()), 0.2 * std::sin(4 * p.x()));
  };
  Body pinned_sheet = sheet;
  pinned_sheet.pins = {0, 1, 2, 3, 4, 5};
  return {{"at rest", make_bar(), at_rest},
          {"bent", make_bar(), bent(2)},
          {"past half a turn", make_bar({.cells = {8, 2, 2}}), twisted(5)},
          {"free", free_bar(), moved(bent(2), {0, 2, 1}, {1, 0, 0})},
          {"pieces", two_bars(FirstBar::pinned), bent(1)},
          {"shell", pinned_sheet, wavy},
          {"free shell", sheet, moved(wavy, {2, 0, 1}, {0, 1, 0})}};
}

TEST(Probe, FindsThePositionThatTheWholeWarpHas) {
  for (const auto& [name, body, pose] : probed_bodies()) {
    const Warp warp(body, motion_of(body, {pose}));
    const Frame edit = wave(body, 0.1), whole = warp.warp(0, edit);
    for (const int v : {0, body.vertex_count() / 2, body.vertex_count() - 1}) {
      const Vec3 probed = warp.probe(*warp.probe({{v, 1.0}}), 0, edit).position;
      EXPECT_LT((probed - whole.col(v).cast<double>()).norm(), 2e-6 * size_of(body))
          << name << ", vertex " << v;
    }
  }
}

// What is kept of probed frames changes nothing, also when there is no room to keep it.
TEST(Probe, LeavesTheFrameThatIsWarpedAfterItAsItWasToTheBit) {
  for (const auto& [name, body, pose] : probed_bodies()) {
    const auto motion = motion_of(body, {pose, at_rest});
    const Warp fresh(body, motion), kept(body, motion), cramped(body, motion, {.state_bytes = 0});
    const Frame edit = wave(body, 0.1);
    const auto probe = kept.probe({{3, 1.0}});
    for (const int frame : {0, 1, 0}) {
      const Vec3 position = kept.probe(*probe, frame, edit).position;
      EXPECT_EQ(position, kept.probe(*probe, frame, edit).position) << name;
      EXPECT_EQ(position, cramped.probe(*probe, frame, edit).position) << name;
      EXPECT_EQ(kept.warp(frame, edit), fresh.warp(frame, edit)) << name;
    }
  }
}

TEST(Probe, OfAWeightedPointIsTheWeightedSumOfPositions) {
  for (const auto& [name, body, pose] : probed_bodies()) {
    const Warp warp(body, motion_of(body, {pose}));
    const int last = body.vertex_count() - 1;
    const WeightedPoint point = {{2, 0.25}, {last, 0.5}, {last / 2, 0.25}};
    const Frame edit = wave(body, 0.1), whole = warp.warp(0, edit);
    Vec3 expected = Vec3::Zero();
    for (const auto& [v, weight] : point) expected += weight * whole.col(v).cast<double>();
    const Vec3 probed = warp.probe(*warp.probe(point), 0, edit).position;
    EXPECT_LT((probed - expected).norm(), 2e-6 * size_of(body)) << name;
  }
}

TEST(Probe, GradientIsTheLimitOfFiniteDifferences) {
  for (const auto& [name, body, pose] : probed_bodies()) {
    const Warp warp(body, motion_of(body, {pose}));
    const Frame edit = wave(body, 0.1);
    const auto probe = warp.probe({{body.vertex_count() - 2, 1.0}});
    const auto there = warp.probe(*probe, 0, edit, Warp::WithGradient::yes);
    ASSERT_EQ(there.gradient.cols(), 3 * body.vertex_count());
    for (const unsigned seed : {1u, 2u, 3u}) {
      const Frame direction = shaken(Points::Zero(3, body.vertex_count()), 1, seed).cast<float>();
      constexpr float step = 1e-3f;
      const Vec3 difference = (warp.probe(*probe, 0, edit + step * direction).position -
                               warp.probe(*probe, 0, edit - step * direction).position) /
                              (2 * step);
      const Vec3 predicted = (there.gradient * direction.reshaped()).cast<double>();
      EXPECT_LT((difference - predicted).norm(), 3e-3 * (0.1 + difference.norm()))
          << name << difference.transpose() << " / " << predicted.transpose();
    }
  }
}

TEST(Probe, KeepsTheDigitsOfATinyEdit) {
  for (const auto& [name, body, pose] : probed_bodies()) {
    const Warp warp(body, motion_of(body, {pose}));
    const Frame none = Frame::Zero(3, body.vertex_count());
    const Frame edit = 1e-6f * wave(body, 0.1);
    const auto probe = warp.probe({{body.vertex_count() - 2, 1.0}});
    const auto there = warp.probe(*probe, 0, none, Warp::WithGradient::yes);
    const Vec3 step = warp.probe(*probe, 0, edit).position - there.position;
    const Vec3 predicted = (there.gradient * edit.reshaped()).cast<double>();
    EXPECT_LT((step - predicted).norm(), 1e-4 * predicted.norm()) << name;
  }
}

TEST(Probe, TellsTheLeastStretch) {
  const Body bar = free_bar();
  const Warp warp(bar, motion_of(bar, {at_rest}));
  const auto probe = warp.probe({{3, 1.0}});
  const Frame squeezed = edit_of(bar, [](const Vec3& x) { return Vec3(-0.4 * x.x(), 0, 0); });
  EXPECT_NEAR(warp.probe(*probe, 0, squeezed).smallest_stretch, 0.6, 1e-5);
  const Frame inverted = edit_of(bar, [](const Vec3& x) { return Vec3(-1.5 * x.x(), 0, 0); });
  EXPECT_NEAR(warp.probe(*probe, 0, inverted).smallest_stretch, -0.5, 1e-5);
}

TEST(Probe, DoesNotCountElementsThatTheInputHasInsideOut) {
  const Body bar = free_bar();
  const Warp warp(bar, motion_of(bar, {[](const Vec3& x) { return Vec3(x.x(), -x.y(), x.z()); }}));
  const auto probe = warp.probe({{3, 1.0}});
  const Frame none = Frame::Zero(3, bar.vertex_count());
  EXPECT_EQ(warp.probe(*probe, 0, none).smallest_stretch, 1);
}

TEST(Probe, CountsSqueezingFromWhereTheInputStands) {
  const Body bar = free_bar();
  const Warp warp(bar,
                  motion_of(bar, {[](const Vec3& x) { return Vec3(0.5 * x.x(), x.y(), x.z()); }}));
  const auto probe = warp.probe({{3, 1.0}});
  const Frame squeezed = edit_of(bar, [](const Vec3& x) { return Vec3(-0.2 * x.x(), 0, 0); });
  EXPECT_NEAR(warp.probe(*probe, 0, squeezed).smallest_stretch, 0.6, 1e-5);
}

}  // namespace
}  // namespace retake
