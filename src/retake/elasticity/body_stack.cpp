#include "retake/elasticity/body_stack.h"

#include <algorithm>

#include "retake/mesh/surface.h"
#include "retake/numerics/errors.h"

namespace retake {

namespace {

// Columns of `more` after those of `all`.
template <class Matrix>
void append(Matrix& all, const Matrix& more) {
  const Eigen::Index before = all.cols();
  all.conservativeResize(all.rows(), before + more.cols());
  all.rightCols(more.cols()) = more;
}

// The same for indices, which count from `first` on.
template <class Matrix>
void append_shifted(Matrix& all, const Matrix& more, int first) {
  append(all, Matrix(more.array() + first));
}

void append_shifted(std::vector<int>& all, const std::vector<int>& more, int first) {
  for (const int index : more) all.push_back(index + first);
}

void append_embedding(Embedding& all, const Embedding& more, int first) {
  append_shifted(all.vertices, more.vertices, first);
  append(all.weights, more.weights);
}

void check_kinds(const Body& one, const Body& other) {
  const std::string where = "body '" + other.name + "' beside body '" + one.name + "'";
  if (kind_of(one) != kind_of(other)) {
    throw InputError({.what = "bodies of different kinds cannot move as one",
                      .where = where,
                      .expected = kind_of(one),
                      .found = kind_of(other),
                      .advice =
                          "Import all surfaces alike (`retake import --body shell` or `--body "
                          "solid`), or keep a shot for each kind"});
  }
}

Eigen::Index elastic_elements(const Body& body) {
  return body.is_shell() ? body.triangles.cols() : body.tet_count();
}

void append_materials(Body& all, const Body& more) {
  const int first = static_cast<int>(all.materials.size());
  for (Material material : more.materials) {
    if (more.interior) material.density *= more.interior->fill;
    all.materials.push_back(std::move(material));
  }
  for (int e = 0; e < elastic_elements(more); ++e) {
    const auto element = static_cast<std::size_t>(e);
    all.material_of_element.push_back(
        first + (more.material_of_element.empty() ? 0 : more.material_of_element[element]));
  }
}

void append_interior(Interior& all, const Interior& more) {
  const int first = static_cast<int>(all.rest_positions.cols());
  append(all.rest_positions, more.rest_positions);
  append_shifted(all.tets, more.tets, first);
  append_embedding(all.surface, more.surface, first);
  append_shifted(all.pins, more.pins, first);
}

Eigen::Matrix3Xi outer_faces(const Body& body) {
  const bool has_faces = body.triangles.cols() > 0;
  return has_faces ? body.triangles : surface_triangles({body.rest_positions, body.tets});
}

// The body's own faces as a surface that it carries.
RenderSurface own_surface(const Body& body) {
  RenderSurface surface;
  surface.mesh = {body.rest_positions, outer_faces(body)};
  const int n = body.vertex_count();
  surface.embedding.vertices = Eigen::RowVectorXi::LinSpaced(n, 0, n - 1).replicate<4, 1>();
  surface.embedding.weights = Eigen::Matrix4Xf::Zero(4, n);
  surface.embedding.weights.row(0).setOnes();
  return surface;
}

void append_surface(RenderSurface& all, const RenderSurface& more, int first) {
  append_shifted(all.mesh.triangles, more.mesh.triangles, all.mesh.vertex_count());
  append(all.mesh.positions, more.mesh.positions);
  append_embedding(all.embedding, more.embedding, first);
  append(all.colors, more.colors);
}

bool has_colors(const Body& body) {
  return body.render_surface && body.render_surface->colors.cols() > 0;
}

RenderSurface stacked_surfaces(std::span<const Body> bodies, const Eigen::Vector3f& clay) {
  const bool in_color = std::any_of(bodies.begin(), bodies.end(), has_colors);
  RenderSurface all;
  int first = 0;
  for (const Body& body : bodies) {
    RenderSurface part = body.render_surface ? *body.render_surface : own_surface(body);
    if (in_color && part.colors.cols() == 0) {
      part.colors = clay.replicate(1, part.mesh.vertex_count());
    }
    append_surface(all, part, first);
    first += body.vertex_count();
  }
  return all;
}

void append_thickness(Body& all, const Body& more) {
  if (!more.is_shell()) return;
  for (int t = 0; t < more.triangles.cols(); ++t) {
    all.thickness_of_triangle.push_back(more.thickness_of(t));
  }
}

void append_shape(Body& all, const Body& more, const Eigen::Matrix3Xi& triangles) {
  const int first = all.vertex_count();
  append(all.rest_positions, more.rest_positions);
  append_shifted(all.tets, more.tets, first);
  append_shifted(all.triangles, triangles, first);
  append_shifted(all.pins, more.pins, first);
}

void dress(Body& all, std::span<const Body> bodies, const Eigen::Vector3f& clay) {
  const bool is_dressed = std::any_of(bodies.begin(), bodies.end(),
                                      [](const Body& body) { return body.render_surface; });
  if (is_dressed) all.render_surface = stacked_surfaces(bodies, clay);
}

}  // namespace

std::string kind_of(const Body& body) {
  if (body.interior) return "the surface of a solid";
  return body.has_tets() ? "a solid of tets" : "a shell";
}

Body painted(Body body, const Eigen::Vector3f& color) {
  if (has_colors(body)) return body;
  if (!body.render_surface) body.render_surface = own_surface(body);
  body.render_surface->colors = color.replicate(1, body.render_surface->mesh.vertex_count());
  return body;
}

Body stack(std::span<const Body> bodies, const Eigen::Vector3f& clay) {
  if (bodies.empty()) throw InputError({.what = "a stack without bodies"});
  Body all;
  all.name = bodies.front().name;
  all.thickness = bodies.front().thickness;
  all.materials.clear();
  if (bodies.front().interior) all.interior.emplace();
  for (const Body& body : bodies) {
    check_kinds(bodies.front(), body);
    append_shape(all, body, body.triangles);
    append_materials(all, body);
    append_thickness(all, body);
    if (body.interior) append_interior(*all.interior, *body.interior);
  }
  const bool is_even =
      std::all_of(all.thickness_of_triangle.begin(), all.thickness_of_triangle.end(),
                  [&](double each) { return each == all.thickness; });
  if (is_even) all.thickness_of_triangle.clear();
  dress(all, bodies, clay);
  return all;
}

Body side_by_side(std::span<const Body> bodies, const Eigen::Vector3f& clay) {
  if (bodies.empty()) throw InputError({.what = "a stack without bodies"});
  Body all;
  all.name = bodies.front().name;
  for (const Body& body : bodies) append_shape(all, body, outer_faces(body));
  dress(all, bodies, clay);
  return all;
}

}  // namespace retake
