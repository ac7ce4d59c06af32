#include "retake/spacetime/contact_detection.h"

#include <cmath>
#include <numbers>

#include <Eigen/Geometry>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "elasticity/bar.h"
#include "elasticity/sheet.h"
#include "retake/mesh/triangle_point.h"
#include "retake/numerics/errors.h"
#include "retake/numerics/parallel_for.h"

namespace retake {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

const std::vector<Obstacle> floor_and_ball = {
    {.name = "floor", .shape = PlaneObstacle{}},
    {.name = "ball", .shape = SphereObstacle{.center = {0.5, 0.3, 0}, .radius = 0.25}}};

// The bar spins while it falls through the floor and past the ball.
Motion spinning_fall(const Body& body, int frames) {
  Motion motion;
  for (int f = 0; f < frames; ++f) {
    const Mat3 turn = Eigen::AngleAxisd(0.1 * f, Vec3(1, 2, 3).normalized()).toRotationMatrix();
    const Points moved = (turn * body.rest_positions).colwise() + Vec3(0, 0.6 - 0.02 * f, 0);
    motion.frames.push_back(moved.cast<float>());
  }
  return motion;
}

TEST(ContactDetection, FindsExactlyTheSurfaceVerticesNearerThanTheDistance) {
  Body bar = make_bar({.cells = {4, 4, 4}});
  const Motion motion = spinning_fall(bar, 40);
  const double distance = 0.05;
  const std::vector<Contact> found =
      detect_contacts(bar, motion, floor_and_ball, {.distance = distance});

  std::vector<Contact> expected;
  for (int f = 0; f < motion.frame_count(); ++f) {
    for (int v = 0; v < bar.vertex_count(); ++v) {
      const Vec3 rest = bar.rest_positions.col(v) / 0.1;
      const bool inner = (rest.array() > 0.5).all() && (rest.array() < 3.5).all();
      if (inner || std::binary_search(bar.pins.begin(), bar.pins.end(), v)) continue;
      for (int o = 0; o < 2; ++o) {
        const Vec3 x = motion.frames[static_cast<std::size_t>(f)].col(v).cast<double>();
        const auto [gap, normal] = distance_to(floor_and_ball[static_cast<std::size_t>(o)], x);
        if (gap < distance * size_of(bar)) expected.push_back({f, v, o, normal});
      }
    }
  }
  ASSERT_GT(expected.size(), 100u);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(std::tuple(found[i].frame, found[i].vertex, found[i].obstacle),
              std::tuple(expected[i].frame, expected[i].vertex, expected[i].obstacle));
    EXPECT_EQ(found[i].normal, expected[i].normal);
  }
}

// A strip in the plane z = 0, rolled up along x once around and beyond, so that its end lies over
// its start with `gap` between them.
Points rolled(const Points& rest, double radius, double gap) {
  Points x = rest;
  for (int v = 0; v < x.cols(); ++v) {
    const double angle = rest(0, v) / radius;
    const double r = radius + gap * angle / (2 * std::numbers::pi);
    x.col(v) = Vec3(r * std::cos(angle), rest(1, v), r * std::sin(angle));
  }
  return x;
}

Motion one_frame(const Points& positions) {
  Motion motion;
  motion.frames.emplace_back(positions.cast<float>());
  return motion;
}

struct Roll {
  Body sheet = make_sheet(40, 1);
  double gap = 0.01;
  double radius = 0.12;  // 0.754 m around: the last 0.246 m lie over the first
  Motion motion = one_frame(rolled(sheet.rest_positions, radius, gap));
  DetectionOptions options{.distance = 0.012 / size_of(sheet)};
};

TEST(SelfContactDetection, FindsWhereASheetLiesOnItself) {
  const Roll roll;
  const std::vector<SelfContact> found =
      detect_self_contacts(roll.sheet, roll.motion, roll.options);

  const double around = 2 * std::numbers::pi * roll.radius;
  std::vector<bool> touches(static_cast<std::size_t>(roll.sheet.vertex_count()), false);
  for (const SelfContact& contact : found) touches[static_cast<std::size_t>(contact.vertex)] = true;
  for (int v = 0; v < roll.sheet.vertex_count(); ++v) {
    const double x = roll.sheet.rest_positions(0, v);
    const bool covered = x < 1 - around || x > around;
    const bool near_an_end = std::abs(x - (1 - around)) < 0.03 || std::abs(x - around) < 0.03;
    if (near_an_end) continue;
    EXPECT_EQ(touches[static_cast<std::size_t>(v)], covered) << "x = " << x;
  }
}

TEST(SelfContactDetection, GivesTheNearestPointOfTheTriangleAndTheNormalFromIt) {
  const Roll roll;
  const Points x = roll.motion.frames[0].cast<double>();
  for (const SelfContact& contact : detect_self_contacts(roll.sheet, roll.motion, roll.options)) {
    EXPECT_GE(contact.weights.minCoeff(), 0);
    EXPECT_NEAR(contact.weights.sum(), 1, 1e-12);
    Vec3 nearest = Vec3::Zero();
    for (int k = 0; k < 3; ++k) {
      nearest += contact.weights[k] * x.col(contact.triangle[static_cast<std::size_t>(k)]);
    }
    const Vec3 across = x.col(contact.vertex) - nearest;
    EXPECT_LT(across.norm(), 0.012);
    EXPECT_NEAR(contact.normal.dot(across), across.norm(), 1e-9);
  }
}

TEST(SelfContactDetection, OfABodyAtRestFindsNothing) {
  const Body bar = make_bar({.cells = {4, 2, 2}});
  EXPECT_THAT(detect_self_contacts(bar, one_frame(bar.rest_positions), {.distance = 0.2}),
              IsEmpty());
}

// A bar bent so that its two halves lie flat on each other, 1 mm apart or 1 mm inside each other.
TEST(SelfContactDetection, NormalsOfASolidPointOutOfTheTriangleEvenFromInside) {
  const Body bar = make_bar({.cells = {12, 1, 3}});
  for (const double gap : {0.001, -0.001}) {
    Points folded = bar.rest_positions;
    for (int v = 0; v < folded.cols(); ++v) {
      if (bar.rest_positions(0, v) < 0.65) continue;
      folded.col(v) = Vec3(1.2 - folded(0, v), 0.2 + gap - folded(1, v), folded(2, v));
    }
    int looked_at = 0;
    for (const auto& contact : detect_self_contacts(bar, one_frame(folded), {.distance = 2e-3})) {
      const Vec3 at = folded.col(contact.vertex);
      const bool on_a_side = at.x() < 0.05 || at.z() < 0.05 || at.z() > 0.25;
      if (on_a_side) continue;
      const bool upper = bar.rest_positions(0, contact.vertex) > 0.65;
      EXPECT_NEAR(contact.normal.y(), upper ? 1 : -1, 1e-4);
      ++looked_at;
    }
    EXPECT_GT(looked_at, 8);
  }
}

TEST(ContactDetection, DoesNotDependOnTheNumberOfThreads) {
  const Roll roll;
  Motion motion;
  for (int f = 0; f < 20; ++f) motion.frames.push_back(roll.motion.frames[0].array() - 0.01f * f);
  const auto run = [&] {
    return std::pair(detect_contacts(roll.sheet, motion, floor_and_ball, roll.options),
                     detect_self_contacts(roll.sheet, motion, roll.options));
  };
  const auto [contacts, self] = run();
  const ThreadLimit one(1);
  const auto [contacts_of_one, self_of_one] = run();

  ASSERT_EQ(contacts.size(), contacts_of_one.size());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    EXPECT_EQ(contacts[i].vertex, contacts_of_one[i].vertex);
    EXPECT_EQ(contacts[i].normal, contacts_of_one[i].normal);
  }
  ASSERT_EQ(self.size(), self_of_one.size());
  for (std::size_t i = 0; i < self.size(); ++i) {
    EXPECT_EQ(self[i].triangle, self_of_one[i].triangle);
    EXPECT_EQ(self[i].weights, self_of_one[i].weights);
  }
}

class StopAtOnce : public Progress {
 public:
  bool cancelled() const override { return true; }

 private:
  void report(std::string_view, double) override {}
};

TEST(ContactDetection, StopsWhenAskedTo) {
  const Roll roll;
  StopAtOnce stop;
  EXPECT_THROW(detect_contacts(roll.sheet, roll.motion, floor_and_ball, {}, stop), Cancelled);
  EXPECT_THROW(detect_self_contacts(roll.sheet, roll.motion, {}, stop), Cancelled);
}

TEST(ContactDetection, NamesTheFrameThatDoesNotFit) {
  const Body bar = make_bar();
  Motion motion = spinning_fall(bar, 3);
  motion.frames.put(2, motion.frames[2].leftCols(5));
  try {
    detect_contacts(bar, motion, floor_and_ball);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("frame 2"));
    EXPECT_THAT(error.what(), HasSubstr("36"));
    EXPECT_THAT(error.what(), HasSubstr("5"));
  }
  motion = spinning_fall(bar, 3);
  motion.frames.change(1)(2, 4) = NAN;
  try {
    detect_self_contacts(bar, motion);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("frame 1, vertex 4"));
  }
}

TEST(TrianglePoint, IsNearerThanAnyOtherPointOfTheTriangle) {
  const Vec3 a(0, 0, 0), b(1, 0.2, 0), c(0.3, 0.8, 0.4);
  for (int i = 0; i < 200; ++i) {
    const Vec3 point = 2 * Vec3(std::sin(1.7 * i), std::sin(2.3 * i), std::sin(3.1 * i));
    const TrianglePoint nearest = nearest_on_triangle(point, a, b, c);
    double least = 1e9;
    for (int u = 0; u <= 100; ++u) {
      for (int v = 0; u + v <= 100; ++v) {
        least = std::min(least, (point - a - 0.01 * u * (b - a) - 0.01 * v * (c - a)).norm());
      }
    }
    EXPECT_LE(nearest.distance, least + 1e-12);
    EXPECT_GE(nearest.distance, least - 0.01);
  }
}

}  // namespace
}  // namespace retake
