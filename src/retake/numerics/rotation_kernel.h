#pragma once
#include "retake/numerics/isa.h"
#include "retake/numerics/rotation_batch.h"

// What rotation_batch.h calls, once per instruction set.
namespace retake {

template <class Number>
struct RotationKernels {
  using Map = void (*)(int count, Soa<const Number> in, Soa<Number> out);
  Map exp, log, left_jacobian, quaternion_of, rotation_of;
  void (*polar)(int count, Soa<const Number> matrices, Soa<Number> rotations,
                Soa<Number> stretches);
};

}  // namespace retake

RETAKE_DECLARE_PER_ISA(RotationKernels<double> double_rotation_kernels())
RETAKE_DECLARE_PER_ISA(RotationKernels<float> float_rotation_kernels())
