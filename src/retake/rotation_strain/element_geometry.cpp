#include "retake/rotation_strain/element_geometry.h"

#include <numeric>

#include <Eigen/Dense>

#include "retake/elasticity/tet_order.h"
#include "retake/numerics/isa.h"

namespace retake {

namespace {

int count_elements(const Body& body) {
  return static_cast<int>(body.has_tets() ? body.tets.cols() : body.triangles.cols());
}

ElementShape shape_of_tet(const Body& body, int element) {
  ElementShape shape;
  Mat3 edges;
  for (int corner = 0; corner < 4; ++corner) {
    shape.vertices[corner] = body.tets(corner, element);
    if (corner == 0) continue;
    edges.col(corner - 1) = body.rest_positions.col(shape.vertices[corner]) -
                            body.rest_positions.col(shape.vertices[0]);
  }
  shape.weight = edges.determinant() / 6;
  shape.gradients.rightCols<3>() = edges.inverse().transpose();
  shape.gradients.col(0) = -shape.gradients.rightCols<3>().rowwise().sum();
  return shape;
}

ElementShape shape_of_triangle(const Body& body, int element) {
  ElementShape shape;
  shape.corners = 3;
  for (int corner = 0; corner < 3; ++corner) {
    shape.vertices[corner] = body.triangles(corner, element);
  }
  shape.vertices[3] = shape.vertices[0];
  const Vec3 origin = body.rest_positions.col(shape.vertices[0]);
  Mat3 edges;
  edges.col(0) = body.rest_positions.col(shape.vertices[1]) - origin;
  edges.col(1) = body.rest_positions.col(shape.vertices[2]) - origin;
  const Vec3 twice_area = edges.col(0).cross(edges.col(1));
  shape.weight = twice_area.norm() / 2;
  shape.normal = twice_area.normalized();
  edges.col(2) = shape.normal;
  shape.gradients.rightCols<3>() = edges.inverse().transpose();
  shape.gradients.col(3).setZero();
  shape.gradients.col(0) = -shape.gradients.rightCols<3>().rowwise().sum();
  return shape;
}

}  // namespace

int ElementGeometry::batches() const { return (element_count + batch_lanes - 1) / batch_lanes; }

ElementShape shape_of_element(const Body& body, int element) {
  return body.has_tets() ? shape_of_tet(body, element) : shape_of_triangle(body, element);
}

double mean_weight(const Body& body) {
  double sum = 0;
  const int count = count_elements(body);
  for (int e = 0; e < count; ++e) sum += shape_of_element(body, e).weight;
  return sum / count;
}

ElementGeometry make_element_geometry(const Body& body) {
  ElementGeometry geometry;
  geometry.shell = !body.has_tets();
  geometry.element_count = count_elements(body);
  geometry.order.resize(static_cast<std::size_t>(geometry.element_count));
  std::iota(geometry.order.begin(), geometry.order.end(), 0);
  if (!geometry.shell) geometry.order = tets_in_space_order(body);
  const auto lanes = static_cast<std::size_t>(batch_lanes * geometry.batches());
  geometry.vertices.resize(4 * lanes);
  geometry.gradients.resize(9 * lanes);
  geometry.weights.resize(lanes);
  const double mean = mean_weight(body);
  for (std::size_t place = 0; place < lanes; ++place) {
    const bool filler = place >= geometry.order.size();
    const ElementShape shape =
        shape_of_element(body, filler ? geometry.order.back() : geometry.order[place]);
    const std::size_t batch = place / batch_lanes, lane = place % batch_lanes;
    geometry.weights[place] = filler ? 0.0f : static_cast<float>(shape.weight / mean);
    for (std::size_t corner = 0; corner < 4; ++corner) {
      geometry.vertices[(batch * 4 + corner) * batch_lanes + lane] = shape.vertices[corner];
      if (corner == 0) continue;
      const bool normal = geometry.shell && corner == 3;
      const Vec3 gradient =
          normal ? shape.normal : Vec3(shape.gradients.col(static_cast<Eigen::Index>(corner)));
      for (std::size_t axis = 0; axis < 3; ++axis) {
        geometry.gradients[(batch * 9 + (corner - 1) * 3 + axis) * batch_lanes + lane] =
            static_cast<float>(gradient[static_cast<Eigen::Index>(axis)]);
      }
    }
  }
  return geometry;
}

}  // namespace retake
