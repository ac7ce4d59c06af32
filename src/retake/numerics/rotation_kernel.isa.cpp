#include "retake/numerics/rotation_kernel.h"

#include "retake/numerics/lanes_rotation.h"
#include "retake/numerics/lanes_svd.h"

namespace retake::RETAKE_ISA {

namespace {

// `size` numbers of up to a register's worth of elements. Lanes beyond `count` are zero.
template <class Real>
RETAKE_LANES_INLINE void read(Soa<const ScalarOf<Real>> from, long first, int count, int size,
                              Real* to) {
  for (int c = 0; c < size; ++c) {
    const ScalarOf<Real>* numbers = from.data + c * from.stride + first;
    if (count >= lanes_of<Real>) {
      to[c] = load<Real>(numbers);
    } else {
      to[c] = Real{};
      for (int i = 0; i < count; ++i) to[c][i] = numbers[i];
    }
  }
}

template <class Real>
RETAKE_LANES_INLINE void write(const Real* from, int size, long first, int count,
                               Soa<ScalarOf<Real>> to) {
  for (int c = 0; c < size; ++c) {
    ScalarOf<Real>* numbers = to.data + c * to.stride + first;
    if (count >= lanes_of<Real>) {
      store(numbers, from[c]);
    } else {
      for (int i = 0; i < count; ++i) numbers[i] = from[c][i];
    }
  }
}

// Numbers in memory order: a matrix row by row, a quaternion w x y z.
template <class Real>
RETAKE_LANES_INLINE const Real* numbers_of(const LanesVector<Real>& v) {
  return &v.at[0];
}
template <class Real>
RETAKE_LANES_INLINE const Real* numbers_of(const LanesMatrix<Real>& A) {
  return &A.at[0][0];
}
template <class Real>
RETAKE_LANES_INLINE const Real* numbers_of(const LanesQuaternion<Real>& q) {
  return &q.w;
}

// out = function(in), element by element; both are structs of nothing but Real.
template <class Real, class In, class Function>
RETAKE_LANES_INLINE void map(int count, Soa<const ScalarOf<Real>> in, Soa<ScalarOf<Real>> out,
                             const Function& function) {
  for (int first = 0; first < count; first += lanes_of<Real>) {
    Real numbers[sizeof(In) / sizeof(Real)];
    read(in, first, count - first, sizeof(In) / sizeof(Real), numbers);
    In input;
    __builtin_memcpy(&input, numbers, sizeof(In));
    const auto output = function(input);
    write(numbers_of(output), sizeof(output) / sizeof(Real), first, count - first, out);
  }
}

template <class Real>
void exp_of_all(int count, Soa<const ScalarOf<Real>> in, Soa<ScalarOf<Real>> out) {
  map<Real, LanesVector<Real>>(count, in, out, [](const auto& w) { return exp_rotation(w); });
}

template <class Real>
void log_of_all(int count, Soa<const ScalarOf<Real>> in, Soa<ScalarOf<Real>> out) {
  map<Real, LanesMatrix<Real>>(count, in, out, [](const auto& R) { return log_rotation(R); });
}

template <class Real>
void left_jacobian_of_all(int count, Soa<const ScalarOf<Real>> in, Soa<ScalarOf<Real>> out) {
  map<Real, LanesVector<Real>>(count, in, out, [](const auto& w) { return left_jacobian(w); });
}

template <class Real>
void quaternion_of_all(int count, Soa<const ScalarOf<Real>> in, Soa<ScalarOf<Real>> out) {
  map<Real, LanesMatrix<Real>>(count, in, out, [](const auto& R) { return quaternion_of(R); });
}

template <class Real>
void rotation_of_all(int count, Soa<const ScalarOf<Real>> in, Soa<ScalarOf<Real>> out) {
  map<Real, LanesQuaternion<Real>>(count, in, out, [](const auto& q) { return rotation_of(q); });
}

template <class Real>
void polar_of_all(int count, Soa<const ScalarOf<Real>> matrices, Soa<ScalarOf<Real>> rotations,
                  Soa<ScalarOf<Real>> stretches) {
  for (int first = 0; first < count; first += lanes_of<Real>) {
    LanesMatrix<Real> F;
    read(matrices, first, count - first, 9, &F.at[0][0]);
    const LanesPolar<Real> result = polar(F);
    write(&result.R.at[0][0], 9, first, count - first, rotations);
    if (stretches.data == nullptr) continue;
    const auto& S = result.S;
    const Real upper[6] = {S[0][0], S[0][1], S[0][2], S[1][1], S[1][2], S[2][2]};
    write(upper, 6, first, count - first, stretches);
  }
}

template <class Real>
RotationKernels<ScalarOf<Real>> kernels() {
  return {.exp = &exp_of_all<Real>,
          .log = &log_of_all<Real>,
          .left_jacobian = &left_jacobian_of_all<Real>,
          .quaternion_of = &quaternion_of_all<Real>,
          .rotation_of = &rotation_of_all<Real>,
          .polar = &polar_of_all<Real>};
}

}  // namespace

RotationKernels<double> double_rotation_kernels() { return kernels<Doubles>(); }
RotationKernels<float> float_rotation_kernels() { return kernels<Floats>(); }

}  // namespace retake::RETAKE_ISA
