#include "retake/numerics/rotation_batch.h"

#include "retake/numerics/rotation_kernel.h"

namespace retake {

namespace {

template <class Number>
const RotationKernels<Number>& kernels();

template <>
const RotationKernels<double>& kernels() {
  static const auto chosen = RETAKE_PICK_ISA(double_rotation_kernels)();
  return chosen;
}

template <>
const RotationKernels<float>& kernels() {
  static const auto chosen = RETAKE_PICK_ISA(float_rotation_kernels)();
  return chosen;
}

}  // namespace

void exp_rotations(int count, Soa<const double> vectors, Soa<double> rotations) {
  kernels<double>().exp(count, vectors, rotations);
}
void exp_rotations(int count, Soa<const float> vectors, Soa<float> rotations) {
  kernels<float>().exp(count, vectors, rotations);
}

void log_rotations(int count, Soa<const double> rotations, Soa<double> vectors) {
  kernels<double>().log(count, rotations, vectors);
}
void log_rotations(int count, Soa<const float> rotations, Soa<float> vectors) {
  kernels<float>().log(count, rotations, vectors);
}

void left_jacobians(int count, Soa<const double> vectors, Soa<double> jacobians) {
  kernels<double>().left_jacobian(count, vectors, jacobians);
}
void left_jacobians(int count, Soa<const float> vectors, Soa<float> jacobians) {
  kernels<float>().left_jacobian(count, vectors, jacobians);
}

void quaternions_of(int count, Soa<const double> rotations, Soa<double> quaternions) {
  kernels<double>().quaternion_of(count, rotations, quaternions);
}
void quaternions_of(int count, Soa<const float> rotations, Soa<float> quaternions) {
  kernels<float>().quaternion_of(count, rotations, quaternions);
}

void rotations_of(int count, Soa<const double> quaternions, Soa<double> rotations) {
  kernels<double>().rotation_of(count, quaternions, rotations);
}
void rotations_of(int count, Soa<const float> quaternions, Soa<float> rotations) {
  kernels<float>().rotation_of(count, quaternions, rotations);
}

void polar_decompositions(int count, Soa<const double> matrices, Soa<double> rotations,
                          Soa<double> stretches) {
  kernels<double>().polar(count, matrices, rotations, stretches);
}
void polar_decompositions(int count, Soa<const float> matrices, Soa<float> rotations,
                          Soa<float> stretches) {
  kernels<float>().polar(count, matrices, rotations, stretches);
}

}  // namespace retake
