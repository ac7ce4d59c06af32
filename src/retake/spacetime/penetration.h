#pragma once
#include <vector>

#include "retake/elasticity/body.h"
#include "retake/elasticity/obstacle.h"

namespace retake {

// A vertex that an edit pushes into an obstacle.
struct Violation {
  int frame = 0;
  int vertex = 0;
  double depth = 0;  // m, beyond what the input already has
  Vec3 normal = Vec3::UnitY();
  int obstacle = 0;  // its index
};

inline constexpr double least_penetration =
    1e-5;  // of the body's size: what still counts as outside

// Vertices that lie deeper in an obstacle than their input did, by more than `tolerance` (m), and
// those that stand behind it on the straight way from their input, as deep as they are beyond the
// side that they came from.
// `positions`, `input`: 3 x n.
std::vector<Violation> violations_in(const std::vector<Obstacle>& obstacles, int frame,
                                     const Eigen::Matrix3Xf& positions,
                                     const Eigen::Ref<const Eigen::Matrix3Xf>& input,
                                     double tolerance);

// Depth of the deepest, m; 0 for none.
double deepest(const std::vector<Violation>& violations);
double total_depth(const std::vector<Violation>& violations);  // sum, m

// Of a site: what is nearer than this part of the body's size, at rest, and than so many frames.
inline constexpr double site_radius = 0.05;
inline constexpr int site_frames = 4;
// The deepest first, at most so many, each standing for its site (`radius` in m).
std::vector<Violation> representatives(std::vector<Violation> violations, const Body& body,
                                       double radius, int most);

// The positions with those vertices back on the surface, or as deep as their input. `size`: of the
// body, m.
Eigen::Matrix3Xf pushed_out(Eigen::Matrix3Xf positions, const std::vector<Violation>& violations,
                            double size);

}  // namespace retake
