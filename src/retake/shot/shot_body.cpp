#include "retake/shot/shot_body.h"

#include <algorithm>
#include <set>

#include "retake/numerics/errors.h"
#include "retake/shot/shot_staging.h"

namespace retake {

namespace {

// Beyond those that lead out of a folder: marks of file patterns, and the dot that parts what
// belongs to a body from what else is in the file's name.
constexpr const char* not_in_names = ".#%:*?\"<>|\n\r\t";

}  // namespace

BodySpans spans_of(const std::vector<ShotBody>& bodies) {
  BodySpans spans;
  for (const ShotBody& part : bodies) {
    spans.push_back({part.body.name, part.first_vertex, part.body.vertex_count()});
  }
  return spans;
}

const BodySpan* body_at(const BodySpans& bodies, int vertex) {
  const auto found = std::find_if(bodies.begin(), bodies.end(),
                                  [&](const BodySpan& body) { return body.contains(vertex); });
  return found == bodies.end() ? nullptr : &*found;
}

std::string spoken_vertex(const BodySpans& bodies, int vertex) {
  const BodySpan* body = body_at(bodies, vertex);
  if (body == nullptr) return "vertex " + std::to_string(vertex);
  return "vertex " + std::to_string(vertex - body->first_vertex) + " of body '" + body->name + "'";
}

void check_body_names(const std::vector<ShotBody>& bodies, const std::string& where) {
  std::set<std::string> names;
  for (const ShotBody& part : bodies) {
    const std::string& name = part.body.name;
    check_file_name(name, where + ", a body");
    if (name.find_first_of(not_in_names) != std::string::npos) {
      throw InputError({.what = "the name of a body is part of file names",
                        .where = where,
                        .expected = "letters, digits, blanks, - and _",
                        .found = "'" + name + "'"});
    }
    if (names.insert(name).second) continue;
    throw InputError({.what = "two bodies have the same name",
                      .where = where,
                      .found = "'" + name + "'",
                      .advice = "Give each a name of its own"});
  }
}

}  // namespace retake
