// An edit that wants next to nothing leaves next to everything as it was, however far the input has
// turned.
#include <numbers>

#include <gtest/gtest.h>

#include "spacetime/edited_bar.h"

namespace retake {
namespace {

constexpr double pi = std::numbers::pi;

// Twisted more and more until two whole turns in the middle, and back.
std::shared_ptr<const Motion> twisting(const Body& body) {
  auto motion = still(body);
  for (int t = 0; t < motion_frames; ++t) {
    const double part = 1 - std::abs(2.0 * t / motion_frames - 1);
    motion->frames.change(static_cast<std::size_t>(t)) = twisted(body, 4 * pi * part);
  }
  return motion;
}

// Flies and turns by three half turns about a slanted axis, bent meanwhile.
std::shared_ptr<const Motion> tumbling(const Body& body) {
  auto motion = swinging(body, 0.8);
  for (int t = 0; t < motion_frames; ++t) {
    const Mat3 turn = exp_rotation(3 * pi * t / motion_frames * Vec3(0.6, 0, 0.8));
    Eigen::Matrix3Xf& frame = motion->frames.change(static_cast<std::size_t>(t));
    frame = ((turn * frame.cast<double>()).colwise() + 0.1 * t * Vec3(1, 1, 0)).cast<float>();
  }
  return motion;
}

std::vector<std::pair<const char*, EditInput>> far_turned_inputs() {
  const Body clamped = clamp_end(make_bar({.cells = {40, 2, 2}})), loose = make_bar();
  return {{"two whole turns", input_of(clamped, twisting(clamped), 20)},
          {"past half a turn", input_of(loose, tumbling(loose), 20)}};
}

TEST(TinyEdit, ReproducesInputsThatHaveTurnedPastHalfATurnAndTwice) {
  for (const auto& [name, input] : far_turned_inputs()) {
    const int tip = nearest_vertex(input.body, bar_tip);
    const double size = std::sqrt(18.0);  // 4 m x 1 m x 1 m
    for (const double way : {0.0, 1e-9}) {
      MotionEdit edit(input, {.modes = 20});
      for (const int frame : {13, 20, 28}) {
        const FrameView there = input.motion->frames[static_cast<std::size_t>(frame)];
        edit.add(hold(tip, frame, there.col(tip).cast<double>() + Vec3(0, way * size, 0)));
      }
      edit.solve();
      EXPECT_EQ(edit.amplitudes().isZero(0), way == 0) << name;
      const Motion edited = edit.motion();
      for (std::size_t t = 0; t < edited.frames.size(); ++t) {
        const auto apart = (edited.frames[t] - input.motion->frames[t]).colwise().norm();
        EXPECT_LT(apart.maxCoeff(), 1e-6 * size) << name << ", frame " << t << ", way " << way;
      }
    }
  }
}

// y is 0 at rest, so that its float has digits enough.
TEST(TinyEdit, BringsItsPointAllTheWayHoweverShort) {
  const EditInput input = still_bar();
  const int tip = nearest_vertex(input.body, bar_tip);
  for (const double way : {4e-2, 4e-4, 4e-5, 4e-6, 4e-7}) {  // of 4 m
    MotionEdit edit(input, {});
    edit.add(hold(tip, 20, bar_tip + Vec3(0, way, 0)));
    edit.solve();
    const double reached = edit.motion().frames[20].col(tip).cast<double>().y();
    EXPECT_NEAR(reached, way, 1e-3 * way);
    EXPECT_NEAR(position(edit, 20, tip).y(), way, 1e-3 * way);
  }
}

}  // namespace
}  // namespace retake
