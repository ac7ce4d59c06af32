#include "retake/rotation_strain/change_kernel.h"

#include "retake/rotation_strain/lanes_element.h"

// Elements as lanes: one frame at a time.
namespace retake::RETAKE_ISA {

namespace {

using Real = Floats;
using Vector = LanesVector<Real>;
using Matrix = LanesMatrix<Real>;
constexpr int lanes = lanes_of<Real>;

RETAKE_LANES_INLINE Real component_of(const float* array, int component) {
  return load<Real>(array + component * batch_lanes);
}

// One register's worth of elements, the first at `place`.
struct Elements {
  long place, batch, lane;
  const int* vertices;
  LanesShape<Real> shape;
};

RETAKE_LANES_INLINE Elements elements_at(const ElementArrays& arrays, long place) {
  Elements elements{place, place / batch_lanes, place % batch_lanes, nullptr, {}};
  elements.vertices = arrays.vertices + elements.batch * 4 * batch_lanes + elements.lane;
  const float* gradients = arrays.gradients + elements.batch * 9 * batch_lanes + elements.lane;
  for (int a = 0; a < 3; ++a)
    for (int axis = 0; axis < 3; ++axis)
      elements.shape.gradient[a][axis] = component_of(gradients, 3 * a + axis);
  elements.shape.weight = load<Real>(arrays.weights + place);
  return elements;
}

// Edges from corner 0 to the others.
struct Edges {
  Vector at[3];
};

RETAKE_LANES_INLINE Edges edges_of(const Elements& elements, const float* points) {
  float corner[4][3][lanes];
  for (int a = 0; a < 4; ++a)
    for (int i = 0; i < lanes; ++i)
      for (int axis = 0; axis < 3; ++axis)
        corner[a][axis][i] = points[3 * elements.vertices[a * batch_lanes + i] + axis];
  Edges edges;
  for (int axis = 0; axis < 3; ++axis) {
    const Real origin = load<Real>(corner[0][axis]);
    for (int a = 0; a < 3; ++a) edges.at[a][axis] = load<Real>(corner[a + 1][axis]) - origin;
  }
  return edges;
}

template <bool shell>
RETAKE_LANES_INLINE Matrix frame_gradient(const Elements& elements, const FrameArrays& frame) {
  Matrix alignment;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) alignment[r][c] = all_lanes<Real>(frame.alignment[3 * r + c]);
  Edges edges = edges_of(elements, frame.positions);
  return product(alignment, position_gradient<shell>(elements.shape, edges.at));
}

// Puts in the vectors of elements that have turned past π; `next` runs along the frame's list.
RETAKE_LANES_INLINE void wind(const FrameArrays& frame, long place, int& next, Vector& w) {
  while (next < frame.wound_count && frame.wound[next].place < place + lanes) {
    const WoundElement& element = frame.wound[next++];
    for (int axis = 0; axis < 3; ++axis) w[axis][element.place - place] = element.vector[axis];
  }
}

int first_wound(const FrameArrays& frame, long place) {
  int begin = 0, end = frame.wound_count;
  while (begin < end) {
    const int middle = (begin + end) / 2;
    if (frame.wound[middle].place < place) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

// Calls `number(i, x)` for every number x of a state, in their order.
template <class State, class Number>
RETAKE_LANES_INLINE void for_numbers_of(State& state, const Number& number) {
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) {
      number(3 * r + c, state.F[r][c]);
      number(9 + 3 * r + c, state.R[r][c]);
    }
  for (int axis = 0; axis < 3; ++axis) number(18 + axis, state.w[axis]);
}

template <bool shell>
RETAKE_LANES_INLINE LanesFrame<Real> state_of(const Elements& elements, const FrameArrays& frame,
                                              int& next_wound) {
  LanesFrame<Real> state;
  if (frame.states != nullptr) {
    const float* from =
        frame.states + elements.batch * numbers_per_state * batch_lanes + elements.lane;
    for_numbers_of(state, [&](int i, Real& number) { number = component_of(from, i); });
    return state;
  }
  state = decompose(frame_gradient<shell>(elements, frame));
  wind(frame, elements.place, next_wound, state.w);
  return state;
}

template <bool shell>
RETAKE_LANES_INLINE void store_forces(const Elements& elements, const Matrix& dF, float* to) {
  Vector first = {Real{}, Real{}, Real{}};
  for (int a = 0; a < 3; ++a) {
    const bool corner = !(shell && a == 2);
    for (int axis = 0; axis < 3; ++axis) {
      Real force = Real{};
      for (int c = 0; c < 3; ++c) force += dF[axis][c] * elements.shape.gradient[a][c];
      force = corner ? elements.shape.weight * force : Real{};
      store(to + (3 * (a + 1) + axis) * batch_lanes, force);
      first[axis] -= force;
    }
  }
  for (int axis = 0; axis < 3; ++axis) store(to + axis * batch_lanes, first[axis]);
}

RETAKE_LANES_INLINE void add_to(float* sum, Real value) { store(sum, load<Real>(sum) + value); }

RETAKE_LANES_INLINE Vector vector_at(const float* numbers, long lane) {
  Vector vector;
  for (int axis = 0; axis < 3; ++axis) vector[axis] = component_of(numbers + lane, axis);
  return vector;
}

// g of a row and a component. A point without contacts has one, for the component of the row.
RETAKE_LANES_INLINE Vector gradient_at(const Elements& elements, const ChangeOutputs& outputs,
                                       int row, int component) {
  if (outputs.row_gradients == nullptr) {
    return vector_at(outputs.point_gradients + elements.batch * 3 * batch_lanes, elements.lane);
  }
  const long place = 9 * elements.batch + 3 * row + component;
  return vector_at(outputs.row_gradients + place * 3 * batch_lanes, elements.lane);
}

RETAKE_LANES_INLINE bool reads(const ChangeOutputs& outputs, int row, int component) {
  return outputs.row_gradients != nullptr || row == component;
}

// Σ over the components that the row reads of d (dF g)_component / d the edit's gradient.
RETAKE_LANES_INLINE Matrix derivative_of_row(const Elements& elements, const ChangeOutputs& outputs,
                                             const LanesFrame<Real>& frame,
                                             const LanesChange<Real>& change, LanesPull<Real>& pull,
                                             int row) {
  Matrix sum{};
  for (int component = 0; component < 3; ++component) {
    if (!reads(outputs, row, component)) continue;
    pull_along(gradient_at(elements, outputs, row, component), frame, change, pull);
    const Matrix B = gradient_derivative(pull, component);
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) sum[r][c] += B[r][c];
  }
  return sum;
}

template <bool shell>
RETAKE_LANES_INLINE void store_derivative(const Elements& elements, const ChangeOutputs& outputs,
                                          const LanesFrame<Real>& frame,
                                          const LanesChange<Real>& change, LanesPull<Real> pull,
                                          float* to) {
  for (int row = 0; row < 3; ++row) {
    Vector corner[4];
    corner_derivatives<shell>(
        elements.shape, derivative_of_row(elements, outputs, frame, change, pull, row), corner);
    for (int a = 0; a < 4; ++a)
      for (int axis = 0; axis < 3; ++axis)
        store(to + (9 * a + 3 * row + axis) * batch_lanes, corner[a][axis]);
  }
}

// What the edit leaves of an element: det(S̄ + e), over det S̄ where the frame has squeezed it
// already. One that the frame has flat or inside out has nothing to lose.
RETAKE_LANES_INLINE Real stretch_left(const LanesFrame<Real>& frame,
                                      const LanesChange<Real>& change) {
  const Real input = determinant(frame.F), flat = all_lanes<Real>(lost_stretch);
  const Real left =
      determinant(change.stretched) / larger(smaller(input, all_lanes<Real>(1)), flat);
  return input > flat ? left : all_lanes<Real>(1);
}

template <bool shell>
RETAKE_LANES_INLINE void probe(const Elements& elements, const LanesFrame<Real>& frame,
                               const LanesEdit<Real>& edit, const LanesChange<Real>& change,
                               const ChangeOutputs& outputs, long begin) {
  for (int row = 0; row < 3; ++row) {
    Real sum = Real{};
    for (int component = 0; component < 3; ++component) {
      if (!reads(outputs, row, component)) continue;
      const Vector g = gradient_at(elements, outputs, row, component);
      for (int c = 0; c < 3; ++c) sum += change.dF[component][c] * g[c];
    }
    add_to(outputs.point_change + row * batch_lanes + elements.lane, sum);
  }
  float* least = outputs.least_stretch + elements.lane;
  store(least, smaller(load<Real>(least), stretch_left(frame, change)));
  if (outputs.point_derivative == nullptr) return;
  store_derivative<shell>(
      elements, outputs, frame, change, pull_of(frame, edit, change),
      outputs.point_derivative + (elements.batch - begin) * 36 * batch_lanes + elements.lane);
}

template <bool shell>
void change_all(const ElementArrays& arrays, const FrameArrays& frame, const ChangeOutputs& outputs,
                int begin, int end) {
  int next = first_wound(frame, static_cast<long>(begin) * batch_lanes);
  for (long place = static_cast<long>(begin) * batch_lanes;
       place < static_cast<long>(end) * batch_lanes; place += lanes) {
    const Elements elements = elements_at(arrays, place);
    const LanesFrame<Real> state = state_of<shell>(elements, frame, next);
    const Edges edges = edges_of(elements, frame.edit);
    const LanesEdit<Real> edit = split(edit_gradient<shell>(elements.shape, edges.at));
    const LanesChange<Real> change = change_of(state, edit);
    if (outputs.forces != nullptr) {
      store_forces<shell>(
          elements, change.dF,
          outputs.forces + (elements.batch - begin) * 12 * batch_lanes + elements.lane);
    }
    if (outputs.point_change != nullptr) {
      probe<shell>(elements, state, edit, change, outputs, begin);
    }
  }
}

template <bool shell>
void decompose_all(const ElementArrays& arrays, const FrameArrays& frame,
                   const DecompositionOutputs& outputs, int begin, int end) {
  int next = first_wound(frame, static_cast<long>(begin) * batch_lanes);
  for (long place = static_cast<long>(begin) * batch_lanes;
       place < static_cast<long>(end) * batch_lanes; place += lanes) {
    const Elements elements = elements_at(arrays, place);
    if (outputs.states != nullptr) {
      const LanesFrame<Real> state = state_of<shell>(elements, frame, next);
      float* to = outputs.states + (elements.batch - begin) * numbers_per_state * batch_lanes;
      for_numbers_of(state, [&](int i, const Real& number) {
        store(to + i * batch_lanes + elements.lane, number);
      });
    }
    if (outputs.farthest == nullptr && outputs.rotation_vectors == nullptr) continue;
    const Matrix F = frame_gradient<shell>(elements, frame);
    if (outputs.farthest != nullptr) {
      float* farthest = outputs.farthest + elements.lane;
      store(farthest, larger(load<Real>(farthest), distance_from_identity2(F)));
    }
    if (outputs.rotation_vectors == nullptr) continue;
    const Vector w = decompose(F).w;
    float* to =
        outputs.rotation_vectors + (elements.batch - begin) * 3 * batch_lanes + elements.lane;
    for (int axis = 0; axis < 3; ++axis) store(to + axis * batch_lanes, w[axis]);
  }
}

}  // namespace

void change_elements(const ElementArrays& arrays, const FrameArrays& frame,
                     const ChangeOutputs& outputs, int begin, int end) {
  arrays.shell ? change_all<true>(arrays, frame, outputs, begin, end)
               : change_all<false>(arrays, frame, outputs, begin, end);
}

void decompose_elements(const ElementArrays& arrays, const FrameArrays& frame,
                        const DecompositionOutputs& outputs, int begin, int end) {
  arrays.shell ? decompose_all<true>(arrays, frame, outputs, begin, end)
               : decompose_all<false>(arrays, frame, outputs, begin, end);
}

}  // namespace retake::RETAKE_ISA
