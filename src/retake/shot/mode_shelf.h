#pragma once
#include <map>
#include <memory>
#include <vector>

#include "retake/modes/modes.h"
#include "retake/shot/shot_body.h"

namespace retake {

// At least `count` modes of a body, or all that there are. `region`: vertices that may change; the
// modes are then those of its region body (spacetime/region_body.h). Empty: all. `bodies`: of a
// stack, those that may change, ascending; empty: all.
struct ModeNeed {
  std::vector<int> region;
  int count = 0;
  std::vector<int> bodies = {};

  bool is_whole() const { return region.empty() && bodies.empty(); }
  bool has_same_part(const ModeNeed& other) const {
    return region == other.region && bodies == other.bodies;
  }
};

// Looked up on disk or computed. `stacked`: what the body stacks; empty: it is one. The modes of
// several bodies are those of each, which are kept on disk one by one: none moves two of them.
std::shared_ptr<const Modes> find_modes(const Body& body, const std::vector<ShotBody>& stacked,
                                        const ModeNeed& need, Progress& progress);
inline std::shared_ptr<const Modes> find_modes(const Body& body, const ModeNeed& need,
                                               Progress& progress) {
  return find_modes(body, {}, need, progress);
}

// Modes of a body and of its regions that layers share, as many as the most demanding layer so far
// has asked for.
class ModeShelf {
 public:
  // Those that are there, or found.
  std::shared_ptr<const Modes> modes(const Body& body, const std::vector<ShotBody>& stacked,
                                     const ModeNeed& need, Progress& progress);

  // Null: not as many are there.
  std::shared_ptr<const Modes> find(const ModeNeed& need) const;
  // What find_modes gave for the need.
  void put(const ModeNeed& need, std::shared_ptr<const Modes> modes);

 private:
  struct Kept {
    int asked = 0;  // more than there are modes: these are all
    std::shared_ptr<const Modes> modes;
  };
  std::map<std::pair<std::vector<int>, std::vector<int>>, Kept> shelf_;  // by bodies and region
};

}  // namespace retake
