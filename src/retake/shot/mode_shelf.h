#pragma once
#include <map>
#include <memory>
#include <vector>

#include "retake/modes/modes.h"

namespace retake {

// At least `count` modes of a body, or all that there are. `region`: vertices that may change; the
// modes are then those of its region body (spacetime/region_body.h). Empty: all.
struct ModeNeed {
  std::vector<int> region;
  int count = 0;
};

// Looked up on disk or computed.
std::shared_ptr<const Modes> find_modes(const Body& body, const ModeNeed& need, Progress& progress);

// Modes of a body and of its regions that layers share, as many as the most demanding layer so far
// has asked for.
class ModeShelf {
 public:
  // Those that are there, or found.
  std::shared_ptr<const Modes> modes(const Body& body, const std::vector<int>& region, int count,
                                     Progress& progress);

  // Null: not as many are there.
  std::shared_ptr<const Modes> find(const ModeNeed& need) const;
  // What find_modes gave for the need.
  void put(const ModeNeed& need, std::shared_ptr<const Modes> modes);

 private:
  struct Kept {
    int asked = 0;  // more than there are modes: these are all
    std::shared_ptr<const Modes> modes;
  };
  std::map<std::vector<int>, Kept> shelf_;  // by region
};

}  // namespace retake
