#pragma once
#include <cstddef>

// The functions of rotation.h for many elements at once, on the widest registers that the processor
// has. One thread: call them on blocks of a few hundred elements inside of parallel_for.
namespace retake {

// Structure of arrays: component c of element i is data[c * stride + i]. Matrices have 9
// components, row by row; vectors 3; quaternions 4 (w x y z); symmetric matrices 6 (xx xy xz yy yz
// zz).
template <class Number>
struct Soa {
  Number* data = nullptr;
  std::ptrdiff_t stride = 0;  // at least the number of elements
};

void exp_rotations(int count, Soa<const double> vectors, Soa<double> rotations);
void exp_rotations(int count, Soa<const float> vectors, Soa<float> rotations);

void log_rotations(int count, Soa<const double> rotations, Soa<double> vectors);
void log_rotations(int count, Soa<const float> rotations, Soa<float> vectors);

void left_jacobians(int count, Soa<const double> vectors, Soa<double> jacobians);
void left_jacobians(int count, Soa<const float> vectors, Soa<float> jacobians);

void quaternions_of(int count, Soa<const double> rotations, Soa<double> quaternions);
void quaternions_of(int count, Soa<const float> rotations, Soa<float> quaternions);

void rotations_of(int count, Soa<const double> quaternions, Soa<double> rotations);
void rotations_of(int count, Soa<const float> quaternions, Soa<float> rotations);

// `stretches` (symmetric) may be left empty where only the rotations are wanted.
void polar_decompositions(int count, Soa<const double> matrices, Soa<double> rotations,
                          Soa<double> stretches = {});
void polar_decompositions(int count, Soa<const float> matrices, Soa<float> rotations,
                          Soa<float> stretches = {});

}  // namespace retake
