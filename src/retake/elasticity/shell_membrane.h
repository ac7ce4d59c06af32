#pragma once
#include <array>

#include "retake/elasticity/elastic_model.h"

namespace retake {

// A triangle that resists in-plane strain: corotated law in plane stress. With the singular values
// s1, s2 of the 3 x 2 deformation gradient F, per rest area
//   W = h (mu ((s1-1)² + (s2-1)²) + lambda/2 (s1+s2-2)²),  lambda = E nu / (1 - nu²).
// Linear in compression too, so a crushed triangle pushes back (St. Venant-Kirchhoff would give
// in).
struct MembraneTriangle {
  std::array<int, 3> vertices;
  Eigen::Matrix<double, 2, 3> shape_gradients;  // F = sum of x_a gradient_aᵀ, 1/m
  double mu = 0;                                // rest area x thickness x Lamé mu, J
  double lambda = 0;                            // the same with the plane-stress lambda, J
};

MembraneTriangle make_membrane_triangle(const std::array<int, 3>& vertices, const Points& rest,
                                        const Material& material, double thickness);

// Value, gradient and Hessian with respect to three vertices.
struct MembraneResponse {
  double energy = 0;                           // J
  std::array<Vec3, 3> gradient;                // N
  std::array<std::array<Mat3, 3>, 3> hessian;  // [a][b], N/m; the upper half (b > a) is not filled
};

double membrane_energy(const MembraneTriangle& triangle, const Points& positions);
std::array<Vec3, 3> membrane_gradient(const MembraneTriangle& triangle, const Points& positions);
MembraneResponse membrane_response(const MembraneTriangle& triangle, const Points& positions,
                                   StiffnessKind kind);

}  // namespace retake
