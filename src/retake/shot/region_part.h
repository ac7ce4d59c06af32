#pragma once
#include <vector>

#include "retake/spacetime/motion_edit.h"
#include "retake/spacetime/region_body.h"

namespace retake {

// A region of a body, or some bodies of a stack, as a body of its own, and the way there and back:
// for edits that leave all else as it is.
class RegionPart {
 public:
  // `vertex_count`: of the whole body.
  RegionPart(RegionBody part, int vertex_count);

  const Body& body() const { return part_.body; }

  // The whole body's things as the part has them.
  std::shared_ptr<const Motion> motion(const Motion& whole) const;
  std::vector<Contact> contacts(const std::vector<Contact>& whole) const;
  std::vector<int> of_vertices(const std::vector<int>& whole) const;  // a value for each vertex
  // Throws InputError for a wish about a vertex that is not in the part.
  Wish wish(Wish whole) const;

  // The whole body's vertex of one of the part.
  int whole_vertex(int vertex) const { return part_.vertices[static_cast<std::size_t>(vertex)]; }
  // The whole frame with the part's vertices where `part` has them.
  Eigen::Matrix3Xf whole(const Eigen::Matrix3Xf& part, Eigen::Matrix3Xf input) const;

 private:
  WeightedPoint point(WeightedPoint whole) const;

  RegionBody part_;
  std::vector<int> index_in_part_;  // of each vertex of the whole body; -1: not there
};

}  // namespace retake
