// Contacts of the input that the edit keeps.
#include <algorithm>

#include "retake/spacetime/contact_change_smoothing.h"
#include "retake/spacetime/contact_detection.h"
#include "retake/spacetime/contact_sites.h"
#include "retake/spacetime/motion_edit_impl.h"

namespace retake {

namespace {

WeightedPoint difference_of(const SelfContact& contact) {
  WeightedPoint point = {{contact.vertex, 1}};
  for (int i = 0; i < 3; ++i) {
    point.push_back({contact.triangle[static_cast<std::size_t>(i)], -contact.weights[i]});
  }
  return point;
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

std::vector<WishRow> MotionEdit::Impl::rows_of_sites(const std::vector<ContactSite>& sites) const {
  std::vector<WishRow> rows;
  for (const ContactSite& site : sites) {
    const WeightedPoint point = {{site.vertex, 1}};
    if (settings_.contacts.kind == ContactKind::sliding) {
      rows.push_back({{{site.frame - first_, basis_->row(site.frame, point, site.normal)}}});
      continue;
    }
    for (int axis = 0; axis < 3; ++axis) {
      rows.push_back({{{site.frame - first_, basis_->row(site.frame, point, Vec3::Unit(axis))}}});
    }
  }
  return rows;
}

// One row for each site of the body with itself: the distance of its two parts.
std::vector<WishRow> MotionEdit::Impl::rows_of_self_contacts(const SiteOptions& options,
                                                             Progress& progress) {
  std::vector<SelfContact> touching = detect_self_contacts(
      input_.body, motion(), {.distance = settings_.contacts.detection_distance}, progress);
  std::erase_if(touching, [&](const SelfContact& contact) { return !is_free(contact.frame); });
  std::vector<WishRow> rows;
  for (const ContactSite& site : cluster_contacts(input_.body, touching, options)) {
    const SelfContact& contact = touching[static_cast<std::size_t>(site.representative)];
    rows.push_back({{{contact.frame - first_,
                      basis_->row(contact.frame, difference_of(contact), contact.normal)}}});
  }
  report_.contacts += static_cast<int>(touching.size());
  report_.contact_sites += static_cast<int>(rows.size());
  return rows;
}

void MotionEdit::Impl::keep_contacts(Progress& progress) {
  const ContactOptions& options = settings_.contacts;
  const std::vector<Contact> contacts = contacts_of_input(progress);
  const SiteOptions site_options{.frames = options.cluster_frames,
                                 .radius = options.cluster_radius};
  const std::vector<ContactSite> sites = options.cluster
                                             ? cluster_contacts(input_.body, contacts, site_options)
                                             : unclustered(contacts);
  report_.contacts = static_cast<int>(contacts.size());
  report_.contact_sites = static_cast<int>(sites.size());
  std::vector<WishRow> rows = rows_of_sites(sites);
  if (options.self_contact) {
    for (WishRow& row : rows_of_self_contacts(site_options, progress))
      rows.push_back(std::move(row));
  }
  contact_rows_ = static_cast<int>(rows.size());
  conditioning_->add(std::move(rows));
  keep_contacts_in_warp(contacts);
}

// The reconstruction holds every contact itself, clustered or not; where contacts come and go they
// fade.
void MotionEdit::Impl::keep_contacts_in_warp(const std::vector<Contact>& contacts) {
  if (contacts.empty()) return;
  std::vector<std::vector<WarpContact>> frames(static_cast<std::size_t>(motion().frame_count()));
  for (const Contact& contact : contacts) {
    auto& of_frame = frames[static_cast<std::size_t>(contact.frame)];
    if (settings_.contacts.kind == ContactKind::sliding) {
      of_frame.push_back({contact.vertex, contact.normal});
    } else {
      for (int axis = 0; axis < 3; ++axis) of_frame.push_back({contact.vertex, Vec3::Unit(axis)});
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
}

}  // namespace retake
