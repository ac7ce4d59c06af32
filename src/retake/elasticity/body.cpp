#include "retake/elasticity/body.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include <Eigen/Geometry>

#include "retake/mesh/bounding_box.h"
#include "retake/numerics/errors.h"

namespace retake {

namespace {

// Below this part of (longest edge)³ or (longest edge)², a tet or triangle has no usable shape:
// gradients would lose all but four digits.
constexpr double flat_share = 1e-12;

template <class Value>
std::string as_text(const Value& value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

std::string named(const Body& body) { return "body '" + body.name + "'"; }

std::string index_range(int count) {
  return count == 0 ? "none, since there are none" : "0 to " + std::to_string(count - 1);
}

void check_positions(const std::string& name, const Points& positions) {
  if (positions.cols() == 0) throw InputError({.what = "no vertices", .where = name});
  for (Eigen::Index v = 0; v < positions.cols(); ++v) {
    if (!positions.col(v).allFinite()) {
      throw InputError({.what = "a coordinate is not a finite number",
                        .where = name + ", vertex " + std::to_string(v),
                        .found = as_text(positions.col(v).transpose())});
    }
  }
}

template <class Elements>
void check_indices(const std::string& name, int count, const Elements& elements,
                   const std::string& kind) {
  for (Eigen::Index e = 0; e < elements.cols(); ++e) {
    for (const int v : elements.col(e)) {
      if (v < 0 || v >= count) {
        throw InputError({.what = "a vertex index is out of range",
                          .where = name + ", " + kind + " " + std::to_string(e),
                          .expected = index_range(count),
                          .found = std::to_string(v)});
      }
    }
  }
}

template <class Element>
double longest_edge(const Points& positions, const Element& element) {
  double longest = 0;
  for (int a = 0; a < element.size(); ++a)
    for (int b = 0; b < a; ++b)
      longest = std::max(longest, (positions.col(element[a]) - positions.col(element[b])).norm());
  return longest;
}

void check_tets(const std::string& name, const Points& positions, const Eigen::Matrix4Xi& tets) {
  check_indices(name, static_cast<int>(positions.cols()), tets, "tet");
  for (Eigen::Index e = 0; e < tets.cols(); ++e) {
    const Eigen::Vector4i tet = tets.col(e);
    const Vec3 origin = positions.col(tet[0]);
    Mat3 edges;
    for (int a = 0; a < 3; ++a) edges.col(a) = positions.col(tet[a + 1]) - origin;
    const double volume = edges.determinant() / 6;
    const double least = flat_share * std::pow(longest_edge(positions, tet), 3);
    if (volume > least) continue;
    const bool inverted = volume < -least;
    throw InputError({.what = inverted ? "a tet is inverted" : "a tet has no volume",
                      .where = name + ", tet " + std::to_string(e) + " (vertices " +
                               as_text(tet.transpose()) + ")",
                      .expected = "a positive volume",
                      .found = as_text(volume) + " m³",
                      .advice = inverted ? "swap two of its vertices" : "remove it from the mesh"});
  }
}

void check_thickness(const Body& body) {
  for (int t = 0; t < body.triangles.cols(); ++t) {
    const double thickness = body.thickness_of(t);
    if (std::isfinite(thickness) && thickness > 0) continue;
    throw InputError({.what = "the thickness of a shell makes no sense",
                      .where = named(body),
                      .expected = "above 0 m",
                      .found = as_text(thickness)});
  }
}

void check_triangles(const Body& body) {
  if (body.triangles.cols() == 0) {
    throw InputError({.what = "neither tets nor triangles", .where = named(body)});
  }
  for (Eigen::Index f = 0; f < body.triangles.cols(); ++f) {
    const Eigen::Vector3i triangle = body.triangles.col(f);
    const Vec3 origin = body.rest_positions.col(triangle[0]);
    const Vec3 u = body.rest_positions.col(triangle[1]) - origin;
    const Vec3 v = body.rest_positions.col(triangle[2]) - origin;
    if (u.cross(v).norm() >
        2 * flat_share * std::pow(longest_edge(body.rest_positions, triangle), 2))
      continue;
    throw InputError({.what = "a triangle has no area",
                      .where = named(body) + ", triangle " + std::to_string(f) + " (vertices " +
                               as_text(triangle.transpose()) + ")",
                      .expected = "a positive area",
                      .found = as_text(u.cross(v).norm() / 2) + " m²",
                      .advice = "remove it from the mesh"});
  }
}

void check_materials(const Body& body) {
  if (body.materials.empty()) throw InputError({.what = "no material", .where = named(body)});
  for (const Material& material : body.materials) material.validate(named(body));
  const auto elements = static_cast<std::size_t>(body.interior     ? body.interior->tets.cols()
                                                 : body.has_tets() ? body.tets.cols()
                                                                   : body.triangles.cols());
  if (body.material_of_element.empty()) return;
  if (body.material_of_element.size() != elements) {
    throw InputError({.what = "the list of each element's material has the wrong length",
                      .where = named(body),
                      .expected = std::to_string(elements) + " (or 0)",
                      .found = std::to_string(body.material_of_element.size())});
  }
  const int count = static_cast<int>(body.materials.size());
  for (std::size_t e = 0; e < elements; ++e) {
    const int material = body.material_of_element[e];
    if (material >= 0 && material < count) continue;
    throw InputError({.what = "a material index is out of range",
                      .where = named(body) + ", element " + std::to_string(e),
                      .expected = index_range(count),
                      .found = std::to_string(material)});
  }
}

void check_pins(const std::string& name, int vertex_count, const std::vector<int>& pins) {
  for (std::size_t i = 0; i < pins.size(); ++i) {
    const int pin = pins[i];
    if (pin < 0 || pin >= vertex_count) {
      throw InputError({.what = "a pinned vertex does not exist",
                        .where = name + ", pin " + std::to_string(i),
                        .expected = index_range(vertex_count),
                        .found = std::to_string(pin)});
    }
    if (i > 0 && pin <= pins[i - 1]) {
      throw InputError({.what = "pins are not in ascending order, each once",
                        .where = name + ", pin " + std::to_string(i),
                        .expected = "above " + std::to_string(pins[i - 1]),
                        .found = std::to_string(pin)});
    }
  }
}

// Weights are floats: what they give back is right to 1e-6, and so many times more where a vertex
// is far outside of its tet.
void check_embedding(const Body& body, const std::string& name) {
  const Interior& interior = *body.interior;
  const Embedding& surface = interior.surface;
  if (surface.vertices.cols() != body.vertex_count() ||
      surface.weights.cols() != body.vertex_count()) {
    throw InputError({.what = "the interior does not carry all vertices of the surface",
                      .where = name,
                      .expected = std::to_string(body.vertex_count()),
                      .found = std::to_string(surface.vertices.cols())});
  }
  const int nodes = static_cast<int>(interior.rest_positions.cols());
  check_indices(name, nodes, surface.vertices, "surface vertex");
  const double size = bounding_box(body.rest_positions).diagonal();
  for (int v = 0; v < body.vertex_count(); ++v) {
    const Eigen::Vector4d weights = surface.weights.col(v).cast<double>();
    Vec3 place = Vec3::Zero();
    for (int k = 0; k < 4; ++k) {
      place += weights[k] * interior.rest_positions.col(surface.vertices(k, v));
    }
    const double off = (place - body.rest_positions.col(v)).norm();
    if (off <= 1e-4 * size * std::max(1.0, weights.cwiseAbs().maxCoeff())) continue;
    throw InputError({.what = "a vertex is not where its weights in the interior put it",
                      .where = named(body) + ", vertex " + std::to_string(v),
                      .expected = as_text(body.rest_positions.col(v).transpose()),
                      .found = as_text(place.transpose())});
  }
}

void check_interior(const Body& body) {
  const Interior& interior = *body.interior;
  const std::string name = named(body) + ", interior";
  if (body.has_tets()) {
    throw InputError({.what = "tets and an interior besides",
                      .where = named(body),
                      .advice = "give the tets or the interior"});
  }
  check_positions(name, interior.rest_positions);
  if (interior.tets.cols() == 0) throw InputError({.what = "no tets", .where = name});
  check_tets(name, interior.rest_positions, interior.tets);
  check_embedding(body, name);
  check_pins(name, static_cast<int>(interior.rest_positions.cols()), interior.pins);
  if (!(std::isfinite(interior.fill) && interior.fill > 0)) {
    throw InputError({.what = "the fill of the interior makes no sense",
                      .where = name,
                      .expected = "above 0",
                      .found = as_text(interior.fill)});
  }
}

}  // namespace

void validate(const Body& body) {
  check_positions(named(body), body.rest_positions);
  check_indices(named(body), body.vertex_count(), body.triangles, "triangle");
  if (body.has_tets()) {
    check_tets(named(body), body.rest_positions, body.tets);
  } else {
    check_triangles(body);
  }
  if (body.is_shell()) check_thickness(body);
  if (body.interior) check_interior(body);
  check_materials(body);
  check_pins(named(body), body.vertex_count(), body.pins);
}

}  // namespace retake
