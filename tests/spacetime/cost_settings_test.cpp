// What settings of the cost do to an edit.
#include <gtest/gtest.h>

#include "spacetime/edited_bar.h"

namespace retake {
namespace {

EditSettings with(Ends ends, double reach = 0) {
  EditSettings settings;
  settings.cost.ends = ends;
  settings.cost.reach = reach;
  return settings;
}

Motion edited(const EditInput& input, const EditSettings& settings,
              const std::vector<Wish>& wishes) {
  MotionEdit edit(input, settings);
  for (const Wish& wish : wishes) edit.add(wish);
  edit.solve();
  return edit.motion();
}

float farthest(const Motion& motion, const Motion& other) {
  float most = 0;
  for (std::size_t t = 0; t < motion.frames.size(); ++t) {
    most = std::max(most, (motion.frames[t] - other.frames[t]).colwise().norm().maxCoeff());
  }
  return most;
}

// A cycle has no first frame: a wish k frames later gives the same motion k frames later.
TEST(Loop, EditsTheSameAtEveryFrameOfTheCycle) {
  const EditInput input = still_bar();
  const int tip = nearest_vertex(input.body, bar_tip), by = 17;
  const auto at = [&](int frame) {
    return edited(input, with(Ends::loop), {hold(tip, frame, bar_tip + Vec3(0, 0.8, 0))});
  };
  const Motion early = at(20);
  Motion shifted = early;
  for (int t = 0; t < motion_frames; ++t) {
    shifted.frames.put(static_cast<std::size_t>((t + by) % motion_frames),
                       early.frames[static_cast<std::size_t>(t)]);
  }
  EXPECT_LT(farthest(at(20 + by), shifted), 1e-4);
  EXPECT_GT(farthest(early, *input.motion), 0.7);
}

// The steps of the edit are its own: frames are taken to follow each other after that time.
TEST(EditingTimestep, StandsForTheTimeBetweenFrames) {
  EditInput slow = still_bar();
  auto quick_motion = std::make_shared<Motion>(*slow.motion);
  quick_motion->fps = 2 * slow.motion->fps;
  EditInput quick = slow;
  quick.motion = quick_motion;
  EditSettings settings;
  const std::vector<Wish> wishes = {hold(nearest_vertex(slow.body, bar_tip), 20, {3.8, 0.9, 0})};
  const Motion expected = edited(quick, settings, wishes), by_fps = edited(slow, settings, wishes);
  settings.cost.timestep = 1 / quick_motion->fps;
  EXPECT_EQ(farthest(edited(slow, settings, wishes), expected), 0);
  EXPECT_GT(farthest(by_fps, expected), 1e-2);
}

// Handles that swing the bar to and fro near its root throw the tip; reach holds it back.
TEST(Reach, KeepsFarPartsCalm) {
  const EditInput input = still_bar();
  const Vec3 near(1, 0, 0), up(0, 0.05, 0);
  const int root = nearest_vertex(input.body, near), tip = nearest_vertex(input.body, bar_tip);
  std::vector<Wish> wishes;
  for (const int frame : {10, 14, 18, 22, 26}) {
    wishes.push_back(hold(root, frame, near + (frame % 8 == 2 ? 1.0 : -1.0) * up));
  }
  const auto swing = [&](double reach) {
    float most = 0;
    for (const FrameView& frame : edited(input, with(Ends::both, reach), wishes).frames) {
      most = std::max(most, (frame.col(tip) - bar_tip.cast<float>()).norm());
    }
    return most;
  };
  EXPECT_LT(swing(1), 0.9f * swing(0));
}

}  // namespace
}  // namespace retake
