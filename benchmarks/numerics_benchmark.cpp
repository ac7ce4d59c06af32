// Rotations, polar factors (batched against one at a time) and banded solves.
#include <benchmark/benchmark.h>

#include "numerics/random_matrices.h"
#include "retake/numerics/banded_cholesky.h"
#include "retake/numerics/rotation.h"
#include "retake/numerics/rotation_batch.h"

namespace retake {
namespace {

constexpr int count = 1024;  // in: 24 or 72 KB of double, so that the caches are not measured

template <class Number>
using Rows = Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

void count_elements(benchmark::State& state) {
  state.counters["per_element"] = benchmark::Counter(
      count, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

template <class Number>
Rows<Number> vectors() {
  return random_matrix(3, count, 1).cast<Number>();
}

// Deformation gradients of a body in motion: a rotation times a stretch of up to 30 %.
template <class Number>
Rows<Number> matrices() {
  Rows<Number> all(9, count);
  for (int i = 0; i < count; ++i) {
    const auto seed = static_cast<unsigned>(i);
    const Mat3 F = exp_rotation(2 * Vec3(random_matrix(3, 1, seed))) *
                   (Mat3::Identity() + 0.3 * Mat3(random_matrix(3, 3, seed + 5000)));
    for (int k = 0; k < 9; ++k) all(k, i) = static_cast<Number>(F(k / 3, k % 3));
  }
  return all;
}

template <class Number>
Mat3 matrix(const Rows<Number>& rows, int i) {
  Mat3 F;
  for (int k = 0; k < 9; ++k) F(k / 3, k % 3) = rows(k, i);
  return F;
}

template <class Number>
void exp_batched(benchmark::State& state) {
  const Rows<Number> in = vectors<Number>();
  Rows<Number> out(9, count);
  for (auto _ : state) exp_rotations(count, {in.data(), count}, {out.data(), count});
  count_elements(state);
}

template <class Number>
void log_batched(benchmark::State& state) {
  const Rows<Number> in = vectors<Number>();
  Rows<Number> rotations(9, count), out(3, count);
  exp_rotations(count, {in.data(), count}, {rotations.data(), count});
  for (auto _ : state) log_rotations(count, {rotations.data(), count}, {out.data(), count});
  count_elements(state);
}

template <class Number>
void polar_batched(benchmark::State& state) {
  const Rows<Number> in = matrices<Number>();
  Rows<Number> out(9, count), stretches(6, count);
  for (auto _ : state) {
    polar_decompositions(count, {in.data(), count}, {out.data(), count}, {stretches.data(), count});
  }
  count_elements(state);
}

void exp_scalar(benchmark::State& state) {
  const Rows<double> in = vectors<double>();
  for (auto _ : state)
    for (int i = 0; i < count; ++i) benchmark::DoNotOptimize(exp_rotation(in.col(i)));
  count_elements(state);
}

void log_scalar(benchmark::State& state) {
  const Rows<double> in = vectors<double>();
  std::vector<Mat3> rotations;
  for (int i = 0; i < count; ++i) rotations.push_back(exp_rotation(in.col(i)));
  for (auto _ : state)
    for (const Mat3& R : rotations) benchmark::DoNotOptimize(log_rotation(R));
  count_elements(state);
}

void polar_scalar(benchmark::State& state) {
  const Rows<double> in = matrices<double>();
  std::vector<Mat3> all;
  for (int i = 0; i < count; ++i) all.push_back(matrix(in, i));
  for (auto _ : state)
    for (const Mat3& F : all) benchmark::DoNotOptimize(polar_decomposition(F));
  count_elements(state);
}

BENCHMARK(exp_scalar);
BENCHMARK_TEMPLATE(exp_batched, double);
BENCHMARK_TEMPLATE(exp_batched, float);
BENCHMARK(log_scalar);
BENCHMARK_TEMPLATE(log_batched, double);
BENCHMARK_TEMPLATE(log_batched, float);
BENCHMARK(polar_scalar);
BENCHMARK_TEMPLATE(polar_batched, double);
BENCHMARK_TEMPLATE(polar_batched, float);

// As for an edit of 1,000 modes and 240 frames: L is 5.8 MB, read twice per solve.
BandedSystems pentadiagonal() {
  BandedSystems systems(1000, 240, 2);
  for (int t = 0; t < 240; ++t) {
    systems.entry(t, 0).setConstant(7);
    systems.entry(t, 1).setConstant(-4);
    systems.entry(t, 2).setConstant(1);
  }
  return systems;
}

void banded_factor(benchmark::State& state) {
  const BandedSystems systems = pentadiagonal();
  for (auto _ : state) benchmark::DoNotOptimize(BandedCholesky(systems));
}

void banded_solve(benchmark::State& state) {
  const BandedCholesky cholesky(pentadiagonal());
  MatX B = random_matrix(1000, 240, 1);
  for (auto _ : state) B = cholesky.solve(std::move(B));
}

BENCHMARK(banded_factor)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(banded_solve)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace retake
