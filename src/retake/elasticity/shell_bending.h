#pragma once
#include <array>
#include <vector>

#include "retake/elasticity/elastic_model.h"

namespace retake {

// Two triangles that share an edge and resist a change of the angle between them (Grinspun et al.
// 2003). Vertices: the edge's two ends, then the vertex opposite to it in either triangle.
//   E = k (1 - cos(angle - rest_angle)),  k = D |edge|² / (area1 + area2),  D = E h³ / (12 (1-nu²))
// agrees with k/2 (angle - rest_angle)² for small changes and has no jump where a fold closes. This
// k gives the plate's energy for bending about lines parallel to edges, and about any line in a
// mesh of equilateral triangles.
struct Hinge {
  std::array<int, 4> vertices;
  double rest_angle = 0;          // rad
  double stiffness = 0;           // k, J
  std::array<double, 2> areas{};  // of the two triangles at rest, m²
};

// One hinge for each pair of triangles that share an edge (an edge of three triangles has three).
std::vector<Hinge> make_hinges(const Body& shell);

// Bending stiffness of a plate, J: E h³ / (12 (1 - nu²)).
double flexural_rigidity(const Material& material, double thickness);

// Angle between the two triangles' normals about the edge, in (-pi, pi]; 0 when flat.
double hinge_angle(const Hinge& hinge, const Points& positions);

using HingeVector = Eigen::Matrix<double, 12, 1>;
using HingeMatrix = Eigen::Matrix<double, 12, 12>;

struct HingeResponse {
  double energy = 0;     // J
  HingeVector gradient;  // N
  HingeMatrix hessian;   // N/m, whole
};

double hinge_energy(const Hinge& hinge, const Points& positions);
HingeVector hinge_gradient(const Hinge& hinge, const Points& positions);
// `positive` leaves out the second derivative of the angle (Gauss-Newton).
HingeResponse hinge_response(const Hinge& hinge, const Points& positions, StiffnessKind kind);

}  // namespace retake
