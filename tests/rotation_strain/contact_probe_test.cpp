// Points beside contacts: what probes of one frame know that those of any frame do not.
#include <gtest/gtest.h>

#include "retake/rotation_strain/warp.h"
#include "rotation_strain/motions.h"

namespace retake {
namespace {

using Frame = Eigen::Matrix3Xf;

std::vector<Body> bodies() {
  return {make_bar(), free_bar(), two_bars(FirstBar::pinned), make_sheet(5)};
}

std::shared_ptr<const Motion> bent_once(const Body& body) {
  return motion_of(body, {moved(bent(1.5), {0.2, 0.1, 0}, {0, 0, 0})});
}

// Held, put elsewhere, soft, of the body with itself, and one that repeats another.
Warp touching(const Body& body) {
  const int n = body.vertex_count();
  Warp warp(body, bent_once(body));
  warp.set_contacts(0, {{.vertex = n - 1, .normal = Vec3(0, 1, 0)},
                        {.vertex = n - 1, .normal = Vec3(0, 1, 0)},
                        {.vertex = n / 2, .normal = Vec3(0, 0.6, 0.8), .offset = 0.01},
                        {.vertex = n - 3, .normal = Vec3(0, 1, 0), .softness = 2},
                        {.vertex = 3, .normal = Vec3(1, 0, 0), .against = {{n - 4, 1}}}});
  return warp;
}

TEST(ProbeBesideContacts, FindsThePositionThatTheWholeWarpHas) {
  for (const Body& body : bodies()) {
    const Warp warp = touching(body);
    const int n = body.vertex_count();
    const Frame edit = wave(body, 0.1), whole = warp.warp(0, edit);
    for (const int v : {0, n / 2, n - 2, n - 1}) {
      const Vec3 probed = warp.probe(*warp.probe({{v, 1.0}}, 0), 0, edit).position;
      EXPECT_LT((probed - whole.col(v).cast<double>()).norm(), 1e-5 * size_of(body))
          << body.name << ", vertex " << v;
    }
  }
}

TEST(ProbeBesideContacts, GradientIsTheLimitOfFiniteDifferences) {
  for (const Body& body : bodies()) {
    const Warp warp = touching(body);
    const Frame edit = wave(body, 0.1);
    const int vertex = body.vertex_count() - 2;
    const auto there =
        warp.probe(*warp.probe({{vertex, 1.0}}, 0), 0, edit, Warp::WithGradient::yes);
    for (const unsigned seed : {1u, 2u, 3u}) {
      const Frame direction = shaken(Points::Zero(3, body.vertex_count()), 1, seed).cast<float>();
      constexpr float step = 1e-3f;
      const Frame difference =
          (warp.warp(0, edit + step * direction) - warp.warp(0, edit - step * direction)) /
          (2 * step);
      const Vec3 expected = difference.col(vertex).cast<double>();
      const Vec3 predicted = (there.gradient * direction.reshaped()).cast<double>();
      EXPECT_LT((expected - predicted).norm(), 5e-3 * (0.1 + expected.norm()))
          << body.name << expected.transpose() << " / " << predicted.transpose();
    }
  }
}

TEST(LedOut, HoldsWhatIsAskedForAndLeavesTheFramesOwnContacts) {
  for (const Body& body : bodies()) {
    const Warp warp = touching(body);
    const int asked = body.vertex_count() - 5, held = body.vertex_count() - 1;
    const Frame before = warp.warp(0, wave(body, 0.1));
    const Frame input = bent_once(body)->frames[0];
    const Vec3 up(0, 0, 1);
    const double height = up.dot((before - input).col(asked).cast<double>()) + 0.02;
    const Frame after = warp.led_to(0, before, {{.vertex = asked, .normal = up, .offset = height}});
    const auto moved = [&](int vertex) -> Vec3 {
      return (after - before).col(vertex).cast<double>();
    };
    EXPECT_NEAR(up.dot(moved(asked)), 0.02, 1e-5 * size_of(body)) << body.name;
    EXPECT_NEAR(moved(held).y(), 0, 1e-5 * size_of(body)) << body.name;
  }
}

}  // namespace
}  // namespace retake
