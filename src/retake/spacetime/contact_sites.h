#pragma once
#include <vector>

#include "retake/elasticity/body.h"
#include "retake/elasticity/contact.h"
#include "retake/spacetime/contact_detection.h"

// Contacts that are neighbours in space and time stand for the same thing, and a small basis cannot
// tell them apart: one of them is enough (Barbic 2012, section 5, "Contact clustering"). Contacts
// form a graph (mesh neighbours of one frame; one vertex in neighbouring frames); its connected
// components are cut into sites small enough for one contact to hold them all.
namespace retake {

struct SiteOptions {
  int frames = 12;          // a site spans at most so many
  double radius = 0.1;      // of the body's size: how far members lie from their mean, at rest
  double angle = 0.523599;  // rad, 30°: between the normals of any two members

  void validate() const;
};

// One contact in place of many.
struct ContactSite {
  int frame = 0;   // of the member nearest to the mean time ...
  int vertex = 0;  // ... and, in that frame, to the mean rest position
  int obstacle = 0;
  Vec3 normal = Vec3::UnitY();  // mean over the members, unit
  int representative = 0;       // that member's index in the list of contacts
  std::vector<int> members;     // indices in the list of contacts, ascending
};

// Each contact belongs to exactly one site. Sites come by frame, then vertex, then first member.
// Takes time about linear in the contacts.
// Throws InputError that names the contact whose vertex, frame or normal makes no sense.
std::vector<ContactSite> cluster_contacts(const Body& body, const std::vector<Contact>& contacts,
                                          const SiteOptions& options = {});

// The same for contacts of the body with itself; `obstacle` is -1.
std::vector<ContactSite> cluster_contacts(const Body& body,
                                          const std::vector<SelfContact>& contacts,
                                          const SiteOptions& options = {});

// Every contact a site of its own: for comparison.
std::vector<ContactSite> unclustered(const std::vector<Contact>& contacts);

}  // namespace retake
