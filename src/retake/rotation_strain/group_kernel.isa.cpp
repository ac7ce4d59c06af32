#include "retake/rotation_strain/group_kernel.h"

#include "retake/rotation_strain/lanes_element.h"

namespace retake::RETAKE_ISA {

namespace {

using Real = Floats;
using Vector = LanesVector<Real>;
using Matrix = LanesMatrix<Real>;
constexpr int lanes = lanes_of<Real>;
constexpr int per_vertex = 3 * batch_lanes;

struct Element {
  const int* vertices;  // of corner a: vertices[a * batch_lanes]
  LanesShape<Real> shape;
};

RETAKE_LANES_INLINE Element element_at(const ElementArrays& arrays, long place) {
  const long batch = place / batch_lanes, lane = place % batch_lanes;
  Element element{arrays.vertices + batch * 4 * batch_lanes + lane, {}};
  const float* gradients = arrays.gradients + batch * 9 * batch_lanes + lane;
  for (int a = 0; a < 3; ++a)
    for (int axis = 0; axis < 3; ++axis)
      element.shape.gradient[a][axis] = all_lanes<Real>(gradients[(3 * a + axis) * batch_lanes]);
  element.shape.weight = all_lanes<Real>(arrays.weights[place]);
  return element;
}

struct Edges {
  Vector at[3];
};

RETAKE_LANES_INLINE Edges edges_of(const Element& element, const float* points, int lane) {
  Edges edges;
  const float* corner[4];
  for (int a = 0; a < 4; ++a)
    corner[a] = points + static_cast<long>(element.vertices[a * batch_lanes]) * per_vertex + lane;
  for (int axis = 0; axis < 3; ++axis) {
    const Real origin = load<Real>(corner[0] + axis * batch_lanes);
    for (int a = 0; a < 3; ++a)
      edges.at[a][axis] = load<Real>(corner[a + 1] + axis * batch_lanes) - origin;
  }
  return edges;
}

// Runs along the lists of wound elements of all frames.
struct Windings {
  int next[batch_lanes] = {};
  int soonest = 0;  // the next element that some frame lists

  void look_ahead(const GroupArrays& group) {
    soonest = 0x7fffffff;
    for (int f = 0; f < batch_lanes; ++f) {
      if (next[f] == group.wound_count[f]) continue;
      const int place = group.wound[f][next[f]].place;
      soonest = place < soonest ? place : soonest;
    }
  }

  // The vectors of element `place` in frames [lane, lane + lanes).
  void put_in(const GroupArrays& group, int place, int lane, Vector& w) const {
    for (int f = 0; f < lanes; ++f) {
      if (next[lane + f] == group.wound_count[lane + f]) continue;
      const WoundElement& wound = group.wound[lane + f][next[lane + f]];
      if (wound.place != place) continue;
      for (int axis = 0; axis < 3; ++axis) w[axis][f] = wound.vector[axis];
    }
  }

  void pass(const GroupArrays& group, int place) {
    for (int f = 0; f < batch_lanes; ++f) {
      const bool listed = next[f] < group.wound_count[f] && group.wound[f][next[f]].place == place;
      next[f] += listed ? 1 : 0;
    }
    look_ahead(group);
  }
};

template <bool shell>
RETAKE_LANES_INLINE void add_forces(const Element& element, const Matrix& dF,
                                    const int* row_of_vertex, int lane, float* forces) {
  Vector first = {Real{}, Real{}, Real{}};
  const auto add = [&](int corner, const Vector& force) {
    float* to =
        forces +
        static_cast<long>(row_of_vertex[element.vertices[corner * batch_lanes]]) * per_vertex +
        lane;
    for (int axis = 0; axis < 3; ++axis)
      store(to + axis * batch_lanes, load<Real>(to + axis * batch_lanes) + force[axis]);
  };
  for (int a = 0; a < (shell ? 2 : 3); ++a) {
    const Vector gradient = scaled(element.shape.gradient[a], element.shape.weight);
    Vector force;
    for (int axis = 0; axis < 3; ++axis) {
      force[axis] =
          dF[axis][0] * gradient[0] + dF[axis][1] * gradient[1] + dF[axis][2] * gradient[2];
      first[axis] -= force[axis];
    }
    add(a + 1, force);
  }
  add(0, first);
}

template <bool shell>
void change_all(const ElementArrays& arrays, const GroupArrays& group, int element_count,
                const int* row_of_vertex, float* forces) {
  Windings windings;
  windings.look_ahead(group);
  for (int place = 0; place < element_count; ++place) {
    const Element element = element_at(arrays, place);
    for (int lane = 0; lane < batch_lanes; lane += lanes) {
      Matrix alignment;
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c)
          alignment[r][c] = load<Real>(group.alignment + (3 * r + c) * batch_lanes + lane);
      Edges edges = edges_of(element, group.positions, lane);
      LanesFrame<Real> state =
          decompose(product(alignment, position_gradient<shell>(element.shape, edges.at)));
      if (windings.soonest == place) windings.put_in(group, place, lane, state.w);
      edges = edges_of(element, group.edits, lane);
      const LanesEdit<Real> edit = split(edit_gradient<shell>(element.shape, edges.at));
      add_forces<shell>(element, change_of(state, edit).dF, row_of_vertex, lane, forces);
    }
    if (windings.soonest == place) windings.pass(group, place);
  }
}

}  // namespace

void change_group(const ElementArrays& arrays, const GroupArrays& group, int element_count,
                  const int* row_of_vertex, float* forces) {
  arrays.shell ? change_all<true>(arrays, group, element_count, row_of_vertex, forces)
               : change_all<false>(arrays, group, element_count, row_of_vertex, forces);
}

}  // namespace retake::RETAKE_ISA
