// Wishes of each kind on a bar that stands still.
#include <cmath>
#include <tuple>

#include <gtest/gtest.h>

#include "modes/bars.h"
#include "retake/numerics/errors.h"
#include "retake/spacetime/motion_edit.h"

namespace retake {
namespace {

constexpr int still_frames = 30;
const Vec3 bar_tip = {4, 0, 0};

// A clamped bar of 4 m that stands still.
EditInput still_bar() {
  const Body body = clamp_end(make_bar());
  auto motion = std::make_shared<Motion>();
  motion->frames.assign(still_frames, body.rest_positions.cast<float>());
  auto modes = std::make_shared<Modes>(compute_modes(body, {.count = 30}).modes);
  return {.body = body, .motion = std::move(motion), .modes = std::move(modes)};
}

Wish at_tip(const Body& body, int frame, const Vec3& target) {
  Eigen::Index tip = 0;
  (body.rest_positions.colwise() - bar_tip).colwise().squaredNorm().minCoeff(&tip);
  return {.name = "tip", .frame = frame, .point = {{static_cast<int>(tip), 1}}, .target = target};
}

Vec3 place(const MotionEdit& edit, int frame, const Wish& wish) {
  return edit.frame(frame).col(wish.point[0].vertex).cast<double>();
}

// At the last frame of the window there is no next one that could change.
TEST(Wish, OfAVelocityAtTheLastFrameOfItsWindowIsMet) {
  const EditInput input = still_bar();
  Wish velocity = at_tip(input.body, 0, {0, 1, 0});
  velocity.kind = WishKind::velocity;
  velocity.directions = Vec3::UnitY();
  EditSettings part, whole, cycle;
  part.window = {4, 25};
  part.cost.ends = whole.cost.ends = Ends::start;
  cycle.cost.ends = Ends::loop;
  for (const auto& [settings, from, to] :
       {std::tuple(part, 24, 25), std::tuple(whole, still_frames - 2, still_frames - 1),
        std::tuple(cycle, still_frames - 1, 0)}) {
    velocity.frame = std::max(from, to);
    MotionEdit edit(input, settings);
    edit.add(velocity);
    EXPECT_LT(edit.solve().wishes[0].miss, 2e-3) << to;
    const Vec3 step = place(edit, to, velocity) - place(edit, from, velocity);
    EXPECT_NEAR(step.y() * input.motion->fps, 1, 0.02) << to;
  }
}

TEST(Wish, OfASoftPoseGoesPartOfTheWay) {
  const EditInput input = still_bar();
  Wish wish{.kind = WishKind::pose, .frame = 18, .pose = input.motion->frames[0]};
  for (int v = 0; v < input.body.vertex_count(); ++v) {
    wish.pose(1, v) += 0.02f * wish.pose(0, v) * wish.pose(0, v);
  }
  const auto amplitudes = [&](double weight) {
    MotionEdit edit(input, {});
    wish.weight = weight;
    edit.add(wish);
    edit.solve();
    return VecX(edit.amplitudes().col(18));
  };
  const VecX whole = amplitudes(Wish::hard);
  EXPECT_GT(whole.norm(), 0);
  EXPECT_LT((amplitudes(1) - whole / 2).norm(), 1e-9 * whole.norm());
  EXPECT_LT((amplitudes(9) - 0.9 * whole).norm(), 1e-9 * whole.norm());
}

TEST(Wish, WithDirectionsAtAnyAngleCountsInThePlaneThatTheySpan) {
  const EditInput input = still_bar();
  Wish wish = at_tip(input.body, 15, bar_tip + Vec3(0.5, 0.3, 0.2));
  wish.directions.resize(3, 2);
  wish.directions << 0, 0, 1, 0.6, 0, 0.8;  // y, and between y and z
  MotionEdit edit(input, {});
  edit.add(wish);
  EXPECT_LT(edit.solve().wishes[0].miss, 4e-4);
  EXPECT_LT((place(edit, 15, wish) - wish.target).tail<2>().norm(), 5e-4);
  wish.directions.col(1) = 2 * wish.directions.col(0);
  EXPECT_THROW(edit.add(wish), InputError);
}

}  // namespace
}  // namespace retake
