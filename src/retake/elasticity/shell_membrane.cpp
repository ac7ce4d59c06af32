#include "retake/elasticity/shell_membrane.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>
#include <Eigen/LU>

namespace retake {

namespace {

using Mat32 = Eigen::Matrix<double, 3, 2>;

// Below this a singular value counts as zero: the direction it belongs to is then arbitrary.
constexpr double smallest_stretch = 1e-10;

// F = s1 u1 v1ᵀ + s2 u2 v2ᵀ with orthonormal u1, u2, u3 and v1, v2.
struct ThinSvd {
  double s1 = 0, s2 = 0;
  Vec3 u1, u2, u3;
  Eigen::Vector2d v1, v2;
};

ThinSvd thin_svd(const Mat32& F) {
  const Eigen::Matrix2d C = F.transpose() * F;
  const double angle = 0.5 * std::atan2(2 * C(0, 1), C(0, 0) - C(1, 1));
  ThinSvd svd;
  svd.v1 = {std::cos(angle), std::sin(angle)};
  svd.v2 = {-svd.v1.y(), svd.v1.x()};
  const Vec3 f1 = F * svd.v1;
  svd.s1 = f1.norm();
  svd.u1 = svd.s1 > smallest_stretch ? Vec3(f1 / svd.s1) : Vec3::UnitX();
  const Vec3 f2 = F * svd.v2;
  const Vec3 across = f2 - svd.u1 * svd.u1.dot(f2);
  svd.s2 = across.norm();
  svd.u2 = svd.s2 > smallest_stretch ? Vec3(across / svd.s2) : svd.u1.unitOrthogonal();
  svd.u3 = svd.u1.cross(svd.u2);
  return svd;
}

Mat32 deformation_gradient(const MembraneTriangle& triangle, const Points& positions) {
  Mat32 F = Mat32::Zero();
  for (int a = 0; a < 3; ++a) {
    F += positions.col(triangle.vertices[static_cast<std::size_t>(a)]) *
         triangle.shape_gradients.col(a).transpose();
  }
  return F;
}

double energy_of(const MembraneTriangle& triangle, const ThinSvd& svd) {
  const double e1 = svd.s1 - 1, e2 = svd.s2 - 1;
  return triangle.mu * (e1 * e1 + e2 * e2) + 0.5 * triangle.lambda * (e1 + e2) * (e1 + e2);
}

// Derivatives of the energy by s1 and s2.
Eigen::Vector2d principal_stress(const MembraneTriangle& triangle, const ThinSvd& svd) {
  const double e1 = svd.s1 - 1, e2 = svd.s2 - 1;
  const double pressure = triangle.lambda * (e1 + e2);
  return {2 * triangle.mu * e1 + pressure, 2 * triangle.mu * e2 + pressure};
}

std::array<Vec3, 3> gradient_of(const MembraneTriangle& triangle, const ThinSvd& svd) {
  const Eigen::Vector2d stress = principal_stress(triangle, svd);
  const Mat32 P = stress[0] * svd.u1 * svd.v1.transpose() + stress[1] * svd.u2 * svd.v2.transpose();
  std::array<Vec3, 3> gradient;
  for (int a = 0; a < 3; ++a) {
    gradient[static_cast<std::size_t>(a)] = P * triangle.shape_gradients.col(a);
  }
  return gradient;
}

// An eigenpair of the Hessian with respect to F. `direction` has unit Frobenius norm.
struct EigenMode {
  double eigenvalue = 0;
  Mat32 direction;
};

// The Hessian of an isotropic W(s1, s2), in closed form (after Smith, de Goes and Kim 2019, section
// 4, here for 3 x 2 gradients): two stretches, in-plane twist and flip, two turns out of the plane.
std::array<EigenMode, 6> eigen_modes(const MembraneTriangle& triangle, const ThinSvd& svd) {
  const Eigen::Vector2d stress = principal_stress(triangle, svd);
  const double half = std::sqrt(0.5);
  const Mat32 d11 = svd.u1 * svd.v1.transpose(), d22 = svd.u2 * svd.v2.transpose();
  const Mat32 d12 = svd.u1 * svd.v2.transpose(), d21 = svd.u2 * svd.v1.transpose();
  const double twist = stress.sum() / std::max(svd.s1 + svd.s2, smallest_stretch);
  return {{{2 * triangle.mu + 2 * triangle.lambda, half * (d11 + d22)},
           {2 * triangle.mu, half * (d11 - d22)},
           {2 * triangle.mu, half * (d12 + d21)},
           {twist, half * (d21 - d12)},
           {stress[0] / std::max(svd.s1, smallest_stretch), svd.u3 * svd.v1.transpose()},
           {stress[1] / std::max(svd.s2, smallest_stretch), svd.u3 * svd.v2.transpose()}}};
}

}  // namespace

MembraneTriangle make_membrane_triangle(const std::array<int, 3>& vertices, const Points& rest,
                                        const Material& material, double thickness) {
  const Vec3 edge1 = rest.col(vertices[1]) - rest.col(vertices[0]);
  const Vec3 edge2 = rest.col(vertices[2]) - rest.col(vertices[0]);
  const Vec3 x_axis = edge1.normalized();
  const double height = (edge2 - x_axis * x_axis.dot(edge2)).norm();
  Eigen::Matrix2d rest_edges;
  rest_edges << edge1.norm(), x_axis.dot(edge2), 0, height;

  MembraneTriangle triangle;
  triangle.vertices = vertices;
  const Eigen::Matrix2d inverse = rest_edges.inverse();  // F = [x1-x0, x2-x0] inverse
  triangle.shape_gradients.col(1) = inverse.row(0).transpose();
  triangle.shape_gradients.col(2) = inverse.row(1).transpose();
  triangle.shape_gradients.col(0) =
      -triangle.shape_gradients.col(1) - triangle.shape_gradients.col(2);
  const double volume = 0.5 * edge1.norm() * height * thickness;
  const double nu = material.poisson;
  triangle.mu = volume * material.lame_mu();
  triangle.lambda = volume * material.young * nu / (1 - nu * nu);
  return triangle;
}

double membrane_energy(const MembraneTriangle& triangle, const Points& positions) {
  return energy_of(triangle, thin_svd(deformation_gradient(triangle, positions)));
}

std::array<Vec3, 3> membrane_gradient(const MembraneTriangle& triangle, const Points& positions) {
  return gradient_of(triangle, thin_svd(deformation_gradient(triangle, positions)));
}

MembraneResponse membrane_response(const MembraneTriangle& triangle, const Points& positions,
                                   StiffnessKind kind) {
  const ThinSvd svd = thin_svd(deformation_gradient(triangle, positions));
  MembraneResponse response;
  response.energy = energy_of(triangle, svd);
  response.gradient = gradient_of(triangle, svd);
  for (auto& row : response.hessian) row.fill(Mat3::Zero());
  for (const EigenMode& mode : eigen_modes(triangle, svd)) {
    const double value =
        kind == StiffnessKind::positive ? std::max(mode.eigenvalue, 0.0) : mode.eigenvalue;
    const Mat3 motion = mode.direction * triangle.shape_gradients;  // one column per vertex
    for (int a = 0; a < 3; ++a) {
      for (int b = 0; b <= a; ++b) {
        response.hessian[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] +=
            value * motion.col(a) * motion.col(b).transpose();
      }
    }
  }
  return response;
}

}  // namespace retake
