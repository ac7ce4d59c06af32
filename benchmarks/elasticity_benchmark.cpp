// Energy, force and stiffness of tets, assembled into the sparse lower triangle.
#include <benchmark/benchmark.h>

#include "elasticity/bar.h"
#include "retake/elasticity/elastic_model.h"
#include "retake/numerics/parallel_for.h"

namespace retake {
namespace {

// As many tets as `papers/dinosaur` and `tumble --full` have.
const std::array<int, 3> dinosaur_size = {18, 7, 7};  // 5,292 tets, 1,216 vertices
const std::array<int, 3> tumble_size = {20, 20, 20};  // 48,000 tets, 9,261 vertices

// Bytes per tet that leave the second-level cache: rest state 112, energy 8, slots of the sums
// about 2 x 150 written and read, values of the sparse matrix about 110. (Blocks and forces, 720
// written and read again, stay inside.) Flops by count of the operations in tet_kernel.isa.cpp,
// three sweeps.
constexpr double bytes_per_tet = 112 + 8 + 2 * 150 + 110;
constexpr double flops_per_tet = 2400;

void respond(benchmark::State& state, ElasticLaw law, std::array<int, 3> cells,
             StiffnessKind kind) {
  const ThreadLimit limit(static_cast<int>(state.range(0)));
  const Body bar = make_bar({.cells = cells});
  const Points positions = shaken(bar.rest_positions, 0.01);
  const auto model = make_elastic_model(bar, law);
  for (auto _ : state) benchmark::DoNotOptimize(model->respond(positions, kind).energy);
  const auto tets = static_cast<double>(bar.tets.cols());
  state.counters["per_tet"] = benchmark::Counter(
      tets, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.counters["GB/s"] = benchmark::Counter(tets * bytes_per_tet * 1e-9,
                                              benchmark::Counter::kIsIterationInvariantRate);
  state.counters["Gflop/s"] = benchmark::Counter(tets * flops_per_tet * 1e-9,
                                                 benchmark::Counter::kIsIterationInvariantRate);
}

void forces(benchmark::State& state, ElasticLaw law, std::array<int, 3> cells) {
  const ThreadLimit limit(static_cast<int>(state.range(0)));
  const Body bar = make_bar({.cells = cells});
  const Points positions = shaken(bar.rest_positions, 0.01);
  const auto model = make_elastic_model(bar, law);
  for (auto _ : state) benchmark::DoNotOptimize(model->forces(positions));
}

#define RETAKE_RESPOND(law, size)                                                              \
  BENCHMARK_CAPTURE(respond, law##_##size, ElasticLaw::law, size##_size, StiffnessKind::exact) \
      ->Arg(1)                                                                                 \
      ->Arg(2)                                                                                 \
      ->Unit(benchmark::kMillisecond)                                                          \
      ->UseRealTime();                                                                         \
  BENCHMARK_CAPTURE(respond, law##_##size##_positive, ElasticLaw::law, size##_size,            \
                    StiffnessKind::positive)                                                   \
      ->Arg(1)                                                                                 \
      ->Arg(2)                                                                                 \
      ->Unit(benchmark::kMillisecond)                                                          \
      ->UseRealTime();                                                                         \
  BENCHMARK_CAPTURE(forces, law##_##size, ElasticLaw::law, size##_size)                        \
      ->Arg(1)                                                                                 \
      ->Arg(2)                                                                                 \
      ->Unit(benchmark::kMillisecond)                                                          \
      ->UseRealTime()

RETAKE_RESPOND(corotated, dinosaur);
RETAKE_RESPOND(stvk, dinosaur);
RETAKE_RESPOND(stable_neo_hookean, dinosaur);
RETAKE_RESPOND(corotated, tumble);
RETAKE_RESPOND(stvk, tumble);
RETAKE_RESPOND(stable_neo_hookean, tumble);

}  // namespace
}  // namespace retake
