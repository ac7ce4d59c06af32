#pragma once
#include <map>
#include <vector>

#include "retake/spacetime/edit_model.h"
#include "retake/spacetime/edit_report.h"
#include "retake/spacetime/edit_scope.h"

namespace retake {

// Contacts of the input that an edit keeps: the whole motion by rows, of which a few stand for each
// site (contact_sites.h, contact_rows.h), and the reconstruction of each frame all of them.
struct KeptContacts {
  struct Member {
    int site = 0;
    WarpContact contact;
  };

  std::vector<WishRow> rows;
  std::vector<ContactPlace> places;  // of each row
  std::vector<ContactPlace> sites;
  std::map<int, std::vector<Member>> members;         // of all sites, by frame
  std::map<int, std::vector<WarpContact>> of_frames;  // what each frame keeps; they fade
  int contact_count = 0;
};

// Given with the input, or found on it, as the settings say. `cost`: of the edit.
KeptContacts keep_contacts(const EditScope& scope, const EditModel& model, const CostOptions& cost,
                           Progress& progress);

// Sliding contacts keep their height, sticking ones all three coordinates.
std::vector<WarpContact> as_kept(const WarpContact& contact, ContactKind kind);

}  // namespace retake
