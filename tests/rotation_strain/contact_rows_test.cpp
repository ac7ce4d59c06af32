#include <gtest/gtest.h>

#include "retake/rotation_strain/warp.h"
#include "rotation_strain/motions.h"

namespace retake {
namespace {

using Frame = Eigen::Matrix3Xf;

double height(const Frame& frame, const Frame& input, const WarpContact& contact) {
  const Eigen::Vector3f step = frame.col(contact.vertex) - input.col(contact.vertex);
  return contact.normal.dot(step.cast<double>());
}

std::vector<WarpContact> three_contacts(const Body& body) {
  const int n = body.vertex_count();
  return {{.vertex = n - 1, .normal = Vec3(0, 1, 0), .offset = 0},
          {.vertex = n / 2, .normal = Vec3(0, 0.6, 0.8), .offset = 0.01},
          {.vertex = n - 3, .normal = Vec3(0, 1, 0), .offset = -0.005}};
}

TEST(WarpContacts, HoldTheirHeights) {
  for (const Body& body : {make_bar(), free_bar(), two_bars(FirstBar::pinned), make_sheet(5)}) {
    const auto input = motion_of(body, {moved(bent(1.5), {0.2, 0.1, 0}, {0, 0, 0})});
    Warp warp(body, input);
    const auto contacts = three_contacts(body);
    warp.set_contacts(0, contacts);
    const Frame warped = warp.warp(0, wave(body, 0.1));
    for (const WarpContact& contact : contacts) {
      EXPECT_NEAR(height(warped, input->frames[0], contact), contact.offset, 3e-6 * size_of(body))
          << body.name << " " << contact.vertex;
    }
  }
}

TEST(WarpContacts, OfABodyWithItselfHoldTheDistanceOfItsParts) {
  for (const Body& body : {make_bar(), free_bar(), two_bars(FirstBar::pinned), make_sheet(5)}) {
    const auto input = motion_of(body, {moved(bent(1.5), {0.2, 0.1, 0}, {0, 0, 0})});
    Warp warp(body, input);
    const int n = body.vertex_count();
    const WarpContact contact{.vertex = n - 1,
                              .normal = Vec3(0, 0.6, 0.8),
                              .against = {{2, 0.5}, {n / 2, 0.2}, {n / 2 + 1, 0.3}}};
    const auto distance = [&](const Frame& frame) {
      Vec3 moved = Vec3::Zero();
      for (const auto& [vertex, weight] : contact.point()) {
        moved += weight * (frame.col(vertex) - input->frames[0].col(vertex)).cast<double>();
      }
      return contact.normal.dot(moved);
    };
    const Frame edit = wave(body, 0.1);
    EXPECT_GT(std::abs(distance(warp.warp(0, edit))), 1e-3) << body.name;
    warp.set_contacts(0, {contact});
    EXPECT_NEAR(distance(warp.warp(0, edit)), 0, 3e-6 * size_of(body)) << body.name;
  }
}

TEST(WarpContacts, ThatAreSoftTakePartOfTheWay) {
  for (const Body& body : {make_bar(), free_bar()}) {
    const auto input = motion_of(body, {bent(1.5)});
    Warp warp(body, input);
    const Frame edit = wave(body, 0.1), without = warp.warp(0, edit);
    WarpContact contact{.vertex = body.vertex_count() - 1, .normal = Vec3::UnitY(), .softness = 3};
    warp.set_contacts(0, {contact});
    EXPECT_NEAR(height(warp.warp(0, edit), input->frames[0], contact),
                0.75 * height(without, input->frames[0], contact), 3e-6 * size_of(body));
  }
}

TEST(WarpContacts, ThatRepeatThemselvesChangeNothing) {
  for (const Body& body : {make_bar(), free_bar()}) {
    const auto input = motion_of(body, {bent(1.5)});
    Warp warp(body, input);
    auto contacts = three_contacts(body);
    const Frame edit = wave(body, 0.1);
    warp.set_contacts(0, contacts);
    const Frame once = warp.warp(0, edit);
    contacts.insert(contacts.end(), contacts.begin(), contacts.end());
    warp.set_contacts(0, contacts);
    EXPECT_LT((warp.warp(0, edit) - once).colwise().norm().maxCoeff(), 1e-5 * size_of(body));
  }
}

TEST(WarpContacts, BeyondAllFreedomStayFinite) {
  const Body bar = make_bar();
  const auto input = motion_of(bar, {bent(1.5)});
  Warp warp(bar, input);
  std::vector<WarpContact> contacts;
  for (int i = 0; i < 8; ++i) {  // eight directions, and offsets that contradict each other
    const Vec3 normal = Vec3(std::cos(i), std::sin(i), 0.3 * i).normalized();
    contacts.push_back({bar.vertex_count() - 1, normal, 0.01 * (i % 3)});
  }
  contacts.push_back({bar.pins[0], Vec3::UnitX(), 0.5});  // a pin does not follow
  warp.set_contacts(0, contacts);
  const Frame warped = warp.warp(0, wave(bar, 0.05));
  EXPECT_TRUE(warped.allFinite());
  EXPECT_LT((warped - input->frames[0]).colwise().norm().maxCoeff(), size_of(bar));
  EXPECT_EQ(warped.col(bar.pins[0]), input->frames[0].col(bar.pins[0]));
}

TEST(WarpContacts, LiftAFreeBodyRatherThanDentIt) {
  const Body bar = free_bar();
  const auto input = motion_of(bar, {moved(at_rest, {0, 0, 1}, {0, 0, 0})});
  Warp warp(bar, input);
  warp.set_contacts(0, {{.vertex = 4, .normal = Vec3::UnitY(), .offset = 0.02}});
  const Frame warped = warp.warp(0, Frame::Zero(3, bar.vertex_count()));
  const Frame step = warped - input->frames[0];
  EXPECT_LT((step.colwise() - Eigen::Vector3f(0, 0.02f, 0)).colwise().norm().maxCoeff(), 1e-4);
}

TEST(WarpContacts, AreTheSameWhenOnlyAFewColumnsFitInMemory) {
  const Body bar = make_bar();
  const auto input = motion_of(bar, {bent(1.5)});
  const Frame edit = wave(bar, 0.1);
  Warp roomy(bar, input), tight(bar, input, {.contact_bytes = 10});
  roomy.set_contacts(0, three_contacts(bar));
  tight.set_contacts(0, three_contacts(bar));
  EXPECT_EQ(roomy.warp(0, edit), tight.warp(0, edit));
}

TEST(WarpContacts, HoldInManyFramesTogether) {
  for (const Body& body : {make_bar(), free_bar()}) {
    constexpr int count = 40;
    const auto input = motion_of(body, std::vector<Pose>(count, bent(1.5)));
    Warp warp(body, input);
    std::vector<int> frames;
    for (int f = 0; f < count; ++f) {
      frames.push_back(f);
      if (f % 3 == 0) continue;
      auto contacts = three_contacts(body);
      contacts[0].vertex -= f % 7;
      warp.set_contacts(f, contacts);
    }
    const Frame edit = wave(body, 0.1);
    const auto together = warp.warp(frames, edit.reshaped().replicate(1, count));
    for (const int f : frames) {
      const Frame alone = warp.warp(f, edit);
      EXPECT_LT((together[static_cast<std::size_t>(f)] - alone).colwise().norm().maxCoeff(),
                2e-6 * size_of(body))
          << f;
    }
  }
}

TEST(WarpContacts, AreGoneOnceTakenAway) {
  const Body bar = make_bar();
  const auto input = motion_of(bar, {bent(1.5)});
  const Frame edit = wave(bar, 0.1);
  Warp warp(bar, input);
  const Frame before = warp.warp(0, edit);
  warp.set_contacts(0, three_contacts(bar));
  EXPECT_NE(warp.warp(0, edit), before);
  warp.set_contacts(0, {});
  EXPECT_EQ(warp.warp(0, edit), before);
}

}  // namespace
}  // namespace retake
