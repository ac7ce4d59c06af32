// Which members of contact sites get rows of their own.
#include "retake/spacetime/contact_rows.h"

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include "retake/spacetime/banded_compliance.h"
#include "spacetime/dense_problem.h"

namespace retake {
namespace {

constexpr int row_frames = 20;

std::vector<WishRow> random_rows(int count, unsigned seed) {
  std::vector<WishRow> rows;
  for (int i = 0; i < count; ++i) {
    rows.push_back({{{4 + (7 * i) % 12, random_vector(6, seed + static_cast<unsigned>(i))}}});
  }
  return rows;
}

BandedCompliance compliance_of_samples() {
  CostOptions cost;
  cost.timestep = 1.0 / 24;
  return BandedCompliance(sample_lambdas(), row_frames, cost);
}

// How far the last row gives way while the ones before it are kept.
double freedom_of_the_last(const Compliance& compliance, const std::vector<WishRow>& rows) {
  Conditioning conditioning(compliance);
  conditioning.add(rows);
  const MatX& S = conditioning.compliance_matrix();
  const Eigen::Index before = S.rows() - 1;
  const VecX coupling = S.col(before).head(before);
  return S(before, before) - coupling.dot(S.topLeftCorner(before, before).ldlt().solve(coupling));
}

TEST(FreestRows, GiveWayFartherThanAnyThatIsLeft) {
  const BandedCompliance compliance = compliance_of_samples();
  std::vector<WishRow> kept = random_rows(3, 1);
  const std::vector<WishRow> candidates = random_rows(12, 50);
  const std::vector<int> chosen = freest_rows(compliance, kept, candidates, 5);
  ASSERT_EQ(chosen.size(), 5u);
  for (const int next : chosen) {
    const auto freedom = [&](const WishRow& row) {
      std::vector<WishRow> with = kept;
      with.push_back(row);
      return freedom_of_the_last(compliance, with);
    };
    const WishRow& row = candidates[static_cast<std::size_t>(next)];
    for (const WishRow& other : candidates) {
      EXPECT_GE(freedom(row), freedom(other) * (1 - 1e-6) - 1e-12);
    }
    kept.push_back(row);
  }
}

TEST(FreestRows, AreNoneThatAreDecidedAlready) {
  const BandedCompliance compliance = compliance_of_samples();
  const std::vector<WishRow> held = random_rows(4, 1);
  EXPECT_TRUE(freest_rows(compliance, held, held, 4).empty());
  EXPECT_TRUE(freest_rows(compliance, held, random_rows(3, 9), 0).empty());
}

TEST(OutermostMembers, AreFirstLastAndFarthestButNotTheOneThatSpeaks) {
  const std::vector<Contact> contacts = {{3, 0, 0, Vec3::UnitY()},
                                         {4, 1, 0, Vec3::UnitY()},
                                         {4, 2, 0, Vec3::UnitY()},
                                         {5, 0, 0, Vec3::UnitY()}};
  Points rest = Points::Zero(3, 3);
  rest(0, 1) = 0.1;
  rest(0, 2) = 0.5;
  const ContactSite site{.frame = 4, .vertex = 1, .representative = 1, .members = {0, 1, 2, 3}};
  EXPECT_EQ(outermost_members(site, contacts, rest), (std::vector{0, 2, 3}));
  const ContactSite alone{.frame = 4, .vertex = 1, .representative = 1, .members = {1}};
  EXPECT_TRUE(outermost_members(alone, contacts, rest).empty());
}

}  // namespace
}  // namespace retake
