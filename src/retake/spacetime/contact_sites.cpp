#include "retake/spacetime/contact_sites.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <tuple>

#include "retake/numerics/errors.h"
#include "retake/spacetime/contact_graph.h"

namespace retake {

namespace {

using Members = std::vector<int>;

void check(const Body& body, const std::vector<Contact>& contacts) {
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const auto [frame, vertex, obstacle, normal] = contacts[i];
    const std::string where = "contact " + std::to_string(i);
    if (vertex < 0 || vertex >= body.vertex_count()) {
      throw InputError({.what = "a vertex does not exist",
                        .where = where,
                        .expected = "0 to " + std::to_string(body.vertex_count() - 1),
                        .found = std::to_string(vertex)});
    }
    if (frame < 0) {
      throw InputError({.what = "a frame does not exist",
                        .where = where,
                        .expected = "0 or more",
                        .found = std::to_string(frame)});
    }
    if (!(std::abs(normal.norm() - 1) < 1e-6)) {
      throw InputError({.what = "a normal has not the length 1",
                        .where = where + ", vertex " + std::to_string(vertex),
                        .found = std::to_string(normal.norm())});
    }
  }
}

// Cuts groups of contacts in time, then in halves until each is small enough for one contact.
class Divider {
 public:
  Divider(const Body& body, const std::vector<Contact>& contacts, const SiteOptions& options)
      : rest_(body.rest_positions),
        contacts_(contacts),
        frames_(options.frames),
        radius_(options.radius * size_of(body)),
        spread_(2 * std::sin(options.angle / 4)) {}

  void divide(const Members& component, std::vector<ContactSite>& sites) const;

 private:
  const Contact& contact(int i) const { return contacts_[static_cast<std::size_t>(i)]; }

  // Where a contact lies, in units of what a site may span: members within 1 of the mean are near
  // enough in space, and any two normals, each within half the angle of the mean, in direction.
  struct Place {
    Vec3 position, normal;
  };
  Place place(int i) const {
    return {rest_.col(contact(i).vertex) / radius_, contact(i).normal / spread_};
  }
  Place mean_place(const Members& members) const;
  static double distance(const Place& a, const Place& b) {
    return std::max((a.position - b.position).norm(), (a.normal - b.normal).norm());
  }
  int farthest(const Members& members, const Place& from) const;
  std::vector<Members> slices(const Members& component) const;
  ContactSite make_site(const Members& members, const Place& mean) const;

  const Points& rest_;
  const std::vector<Contact>& contacts_;
  int frames_;
  double radius_, spread_;  // m; distance of unit vectors half the angle apart
};

Divider::Place Divider::mean_place(const Members& members) const {
  Place sum{Vec3::Zero(), Vec3::Zero()};
  for (const int i : members) {
    const Place one = place(i);
    sum.position += one.position;
    sum.normal += one.normal;
  }
  return {sum.position / static_cast<double>(members.size()),
          sum.normal.stableNormalized() / spread_};
}

int Divider::farthest(const Members& members, const Place& from) const {
  int best = members.front();
  double most = -1;
  for (const int i : members) {
    const double away = distance(place(i), from);
    if (away > most) std::tie(most, best) = std::tuple(away, i);
  }
  return best;
}

// Slices of equal duration, no longer than a site may be.
std::vector<Members> Divider::slices(const Members& component) const {
  const auto by_frame = [&](int i, int j) { return contact(i).frame < contact(j).frame; };
  const auto [first, last] = std::minmax_element(component.begin(), component.end(), by_frame);
  const int begin = contact(*first).frame, span = contact(*last).frame - begin + 1;
  const int count = (span + frames_ - 1) / frames_;
  const int length = (span + count - 1) / count;
  std::vector<Members> slices(static_cast<std::size_t>(count));
  for (const int i : component) {
    slices[static_cast<std::size_t>((contact(i).frame - begin) / length)].push_back(i);
  }
  std::erase_if(slices, [](const Members& slice) { return slice.empty(); });
  return slices;
}

ContactSite Divider::make_site(const Members& members, const Place& mean) const {
  double mean_frame = 0;
  for (const int i : members) mean_frame += contact(i).frame;
  mean_frame /= static_cast<double>(members.size());
  const auto remoteness = [&](int i) {
    return std::tuple(std::abs(contact(i).frame - mean_frame), contact(i).frame,
                      (place(i).position - mean.position).norm(), contact(i).vertex, i);
  };
  const int middle = *std::min_element(members.begin(), members.end(),
                                       [&](int i, int j) { return remoteness(i) < remoteness(j); });
  return {.frame = contact(middle).frame,
          .vertex = contact(middle).vertex,
          .obstacle = contact(middle).obstacle,
          .normal = mean.normal.normalized(),
          .representative = middle,
          .members = members};
}

void Divider::divide(const Members& component, std::vector<ContactSite>& sites) const {
  std::vector<Members> waiting = slices(component);
  while (!waiting.empty()) {
    const Members members = std::move(waiting.back());
    waiting.pop_back();
    const Place mean = mean_place(members);
    const Place one = place(farthest(members, mean));
    if (distance(one, mean) <= 1) {
      sites.push_back(make_site(members, mean));
      continue;
    }
    // Nearer to one extreme member, or to the one farthest from that.
    const Place other = place(farthest(members, one));
    Members halves[2];
    for (const int i : members) {
      halves[distance(place(i), one) <= distance(place(i), other) ? 0 : 1].push_back(i);
    }
    waiting.push_back(std::move(halves[0]));
    waiting.push_back(std::move(halves[1]));
  }
}

}  // namespace

void SiteOptions::validate() const {
  const auto require = [](bool holds, const std::string& what, const std::string& expected,
                          double found) {
    if (holds) return;
    throw InputError({.what = what, .expected = expected, .found = std::to_string(found)});
  };
  require(frames >= 1, "frames of a contact site", "1 or more", frames);
  require(std::isfinite(radius) && radius > 0, "radius of a contact site", "above 0", radius);
  require(angle > 0 && angle <= std::numbers::pi, "angle within a contact site",
          "above 0, at most pi", angle);
}

std::vector<ContactSite> cluster_contacts(const Body& body, const std::vector<Contact>& contacts,
                                          const SiteOptions& options) {
  options.validate();
  check(body, contacts);
  const Divider divider(body, contacts, options);
  std::vector<ContactSite> sites;
  for (const Members& component : connected_contacts(body, contacts, options.angle)) {
    divider.divide(component, sites);
  }
  std::sort(sites.begin(), sites.end(), [](const ContactSite& a, const ContactSite& b) {
    return std::tie(a.frame, a.vertex, a.members.front()) <
           std::tie(b.frame, b.vertex, b.members.front());
  });
  return sites;
}

std::vector<ContactSite> cluster_contacts(const Body& body,
                                          const std::vector<SelfContact>& contacts,
                                          const SiteOptions& options) {
  std::vector<Contact> plain;
  plain.reserve(contacts.size());
  for (const SelfContact& contact : contacts) {
    plain.push_back({contact.frame, contact.vertex, -1, contact.normal});
  }
  return cluster_contacts(body, plain, options);
}

std::vector<ContactSite> unclustered(const std::vector<Contact>& contacts) {
  std::vector<ContactSite> sites;
  sites.reserve(contacts.size());
  for (int i = 0; i < std::ssize(contacts); ++i) {
    const Contact& contact = contacts[static_cast<std::size_t>(i)];
    sites.push_back({contact.frame, contact.vertex, contact.obstacle, contact.normal, i, {i}});
  }
  return sites;
}

}  // namespace retake
