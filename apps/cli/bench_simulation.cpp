// Rows `simulate/...`: one implicit timestep of one Newton iteration.
#include "apps/cli/bench_bodies.h"
#include "retake/elasticity/time_stepper.h"

namespace retake::cli {

namespace {

BenchRow dinosaur_step(const BenchContext& context, ElasticLaw law) {
  const Body body = paper_body(context, "dinosaur/sim-mesh.hinp");
  const NewtonStepTiming timing = time_newton_step(body, law, 40);
  return {.value = 1e3 * timing.total,
          .unit = "ms",
          .detail = {{"tets", body.tets.cols()},
                     {"assembly_ms", 1e3 * timing.phases.assembly},
                     {"factorization_ms", 1e3 * timing.phases.factorization},
                     {"solve_ms", 1e3 * timing.phases.solve}}};
}

}  // namespace

std::vector<BenchCase> simulation_bench_cases() {
  return {
      {"simulate/dinosaur/step-corotated", "one step of one Newton iteration, 5,249 tets",
       [](const BenchContext& context) { return dinosaur_step(context, ElasticLaw::corotated); }},
      {"simulate/dinosaur/step-stvk", "the same with StVK tets",
       [](const BenchContext& context) { return dinosaur_step(context, ElasticLaw::stvk); }}};
}

}  // namespace retake::cli
