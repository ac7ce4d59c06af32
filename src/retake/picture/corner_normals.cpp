#include "retake/picture/corner_normals.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/Geometry>

#include "retake/numerics/parallel_for.h"

namespace retake {

namespace {

double angle_between(const Vec3& a, const Vec3& b) {
  return std::atan2(a.cross(b).norm(), a.dot(b));
}

struct Faces {
  Points normals;           // 3 x f, unit or zero
  Eigen::Matrix3Xd angles;  // 3 x f, radians at each corner
};

Faces measure_faces(const Points& positions, const Eigen::Matrix3Xi& triangles) {
  Faces faces{Points(3, triangles.cols()), Eigen::Matrix3Xd(3, triangles.cols())};
  const auto measure = [&](std::ptrdiff_t t) {
    const Vec3 a = positions.col(triangles(0, t)), b = positions.col(triangles(1, t)),
               c = positions.col(triangles(2, t));
    faces.normals.col(t) = (b - a).cross(c - a).stableNormalized();
    faces.angles.col(t) << angle_between(b - a, c - a), angle_between(c - b, a - b),
        angle_between(a - c, b - c);
  };
  parallel_for(triangles.cols(), measure, 1024);
  return faces;
}

}  // namespace

CornersOfVertices corners_of_vertices(const Eigen::Matrix3Xi& triangles, int vertex_count) {
  CornersOfVertices corners;
  corners.begin.assign(static_cast<std::size_t>(vertex_count) + 1, 0);
  const auto vertices = triangles.reshaped();
  for (const int v : vertices) ++corners.begin[static_cast<std::size_t>(v) + 1];
  for (std::size_t v = 1; v < corners.begin.size(); ++v) corners.begin[v] += corners.begin[v - 1];
  corners.corner.resize(static_cast<std::size_t>(vertices.size()));
  std::vector<int> next = corners.begin;
  for (int c = 0; c < vertices.size(); ++c) {
    int& slot = next[static_cast<std::size_t>(vertices(c))];
    corners.corner[static_cast<std::size_t>(slot++)] = c;
  }
  return corners;
}

Eigen::Matrix3Xf corner_normals(const Points& positions, const Eigen::Matrix3Xi& triangles,
                                const CornersOfVertices& corners, double crease_angle) {
  const Faces faces = measure_faces(positions, triangles);
  const double smallest_cosine = std::cos(crease_angle * std::numbers::pi / 180) - 1e-9;
  Eigen::Matrix3Xf normals(3, 3 * triangles.cols());
  const auto average = [&](std::ptrdiff_t v) {
    const auto begin = corners.corner.begin() + corners.begin[static_cast<std::size_t>(v)];
    const auto end = corners.corner.begin() + corners.begin[static_cast<std::size_t>(v) + 1];
    for (auto own = begin; own != end; ++own) {
      const Vec3 face = faces.normals.col(*own / 3);
      Vec3 sum = Vec3::Zero();
      for (auto other = begin; other != end; ++other) {
        const Vec3 normal = faces.normals.col(*other / 3);
        const bool flat = face.isZero(0);
        if (flat || face.dot(normal) >= smallest_cosine) {
          sum += faces.angles(*other % 3, *other / 3) * normal;
        }
      }
      normals.col(*own) = sum.stableNormalized().cast<float>();
    }
  };
  parallel_for(positions.cols(), average, 512);
  return normals;
}

}  // namespace retake
