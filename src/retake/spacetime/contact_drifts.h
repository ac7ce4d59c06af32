#pragma once
#include <functional>
#include <vector>

#include "retake/spacetime/kept_contacts.h"

namespace retake {

// How far kept contacts went off: of each site its worst member. `frame_of`: a frame of the edited
// motion, 3 x n.
std::vector<ContactDrift> contact_drifts(const EditScope& scope, const KeptContacts& contacts,
                                         const std::function<Eigen::Matrix3Xf(int)>& frame_of,
                                         Progress& progress);

}  // namespace retake
