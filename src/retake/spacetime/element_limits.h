#pragma once
#include <map>
#include <memory>

#include "retake/rotation_strain/warp.h"
#include "retake/spacetime/handle_model.h"

namespace retake {

// How far the elements of a warped frame may be deformed, over the input: edges between e^-0.64 and
// e^0.64 of their length, tets no less than e^-1.5 of their volume (or of that at rest, where the
// input has more). What the input itself has lost (flat or inside out) does not count.
class ElementLimits {
 public:
  static constexpr double edge = 0.64;   // |log| of an edge's length over that in the input
  static constexpr double volume = 1.5;  // -log of a tet's volume over the less of rest and input
  // What linearization may leave beyond the limits.
  static constexpr double slack = 0.05;

  // All must live as long.
  ElementLimits(const Body& body, const Motion& input, const Warp& warp);

  // The largest |nᵀ ∇p n| of any edge (direction n at rest): the strain that a linear edit p asks
  // for.
  double largest_edge_strain(const Eigen::Matrix3Xf& edit) const;

  // Beyond their limits in a frame, the worst first, at most `most`.
  std::vector<ElementConstraint> violated(int frame, const Eigen::Matrix3Xf& positions,
                                          std::size_t most) const;
  double excess(const ElementConstraint& constraint, const Eigen::Matrix3Xf& positions) const;
  // d excess / d linear edit (3n), of a frame that stands at `positions` by `edit`.
  Eigen::VectorXf gradient(const ElementConstraint& constraint, const Eigen::Matrix3Xf& edit,
                           const Eigen::Matrix3Xf& positions) const;

 private:
  using Pair = std::pair<int, int>;
  double edge_excess(Pair edge, int frame, const Eigen::Matrix3Xf& positions, bool longer) const;
  double volume_excess(const Eigen::Vector4i& tet, int frame,
                       const Eigen::Matrix3Xf& positions) const;
  double reference_volume(const Eigen::Vector4i& tet, int frame) const;
  Eigen::Matrix<float, 3, Eigen::Dynamic> difference_gradient(int a, int b, int frame,
                                                              const Eigen::Matrix3Xf& edit) const;

  const Body* body_;
  const Motion* input_;
  const Warp* warp_;
  std::vector<Pair> edges_;
  // Of the difference of two vertices; contacts of the frame are left out.
  mutable std::map<Pair, std::shared_ptr<const Warp::Probe>> differences_;
};

}  // namespace retake
