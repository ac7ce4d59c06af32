// Rows `elasticity/...`: energy, forces and stiffness of one state.
#include "apps/cli/bench_bodies.h"
#include "retake/elasticity/elastic_model.h"

namespace retake::cli {

namespace {

// The rest shape twisted and bent: every element is rotated and strained.
Points twisted(const Points& rest) {
  const double height = rest.row(1).maxCoeff() - rest.row(1).minCoeff();
  Points positions = rest;
  for (Eigen::Index v = 0; v < rest.cols(); ++v) {
    const double angle = 1.5 * rest(1, v) / height;
    const double x = rest(0, v), z = rest(2, v);
    positions(0, v) = std::cos(angle) * x - std::sin(angle) * z + 0.05 * rest(1, v);
    positions(2, v) = std::sin(angle) * x + std::cos(angle) * z;
  }
  return positions;
}

BenchRow corotated_48k(const BenchContext& context) {
  const Body body = tumble_body(context);
  const auto model = make_elastic_model(body, ElasticLaw::corotated);
  const Points positions = twisted(body.rest_positions);
  const double seconds = best_seconds(30, [&] { model->respond(positions); });
  const double nonzeros = static_cast<double>(model->respond(positions).stiffness.nonZeros());
  // At least the element data (12 gradients, volume, two moduli) is read and the matrix written
  // once.
  const double bytes = 8.0 * (15.0 * static_cast<double>(body.tets.cols()) + nonzeros);
  return {
      .value = 1e3 * seconds,
      .unit = "ms",
      .least_megabytes = bytes / 1e6,
      .detail = {
          {"tets", body.tets.cols()}, {"vertices", body.vertex_count()}, {"nonzeros", nonzeros}}};
}

}  // namespace

std::vector<BenchCase> elasticity_bench_cases() {
  return {{"elasticity/48k/corotated", "energy, forces and stiffness of 48k corotated tets",
           corotated_48k}};
}

}  // namespace retake::cli
