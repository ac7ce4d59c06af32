// Rows `modes/...`: vibration modes of whole bodies.
#include "apps/cli/bench_bodies.h"
#include "retake/modes/modes.h"
#include "retake/modes/spectra_comparison.h"

namespace retake::cli {

namespace {

Json detail_of(const ModeReport& report) {
  return {{"slices", report.slices},
          {"factorizations", report.factorizations},
          {"krylov_vectors", report.krylov_vectors},
          {"factorizing_s", report.seconds_factorizing},
          {"iterating_s", report.seconds_iterating},
          {"checking_s", report.seconds_checking},
          {"worst_residual", report.worst_residual},
          {"orthogonality_error", report.orthogonality_error},
          {"count_agrees", report.count_agrees}};
}

BenchRow row_of(const ModeResult& result) {
  return {.value = result.report.seconds, .unit = "s", .detail = detail_of(result.report)};
}

BenchRow bridge_1000(const BenchContext& context) {
  const Body body = paper_body(context, "bridge/bridge.abq");
  BenchRow row = row_of(compute_modes(body, {.count = 1000}, context.progress));
  row.paper = 774;  // Barbic et al. 2012, Table 1, six cores
  return row;
}

BenchRow bridge_500(const BenchContext& context) {
  const Body body = paper_body(context, "bridge/bridge.abq");
  const ModeOptions options{.count = 500};
  const ModeResult ours = compute_modes(body, options, context.progress);
  BenchRow row = row_of(ours);
  if (!context.with_peers) return row;
  const SpectraResult spectra = modes_by_spectra(free_system(body), options);
  row.peer = BenchRow::Peer{"Spectra", spectra.seconds};
  row.detail["peer_converged"] = spectra.converged;
  const VecX& lambda = ours.modes.eigenvalues;
  row.detail["peer_difference"] =
      ((spectra.eigenvalues - lambda).array().abs() / lambda.array()).maxCoeff();
  return row;
}

BenchRow tumble_500(const BenchContext& context) {
  BenchRow row = row_of(compute_modes(tumble_body(context), {.count = 500}, context.progress));
  row.paper = 383;  // the paper's dragon: 13k vertices, 49k tets
  return row;
}

}  // namespace

std::vector<BenchCase> modes_bench_cases() {
  return {
      {"modes/bridge/1000", "1,000 modes of the 2012 paper's bridge (31,746 tets)", bridge_1000},
      {"modes/bridge/500", "500 modes of it, beside Spectra with CHOLMOD", bridge_500, true},
      {"modes/tumble/500", "500 modes of a free body of 48k tets", tumble_500}};
}

}  // namespace retake::cli
