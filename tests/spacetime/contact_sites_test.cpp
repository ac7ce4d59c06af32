#include "retake/spacetime/contact_sites.h"

#include <cmath>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "elasticity/sheet.h"
#include "retake/numerics/errors.h"

namespace retake {
namespace {

constexpr int cells = 20;
int vertex_at(int i, int j) { return j * (cells + 1) + i; }

Vec3 tilted(double angle) { return {std::sin(angle), std::cos(angle), 0}; }

// Patches of a sheet that touch two obstacles for some frames each, with normals that turn.
std::vector<Contact> many_contacts(unsigned seed) {
  std::mt19937 random(seed);
  const auto draw = [&](int end) {
    return static_cast<int>(random() % static_cast<unsigned>(end));
  };
  std::vector<Contact> contacts;
  for (int patch = 0; patch < 12; ++patch) {
    const int i0 = draw(cells), j0 = draw(cells), size = 1 + draw(8), begin = draw(60);
    const int length = 1 + draw(40), obstacle = draw(2);
    const double slope = 0.2 * draw(4);
    for (int f = begin; f < begin + length; ++f) {
      for (int i = i0; i < std::min(cells + 1, i0 + size); ++i) {
        for (int j = j0; j < std::min(cells + 1, j0 + size); ++j) {
          contacts.push_back({f, vertex_at(i, j), obstacle, tilted(slope * (i - i0))});
        }
      }
    }
  }
  return contacts;
}

const Contact& member(const std::vector<Contact>& contacts, int i) {
  return contacts[static_cast<std::size_t>(i)];
}

TEST(ContactSites, EachContactBelongsToExactlyOneSite) {
  const Body sheet = make_sheet(cells);
  const std::vector<Contact> contacts = many_contacts(1);
  std::vector<int> uses(contacts.size(), 0);
  for (const ContactSite& site : cluster_contacts(sheet, contacts)) {
    for (const int i : site.members) ++uses[static_cast<std::size_t>(i)];
  }
  EXPECT_THAT(uses, testing::Each(1));
}

TEST(ContactSites, AreNoLargerThanAllowedInTimeSpaceAndAngle) {
  const Body sheet = make_sheet(cells);
  const SiteOptions options{.frames = 7, .radius = 0.12};
  for (unsigned seed = 1; seed < 6; ++seed) {
    const std::vector<Contact> contacts = many_contacts(seed);
    for (const ContactSite& site : cluster_contacts(sheet, contacts, options)) {
      Vec3 mean = Vec3::Zero();
      for (const int i : site.members) mean += sheet.rest_positions.col(member(contacts, i).vertex);
      mean /= static_cast<double>(site.members.size());
      for (const int i : site.members) {
        const Contact& one = member(contacts, i);
        EXPECT_EQ(one.obstacle, site.obstacle);
        EXPECT_LE((sheet.rest_positions.col(one.vertex) - mean).norm(),
                  options.radius * size_of(sheet) + 1e-12);
        for (const int j : site.members) {
          EXPECT_LT(std::abs(one.frame - member(contacts, j).frame), options.frames);
          EXPECT_GE(one.normal.dot(member(contacts, j).normal), std::cos(options.angle) - 1e-12);
        }
      }
    }
  }
}

TEST(ContactSites, AreRepresentedByTheMemberInTheirMiddle) {
  const Body sheet = make_sheet(cells);
  std::vector<Contact> contacts;
  for (int f = 10; f <= 14; ++f) {
    for (int i = 4; i <= 6; ++i) {
      for (int j = 7; j <= 9; ++j) {
        contacts.push_back({f, vertex_at(i, j), 0, tilted(0.1 * (i - 5))});
      }
    }
  }
  const std::vector<ContactSite> sites = cluster_contacts(sheet, contacts);

  ASSERT_EQ(sites.size(), 1u);
  EXPECT_EQ(sites[0].frame, 12);
  EXPECT_EQ(sites[0].vertex, vertex_at(5, 8));
  EXPECT_LT((sites[0].normal - Vec3::UnitY()).norm(), 1e-12);
  EXPECT_EQ(sites[0].members.size(), contacts.size());
  const Contact& middle = member(contacts, sites[0].representative);
  EXPECT_EQ(std::pair(middle.frame, middle.vertex), std::pair(sites[0].frame, sites[0].vertex));
}

TEST(ContactSites, ContactsThatDoNotHangTogetherStayApart) {
  const Body sheet = make_sheet(cells);
  const Vec3 up = Vec3::UnitY();
  const std::vector<Contact> contacts = {
      {5, vertex_at(3, 3), 0, up}, {7, vertex_at(3, 3), 0, up},  // a frame between them
      {5, vertex_at(5, 3), 0, up},                               // a vertex between them
      {5, vertex_at(3, 3), 1, up},                               // another obstacle
      {6, vertex_at(4, 3), 0, up},                               // next vertex and next frame
  };
  EXPECT_EQ(cluster_contacts(sheet, contacts).size(), contacts.size());
}

TEST(ContactSites, NormalsThatDifferStayApart) {
  const Body sheet = make_sheet(cells);
  const std::vector<Contact> edge_of_a_step = {{5, vertex_at(3, 3), 0, Vec3::UnitY()},
                                               {5, vertex_at(4, 3), 0, Vec3::UnitX()}};
  EXPECT_EQ(cluster_contacts(sheet, edge_of_a_step).size(), 2u);
}

TEST(ContactSites, OfABodyWithItselfAreFoundInTheSameWay) {
  const Body sheet = make_sheet(cells);
  std::vector<SelfContact> contacts;
  for (int f = 0; f < 5; ++f)
    contacts.push_back({.frame = f, .vertex = 7, .triangle = {50, 51, 72}});
  const std::vector<ContactSite> sites = cluster_contacts(sheet, contacts);
  ASSERT_EQ(sites.size(), 1u);
  EXPECT_EQ(sites[0].obstacle, -1);
  EXPECT_EQ(sites[0].representative, 2);
}

TEST(ContactSites, RefuseContactsThatMakeNoSense) {
  const Body sheet = make_sheet(cells);
  const Vec3 up = Vec3::UnitY();
  for (const Contact& bad : {Contact{0, sheet.vertex_count(), 0, up}, Contact{-1, 0, 0, up},
                             Contact{0, 0, 0, Vec3::Zero()}}) {
    EXPECT_THROW(cluster_contacts(sheet, std::vector{bad}), InputError);
  }
}

}  // namespace
}  // namespace retake
