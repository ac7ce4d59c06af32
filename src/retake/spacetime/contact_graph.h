#pragma once
#include <vector>

#include "retake/elasticity/body.h"
#include "retake/elasticity/contact.h"

namespace retake {

// Contacts that hang together: with the same obstacle, either mesh neighbours in one frame or one
// vertex in neighbouring frames, and with normals that differ by at most `angle` (rad). Components
// come by their first contact; indices in each ascend.
std::vector<std::vector<int>> connected_contacts(const Body& body,
                                                 const std::vector<Contact>& contacts,
                                                 double angle);

}  // namespace retake
