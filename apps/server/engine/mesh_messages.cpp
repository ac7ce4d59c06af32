// The meshes of a shot as binary messages: what does not change by edits.
#include <algorithm>
#include <set>

#include "apps/server/engine/descriptions.h"
#include "apps/server/engine/interior_ties.h"

namespace retake::server {

namespace {

// Parts of a mesh; props take two each from `props` on.
enum Part : std::uint16_t {
  triangles = 0,
  inner_edges = 1,
  rest = 2,
  render_triangles = 3,
  render_vertices = 4,
  render_weights = 5,
  render_colors = 6,
  interior_edges = 7,
  interior_vertices = 8,
  interior_weights = 9,
  props = 16
};

using Edge = std::pair<int, int>;

Edge edge(int a, int b) { return {std::min(a, b), std::max(a, b)}; }

template <class Elements>
std::vector<Edge> edges_of(const Elements& elements) {
  std::vector<Edge> edges;
  for (Eigen::Index e = 0; e < elements.cols(); ++e) {
    for (Eigen::Index i = 0; i < elements.rows(); ++i) {
      for (Eigen::Index j = 0; j < i; ++j) edges.push_back(edge(elements(i, e), elements(j, e)));
    }
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

Eigen::MatrixXi columns_of(const std::vector<Edge>& edges) {
  Eigen::MatrixXi columns(2, std::ssize(edges));
  for (Eigen::Index i = 0; i < columns.cols(); ++i) {
    const auto& [a, b] = edges[static_cast<std::size_t>(i)];
    columns.col(i) << a, b;
  }
  return columns;
}

Eigen::MatrixXi inner_edges_of(const Body& body) {
  const std::vector<Edge> all = edges_of(body.tets), outer = edges_of(body.triangles);
  std::vector<Edge> inner;
  std::set_difference(all.begin(), all.end(), outer.begin(), outer.end(),
                      std::back_inserter(inner));
  return columns_of(inner);
}

template <class Matrix>
SharedBytes part(int number, const Matrix& matrix) {
  const Header header = {.kind = BinaryKind::mesh, .stream = static_cast<std::uint16_t>(number)};
  if constexpr (std::is_same_v<typename Matrix::Scalar, int>) {
    return pack(header, Eigen::MatrixXi(matrix));
  } else {
    return pack(header, Eigen::MatrixXf(matrix.template cast<float>()));
  }
}

}  // namespace

std::vector<SharedBytes> mesh_messages(const Shot& shot) {
  const Body& body = shot.body();
  std::vector<SharedBytes> messages = {part(triangles, body.triangles),
                                       part(inner_edges, inner_edges_of(body)),
                                       part(rest, body.rest_positions)};
  if (body.render_surface) {
    const RenderSurface& surface = *body.render_surface;
    messages.push_back(part(render_triangles, surface.mesh.triangles));
    messages.push_back(part(render_vertices, surface.embedding.vertices));
    messages.push_back(part(render_weights, surface.embedding.weights));
    if (surface.colors.cols() > 0) messages.push_back(part(render_colors, surface.colors));
  }
  if (body.interior) {
    const Embedding ties = tie_interior(body);
    messages.push_back(part(interior_edges, columns_of(edges_of(body.interior->tets))));
    messages.push_back(part(interior_vertices, ties.vertices));
    messages.push_back(part(interior_weights, ties.weights));
  }
  for (std::size_t i = 0; i < shot.props.size(); ++i) {
    const int first = props + 2 * static_cast<int>(i);
    messages.push_back(part(first, shot.props[i].mesh.positions));
    messages.push_back(part(first + 1, shot.props[i].mesh.triangles));
  }
  return messages;
}

}  // namespace retake::server
