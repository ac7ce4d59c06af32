// Contacts and obstacles that keep wishes from being met, and what the edit does to contacts.
#include <algorithm>
#include <cmath>

#include "retake/spacetime/motion_edit_impl.h"

namespace retake {

namespace {

constexpr double miss_that_counts = 1e-4;  // of the body's size
constexpr double the_larger_part = 0.5;    // of a compliance that rows take away, or of a miss

}  // namespace

std::string MotionEdit::Impl::name_of(const ContactPlace& place) const {
  const auto obstacle = static_cast<std::size_t>(place.obstacle);
  if (place.obstacle < 0) return "the body itself";
  return obstacle < input_.obstacles.size() ? input_.obstacles[obstacle].name : "a contact";
}

// The contact or obstacle row that takes away most of how far the points would go along the pull.
std::optional<ContactPlace> MotionEdit::Impl::hindering_row(const VecX& pull) const {
  const std::vector<int> rows = linear_rows(), pulls = pull_rows();
  if (rows.empty()) return std::nullopt;
  const std::vector<int> points(pulls.begin(), pulls.begin() + point_pull_count());
  const MatX& S = now_.conditioning->compliance_matrix();
  const double without = pull.dot(S(points, points) * pull);
  const VecX felt = S(rows, points) * pull;
  const VecX taken = -felt.cwiseProduct(now_.contact_share.leftCols(pull.size()) * pull);
  Eigen::Index most = 0;
  taken.maxCoeff(&most);
  if (taken.sum() < the_larger_part * without) return std::nullopt;
  return most < contact_rows_ ? contact_places_[static_cast<std::size_t>(most)]
                              : one_sided_places_[static_cast<std::size_t>(most - contact_rows_)];
}

// A contact of the reconstruction at one of the wish's own vertices.
std::optional<ContactPlace> MotionEdit::Impl::hindering_contact(const Wish& wish,
                                                                const Vec3& miss) const {
  for (const auto* of_frames : {&warp_contacts_, &guards_}) {
    const auto found = of_frames->find(wish.frame);
    if (found == of_frames->end()) continue;
    for (const WarpContact& contact : found->second) {
      const bool held = std::any_of(wish.point.begin(), wish.point.end(), [&](const auto& part) {
        return part.vertex == contact.vertex;
      });
      if (!held || contact.softness > 0 ||
          std::abs(contact.normal.dot(miss)) < the_larger_part * miss.norm()) {
        continue;
      }
      return ContactPlace{wish.frame, contact.vertex, obstacle_at(contact, wish.frame)};
    }
  }
  return std::nullopt;
}

// The obstacle that a contact of the reconstruction stands on: the nearest.
int MotionEdit::Impl::obstacle_at(const WarpContact& contact, int frame) const {
  if (!contact.against.empty()) return -1;
  const Vec3 point =
      motion().frames[static_cast<std::size_t>(frame)].col(contact.vertex).cast<double>() +
      contact.offset * contact.normal;
  int nearest = static_cast<int>(input_.obstacles.size());  // none: a contact from a file
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t o = 0; o < input_.obstacles.size(); ++o) {
    const double distance = std::abs(distance_to(input_.obstacles[o], point).distance);
    if (distance >= least) continue;
    least = distance;
    nearest = static_cast<int>(o);
  }
  return nearest;
}

// `reads`: the wish's rows over the positions of all points; `miss`: in these rows.
std::optional<Hindrance> MotionEdit::Impl::hindrance_of(std::size_t wish, const MatX& reads,
                                                        const VecX& miss) const {
  if (miss.norm() < miss_that_counts * size_) return std::nullopt;
  if (const auto before = obstacle_before(wishes_[wish])) {
    const ContactPlace at{before->frame, wishes_[wish].point[0].vertex, before->obstacle};
    return Hindrance{at, name_of(at), false};
  }
  std::optional<ContactPlace> place =
      hindering_contact(wishes_[wish], wishes_[wish].directions * miss);
  if (!place) place = hindering_row(reads.transpose() * miss.normalized());
  if (!place) return std::nullopt;
  const bool pushes = std::find(one_sided_places_.begin(), one_sided_places_.end(), *place) !=
                      one_sided_places_.end();
  return Hindrance{*place, name_of(*place), !pushes};
}

// Of each site its worst member.
std::vector<ContactDrift> MotionEdit::Impl::contact_drifts(Progress& progress) const {
  std::vector<ContactDrift> drifts;
  for (const ContactPlace& site : sites_) drifts.push_back({site, name_of(site), 0});
  if (is_idle()) return drifts;
  for (const auto& [frame, members] : contacts_of_sites_) {
    progress.update("looking at contacts", static_cast<double>(frame - first_) / window_frames());
    Eigen::Matrix3Xf moved = warped_frame(frame);
    keep_outside(frame, moved);
    moved -= motion().frames[static_cast<std::size_t>(frame)];
    for (const SiteContact& member : members) {
      double& drift = drifts[static_cast<std::size_t>(member.site)].drift;
      const Vec3 off = position_in(moved, member.contact.point());
      for (const WarpContact& kept : as_kept(member.contact)) {
        drift = std::max(drift, std::abs(kept.normal.dot(off)));
      }
    }
  }
  return drifts;
}

}  // namespace retake
