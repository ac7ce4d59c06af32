// Settings that make no sense are refused in words, before anything is computed.
#include "retake/spacetime/edit_settings.h"

#include <cmath>
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retake/numerics/errors.h"

namespace retake {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// The words with which settings are refused for a motion of 24 frames and a body of 8 vertices.
std::string refusal(const std::function<void(EditSettings&)>& change) {
  EditSettings settings;
  change(settings);
  try {
    settings.validate(24, 8);
  } catch (const InputError& error) {
    return error.what();
  }
  return "not refused";
}

TEST(EditSettings, AsTheyComeAreTaken) {
  EXPECT_EQ(refusal([](EditSettings&) {}), "not refused");
}

TEST(EditSettings, RefuseALoopWithinAWindow) {
  const auto loop = [](int first, int last) {
    return refusal([=](EditSettings& settings) {
      settings.cost.ends = Ends::loop;
      settings.window = {first, last};
    });
  };
  EXPECT_THAT(loop(4, 20), AllOf(HasSubstr("whole motion"), HasSubstr("0, 23"), HasSubstr("4, 20"),
                                 HasSubstr("ends both")));
  EXPECT_EQ(loop(0, 23), "not refused");
}

TEST(EditSettings, RefuseAWindowThatEndsBeforeItBegins) {
  EXPECT_THAT(refusal([](EditSettings& settings) {
                settings.window = {20, 4};
              }),
              AllOf(HasSubstr("ends before it begins"), HasSubstr("20, 4"),
                    HasSubstr("earlier frame first")));
}

TEST(EditSettings, RefuseWhatTheCostCannotBear) {
  const auto refused = [](const std::function<void(CostOptions&)>& change) {
    return refusal([&](EditSettings& settings) { change(settings.cost); });
  };
  EXPECT_THAT(refused([](CostOptions& cost) { cost.damping.ratio = 1e6; }), HasSubstr("0 to 10"));
  EXPECT_THAT(refused([](CostOptions& cost) { cost.damping.mass = 1e9; }), HasSubstr("0 to 10000"));
  EXPECT_THAT(refused([](CostOptions& cost) { cost.shortest_edit = -1; }), HasSubstr("0 to 10 s"));
  EXPECT_THAT(refused([](CostOptions& cost) { cost.damping.stiffness = 1e9; }),
              HasSubstr("0 to 10 s"));
  EXPECT_THAT(refused([](CostOptions& cost) { cost.timestep = 1e-200; }), HasSubstr("0.00001"));
  EXPECT_THAT(refused([](CostOptions& cost) { cost.timestep = NAN; }), HasSubstr("timestep"));
  EXPECT_THAT(refused([](CostOptions& cost) { cost.taper_start = 1000000; }), HasSubstr("200"));
  EXPECT_THAT(refused([](CostOptions& cost) { cost.taper_end = 1000000; }), HasSubstr("200"));
  EXPECT_THAT(refused([](CostOptions& cost) { cost.reach = 2.1; }), HasSubstr("0 to 2"));
}

TEST(EditSettings, RefuseImpossibleContacts) {
  const auto refused = [](const std::function<void(ContactOptions&)>& change) {
    return refusal([&](EditSettings& settings) { change(settings.contacts); });
  };
  EXPECT_THAT(refused([](ContactOptions& contacts) { contacts.detection_distance = -1; }),
              AllOf(HasSubstr("0 to 1"), HasSubstr("found -1")));
  EXPECT_THAT(refused([](ContactOptions& contacts) { contacts.cluster_frames = 0; }),
              AllOf(HasSubstr("1 or more"), HasSubstr("found 0")));
  EXPECT_THAT(refused([](ContactOptions& contacts) { contacts.cluster_radius = 0; }),
              AllOf(HasSubstr("above 0"), HasSubstr("found 0")));
}

}  // namespace
}  // namespace retake
