// Modes as the changes that an edit can make, and the reduced edit against unreduced elasticity.
#include "retake/spacetime/edit_basis.h"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include "modes/bars.h"
#include "retake/numerics/rotation.h"
#include "retake/spacetime/banded_compliance.h"
#include "retake/spacetime/conditioning.h"

namespace retake {
namespace {

EditBasis free_basis(const Body& body, const Mat3& rotation) {
  auto modes = std::make_shared<Modes>(compute_modes(body, {.count = 10}).modes);
  return EditBasis(body, modes, 10, {Placement{.rotation = rotation}});
}

TEST(EditBasis, RowsReadWhatDisplacementsMove) {
  const Body body = make_bar({.cells = {3, 1, 1}});
  const Mat3 R = exp_rotation({0.3, -0.8, 0.5});
  const EditBasis basis = free_basis(body, R);
  const VecX z = VecX::LinSpaced(basis.mode_count(), -1, 1.5);
  const std::array frames = {0};
  const Eigen::MatrixXf edit = basis.displacements(frames, z);
  const WeightedPoint point = {{3, 0.25}, {7, 0.75}};
  const Vec3 local = (0.25 * edit.middleRows<3>(9) + 0.75 * edit.middleRows<3>(21)).cast<double>();
  const Vec3 world = basis.rows(0, point) * z;
  EXPECT_LT((world - R * local).norm(), 1e-5 * world.norm());
}

TEST(EditBasis, PullsBackAsTheTransposeOfWhatItDisplaces) {
  const Body body = make_bar({.cells = {3, 1, 1}});
  const EditBasis basis = free_basis(body, exp_rotation({1, 2, 0.5}));
  const VecX z = VecX::LinSpaced(basis.mode_count(), -1, 1.5);
  const std::array frames = {0};
  const Eigen::MatrixXf edit = basis.displacements(frames, z);
  const Eigen::MatrixXf gradient = Eigen::VectorXf::LinSpaced(edit.rows(), 0.5f, -1.0f);
  const double direct = gradient.cast<double>().cwiseProduct(edit.cast<double>()).sum();
  EXPECT_NEAR(basis.pull_back(0, gradient).col(0).dot(z), direct, 1e-4 * std::abs(direct));
}

TEST(EditBasis, FindsTheAmplitudesOfItsOwnDisplacements) {
  const Body body = make_bar({.cells = {3, 1, 1}});
  const EditBasis basis = free_basis(body, exp_rotation({0.2, 0.4, -1}));
  const VecX z = VecX::LinSpaced(basis.mode_count(), 2, -1);
  const std::array frames = {0};
  const Eigen::MatrixXf edit = basis.displacements(frames, z);
  const Points points = edit.reshaped(3, body.vertex_count()).cast<double>();
  EXPECT_LT((basis.amplitudes_of(0, points) - z).norm(), 1e-4 * z.norm());
}

TEST(EditBasis, SamplesItsDisplacementsAllOverTheBody) {
  const Body body = make_bar({.cells = {39, 4, 4}});
  const EditBasis basis = free_basis(body, exp_rotation({0.2, 0.4, -1}));
  const VecX z = VecX::LinSpaced(basis.mode_count(), 2, -1);
  const std::array frames = {0};
  const Eigen::MatrixXf sampled = basis.sampled_displacements(frames, z);
  const Eigen::MatrixXf all = basis.displacements(frames, z);
  EXPECT_GE(sampled.rows(), 3 * 500);
  EXPECT_LT(sampled.rows(), all.rows() / 2);
  const Eigen::MatrixXf expected = all(EditBasis::sampled_rows(all.rows()), Eigen::all);
  EXPECT_LT((sampled - expected).norm(), 1e-5 * expected.norm());
}

TEST(EditBasis, LeavesOutTheSameModesOfEditsOfEverySize) {
  const EditBasis basis = free_basis(make_bar({.cells = {3, 1, 1}}), Mat3::Identity());
  VecX z = VecX::Zero(basis.mode_count());
  for (int k = 6; k < z.size(); ++k) z[k] = std::pow(10.0, 6 - k);
  const std::array frames = {0};
  const Eigen::MatrixXf large = basis.displacements(frames, z, 1e-4);
  for (const double scale : {1e-8, 1e-4, 1e4}) {
    const Eigen::MatrixXf scaled = basis.displacements(frames, scale * z, 1e-4);
    EXPECT_LT((scaled / static_cast<float>(scale) - large).norm(), 1e-6f * large.norm()) << scale;
  }
  const Eigen::MatrixXf all = basis.displacements(frames, z);
  EXPECT_GT((large - all).cwiseAbs().maxCoeff(), 0);
  EXPECT_LT((large - all).cwiseAbs().maxCoeff(), 1e-4f * all.cwiseAbs().maxCoeff());
}

// The whole problem without any modes: minimize (1) of Barbic 2012 over all displacements of all
// frames under one hard wish, as a dense KKT system.
Points unreduced_edit(const FreeSystem& system, int unknown, int frame, int frame_count, double h,
                      double value) {
  const auto n = system.masses.size();
  const auto free_frames = frame_count - 4;
  const auto size = n * free_frames;
  const MatX K = system.K, M = system.masses.asDiagonal();
  const MatX inverse_mass = system.masses.cwiseInverse().asDiagonal();
  MatX H = MatX::Zero(size + 1, size + 1);
  for (int i = 1; i + 1 < frame_count; ++i) {
    MatX residual = MatX::Zero(n, size);
    const std::array<MatX, 3> parts = {M / (h * h), K - 2 / (h * h) * M, M / (h * h)};
    for (int j = 0; j < 3; ++j) {
      const int t = i - 1 + j - 2;
      if (t < 0 || t >= free_frames) continue;
      residual.middleCols(t * n, n) += parts[static_cast<std::size_t>(j)];
    }
    H.topLeftCorner(size, size) += h * residual.transpose() * inverse_mass * residual;
  }
  const double scale = H.diagonal().head(size).mean();
  H /= scale;
  const auto row = (frame - 2) * n + unknown;
  H(size, row) = H(row, size) = 1;
  const VecX solution = H.fullPivLu().solve(value * VecX::Unit(size + 1, size));
  return solution.segment((frame - 2) * n, n).reshaped(3, n / 3);
}

TEST(EditBasis, WithAllModesIsUnreducedLinearElasticity) {
  const Body body = clamp_end(make_bar({.cells = {1, 1, 1}, .size = {1, 1, 1}}));
  const FreeSystem system = free_system(body);
  const int count = static_cast<int>(system.masses.size());
  const ModeResult all = compute_modes(body, {.count = count});
  CostOptions options{.kind = CostKind::paper_dynamics, .reach = 0};
  options.damping = {.ratio = 0};
  options.timestep = 1e-2;
  const int T = 9, frame = 5;
  const int vertex = system.vertices[0];
  const WishRow row = {{{frame, all.modes.shapes.row(3 * vertex + 1).transpose()}}};
  const MatX z = condition(BandedCompliance(all.modes.eigenvalues, T, options),
                           {{row}, VecX::Constant(1, 0.1)});
  const VecX reduced = all.modes.shapes * z.col(frame);

  const Points full = unreduced_edit(system, 1, frame, T, options.timestep, 0.1);
  for (std::size_t i = 0; i < system.vertices.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    EXPECT_LT((reduced.segment<3>(3 * system.vertices[i]) - full.col(at)).norm(), 1e-6);
  }
}

}  // namespace
}  // namespace retake
