#pragma once
#include <vector>

#include "retake/interpolation/key_pose.h"
#include "retake/rotation_strain/element_geometry.h"

// Pins that move from pose to pose. Those that hang together by elements (the held end of a beam)
// turn as one: straight ways from pose to pose would squeeze them through one another.
namespace retake {

// What the pins of a pose do, group by group: R = exp(turn) exp(correction), as elements turn
// (PoseRemainder::corrections), about their centre; `local` is what that leaves.
struct PinCoordinates {
  Points turns;        // 3 x groups, rotation vectors, past π where the body around turns that far
  Points corrections;  // 3 x groups
  Points centres;      // 3 x groups: how far the mean of the pins has moved, m
  Points local;        // 3 x pins: displacements before the turn, m

  void add(double share, const PinCoordinates& other);
};

class PinGroups {
 public:
  PinGroups(const Body& body, const std::vector<ElementShape>& elements);

  int count() const { return static_cast<int>(groups_.size()); }
  const std::vector<int>& vertices(int group) const {
    return groups_[static_cast<std::size_t>(group)].vertices;
  }

  // `turns`: rotation vectors of all elements (3 x elements), as the body around is wound.
  PinCoordinates coordinates_of(const Points& pose, const Points& turns) const;
  // Of the body's pins in their order (3 x pins).
  Points displacements(const PinCoordinates& pins) const;
  PinCoordinates nothing() const;

  // The group that moves and turns least in all poses together: turns are counted from it.
  int stillest(const std::vector<KeyPose>& poses) const;

 private:
  struct Group {
    std::vector<int> vertices, places;  // places: of the vertices in the body's pins
    std::vector<int> elements;          // that touch them
    Points rest;
  };
  std::vector<Group> groups_;
  Eigen::Index pins_;
  double size_;  // of the body, m
};

// Whether all pins have gone as one rigid thing in every pose, and tell how it turned: then the
// body is seen from them.
bool pins_go_together(const Body& body, const std::vector<KeyPose>& poses);

}  // namespace retake
