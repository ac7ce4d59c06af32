#pragma once
#include <vector>

#include "retake/elasticity/body.h"

namespace retake {

// The rest state of a body's elements as the warp sees it: tets of a solid, triangles of a shell.
// Elements stand along a space-filling curve, batch_lanes side by side: [batch][component][lane].
// Lanes that fill up the last batch repeat an element with zero weight.
//
// A triangle needs its normal to have a rotation. Sumner and Popović (2004) give it a fourth vertex
// and solve for that too; its unknown stands in no other triangle, so it can be eliminated. With a
// unit rest normal n0 the gradient is F = ∇s x + n n0ᵀ, ∇s the in-plane gradient and n free; the
// cost A |F - B|² is least in n at n = B n0, whatever x, and what is left is A |∇s x - B (I - n0
// n0ᵀ)|²: in-plane gradients and areas alone. So the third "gradient" of a triangle is n0, its
// third "edge" the frame's unit normal, and it sends nothing to a fourth vertex.
struct ElementGeometry {
  bool shell = false;
  int element_count = 0;
  std::vector<int> order;        // order[place] = the body's element
  std::vector<int> vertices;     // [batch][4][lane]; of a triangle the fourth repeats the first
  std::vector<float> gradients;  // [batch][3][xyz][lane], 1/m: of corners 1, 2, 3 (triangle: n0)
  std::vector<float> weights;    // [batch][lane]: volume (area) over the mean volume (area)

  int batches() const;
};

ElementGeometry make_element_geometry(const Body& body);

// One element in double: shape function gradients (1/m) of its corners, and its relative weight.
struct ElementShape {
  int corners = 4;
  int vertices[4] = {};
  Eigen::Matrix<double, 3, 4> gradients;
  double weight = 0;
  Vec3 normal = Vec3::Zero();  // of a triangle at rest
};

ElementShape shape_of_element(const Body& body, int element);

// The mean volume (area): shape_of_element leaves weights in m³ (m²).
double mean_weight(const Body& body);

}  // namespace retake
