#pragma once
#include "retake/elasticity/body.h"

namespace retake::server {

// How far elements are stretched or squeezed against the rest shape: tets, and triangles that are
// not the faces of any (shells, also beside solids).
class StrainMeter {
 public:
  explicit StrainMeter(const Body& body);

  struct Reading {
    Eigen::VectorXf strain;  // per element: largest |principal stretch - 1|
    Eigen::VectorXf volume;  // per element: det F, below 0 inside out; triangles: area ratio
  };
  Reading read(const Eigen::Matrix3Xf& positions) const;
  // The volumes of a reading alone, which is several times quicker.
  Eigen::VectorXf volumes(const Eigen::Matrix3Xf& positions) const;

  // Per vertex: the largest of the elements around it.
  Eigen::VectorXf at_vertices(const Eigen::VectorXf& elements) const;
  // A vertex of the element.
  int vertex_of(int element) const { return elements_(0, element); }
  bool is_tet(Eigen::Index element) const { return elements_(3, element) >= 0; }

 private:
  Mat3 gradient(const Eigen::Matrix3Xf& positions, std::ptrdiff_t element) const;

  Eigen::Matrix4Xi elements_;    // 4 x e; of triangles the last is -1
  std::vector<Mat3> from_rest_;  // inverse of the rest edges, of triangles with their normal
  Eigen::Index vertex_count_ = 0;
};

}  // namespace retake::server
