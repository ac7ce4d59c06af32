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

BenchRow modes_row(const Body& body, int count, const BenchContext& context) {
  const ModeResult result = compute_modes(body, {.count = count}, context.progress);
  BenchRow row{.value = result.report.seconds, .unit = "s", .detail = detail_of(result.report)};
  return row;
}

BenchRow bridge_1000(const BenchContext& context) {
  BenchRow row = modes_row(paper_body(context, "bridge/bridge.abq"), 1000, context);
  row.paper = 774;  // Barbic et al. 2012, Table 1, six cores
  return row;
}

BenchRow bridge_500(const BenchContext& context) {
  const Body body = paper_body(context, "bridge/bridge.abq");
  BenchRow row = modes_row(body, 500, context);
  if (context.compare) {
    row.peer =
        BenchRow::Peer{"Spectra", modes_by_spectra(free_system(body), {.count = 500}).seconds};
  }
  return row;
}

BenchRow tumble_500(const BenchContext& context) {
  BenchRow row = modes_row(tumble_body(context), 500, context);
  row.paper = 383;  // the paper's dragon: 13k vertices, 49k tets
  return row;
}

}  // namespace

std::vector<BenchCase> modes_bench_cases() {
  return {
      {"modes/bridge/1000", "1,000 modes of the 2012 paper's bridge (31,746 tets)", bridge_1000},
      {"modes/bridge/500", "500 modes of it; --compare runs Spectra beside", bridge_500},
      {"modes/tumble/500", "500 modes of a free body of 48k tets", tumble_500}};
}

}  // namespace retake::cli
