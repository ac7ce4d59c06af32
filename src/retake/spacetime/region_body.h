#pragma once
#include <span>
#include <vector>

#include "retake/elasticity/body.h"
#include "retake/mesh/motion.h"

namespace retake {

// The part of a body that an edit of a region works on: the elements that touch the region, held
// where they meet the rest of the body. Stiffness and masses of its free vertices are those of the
// whole body with everything outside of the region held, so its modes vanish at the interface.
struct RegionBody {
  Body body;  // pins: the interface and the whole body's own; without a render surface
  std::vector<int> vertices;  // the whole body's vertex of each of its vertices, ascending
};

// `region`: vertices that may change, in any order. Shells also take in the triangles next to those
// that touch the region, since hinges bend across their edges. A surface with an interior takes the
// interior behind the region along (see region_interior).
//
// Throws InputError for an empty region, vertices that do not exist, and where nothing is free.
RegionBody make_region_body(const Body& body, std::span<const int> region);

// The motion of these vertices alone.
Motion restricted(const Motion& motion, std::span<const int> vertices);

// `whole` (3 x n) with the positions of these vertices replaced by the columns of `part`.
Eigen::Matrix3Xf scattered(const Eigen::Matrix3Xf& part, std::span<const int> vertices,
                           Eigen::Matrix3Xf whole);

}  // namespace retake
