#include "retake/shot/import_pins.h"

#include <algorithm>
#include <set>

#include "retake/mesh/repair.h"
#include "retake/mesh/topology.h"

namespace retake {

namespace {

// More than this share of the vertices, and little is left to edit.
constexpr double most_pinned = 0.9;
// One may stand still by chance; two hold a line, as that of a curtain's rings.
constexpr std::size_t fewest_pins = 2;

std::vector<int> unused_by_elements(const Body& body) {
  const Eigen::MatrixXi elements =
      body.tets.cols() > 0 ? Eigen::MatrixXi(body.tets) : Eigen::MatrixXi(body.triangles);
  return unused_vertices(elements, body.vertex_count());
}

// The body's vertices of some of the file's.
std::vector<int> of_body(const std::vector<int>& wanted, const std::vector<int>& file_vertices) {
  const std::set<int> set(wanted.begin(), wanted.end());
  std::vector<int> vertices;
  for (std::size_t v = 0; v < file_vertices.size(); ++v) {
    if (set.contains(file_vertices[v])) vertices.push_back(static_cast<int>(v));
  }
  return vertices;
}

std::vector<int> given_pins(const ImportRequest& request, const Origin& origin, int vertex_count) {
  const std::vector<int>& map = origin.body_vertex_of_file_vertex;
  const int count = map.empty() ? vertex_count : static_cast<int>(map.size());
  std::set<int> pins;
  for (const int pin : request.pinned) {
    if (pin < 0 || pin >= count) {
      throw InputError({.what = "a pinned vertex does not exist",
                        .where = "--pins",
                        .expected = "0 to " + std::to_string(count - 1),
                        .found = std::to_string(pin)});
    }
    pins.insert(map.empty() ? pin : map[static_cast<std::size_t>(pin)]);
  }
  return {pins.begin(), pins.end()};
}

std::vector<int> still_pins(const Body& body, const std::vector<int>& file_vertices,
                            const std::vector<int>& still, std::vector<std::string>& assumptions) {
  std::vector<int> pins = of_body(still, file_vertices);
  if (pins.empty()) return {};
  const std::string never_move = count_and_examples(pins) + " vertices never move";
  const auto count = static_cast<double>(pins.size());
  if (pins.size() < fewest_pins) {
    assumptions.push_back(never_move +
                          "; one alone is not pinned (--pins with its number pins it)");
    return {};
  }
  if (count > most_pinned * body.vertex_count()) {
    assumptions.push_back(never_move +
                          "; that is nearly all, so none is pinned (--pins says which are)");
    return {};
  }
  assumptions.push_back(never_move + " and are pinned (--pins none leaves them free)");
  return pins;
}

}  // namespace

PinMaking make_pins(const Body& body, const ImportRequest& request, const Origin& origin,
                    const std::vector<int>& file_vertices, const std::vector<int>& still) {
  PinMaking making;
  std::set<int> pins;
  const auto add = [&](const std::vector<int>& more) { pins.insert(more.begin(), more.end()); };
  if (request.pins == PinChoice::given) {
    add(given_pins(request, origin, body.vertex_count()));
  } else if (request.pins == PinChoice::automatic) {
    add(body.pins);  // the file's own
    if (body.pins.empty()) add(still_pins(body, file_vertices, still, making.assumptions));
  }
  if (!body.interior) {
    const std::vector<int> unused = unused_by_elements(body);
    add(unused);
    if (!unused.empty()) {
      making.assumptions.push_back(
          count_and_examples(unused) +
          " vertices belong to no face: they follow the input, and no edit moves them (delete them "
          "before the export if they should not be there)");
    }
  }
  making.pins.assign(pins.begin(), pins.end());
  return making;
}

}  // namespace retake
