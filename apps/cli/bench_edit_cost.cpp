// Row `edit/bridge/cost`: what the default cost does that the paper's does not.
#include <algorithm>
#include <cmath>

#include "apps/cli/bench_bodies.h"
#include "apps/cli/bench_edit.h"
#include "retake/spacetime/cost.h"

namespace retake::cli {

namespace {

// Of the amplitudes (modes x frames, mass-orthonormal) of one pull.
struct Restlessness {
  double flicker = 0;  // part of the motion that alternates from frame to frame, root mean square
  double pop = 0;      // largest change from one frame to the next, over the largest change at all
};

Restlessness restlessness_of(const MatX& z) {
  const auto T = z.cols();
  const MatX alternating =
      (z.leftCols(T - 2) - 2 * z.middleCols(1, T - 2) + z.rightCols(T - 2)) / 4;
  const double step = (z.rightCols(T - 1) - z.leftCols(T - 1)).colwise().norm().maxCoeff();
  return {alternating.norm() / z.norm(), step / z.colwise().norm().maxCoeff()};
}

// Modes whose cost is not positive definite.
int bad_modes(const VecX& eigenvalues, CostKind kind, Ends ends, double fps) {
  const CostOptions options{
      .kind = kind, .ends = ends, .timestep = 1 / fps, .reach = usual_reach(kind)};
  const FrameOrder order = frame_order(240, options);
  const BandedCholesky factor(cost_hessian(eigenvalues, 240, order, options));
  return static_cast<int>(
      (factor.smallest_pivots().array() > 1e-13).select(0, VecX::Ones(eigenvalues.size())).sum());
}

// How differently a vertex at the far end of the deck moves with 300 and with 500 modes.
double far_difference(const EditInput& input, const BenchContext& context) {
  const int far = bridge_grabs(input.body, 10).back();
  const auto path_of = [&](int modes) {
    const MatX z = mast_pulled(input, CostKind::dynamics, modes, context);
    return MatX(input.modes->shapes.middleRows<3>(3 * far).leftCols(modes) * z);
  };
  const MatX few = path_of(300), many = path_of(500);
  return (few - many).norm() / many.norm();
}

BenchRow cost(const BenchContext& context) {
  const EditInput input = still_input(paper_body(context, "bridge/bridge.abq"), 500, 240, context);
  const Restlessness ours = restlessness_of(mast_pulled(input, CostKind::dynamics, 500, context));
  const Restlessness paper =
      restlessness_of(mast_pulled(input, CostKind::paper_dynamics, 500, context));
  BenchRow row{.value = ours.flicker, .unit = "of the motion", .paper = paper.flicker};
  row.detail = {{"pop", ours.pop},
                {"paper_pop", paper.pop},
                {"far_vertex_300_to_500_modes", far_difference(input, context)}};
  for (const double fps : {12.0, 24.0, 30.0, 60.0, 120.0}) {
    const std::string at = std::to_string(static_cast<int>(fps)) + "_fps";
    for (const auto& [name, ends] :
         {std::pair("free_end", Ends::start), {"both_ends", Ends::both}}) {
      const std::string key = std::string("bad_modes_of_500_") + name;
      const VecX& lambdas = input.modes->eigenvalues;
      row.detail[key][at] = bad_modes(lambdas, CostKind::dynamics, ends, fps);
      row.detail["paper_" + key][at] = bad_modes(lambdas, CostKind::paper_dynamics, ends, fps);
    }
  }
  return row;
}

}  // namespace

std::vector<BenchCase> edit_cost_bench_cases() {
  return {{"edit/bridge/cost", "flicker of a single pull, 500 modes, both ends held", cost}};
}

}  // namespace retake::cli
