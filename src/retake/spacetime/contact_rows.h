#pragma once
#include <algorithm>
#include <vector>

#include "retake/spacetime/conditioning.h"
#include "retake/spacetime/contact_sites.h"

// A site acts through one member, by which the body is free to tilt and to roll there. What matters
// most of that is kept by further members.
namespace retake {

// Of `candidates`, those that give way farthest while `held` and the ones before are kept, first
// the farthest: the pivots of a Cholesky factorization of all of their compliances (Harbrecht
// 2012). At most `most`, and none that what is held already decides.
std::vector<int> freest_rows(const Compliance& compliance, const std::vector<WishRow>& held,
                             const std::vector<WishRow>& candidates, int most);

// Members of a site other than its representative: first and last in time, and farthest from the
// representative at rest.
template <class AnyContact>
std::vector<int> outermost_members(const ContactSite& site, const std::vector<AnyContact>& contacts,
                                   const Points& rest_positions) {
  const auto contact = [&](int i) -> const AnyContact& {
    return contacts[static_cast<std::size_t>(i)];
  };
  const auto earlier = [&](int i, int j) { return contact(i).frame < contact(j).frame; };
  const auto away = [&](int i) {
    return (rest_positions.col(contact(i).vertex) - rest_positions.col(site.vertex)).squaredNorm();
  };
  const auto [first, last] = std::minmax_element(site.members.begin(), site.members.end(), earlier);
  const auto farthest = std::max_element(site.members.begin(), site.members.end(),
                                         [&](int i, int j) { return away(i) < away(j); });
  std::vector<int> members = {*first, *last, *farthest};
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  std::erase(members, site.representative);
  return members;
}

}  // namespace retake
