#include "retake/spacetime/contact_drifts.h"

#include <algorithm>
#include <cmath>

#include "retake/spacetime/hindrance.h"

namespace retake {

std::vector<ContactDrift> contact_drifts(const EditScope& scope, const KeptContacts& contacts,
                                         const std::function<Eigen::Matrix3Xf(int)>& frame_of,
                                         Progress& progress) {
  std::vector<ContactDrift> drifts;
  for (const ContactPlace& site : contacts.sites) drifts.push_back({site, name_of(scope, site), 0});
  for (const auto& [frame, members] : contacts.members) {
    progress.update("looking at contacts",
                    static_cast<double>(frame - scope.first) / scope.window_frames());
    const Eigen::Matrix3Xf moved = frame_of(frame) - scope.input_frame(frame);
    for (const KeptContacts::Member& member : members) {
      double& drift = drifts[static_cast<std::size_t>(member.site)].drift;
      const Vec3 off = position_in(moved, member.contact.point());
      for (const WarpContact& kept : as_kept(member.contact, scope.settings.contacts.kind)) {
        drift = std::max(drift, std::abs(kept.normal.dot(off)));
      }
    }
  }
  return drifts;
}

}  // namespace retake
