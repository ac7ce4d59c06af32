#include "retake/elasticity/body.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include <Eigen/Geometry>

#include "retake/numerics/errors.h"

namespace retake {

namespace {

// Below this part of (longest edge)³ or (longest edge)², a tet or triangle has no usable shape:
// gradients would lose all but four digits.
constexpr double flat = 1e-12;

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

void check_positions(const Body& body) {
  if (body.vertex_count() == 0) throw InputError({.what = "no vertices", .where = named(body)});
  for (int v = 0; v < body.vertex_count(); ++v) {
    if (!body.rest_positions.col(v).allFinite()) {
      throw InputError({.what = "a coordinate is not a finite number",
                        .where = named(body) + ", vertex " + std::to_string(v),
                        .found = as_text(body.rest_positions.col(v).transpose())});
    }
  }
}

template <class Elements>
void check_indices(const Body& body, const Elements& elements, const std::string& kind) {
  for (Eigen::Index e = 0; e < elements.cols(); ++e) {
    for (const int v : elements.col(e)) {
      if (v < 0 || v >= body.vertex_count()) {
        throw InputError({.what = "a vertex index is out of range",
                          .where = named(body) + ", " + kind + " " + std::to_string(e),
                          .expected = index_range(body.vertex_count()),
                          .found = std::to_string(v)});
      }
    }
  }
}

template <class Element>
double longest_edge(const Body& body, const Element& element) {
  double longest = 0;
  for (int a = 0; a < element.size(); ++a)
    for (int b = 0; b < a; ++b)
      longest = std::max(
          longest,
          (body.rest_positions.col(element[a]) - body.rest_positions.col(element[b])).norm());
  return longest;
}

void check_tets(const Body& body) {
  check_indices(body, body.tets, "tet");
  for (Eigen::Index e = 0; e < body.tets.cols(); ++e) {
    const Eigen::Vector4i tet = body.tets.col(e);
    const Vec3 origin = body.rest_positions.col(tet[0]);
    Mat3 edges;
    for (int a = 0; a < 3; ++a) edges.col(a) = body.rest_positions.col(tet[a + 1]) - origin;
    const double volume = edges.determinant() / 6;
    if (volume > flat * std::pow(longest_edge(body, tet), 3)) continue;
    const bool inverted = volume < -flat * std::pow(longest_edge(body, tet), 3);
    throw InputError({.what = inverted ? "a tet is inverted" : "a tet has no volume",
                      .where = named(body) + ", tet " + std::to_string(e) + " (vertices " +
                               as_text(tet.transpose()) + ")",
                      .expected = "a positive volume",
                      .found = as_text(volume) + " m³",
                      .advice = inverted ? "swap two of its vertices" : "remove it from the mesh"});
  }
}

void check_shell(const Body& body) {
  if (body.triangles.cols() == 0) {
    throw InputError({.what = "neither tets nor triangles", .where = named(body)});
  }
  if (!(std::isfinite(body.thickness) && body.thickness > 0)) {
    throw InputError({.what = "the thickness of a shell makes no sense",
                      .where = named(body),
                      .expected = "above 0 m",
                      .found = as_text(body.thickness)});
  }
  for (Eigen::Index f = 0; f < body.triangles.cols(); ++f) {
    const Eigen::Vector3i triangle = body.triangles.col(f);
    const Vec3 origin = body.rest_positions.col(triangle[0]);
    const Vec3 u = body.rest_positions.col(triangle[1]) - origin;
    const Vec3 v = body.rest_positions.col(triangle[2]) - origin;
    if (u.cross(v).norm() > 2 * flat * std::pow(longest_edge(body, triangle), 2)) continue;
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
  const auto elements =
      static_cast<std::size_t>(body.is_shell() ? body.triangles.cols() : body.tets.cols());
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

void check_pins(const Body& body) {
  for (std::size_t i = 0; i < body.pins.size(); ++i) {
    const int pin = body.pins[i];
    if (pin < 0 || pin >= body.vertex_count()) {
      throw InputError({.what = "a pinned vertex does not exist",
                        .where = named(body) + ", pin " + std::to_string(i),
                        .expected = index_range(body.vertex_count()),
                        .found = std::to_string(pin)});
    }
    if (i > 0 && pin <= body.pins[i - 1]) {
      throw InputError({.what = "pins are not in ascending order, each once",
                        .where = named(body) + ", pin " + std::to_string(i),
                        .expected = "above " + std::to_string(body.pins[i - 1]),
                        .found = std::to_string(pin)});
    }
  }
}

}  // namespace

void validate(const Body& body) {
  check_positions(body);
  check_indices(body, body.triangles, "triangle");
  if (body.is_shell()) {
    check_shell(body);
  } else {
    check_tets(body);
  }
  check_materials(body);
  check_pins(body);
}

}  // namespace retake
