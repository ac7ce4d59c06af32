#pragma once
#include <vector>

#include <Eigen/Geometry>

#include "retake/mesh/triangle_mesh.h"

namespace retake {

// A tree of boxes over the triangles of a mesh, for asking how far away they are and on which side.
// Keeps a reference to the mesh.
class TriangleTree {
 public:
  explicit TriangleTree(const TriangleMesh& mesh);

  // Distance to the nearest triangle; infinite for a mesh without triangles.
  double distance(const Vec3& point) const;

  // How often the triangles run around the point, counter-clockwise seen from outside: 1 inside, 0
  // outside, and in between where the surface is open (Jacobson et al. 2013). Triangles far away
  // are summed up as one, as Barill et al. (2018) do to first order: right to about 0.02.
  double winding(const Vec3& point) const;

 private:
  struct Node {
    Eigen::AlignedBox3d box;
    int first = 0, count = 0;    // of order_
    int right = -1;              // right child, the left one is the next node; -1: a leaf
    Vec3 area = Vec3::Zero();    // sum of the triangles' normals times areas
    Vec3 center = Vec3::Zero();  // mean of their centres, weighted by area
    double reach = 0;            // from the centre to the farthest corner
  };

  int build(int first, int count);
  void sum_up(Node& node) const;
  Vec3 corner(int triangle, int k) const {
    return mesh_.positions.col(mesh_.triangles(k, triangle));
  }

  const TriangleMesh& mesh_;
  std::vector<int> order_;
  std::vector<Node> nodes_;
};

}  // namespace retake
