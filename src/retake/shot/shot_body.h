#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "retake/elasticity/body.h"
#include "retake/shot/origin.h"

// A shot has one body, or several. Everything that moves and edits them works on their stack
// (elasticity/body_stack.h), and these say which of its vertices are whose.
namespace retake {

// One of several.
struct ShotBody {
  Body body;             // as it is by itself, vertices from 0; its name is unique in the shot
  int first_vertex = 0;  // of the stack
  std::optional<Origin> origin;  // of an imported one: how its files say things
  std::optional<Eigen::Vector3f>
      color;  // where it has no colours of its own, sRGB; none: the shot's
};

// The bodies of a shot. The list says all; the stack is made of it here, and nowhere else.
class ShotBodies {
 public:
  ShotBodies() = default;
  // One alone, whose name, colour and origin are the shot's.
  ShotBodies(Body only) : stack_(std::move(only)) {}
  // Each is told where its vertices begin. `name`: of the stack; `color`: of those without one.
  ShotBodies(std::vector<ShotBody> several, const std::string& name, const Eigen::Vector3f& color);

  const Body& stack() const { return stack_; }
  const std::vector<ShotBody>& several() const { return several_; }  // empty: there is one alone
  Body& only();  // the one, to change it; there must not be several

 private:
  Body stack_;
  std::vector<ShotBody> several_;
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
