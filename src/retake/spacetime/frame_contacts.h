#pragma once
#include <map>
#include <vector>

#include "retake/rotation_strain/warp_contact.h"

namespace retake {

// Contacts that the reconstruction of each frame keeps: those of the input, and guards, which are
// vertices that it leads out of obstacles.
struct FrameContacts {
  std::map<int, std::vector<WarpContact>> kept, guards;  // by frame

  std::vector<WarpContact> at(int frame) const {
    std::vector<WarpContact> contacts;
    for (const auto* of_frames : {&kept, &guards}) {
      const auto found = of_frames->find(frame);
      if (found == of_frames->end()) continue;
      contacts.insert(contacts.end(), found->second.begin(), found->second.end());
    }
    return contacts;
  }
};

}  // namespace retake
