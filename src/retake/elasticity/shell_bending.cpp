#include "retake/elasticity/shell_bending.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include <Eigen/Geometry>

namespace retake {

namespace {

// A triangle thinner than this part of its rest area is treated as if it had that area, so that
// forces stay bounded where the angle loses its meaning.
constexpr double smallest_area_ratio = 1e-3;

Mat3 cross_matrix(const Vec3& v) {
  Mat3 matrix;
  matrix << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
  return matrix;
}

// The part of the angle's gradient that one triangle (start, end, tip) of the hinge contributes:
//   d angle = m · (length d tip + s_end d start - s_start d end),
// where m = side N / |N|², N = edge x (tip - start), s_end = (tip - end)·edge/length and s_start
// likewise. The sum over both triangles is the gradient.
struct HingeSide {
  Vec3 m;          // 1/m²
  double length;   // of the edge
  Vec3 direction;  // unit, along the edge
  double s_start, s_end;
  Vec3 to_tip;       // tip - start
  Mat3 m_by_normal;  // derivative of m by N
};

HingeSide hinge_side(const Vec3& start, const Vec3& end, const Vec3& tip, double side,
                     double rest_area) {
  HingeSide s;
  const Vec3 edge = end - start;
  s.length = edge.norm();
  s.direction = edge / std::max(s.length, 1e-300);
  s.to_tip = tip - start;
  s.s_start = s.to_tip.dot(s.direction);
  s.s_end = (tip - end).dot(s.direction);
  const Vec3 normal = edge.cross(s.to_tip);
  const double smallest = smallest_area_ratio * 2 * rest_area;
  const double squared = std::max(normal.squaredNorm(), smallest * smallest);
  s.m = side / squared * normal;
  s.m_by_normal = side / squared * Mat3::Identity() - 2 * side * s.m * s.m.transpose();
  return s;
}

// Rows: the parts for start, end, tip. Columns: derivatives by start, end, tip.
Eigen::Matrix<double, 9, 9> derivative_of_gradient(const HingeSide& s) {
  const Mat3 edge_cross = cross_matrix(s.length * s.direction);
  const Mat3 tip_cross = cross_matrix(s.to_tip);
  // N = edge x to_tip, with edge = end - start and to_tip = tip - start.
  const std::array<Mat3, 3> dm = {s.m_by_normal * (tip_cross - edge_cross),
                                  -s.m_by_normal * tip_cross, s.m_by_normal * edge_cross};
  const Mat3 off_edge = (Mat3::Identity() - s.direction * s.direction.transpose()) / s.length;
  const Vec3 turn = off_edge * s.to_tip;  // of the direction; (tip - end) has the same part across
  const std::array<Vec3, 3> d_length = {-s.direction, s.direction, Vec3::Zero()};
  const std::array<Vec3, 3> d_s_start = {-s.direction - turn, turn, s.direction};
  const std::array<Vec3, 3> d_s_end = {-turn, turn - s.direction, s.direction};

  Eigen::Matrix<double, 9, 9> J;
  for (int b = 0; b < 3; ++b) {
    const auto k = static_cast<std::size_t>(b);
    J.block<3, 3>(0, 3 * b) = s.m * d_s_end[k].transpose() + s.s_end * dm[k];
    J.block<3, 3>(3, 3 * b) = -s.m * d_s_start[k].transpose() - s.s_start * dm[k];
    J.block<3, 3>(6, 3 * b) = s.m * d_length[k].transpose() + s.length * dm[k];
  }
  return J;
}

// Places of (start, end, tip) of each side among the hinge's four vertices.
constexpr std::array<std::array<int, 3>, 2> corner_places = {{{0, 1, 2}, {0, 1, 3}}};

std::array<HingeSide, 2> hinge_sides(const Hinge& hinge, const Points& x) {
  const auto& v = hinge.vertices;
  return {hinge_side(x.col(v[0]), x.col(v[1]), x.col(v[2]), -1, hinge.areas[0]),
          hinge_side(x.col(v[0]), x.col(v[1]), x.col(v[3]), 1, hinge.areas[1])};
}

HingeVector angle_gradient(const std::array<HingeSide, 2>& sides) {
  HingeVector gradient = HingeVector::Zero();
  for (std::size_t t = 0; t < 2; ++t) {
    gradient.segment<3>(0) += sides[t].s_end * sides[t].m;
    gradient.segment<3>(3) -= sides[t].s_start * sides[t].m;
    gradient.segment<3>(3 * corner_places[t][2]) += sides[t].length * sides[t].m;
  }
  return gradient;
}

HingeMatrix angle_hessian(const std::array<HingeSide, 2>& sides) {
  HingeMatrix hessian = HingeMatrix::Zero();
  for (std::size_t t = 0; t < 2; ++t) {
    const Eigen::Matrix<double, 9, 9> J = derivative_of_gradient(sides[t]);
    for (int a = 0; a < 3; ++a) {
      for (int b = 0; b < 3; ++b) {
        hessian.block<3, 3>(3 * corner_places[t][static_cast<std::size_t>(a)],
                            3 * corner_places[t][static_cast<std::size_t>(b)]) +=
            J.block<3, 3>(3 * a, 3 * b);
      }
    }
  }
  // Either side's part alone is no gradient of anything; their sum is symmetric up to rounding.
  return 0.5 * (hessian + hessian.transpose());
}

struct EdgeOfTriangle {
  int low, high;  // the edge's ends, low < high
  int triangle;
  int opposite;  // the third vertex
};

std::vector<EdgeOfTriangle> sorted_edges(const Eigen::Matrix3Xi& triangles) {
  std::vector<EdgeOfTriangle> edges;
  edges.reserve(static_cast<std::size_t>(3 * triangles.cols()));
  for (int t = 0; t < triangles.cols(); ++t) {
    for (int a = 0; a < 3; ++a) {
      const auto [low, high] = std::minmax(triangles((a + 1) % 3, t), triangles((a + 2) % 3, t));
      edges.push_back({low, high, t, triangles(a, t)});
    }
  }
  std::sort(edges.begin(), edges.end(), [](const EdgeOfTriangle& a, const EdgeOfTriangle& b) {
    return std::tie(a.low, a.high, a.triangle) < std::tie(b.low, b.high, b.triangle);
  });
  return edges;
}

Hinge make_hinge(const Body& shell, const EdgeOfTriangle& one, const EdgeOfTriangle& other) {
  const Points& x = shell.rest_positions;
  const Vec3 edge = x.col(one.high) - x.col(one.low);
  Hinge hinge;
  hinge.vertices = {one.low, one.high, one.opposite, other.opposite};
  hinge.areas = {0.5 * edge.cross(Vec3(x.col(one.opposite) - x.col(one.low))).norm(),
                 0.5 * edge.cross(Vec3(x.col(other.opposite) - x.col(one.low))).norm()};
  const auto rigidity_of = [&](int triangle) {
    return flexural_rigidity(shell.material_of(triangle), shell.thickness_of(triangle));
  };
  const double rigidity = 0.5 * (rigidity_of(one.triangle) + rigidity_of(other.triangle));
  hinge.stiffness = rigidity * edge.squaredNorm() / (hinge.areas[0] + hinge.areas[1]);
  hinge.rest_angle = hinge_angle(hinge, x);
  return hinge;
}

}  // namespace

double flexural_rigidity(const Material& material, double thickness) {
  const double nu = material.poisson;
  return material.young * thickness * thickness * thickness / (12 * (1 - nu * nu));
}

std::vector<Hinge> make_hinges(const Body& shell) {
  const std::vector<EdgeOfTriangle> edges = sorted_edges(shell.triangles);
  std::vector<Hinge> hinges;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    for (std::size_t j = i + 1; j < edges.size(); ++j) {
      if (edges[j].low != edges[i].low || edges[j].high != edges[i].high) break;
      hinges.push_back(make_hinge(shell, edges[i], edges[j]));
    }
  }
  return hinges;
}

double hinge_angle(const Hinge& hinge, const Points& positions) {
  const Vec3 start = positions.col(hinge.vertices[0]);
  const Vec3 edge = positions.col(hinge.vertices[1]) - start;
  const Vec3 n1 = edge.cross(Vec3(positions.col(hinge.vertices[2]) - start));
  const Vec3 n2 = Vec3(positions.col(hinge.vertices[3]) - start).cross(edge);
  return std::atan2(n1.cross(n2).dot(edge), n1.dot(n2) * edge.norm());
}

double hinge_energy(const Hinge& hinge, const Points& positions) {
  const double half_turn = 0.5 * (hinge_angle(hinge, positions) - hinge.rest_angle);
  const double sine = std::sin(half_turn);
  return 2 * hinge.stiffness * sine * sine;  // 1 - cos t = 2 sin²(t/2), without cancellation
}

HingeVector hinge_gradient(const Hinge& hinge, const Points& positions) {
  const double turn = hinge_angle(hinge, positions) - hinge.rest_angle;
  return hinge.stiffness * std::sin(turn) * angle_gradient(hinge_sides(hinge, positions));
}

HingeResponse hinge_response(const Hinge& hinge, const Points& positions, StiffnessKind kind) {
  const double turn = hinge_angle(hinge, positions) - hinge.rest_angle;
  const std::array<HingeSide, 2> sides = hinge_sides(hinge, positions);
  const HingeVector g = angle_gradient(sides);
  const double sine = std::sin(0.5 * turn);
  HingeResponse response;
  response.energy = 2 * hinge.stiffness * sine * sine;
  response.gradient = hinge.stiffness * std::sin(turn) * g;
  if (kind == StiffnessKind::positive) {
    response.hessian = hinge.stiffness * std::max(std::cos(turn), 0.0) * g * g.transpose();
  } else {
    response.hessian = hinge.stiffness * std::cos(turn) * g * g.transpose() +
                       hinge.stiffness * std::sin(turn) * angle_hessian(sides);
  }
  return response;
}

}  // namespace retake
