#include "retake/rotation_strain/winding.h"

#include <gtest/gtest.h>

#include "retake/rotation_strain/element_neighbours.h"
#include "retake/rotation_strain/placement.h"
#include "retake/rotation_strain/warp.h"
#include "rotation_strain/motions.h"

namespace retake {
namespace {

std::vector<std::vector<WoundElement>> windings_of(const Body& body, const Motion& motion) {
  return find_windings(make_element_geometry(body), body.pins, motion, placements_of(body, motion),
                       Progress::silent());
}

double length(const WoundElement& element) {
  return Eigen::Map<const Eigen::Vector3f>(element.vector).norm();
}

double longest(const std::vector<WoundElement>& elements) {
  double most = 0;
  for (const WoundElement& element : elements) most = std::max(most, length(element));
  return most;
}

TEST(NearestWinding, IsTheSameRotationAsCloseAsItCanBe) {
  const Vec3 axis = Vec3(1, 2, -1).normalized();
  for (double angle = 0.1; angle < 40; angle += 0.37) {
    const Vec3 principal = log_rotation(exp_rotation(angle * axis));
    EXPECT_LT((nearest_winding(principal, (angle + 0.3) * axis) - angle * axis).norm(), 1e-9)
        << angle;
  }
}

TEST(NearestWinding, OfAWholeTurnTakesTheAxisOfItsNeighbour) {
  const Vec3 near = 2.1 * pi * Vec3::UnitZ();
  const Vec3 noise = 1e-3 * Vec3::UnitX();
  EXPECT_LT((nearest_winding(noise, near) - 2 * pi * Vec3::UnitZ()).norm(), 0.01);
  EXPECT_LT((nearest_winding(Vec3::Zero(), near) - 2 * pi * Vec3::UnitZ()).norm(), 1e-12);
}

TEST(Windings, AreNoneWhereNothingTurnsFar) {
  const Body bar = make_bar({.cells = {8, 2, 2}});
  for (const auto& list : windings_of(bar, *motion_of(bar, {at_rest, bent(1), twisted(2)}))) {
    EXPECT_TRUE(list.empty());
  }
}

TEST(Windings, FollowABeamThroughTwoWholeTurns) {
  const Body beam = make_bar({.cells = {40, 2, 2}});
  const auto windings = windings_of(beam, *motion_of(beam, {twisted(pi)}));
  EXPECT_NEAR(longest(windings[0]), 4 * pi, 0.2);
}

TEST(Windings, NeverMissATurnBetweenNeighbours) {
  const Body beam = make_bar({.cells = {40, 2, 2}});
  const ElementGeometry geometry = make_element_geometry(beam);
  const auto list = windings_of(beam, *motion_of(beam, {twisted(pi)}))[0];
  std::vector<const WoundElement*> of_place(static_cast<std::size_t>(geometry.element_count));
  for (const WoundElement& element : list) {
    of_place[static_cast<std::size_t>(element.place)] = &element;
  }
  const ElementNeighbours neighbours = find_neighbours(geometry);
  for (std::size_t e = 0; e < of_place.size(); ++e) {
    for (int i = neighbours.begin[e]; i < neighbours.begin[e + 1]; ++i) {
      const auto other = static_cast<std::size_t>(neighbours.of[static_cast<std::size_t>(i)]);
      if (of_place[e] == nullptr || of_place[other] == nullptr) continue;
      const Eigen::Map<const Eigen::Vector3f> a(of_place[e]->vector), b(of_place[other]->vector);
      EXPECT_LT((a - b).norm(), pi) << e << " " << other;  // a wrong turn is 2π off
    }
  }
}

TEST(Windings, FollowAPieceThatSpinsOverTime) {
  const Body body = two_bars(FirstBar::pinned);  // the second is free and spins as a whole
  std::vector<Pose> poses;
  constexpr int frames = 30;
  constexpr double step = 0.7;
  for (int f = 0; f < frames; ++f) {
    poses.push_back([f](const Vec3& x) {
      const Vec3 pivot(0, 1, 0);
      return x.y() < 0.5 ? x : Vec3(pivot + exp_rotation(Vec3(0, 0, step * f)) * (x - pivot));
    });
  }
  const auto windings = windings_of(body, *motion_of(body, poses));
  for (int f = 0; f < frames; ++f) {
    if (step * f < 3.2) continue;
    const auto& list = windings[static_cast<std::size_t>(f)];
    ASSERT_EQ(list.size(), 12u) << f;
    for (const WoundElement& element : list) EXPECT_NEAR(length(element), step * f, 1e-3) << f;
  }
}

TEST(Windings, LetAnEditTwistATwistedBeamFurtherWithoutJumps) {
  const Body beam = make_bar({.cells = {40, 2, 2}});
  const auto input = motion_of(beam, {twisted(pi)});
  const Warp warp(beam, input);
  constexpr double rate = 0.4;  // rad/m: 1.6 rad at the free end
  const Eigen::Matrix3Xf edit = edit_of(beam, [](const Vec3& x) {
    return Vec3(rate * x.x() * Vec3::UnitX().cross(x - Vec3(0, 0.1, 0.1)));
  });
  const Eigen::Matrix3Xf warped = warp.warp(0, edit);
  const Eigen::Matrix3Xf expected = motion_of(beam, {twisted(pi + rate)})->frames[0];
  // The edit's shear is that of the rest shape, hence not the twisted beam's to the digit.
  EXPECT_LT((warped - expected).colwise().norm().maxCoeff(), 0.025 * size_of(beam));
  for (Eigen::Index t = 0; t < beam.tets.cols(); ++t) {
    for (int corner = 1; corner < 4; ++corner) {
      const int a = beam.tets(0, t), b = beam.tets(corner, t);
      const float before = (input->frames[0].col(a) - input->frames[0].col(b)).norm();
      EXPECT_NEAR((warped.col(a) - warped.col(b)).norm() / before, 1, 0.1) << t;
    }
  }
}

}  // namespace
}  // namespace retake
