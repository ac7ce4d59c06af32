#pragma once
#include <optional>
#include <string>

#include "retake/spacetime/frame_contacts.h"
#include "retake/spacetime/kept_contacts.h"
#include "retake/spacetime/obstacle_rows.h"
#include "retake/spacetime/pull_response.h"

namespace retake {

// The obstacle of a place, or the body itself.
std::string name_of(const EditScope& scope, const ContactPlace& place);

// Contacts and obstacles that keep wishes from being met.
class Hindrances {
 public:
  // All must live as long.
  Hindrances(const EditScope& scope, const EditRows& rows, const PullResponse& response,
             const KeptContacts& contacts, const FrameContacts& frame_contacts,
             const ObstacleRows& obstacles)
      : scope_(&scope),
        rows_(&rows),
        response_(&response),
        contacts_(&contacts),
        frame_contacts_(&frame_contacts),
        obstacles_(&obstacles) {}

  // `reads`: the wish's rows over the positions of all points; `miss`: in these rows.
  std::optional<Hindrance> of(const Wish& wish, const MatX& reads, const VecX& miss) const;

 private:
  std::optional<ContactPlace> hindering_row(const VecX& pull) const;
  std::optional<ContactPlace> hindering_contact(const Wish& wish, const Vec3& miss) const;
  int obstacle_at(const WarpContact& contact, int frame) const;

  const EditScope* scope_;
  const EditRows* rows_;
  const PullResponse* response_;
  const KeptContacts* contacts_;
  const FrameContacts* frame_contacts_;
  const ObstacleRows* obstacles_;
};

}  // namespace retake
