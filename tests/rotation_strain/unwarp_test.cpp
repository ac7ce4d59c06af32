// The way back from a pose to the edit that makes it.

#include <gtest/gtest.h>

#include "retake/rotation_strain/warp.h"
#include "rotation_strain/motions.h"

namespace retake {
namespace {

using Frame = Eigen::Matrix3Xf;

// A beam of 4 m, turned about its axis by so many degrees from end to end.
Body beam() { return make_bar({.cells = {40, 2, 2}}); }
Pose turned(double degrees) { return twisted(degrees * pi / 180 / 4); }

// What is left between a pose and the warp of the edit that was found for it.
double miss(const Body& body, const Pose& from, const Pose& to) {
  const auto input = motion_of(body, {from});
  const Warp warp(body, input);
  const Frame pose = motion_of(body, {to})->frames[0];
  return farthest(warp.warp(0, warp.unwarp(0, pose)), pose);
}

TEST(Unwarp, FindsAnEditAgain) {
  const Pose crumple = [](const Vec3& p) {
    return Vec3(0.8 * p.x(), 1.1 * p.y() + 0.2 * p.x() * p.x(), 0.3 * std::sin(4 * p.x()));
  };
  Body sheet = make_sheet(6);
  for (const auto& [body, pose] : {std::pair(make_bar(), Pose(bent(2))),
                                   std::pair(free_bar(), moved(bent(2), {0, 3.5, 0.4}, {1, 2, 3})),
                                   std::pair(sheet, moved(crumple, {2, 1, 0}, {3, 0, 0}))}) {
    const Warp warp(body, motion_of(body, {pose}));
    const Frame edit = wave(body, 0.03);
    const Frame warped = warp.warp(0, edit);
    EXPECT_LT(farthest(warp.warp(0, warp.unwarp(0, warped)), warped), 2e-3 * size_of(body));
  }
}

// Rotation vectors about whole turns lose two of their directions: there the elements around help,
// and what is left is a tenth of what each would leave alone (0.07 to 0.17 m).
TEST(Unwarp, FindsTheFartherTwistOfABeamThatIsTwistedPastHalfATurn) {
  for (const auto& [degrees, most] :
       {std::pair(0.0, 1e-3), std::pair(90.0, 1e-3), std::pair(200.0, 1e-3),
        std::pair(360.0, 0.015), std::pair(540.0, 0.015), std::pair(720.0, 0.03)}) {
    EXPECT_LT(miss(beam(), turned(degrees), turned(degrees + 60)), most) << degrees;
  }
}

TEST(Unwarp, FindsTheTwistOfABeamThatWasStraight) {
  for (const double degrees : {200.0, 360.0}) {
    EXPECT_LT(miss(beam(), at_rest, turned(degrees)), 1e-3) << degrees;
  }
}

}  // namespace
}  // namespace retake
