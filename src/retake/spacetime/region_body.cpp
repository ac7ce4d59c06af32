#include "retake/spacetime/region_body.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "retake/mesh/surface.h"
#include "retake/numerics/errors.h"
#include "retake/spacetime/region_interior.h"

namespace retake {

namespace {

using Marks = std::vector<bool>;

std::string named(const Body& body) { return "region of body '" + body.name + "'"; }

Marks marked(const Body& body, std::span<const int> region) {
  if (region.empty()) {
    throw InputError({.what = "the region has no vertices",
                      .where = named(body),
                      .advice = "name at least one vertex that may change"});
  }
  Marks marks(static_cast<std::size_t>(body.vertex_count()), false);
  for (const int vertex : region) {
    if (vertex < 0 || vertex >= body.vertex_count()) {
      throw InputError({.what = "a vertex does not exist",
                        .where = named(body),
                        .expected = "0 to " + std::to_string(body.vertex_count() - 1),
                        .found = std::to_string(vertex)});
    }
    marks[static_cast<std::size_t>(vertex)] = true;
  }
  return marks;
}

template <class Elements>
Marks touching(const Elements& elements, const Marks& region) {
  Marks chosen(static_cast<std::size_t>(elements.cols()), false);
  for (Eigen::Index e = 0; e < elements.cols(); ++e) {
    for (const int vertex : elements.col(e)) {
      if (region[static_cast<std::size_t>(vertex)]) chosen[static_cast<std::size_t>(e)] = true;
    }
  }
  return chosen;
}

// Also those that share an edge with a chosen one.
Marks with_neighbours(const Eigen::Matrix3Xi& triangles, const Marks& chosen) {
  const auto edge = [&](Eigen::Index f, int k) {
    const auto [low, high] = std::minmax(triangles(k, f), triangles((k + 1) % 3, f));
    return std::array{low, high};
  };
  std::set<std::array<int, 2>> edges;
  for (Eigen::Index f = 0; f < triangles.cols(); ++f) {
    if (!chosen[static_cast<std::size_t>(f)]) continue;
    for (int k = 0; k < 3; ++k) edges.insert(edge(f, k));
  }
  Marks grown = chosen;
  for (Eigen::Index f = 0; f < triangles.cols(); ++f) {
    for (int k = 0; k < 3; ++k) {
      if (edges.contains(edge(f, k))) grown[static_cast<std::size_t>(f)] = true;
    }
  }
  return grown;
}

std::vector<int> indices_of(const Marks& marks) {
  std::vector<int> indices;
  for (std::size_t i = 0; i < marks.size(); ++i) {
    if (marks[i]) indices.push_back(static_cast<int>(i));
  }
  return indices;
}

// The chosen elements in the numbers of `vertices` (ascending).
Eigen::MatrixXi renumbered(Eigen::MatrixXi elements, const std::vector<int>& vertices) {
  for (int& vertex : elements.reshaped()) {
    const auto place = std::lower_bound(vertices.begin(), vertices.end(), vertex);
    vertex = static_cast<int>(place - vertices.begin());
  }
  return elements;
}

std::vector<int> vertices_of(const Eigen::MatrixXi& elements) {
  std::vector<int> vertices(elements.reshaped().begin(), elements.reshaped().end());
  std::sort(vertices.begin(), vertices.end());
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  return vertices;
}

std::vector<int> pins_of(const Body& whole, const Marks& region, const std::vector<int>& vertices) {
  std::vector<int> pins;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const bool inside = region[static_cast<std::size_t>(vertices[i])];
    const bool pinned = std::binary_search(whole.pins.begin(), whole.pins.end(), vertices[i]);
    if (!inside || pinned) pins.push_back(static_cast<int>(i));
  }
  return pins;
}

void fill_elements(Body& part, const Body& whole, const Eigen::MatrixXi& elements) {
  if (!whole.has_tets()) {
    part.triangles = elements;
  } else {
    part.tets = elements;
    part.triangles = surface_triangles({part.rest_positions, part.tets});
  }
}

std::vector<int> chosen_elements(const Body& body, const Marks& region) {
  if (body.has_tets()) return indices_of(touching(body.tets, region));
  const Marks touched = touching(body.triangles, region);
  return indices_of(body.is_shell() ? with_neighbours(body.triangles, touched) : touched);
}

void take_materials(Body& part, const Body& whole, const std::vector<int>& elements) {
  part.materials = whole.materials;
  if (whole.material_of_element.empty()) return;
  for (const int element : elements) {
    part.material_of_element.push_back(
        whole.material_of_element[static_cast<std::size_t>(element)]);
  }
}

}  // namespace

RegionBody make_region_body(const Body& body, std::span<const int> region) {
  const Marks inside = marked(body, region);
  const std::vector<int> chosen = chosen_elements(body, inside);
  const Eigen::MatrixXi elements = body.has_tets()
                                       ? Eigen::MatrixXi(body.tets(Eigen::all, chosen))
                                       : Eigen::MatrixXi(body.triangles(Eigen::all, chosen));
  RegionBody result;
  result.vertices = vertices_of(elements);
  Body& part = result.body;
  part.name = body.name;
  part.rest_positions = body.rest_positions(Eigen::all, result.vertices);
  fill_elements(part, body, renumbered(elements, result.vertices));
  part.thickness = body.thickness;
  if (!body.thickness_of_triangle.empty()) {
    for (const int t : chosen) part.thickness_of_triangle.push_back(body.thickness_of(t));
  }
  part.pins = pins_of(body, inside, result.vertices);
  if (part.pins.size() == result.vertices.size()) {
    throw InputError({.what = "nothing in the region can move",
                      .where = named(body),
                      .expected = "a vertex that is not pinned and belongs to an element",
                      .found = std::to_string(region.size()) + " vertices, none of them free"});
  }
  if (body.interior) {
    auto [interior, tets] = region_interior(body, inside, result.vertices);
    part.interior = std::move(interior);
    take_materials(part, body, tets);
  } else {
    take_materials(part, body, chosen);
  }
  return result;
}

Motion restricted(const Motion& motion, std::span<const int> vertices) {
  Motion part{motion.fps, motion.start_frame, FrameList(motion.frames.store())};
  part.frames.reserve(motion.frames.size());
  for (const FrameView& frame : motion.frames) {
    part.frames.emplace_back(frame(Eigen::all, vertices));
  }
  return part;
}

Eigen::Matrix3Xf scattered(const Eigen::Matrix3Xf& part, std::span<const int> vertices,
                           Eigen::Matrix3Xf whole) {
  whole(Eigen::all, vertices) = part;
  return whole;
}

}  // namespace retake
