#pragma once
#include <array>
#include <functional>
#include <span>
#include <vector>

#include "retake/elasticity/body.h"
#include "retake/mesh/motion.h"
#include "retake/spacetime/wish.h"

namespace retake {

// Strain limiting (Provot 1995): what an edit may do to the elements of a frame, over the input or
// rest, whichever allows more. An edge keeps e^-0.64 to e^0.64 of its length, a tet no less than
// e^-1.5 of its volume. Volume that the input itself has lost (flat or inside out) does not count.
//
// A frame that is beyond is projected: constraint by constraint in one order, each brought to its
// limit by the least motion of its own vertices, until all hold (Gauss and Seidel; position-based
// dynamics, Mueller et al. 2007). Only vertices of violated constraints move, and what they touch
// in turn. Frames within the limits stay as they are to the bit, and every sweep is a continuous
// function of the frame.
class StrainLimiter {
 public:
  static constexpr double edge = 0.64;   // |log| of an edge's length
  static constexpr double volume = 1.5;  // -log of a tet's volume
  static constexpr double slack = 0.02;  // in these logarithms: what projection may leave

  explicit StrainLimiter(const Body& body);  // must live as long

  // What does not move in a frame, beside pins.
  struct Held {
    std::vector<WeightedPoint> points;
    std::vector<int> vertices;
  };
  struct Limited {
    Eigen::Matrix3Xf positions;
    double excess = 0;  // the worst that is left, of the logarithms; 0 within the limits
  };
  // `standing`: the frame as it is without handles, whose strain is allowed; empty: the input.
  Limited limited(Eigen::Matrix3Xf positions, const FrameView& input, const Held& held,
                  const Eigen::Matrix3Xf& standing) const;

  // Whether there is nothing to do. `standing` is asked for only where the frame is beyond the
  // limits over its input.
  bool holds(const Eigen::Matrix3Xf& positions, const FrameView& input,
             const std::function<Eigen::Matrix3Xf()>& standing) const;

  // Worst excess of all elements, as a logarithm; <= 0: all are within the limits.
  double excess(const Eigen::Matrix3Xf& positions, const FrameView& input) const;

 private:
  struct Frame;
  struct Projection;
  int constraint_count() const { return static_cast<int>(edges_.size() + tets_.size()); }
  bool is_edge(int constraint) const { return constraint < static_cast<int>(edges_.size()); }
  std::span<const int> vertices_of(int constraint) const;
  std::vector<int> violated(const Frame& frame) const;
  double sweep(Projection& projection) const;
  Projection projection_of(Eigen::Matrix3Xf& positions, const FrameView& input, const Held& held,
                           const Eigen::Matrix3Xf& standing) const;
  bool is_beyond(int constraint, const Frame& frame) const;
  double excess(int constraint, const Frame& frame) const;
  double least_volume(int constraint, const Frame& frame) const;

  const Body* body_;
  std::vector<std::array<int, 2>> edges_;
  std::vector<std::array<int, 4>> tets_;
  std::vector<double> rest_;          // per constraint: length², m²; six volumes, m³
  std::vector<int> first_of_vertex_;  // constraints of each vertex, one after the other
  std::vector<int> of_vertices_;
};

}  // namespace retake
