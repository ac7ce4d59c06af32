#pragma once
#include <optional>
#include <string>
#include <vector>

#include "retake/elasticity/body.h"
#include "retake/shot/origin.h"

// A shot may have several bodies. Everything that moves and edits them works on their stack
// (elasticity/body_stack.h); these say which of its vertices are whose.
namespace retake {

// One of several.
struct ShotBody {
  Body body;             // as it is by itself, vertices from 0; its name is unique in the shot
  int first_vertex = 0;  // of the stack
  std::optional<Origin> origin;  // of an imported one: how its files say things
  std::optional<Eigen::Vector3f>
      color;  // where it has no colours of its own, sRGB; none: the shot's
};

// Its vertices in the stack.
struct BodySpan {
  std::string name;
  int first_vertex = 0;
  int vertices = 0;

  bool contains(int vertex) const {
    return vertex >= first_vertex && vertex < first_vertex + vertices;
  }
};
using BodySpans = std::vector<BodySpan>;

BodySpans spans_of(const std::vector<ShotBody>& bodies);

// The body that the vertex of the stack belongs to; null: there is one body alone, or no such
// vertex.
const BodySpan* body_at(const BodySpans& bodies, int vertex);

// "vertex 12", where there are several bodies "vertex 12 of body 'cup'", counted from its first.
std::string spoken_vertex(const BodySpans& bodies, int vertex);

// Names are unique, and parts of file names: throws InputError for those that are not.
void check_body_names(const std::vector<ShotBody>& bodies, const std::string& where);

}  // namespace retake
