#include "retake/spacetime/contact_change_smoothing.h"

#include <cmath>

#include <Eigen/Cholesky>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retake/numerics/errors.h"

namespace retake {
namespace {

using Frames = std::vector<std::vector<WarpContact>>;

// A chain held at its left end that moves up and down as a whole: heights without contacts are
// `lifted`; contacts bring their vertices back to 0 and the rest follows with least bending.
class Chain {
 public:
  static constexpr int links = 8;

  Chain() : inverse_(MatX::Zero(links, links)) {
    MatX L = MatX::Zero(links, links);
    for (int i = 0; i < links; ++i) {
      L(i, i) += 1;
      if (i > 0) {
        L(i - 1, i - 1) += 1;
        L(i, i - 1) = L(i - 1, i) = -1;
      }
    }
    inverse_ = L.llt().solve(MatX::Identity(links, links));
  }

  VecX lifted(int frame) const {
    return VecX::NullaryExpr(links, [&](Eigen::Index i) {
      return 0.1 * static_cast<double>(i + 1) * (1 + 0.001 * frame);
    });
  }

  VecX warp(int frame, const std::vector<FadingContact>& contacts) const {
    VecX heights = lifted(frame);
    std::vector<int> rows;
    for (const FadingContact& contact : contacts) rows.push_back(contact.contact.vertex);
    if (rows.empty()) return heights;
    MatX S = inverse_(rows, rows);
    VecX missing = -heights(rows);
    for (int k = 0; k < S.rows(); ++k) {
      const auto& [contact, strength] = contacts[static_cast<std::size_t>(k)];
      missing[k] += contact.offset;
      S(k, k) *= 1 + softness(strength);
    }
    heights += inverse_(Eigen::all, rows) * S.ldlt().solve(missing);
    return heights;
  }

 private:
  MatX inverse_;
};

// Vertex 6 touches in frames 10 to 19, vertex 3 from 15 on.
Frames touching_chain() {
  Frames frames(30);
  for (std::size_t f = 10; f < 20; ++f) frames[f].push_back({.vertex = 6});
  for (std::size_t f = 15; f < 30; ++f) frames[f].push_back({.vertex = 3});
  return frames;
}

template <class Warp>
double largest_jump(const std::vector<std::vector<FadingContact>>& faded, const Warp& warp) {
  double largest = 0;
  for (int f = 1; f < std::ssize(faded); ++f) {
    const VecX step = warp(f, faded[static_cast<std::size_t>(f)]) -
                      warp(f - 1, faded[static_cast<std::size_t>(f) - 1]);
    largest = std::max(largest, step.cwiseAbs().maxCoeff());
  }
  return largest;
}

double jump_with_fade(int frames) {
  const Chain chain;
  const auto faded = fade_contact_changes(touching_chain(), {.frames = frames});
  return largest_jump(faded, [&](int f, const auto& c) { return chain.warp(f, c); });
}

// What the chain moves between frames without any contact.
constexpr double own_motion = 0.001;

// Two contacts at a time share the work unevenly when they are soft: within a factor of two.
TEST(ContactChangeSmoothing, BoundsJumpsByTheChangeOverTheLengthOfTheFade) {
  const double change = jump_with_fade(0);
  EXPECT_GT(change, 0.5);
  for (const int fade : {1, 3, 5}) {
    EXPECT_LT(jump_with_fade(fade), 2 * change / (fade + 1) + own_motion) << fade;
  }
}

TEST(ContactChangeSmoothing, HoldsTrueContactsExactly) {
  const Chain chain;
  const Frames frames = touching_chain();
  const auto faded = fade_contact_changes(frames);
  for (int f = 0; f < std::ssize(frames); ++f) {
    for (const WarpContact& contact : frames[static_cast<std::size_t>(f)]) {
      const auto& here = faded[static_cast<std::size_t>(f)];
      EXPECT_NEAR(chain.warp(f, here)[contact.vertex], 0, 1e-12);
    }
  }
}

TEST(ContactChangeSmoothing, AContactAloneDoesThePartOfItsStrength) {
  const Chain chain;
  for (const double strength : {0.25, 0.5, 1.0}) {
    const std::vector<FadingContact> one = {{{.vertex = 5, .offset = 0.1}, strength}};
    const double free = chain.lifted(0)[5];
    const double expected = free + strength * (0.1 - free);
    EXPECT_NEAR(chain.warp(0, one)[5], expected, 1e-12);
  }
}

TEST(ContactChangeSmoothing, LeavesContactsThatDoNotChangeAlone) {
  Frames frames(12, {{.vertex = 4}, {.vertex = 2, .normal = Vec3::UnitX()}});
  for (std::size_t f = 0; f < frames.size(); ++f) {  // a normal may turn slowly
    const double angle = 0.1 * static_cast<double>(f);
    frames[f][0].normal = Vec3(std::sin(angle), std::cos(angle), 0);
  }
  for (const auto& here : fade_contact_changes(frames)) {
    ASSERT_EQ(here.size(), 2u);
    EXPECT_EQ(here[0].strength, 1);
  }
}

std::vector<double> strengths_of(const std::vector<std::vector<FadingContact>>& faded, int vertex) {
  std::vector<double> strengths;
  for (const auto& here : faded) {
    double strength = 0;
    for (const FadingContact& contact : here) {
      if (contact.contact.vertex == vertex) strength = contact.strength;
    }
    strengths.push_back(strength);
  }
  return strengths;
}

TEST(ContactChangeSmoothing, AcrossAGapTakesTheStrongerSide) {
  Frames frames(9);
  frames[1].push_back({.vertex = 1});
  frames[4].push_back({.vertex = 1});
  EXPECT_THAT(strengths_of(fade_contact_changes(frames), 1),
              testing::ElementsAre(0.75, 1, 0.75, 0.75, 1, 0.75, 0.5, 0.25, 0));
}

TEST(ContactChangeSmoothing, ATurnedNormalIsAnotherContact) {
  Frames frames(2);
  frames[0].push_back({.vertex = 1, .normal = Vec3::UnitY()});
  frames[1].push_back({.vertex = 1, .normal = Vec3::UnitX()});
  const auto faded = fade_contact_changes(frames);
  ASSERT_EQ(faded[0].size(), 2u);
  EXPECT_EQ(faded[0][1].contact.normal, Vec3::UnitX());
  EXPECT_EQ(faded[0][1].strength, 0.75);
}

TEST(ContactChangeSmoothing, RefusesANegativeFade) {
  EXPECT_THROW(fade_contact_changes({}, {.frames = -1}), InputError);
}

}  // namespace
}  // namespace retake
