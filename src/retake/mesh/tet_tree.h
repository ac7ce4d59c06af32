#pragma once
#include <cstdint>
#include <vector>

#include <Eigen/Geometry>

#include "retake/mesh/tet_mesh.h"

namespace retake {

// The tet nearest to a point.
struct NearestTet {
  int tet = -1;
  double squared_distance = 0;                        // 0 inside
  Eigen::Vector4d weights = Eigen::Vector4d::Zero();  // barycentric; negative ones outside
};

// A tree of boxes over the tets of a mesh, for asking which tet holds a point. Flat tets (see
// flat_tet) are left out, since they have no barycentric coordinates. Keeps a reference to the
// mesh.
class TetTree {
 public:
  explicit TetTree(const TetMesh& mesh);

  // Of several tets at the same distance, the one whose smallest weight is largest.
  NearestTet nearest(const Vec3& point) const;

 private:
  struct Node {
    Eigen::AlignedBox3d box;
    int first = 0, count = 0;  // of order_, for a leaf
    int right = -1;            // right child; the left one is the next node
  };

  int build(int first, int count);
  NearestTet compare(int tet, const Vec3& point) const;

  const TetMesh& mesh_;
  double tie_ = 0;  // squared distances closer than this are equal
  std::vector<int> order_;
  std::vector<Node> nodes_;
};

}  // namespace retake
