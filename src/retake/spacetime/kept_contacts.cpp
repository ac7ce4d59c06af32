#include "retake/spacetime/kept_contacts.h"

#include <algorithm>
#include <utility>

#include "retake/spacetime/contact_change_smoothing.h"
#include "retake/spacetime/contact_detection.h"
#include "retake/spacetime/contact_rows.h"
#include "retake/spacetime/contact_sites.h"

namespace retake {

namespace {

constexpr std::ptrdiff_t contacts_per_row = 20;
constexpr double rows_per_site = 1.6;  // at most
constexpr int modes_that_choose = 60;

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

std::vector<Contact> contacts_of_input(const EditScope& scope, Progress& progress) {
  const ContactOptions& options = scope.settings.contacts;
  std::vector<Contact> contacts;
  if (options.from == ContactSource::source) contacts = scope.input.contacts;
  if (options.from == ContactSource::detect) {
    contacts = detect_contacts(scope.input.body, scope.motion(), scope.input.obstacles,
                               {.distance = options.detection_distance}, progress);
  }
  std::erase_if(contacts, [&](const Contact& contact) { return !scope.is_free(contact.frame); });
  return contacts;
}

std::vector<SelfContact> self_contacts_of_input(const EditScope& scope, Progress& progress) {
  if (!scope.settings.contacts.self_contact) return {};
  const DetectionOptions options = {.distance = scope.settings.contacts.detection_distance,
                                    .body_of_vertex = scope.input.body_of_vertex};
  std::vector<SelfContact> contacts =
      detect_self_contacts(scope.input.body, scope.motion(), options, progress);
  std::erase_if(contacts,
                [&](const SelfContact& contact) { return !scope.is_free(contact.frame); });
  return contacts;
}

class SiteKeeper {
 public:
  SiteKeeper(const EditScope& scope, const EditModel& model, const CostOptions& cost)
      : scope_(&scope), model_(&model), cost_(&cost) {}

  // One member speaks for each site, for its height or for its distance from the part of the body
  // that it touches; then come those of the outermost members that these leave freest.
  template <class AnyContact>
  void keep(const std::vector<AnyContact>& contacts, const std::vector<ContactSite>& sites) {
    PlacedRows of_sites, others;
    for (const ContactSite& site : sites) {
      note_members(site, contacts);
      WarpContact spokesman = contact_of(contacts[static_cast<std::size_t>(site.representative)]);
      spokesman.normal = site.normal;
      append(of_sites, spokesman, {site.frame, site.vertex, site.obstacle});
      for (const int member :
           outermost_members(site, contacts, scope_->input.body.rest_positions)) {
        const AnyContact& contact = contacts[static_cast<std::size_t>(member)];
        append(others, contact_of(contact), {contact.frame, contact.vertex, site.obstacle});
      }
    }
    const int beside = rows_beside(contacts, of_sites.rows);
    for (const int i : freest_of(others.rows, of_sites.rows, beside)) {
      of_sites.rows.push_back(others.rows[static_cast<std::size_t>(i)]);
      of_sites.places.push_back(others.places[static_cast<std::size_t>(i)]);
    }
    kept_.rows.insert(kept_.rows.end(), of_sites.rows.begin(), of_sites.rows.end());
    kept_.places.insert(kept_.places.end(), of_sites.places.begin(), of_sites.places.end());
  }

  KeptContacts result() && { return std::move(kept_); }

 private:
  struct PlacedRows {
    std::vector<WishRow> rows;
    std::vector<ContactPlace> places;
  };

  void append(PlacedRows& to, const WarpContact& contact, const ContactPlace& place) const {
    for (const WarpContact& axis : as_kept(contact, scope_->settings.contacts.kind)) {
      const VecX row = model_->basis->row(place.frame, axis.point(), axis.normal);
      to.rows.push_back({{{place.frame - scope_->first, row}}});
      to.places.push_back(place);
    }
  }

  template <class AnyContact>
  void note_members(const ContactSite& site, const std::vector<AnyContact>& contacts) {
    const auto index = static_cast<int>(kept_.sites.size());
    kept_.sites.push_back({site.frame, site.vertex, site.obstacle});
    for (const int member : site.members) {
      const AnyContact& contact = contacts[static_cast<std::size_t>(member)];
      kept_.members[contact.frame].push_back({index, contact_of(contact)});
    }
  }

  // The softest modes say which rows give way farthest, in a part of the time that all would take.
  std::vector<int> freest_of(const std::vector<WishRow>& rows, const std::vector<WishRow>& held,
                             int most) const {
    if (most <= 0) return {};
    const int modes = std::min(modes_that_choose, model_->basis->mode_count());
    const auto softest = model_->make_compliance(*cost_, scope_->window_frames(), modes);
    const auto shortened = [&](std::vector<WishRow> all) {
      for (WishRow& row : all) {
        for (WishRow::Term& term : row.terms) term.coefficients.conservativeResize(modes);
      }
      return all;
    };
    return freest_rows(*softest, shortened(held), shortened(rows), most);
  }

  const EditScope* scope_;
  const EditModel* model_;
  const CostOptions* cost_;
  KeptContacts kept_;
};

// The reconstruction holds every contact itself, clustered or not; where contacts come and go they
// fade.
std::map<int, std::vector<WarpContact>> contacts_of_frames(const KeptContacts& kept,
                                                           const EditScope& scope) {
  std::vector<std::vector<WarpContact>> frames(
      static_cast<std::size_t>(scope.motion().frame_count()));
  for (const auto& [frame, members] : kept.members) {
    for (const KeptContacts::Member& member : members) {
      const std::vector<WarpContact> axes = as_kept(member.contact, scope.settings.contacts.kind);
      auto& of_frame = frames[static_cast<std::size_t>(frame)];
      of_frame.insert(of_frame.end(), axes.begin(), axes.end());
    }
  }
  const auto fading = fade_contact_changes(frames);
  std::map<int, std::vector<WarpContact>> of_frames;
  for (int t = scope.first_free(); t <= scope.last_free(); ++t) {
    for (const auto& [contact, strength] : fading[static_cast<std::size_t>(t)]) {
      of_frames[t].push_back(contact);
      of_frames[t].back().softness = softness(strength);
    }
  }
  return of_frames;
}

}  // namespace

std::vector<WarpContact> as_kept(const WarpContact& contact, ContactKind kind) {
  if (kind == ContactKind::sliding) return {contact};
  std::vector<WarpContact> axes(3, contact);
  for (int axis = 0; axis < 3; ++axis)
    axes[static_cast<std::size_t>(axis)].normal = Vec3::Unit(axis);
  return axes;
}

KeptContacts keep_contacts(const EditScope& scope, const EditModel& model, const CostOptions& cost,
                           Progress& progress) {
  const ContactOptions& options = scope.settings.contacts;
  const std::vector<Contact> contacts = contacts_of_input(scope, progress);
  const std::vector<SelfContact> touching = self_contacts_of_input(scope, progress);
  const SiteOptions site_options{.frames = options.cluster_frames,
                                 .radius = options.cluster_radius};
  const std::vector<ContactSite> sites =
      options.cluster ? cluster_contacts(scope.input.body, contacts, site_options)
                      : unclustered(contacts);
  SiteKeeper keeper(scope, model, cost);
  keeper.keep(contacts, sites);
  keeper.keep(touching, cluster_contacts(scope.input.body, touching, site_options));
  KeptContacts kept = std::move(keeper).result();
  kept.contact_count = static_cast<int>(contacts.size() + touching.size());
  if (!kept.sites.empty()) kept.of_frames = contacts_of_frames(kept, scope);
  return kept;
}

}  // namespace retake
