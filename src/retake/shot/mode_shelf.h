#pragma once
#include <map>
#include <memory>
#include <vector>

#include "retake/modes/modes.h"

namespace retake {

// Modes of a body and of its regions that layers share: looked up on disk or computed once, as many
// as the most demanding layer so far has asked for.
class ModeShelf {
 public:
  // At least `count` modes, or all that there are. `region`: vertices that may change; the
  // modes are then those of its region body (spacetime/region_body.h). Empty: all.
  std::shared_ptr<const Modes> modes(const Body& body, const std::vector<int>& region, int count,
                                     Progress& progress);

 private:
  std::map<std::vector<int>, std::shared_ptr<const Modes>> shelf_;
};

}  // namespace retake
