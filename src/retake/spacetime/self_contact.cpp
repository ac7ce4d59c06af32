#include <cmath>
#include <limits>

#include <Eigen/Geometry>

#include "retake/mesh/triangle_point.h"
#include "retake/spacetime/contact_detection.h"
#include "retake/spacetime/frame_chunks.h"
#include "retake/spacetime/motion_check.h"
#include "retake/spacetime/surface_vertices.h"
#include "retake/spacetime/vertex_grid.h"

namespace retake {

namespace {

double mean_edge(const Points& positions, const Eigen::Matrix3Xi& triangles) {
  double sum = 0;
  for (const auto& t : triangles.colwise()) {
    for (int k = 0; k < 3; ++k) {
      sum += (positions.col(t[k]) - positions.col(t[(k + 1) % 3])).norm();
    }
  }
  return sum / static_cast<double>(triangles.size());
}

// What stays the same in all frames.
struct Skin {
  const Body& body;
  Eigen::Matrix3Xi triangles;
  std::vector<int> vertices;   // that can touch
  double cell = 1;             // m, of the grid
  double distance = 0;         // m: nearer is a contact
  double rest_separation = 0;  // m: nearer at rest are neighbours
  std::vector<int> body_of;    // of each vertex; empty: there is one body

  TrianglePoint nearest(const Points& positions, Eigen::Index f, int vertex) const {
    const auto t = triangles.col(f);
    return nearest_on_triangle(positions.col(vertex), positions.col(t[0]), positions.col(t[1]),
                               positions.col(t[2]));
  }
  bool are_of_one_body(Eigen::Index f, int vertex) const {
    return body_of.empty() || body_of[static_cast<std::size_t>(triangles(0, f))] ==
                                  body_of[static_cast<std::size_t>(vertex)];
  }
  bool are_neighbours(Eigen::Index f, int vertex) const {
    return are_of_one_body(f, vertex) &&
           nearest(body.rest_positions, f, vertex).distance <= rest_separation;
  }
};

Skin make_skin(const Body& body, const DetectionOptions& options) {
  Skin skin{.body = body, .triangles = outer_triangles(body)};
  skin.body_of = options.body_of_vertex;
  skin.vertices = touchable_vertices(body, skin.triangles);
  skin.distance = options.distance * size_of(body);
  const double edge = mean_edge(body.rest_positions, skin.triangles);
  skin.cell = edge + 2 * skin.distance;
  skin.rest_separation = options.neighbourhood * edge + 2 * skin.distance;
  return skin;
}

// The nearest triangle of one vertex so far.
struct Touch {
  Eigen::Index triangle = -1;
  TrianglePoint point{.distance = std::numeric_limits<double>::infinity()};
};

// By vertex; triangles come in their order, so that of equally near ones the first wins.
std::vector<Touch> touches_of(const Skin& skin, const Points& positions) {
  const VertexGrid grid(positions, skin.vertices, skin.cell);
  std::vector<Touch> touches(static_cast<std::size_t>(positions.cols()));
  for (Eigen::Index f = 0; f < skin.triangles.cols(); ++f) {
    const Mat3 corners = positions(Eigen::all, skin.triangles.col(f));
    const Vec3 low = corners.rowwise().minCoeff().array() - skin.distance;
    const Vec3 high = corners.rowwise().maxCoeff().array() + skin.distance;
    grid.visit_box(low, high, [&](int vertex) {
      Touch& touch = touches[static_cast<std::size_t>(vertex)];
      const TrianglePoint point = skin.nearest(positions, f, vertex);
      if (point.distance >= std::min(skin.distance, touch.point.distance)) return;
      if (!skin.are_neighbours(f, vertex)) touch = {f, point};
    });
  }
  return touches;
}

Vec3 contact_normal(const Skin& skin, const Points& positions, int vertex, const Touch& touch) {
  const Mat3 corners = positions(Eigen::all, skin.triangles.col(touch.triangle));
  const Vec3 out = (corners.col(1) - corners.col(0)).cross(corners.col(2) - corners.col(0));
  const Vec3 across = positions.col(vertex) - corners * touch.point.weights;
  const double vanishing = 1e-6 * skin.distance;
  if (across.norm() <= vanishing) return out.stableNormalized();
  const bool inside = !skin.body.is_shell() && across.dot(out) < 0;
  return (inside ? -across : across).normalized();
}

std::vector<SelfContact> self_contacts_of(const Skin& skin, const Points& positions, int frame) {
  const std::vector<Touch> touches = touches_of(skin, positions);
  std::vector<SelfContact> contacts;
  for (const int vertex : skin.vertices) {
    const Touch& touch = touches[static_cast<std::size_t>(vertex)];
    if (touch.triangle < 0) continue;
    const auto t = skin.triangles.col(touch.triangle);
    contacts.push_back({.frame = frame,
                        .vertex = vertex,
                        .triangle = {t[0], t[1], t[2]},
                        .weights = touch.point.weights,
                        .normal = contact_normal(skin, positions, vertex, touch)});
  }
  return contacts;
}

}  // namespace

std::vector<SelfContact> detect_self_contacts(const Body& body, const Motion& motion,
                                              const DetectionOptions& options, Progress& progress) {
  options.validate();
  check_fits(body, motion);
  if (outer_triangles(body).cols() == 0) return {};
  const Skin skin = make_skin(body, options);
  return gather_over_frames<SelfContact>(
      motion.frame_count(), "find self-contacts", progress, [&](int first, int last) {
        std::vector<SelfContact> found;
        for (int frame = first; frame < last; ++frame) {
          const Points positions = motion.frames[static_cast<std::size_t>(frame)].cast<double>();
          const std::vector<SelfContact> here = self_contacts_of(skin, positions, frame);
          found.insert(found.end(), here.begin(), here.end());
        }
        return found;
      });
}

}  // namespace retake
