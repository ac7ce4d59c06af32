// Contacts of the input that the edit keeps.
#include <algorithm>

#include "retake/spacetime/banded_compliance.h"
#include "retake/spacetime/contact_change_smoothing.h"
#include "retake/spacetime/contact_detection.h"
#include "retake/spacetime/contact_rows.h"
#include "retake/spacetime/contact_sites.h"
#include "retake/spacetime/motion_edit_impl.h"

namespace retake {

namespace {

constexpr std::ptrdiff_t contacts_per_row = 20;
constexpr double rows_per_site = 1.6;  // at most
constexpr Eigen::Index modes_that_choose = 60;

WeightedPoint touched_point(const SelfContact& contact) {
  WeightedPoint point;
  for (int i = 0; i < 3; ++i) {
    point.push_back({contact.triangle[static_cast<std::size_t>(i)], contact.weights[i]});
  }
  return point;
}

WarpContact contact_of(const Contact& contact) {
  return {.vertex = contact.vertex, .normal = contact.normal};
}

WarpContact contact_of(const SelfContact& contact) {
  return {.vertex = contact.vertex, .normal = contact.normal, .against = touched_point(contact)};
}

// How many rows more than one for each site: no more than a row for every 20 contacts in all.
template <class AnyContact>
int rows_beside(const std::vector<AnyContact>& contacts, const std::vector<WishRow>& of_sites) {
  const auto most = std::min(std::ssize(contacts) / contacts_per_row,
                             static_cast<std::ptrdiff_t>(rows_per_site * std::ssize(of_sites)));
  return static_cast<int>(std::max<std::ptrdiff_t>(0, most - std::ssize(of_sites)));
}

}  // namespace

std::vector<Contact> MotionEdit::Impl::contacts_of_input(Progress& progress) const {
  const ContactOptions& options = settings_.contacts;
  std::vector<Contact> contacts;
  if (options.from == ContactSource::source) contacts = input_.contacts;
  if (options.from == ContactSource::detect) {
    contacts = detect_contacts(input_.body, motion(), input_.obstacles,
                               {.distance = options.detection_distance}, progress);
  }
  std::erase_if(contacts, [&](const Contact& contact) { return !is_free(contact.frame); });
  return contacts;
}

std::vector<SelfContact> MotionEdit::Impl::self_contacts_of_input(Progress& progress) const {
  if (!settings_.contacts.self_contact) return {};
  const DetectionOptions options = {.distance = settings_.contacts.detection_distance,
                                    .body_of_vertex = input_.body_of_vertex};
  std::vector<SelfContact> contacts =
      detect_self_contacts(input_.body, motion(), options, progress);
  std::erase_if(contacts, [&](const SelfContact& contact) { return !is_free(contact.frame); });
  return contacts;
}

// Sliding contacts keep their height, sticking ones all three coordinates.
std::vector<WarpContact> MotionEdit::Impl::as_kept(const WarpContact& contact) const {
  if (settings_.contacts.kind == ContactKind::sliding) return {contact};
  std::vector<WarpContact> axes(3, contact);
  for (int axis = 0; axis < 3; ++axis)
    axes[static_cast<std::size_t>(axis)].normal = Vec3::Unit(axis);
  return axes;
}

WishRow MotionEdit::Impl::row_of(int frame, const WarpContact& contact) const {
  return {{{frame - first_, basis_->row(frame, contact.point(), contact.normal)}}};
}

// The softest modes say which rows give way farthest, in a part of the time that all would take.
std::vector<int> MotionEdit::Impl::freest_of(const std::vector<WishRow>& rows,
                                             const std::vector<WishRow>& held, int most) const {
  if (most <= 0) return {};
  const Eigen::Index modes = std::min<Eigen::Index>(modes_that_choose, basis_->mode_count());
  const BandedCompliance soft(basis_->eigenvalues().head(modes), window_frames(), settings_.cost);
  const auto shortened = [&](std::vector<WishRow> all) {
    for (WishRow& row : all) {
      for (WishRow::Term& term : row.terms) term.coefficients.conservativeResize(modes);
    }
    return all;
  };
  return freest_rows(soft, shortened(held), shortened(rows), most);
}

// Rows of the sites: one member speaks for each, for its height or for its distance from the part
// of the body that it touches; and then those of their outermost members that these leave freest.
template <class AnyContact>
std::vector<WishRow> MotionEdit::Impl::keep_sites(const std::vector<AnyContact>& contacts,
                                                  const std::vector<ContactSite>& sites) {
  std::vector<WishRow> rows, others;
  std::vector<ContactPlace> places_of_others;
  for (const ContactSite& site : sites) {
    const ContactPlace place{site.frame, site.vertex, site.obstacle};
    const auto index = static_cast<int>(sites_.size());
    sites_.push_back(place);
    for (const int member : site.members) {
      const AnyContact& contact = contacts[static_cast<std::size_t>(member)];
      contacts_of_sites_[contact.frame].push_back({index, contact_of(contact)});
    }
    WarpContact spokesman = contact_of(contacts[static_cast<std::size_t>(site.representative)]);
    spokesman.normal = site.normal;
    for (const WarpContact& kept : as_kept(spokesman)) {
      rows.push_back(row_of(site.frame, kept));
      contact_places_.push_back(place);
    }
    for (const int member : outermost_members(site, contacts, input_.body.rest_positions)) {
      const AnyContact& contact = contacts[static_cast<std::size_t>(member)];
      for (const WarpContact& kept : as_kept(contact_of(contact))) {
        others.push_back(row_of(contact.frame, kept));
        places_of_others.push_back({contact.frame, contact.vertex, site.obstacle});
      }
    }
  }
  for (const int i : freest_of(others, rows, rows_beside(contacts, rows))) {
    rows.push_back(others[static_cast<std::size_t>(i)]);
    contact_places_.push_back(places_of_others[static_cast<std::size_t>(i)]);
  }
  return rows;
}

void MotionEdit::Impl::keep_contacts(Progress& progress) {
  const ContactOptions& options = settings_.contacts;
  const std::vector<Contact> contacts = contacts_of_input(progress);
  const std::vector<SelfContact> touching = self_contacts_of_input(progress);
  const SiteOptions site_options{.frames = options.cluster_frames,
                                 .radius = options.cluster_radius};
  const std::vector<ContactSite> sites = options.cluster
                                             ? cluster_contacts(input_.body, contacts, site_options)
                                             : unclustered(contacts);
  now_.conditioning->add(keep_sites(contacts, sites));
  now_.conditioning->add(
      keep_sites(touching, cluster_contacts(input_.body, touching, site_options)));
  contact_rows_ = report_.contact_rows = now_.conditioning->row_count();
  report_.contacts = static_cast<int>(contacts.size() + touching.size());
  report_.contact_sites = static_cast<int>(sites_.size());
  if (!sites_.empty()) keep_contacts_in_warp();
}

// The reconstruction holds every contact itself, clustered or not; where contacts come and go they
// fade.
void MotionEdit::Impl::keep_contacts_in_warp() {
  std::vector<std::vector<WarpContact>> frames(static_cast<std::size_t>(motion().frame_count()));
  for (const auto& [frame, contacts] : contacts_of_sites_) {
    for (const SiteContact& member : contacts) {
      const std::vector<WarpContact> kept = as_kept(member.contact);
      auto& of_frame = frames[static_cast<std::size_t>(frame)];
      of_frame.insert(of_frame.end(), kept.begin(), kept.end());
    }
  }
  const auto fading = fade_contact_changes(frames);
  for (int t = first_free(); t <= last_free(); ++t) {
    std::vector<WarpContact> of_frame;
    for (const auto& [contact, strength] : fading[static_cast<std::size_t>(t)]) {
      of_frame.push_back(contact);
      of_frame.back().softness = softness(strength);
    }
    if (!of_frame.empty()) warp_contacts_[t] = of_frame;
    show_contacts_to_warp(t);
  }
}

void MotionEdit::Impl::show_contacts_to_warp(int frame) {
  std::vector<WarpContact> contacts;
  for (const auto* of_frames : {&warp_contacts_, &guards_}) {
    const auto found = of_frames->find(frame);
    if (found == of_frames->end()) continue;
    contacts.insert(contacts.end(), found->second.begin(), found->second.end());
  }
  warp_.set_contacts(frame, std::move(contacts));
  finished_frames_.clear();
  for (std::size_t p = 0; p < points_.size(); ++p) {
    if (points_[p].frame != frame) continue;
    probes_[p] = nullptr;
    tangents_[p].resize(0, 0);
    drop_point_rows();
    now_.prepared = false;
  }
}

}  // namespace retake
