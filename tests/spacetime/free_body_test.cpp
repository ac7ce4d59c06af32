// Bodies that nothing holds: what an edit moves and turns as a whole.
#include <numeric>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "retake/modes/rigid_modes.h"
#include "retake/spacetime/banded_compliance.h"
#include "retake/spacetime/edit_basis.h"
#include "spacetime/dense_problem.h"
#include "spacetime/edited_bar.h"

namespace retake {
namespace {

constexpr int frames = 24, pulled_frame = 12;
const Vec3 slender = {4, 0.4, 0.4};

Body slender_bar(double young = 1e6) {
  Body bar = make_bar({.cells = {8, 1, 1}, .size = slender});
  bar.materials.front().young = young;
  return bar;
}

std::shared_ptr<const Modes> modes_of(const Body& body, int count = 10) {
  return std::make_shared<Modes>(compute_modes(body, {.count = count}).modes);
}

CostOptions at_24_fps() {
  CostOptions options;
  options.timestep = 1.0 / 24;
  return options;
}

Mat3 inertia_of(const Body& body) {
  const VecX masses = lumped_mass(body);
  const Points r = body.rest_positions.colwise() - body.rest_positions * masses / masses.sum();
  const Mat3 second = r * masses.asDiagonal() * r.transpose();
  return second.trace() * Mat3::Identity() - second;
}

// The amplitudes (modes x frames) of one point moved by `way` along a direction.
MatX pulled(const EditBasis& basis, int vertex, const Vec3& direction, double way) {
  const WishRow row = {{{pulled_frame, basis.row(pulled_frame, {{vertex, 1}}, direction)}}};
  return condition(BandedCompliance(basis.eigenvalues(), frames, at_24_fps()),
                   {{row}, VecX::Constant(1, way)});
}

// The turn of a rigid body of which one point is moved by `way`: pulls f there move it by
// (1/m - r× J⁻¹ r×) f and turn the body by J⁻¹ (r × f).
Vec3 turn_of_rigid(const Body& body, const Vec3& point, const Vec3& way) {
  const VecX masses = lumped_mass(body);
  const Vec3 r = point - body.rest_positions * masses / masses.sum();
  Mat3 cross;
  for (int a = 0; a < 3; ++a) cross.col(a) = r.cross(Vec3::Unit(a));
  const Mat3 eased = inertia_of(body).inverse();
  const Mat3 gives = Mat3::Identity() / masses.sum() - cross * eased * cross;
  return eased * cross * gives.ldlt().solve(way);
}

// The turn (world axes, rad) that comes nearest to the linear edit of a frame.
Vec3 turn_of(const EditBasis& basis, const Body& body, const Mat3& placed, int frame,
             const MatX& z) {
  const std::array at = {frame};
  const VecX masses = lumped_mass(body);
  const Points r = body.rest_positions.colwise() - body.rest_positions * masses / masses.sum();
  const Points p = basis.displacements(at, z.col(frame)).cast<double>().reshaped(3, r.cols());
  Vec3 momentum = Vec3::Zero();
  for (int v = 0; v < r.cols(); ++v) momentum += masses[v] * Vec3(r.col(v)).cross(Vec3(p.col(v)));
  return placed * inertia_of(body).ldlt().solve(momentum);
}

TEST(FreeBody, IsPulledAsByMassOrthonormalRigidModes) {
  const Body body = slender_bar();
  const auto modes = modes_of(body);
  const Mat3 R = exp_rotation({0.4, -0.9, 0.3});
  const EditBasis basis(body, modes, 10, std::vector(frames, Placement{.rotation = R}));
  const int edge = nearest_vertex(body, {2, 0.2, 0.2});
  const Vec3 direction = R * Vec3(0, 1, 0);
  const MatX z = pulled(basis, edge, direction, 0.1);

  MatX shapes(3 * body.vertex_count(), 16);  // Barbic 2012, eq. 2: UᵀMU = I
  shapes << rigid_modes(body, lumped_mass(body)), modes->shapes;
  const VecX row = shapes.middleRows<3>(3 * edge).transpose() * Vec3(0, 1, 0);
  const DenseProblem problem = dense_problem(basis.eigenvalues(), frames, at_24_fps());
  const MatX dense =
      dense_answer(problem, {{{{pulled_frame, row}}, 0}}, VecX::Constant(1, 0.1), 16, frames);
  for (const int frame : {5, 12, 18}) {
    const std::array at = {frame};
    const VecX moved = basis.displacements(at, z.col(frame)).col(0).cast<double>();
    EXPECT_LT((moved - shapes * dense.col(frame)).norm(), 1e-5 * moved.norm()) << frame;
  }
}

TEST(FreeBody, RollsAndGoesAsItsInertiaAndMassSay) {
  const Body body = slender_bar(1e13);  // hardly bends
  const EditBasis basis(body, modes_of(body), 10, std::vector(frames, Placement{}));
  const Vec3 edge(2, 0.2, 0.2), up(0, 1, 0);
  const double way = 0.05;
  const MatX z = pulled(basis, nearest_vertex(body, edge), up, way);

  const Vec3 arm = edge - Vec3(2, 0, 0);  // from the centre of mass
  const Vec3 eased = inertia_of(body).ldlt().solve(arm.cross(up));
  const Vec3 turn = way / (1 / lumped_mass(body).sum() + arm.cross(up).dot(eased)) * eased;
  EXPECT_GT(turn.norm(), 0.1);
  EXPECT_LT((turn_of(basis, body, Mat3::Identity(), pulled_frame, z) - turn).norm(),
            1e-3 * turn.norm());
}

TEST(FreeBody, RollsInAnEditedMotionToo) {
  const Body body = slender_bar(1e9);
  const EditInput input = input_of(body, still(body), 20);
  const Vec3 edge(2, 0.2, 0.2), way(0, 0.05, 0);
  MotionEdit edit(input, {});
  edit.add(hold(nearest_vertex(body, edge), 20, edge + way));
  edit.solve();
  const Vec3 top = position(edit, 20, nearest_vertex(body, {2, 0.2, 0.2})),
             side = position(edit, 20, nearest_vertex(body, {2, 0.2, -0.2}));
  const double roll = std::atan2(side.y() - top.y(), top.z() - side.z());
  EXPECT_NEAR(roll, turn_of_rigid(body, edge, way).x(), 0.02 * std::abs(roll));
}

// While the bar spins about z, an axis across it becomes one along it and back: a tilt must not
// come out as a roll then.
TEST(FreeBody, ThatSpinsKeepsTheTurnOfAnEditInTheWorld) {
  const Body body = slender_bar(1e13);
  std::vector<Placement> placements;
  for (int t = 0; t < frames; ++t) {
    placements.push_back({.rotation = exp_rotation({0, 0, 0.6 * (t - pulled_frame)})});
  }
  const EditBasis basis(body, modes_of(body), 10, placements);
  const MatX z = pulled(basis, nearest_vertex(body, {4, 0, 0}), {0, 0, 1}, 0.1);
  const auto turn = [&](int frame) {
    const Mat3& placed = placements[static_cast<std::size_t>(frame)].rotation;
    return turn_of(basis, body, placed, frame, z);
  };
  const Vec3 there = turn(pulled_frame);
  for (int frame = 2; frame + 2 < frames; ++frame) {
    const double part = turn(frame).dot(there) / there.squaredNorm();
    EXPECT_LT((turn(frame) - part * there).norm(), 1e-3 * there.norm()) << frame;
    EXPECT_LT(part, 1 + 1e-3) << frame;
  }
}

TEST(FreeBody, ThatSpinsHasModesThatAreMassOrthonormalInTheMeanOverItsFrames) {
  const Body body = slender_bar();
  std::vector<Placement> placements;
  for (int t = 0; t < frames; ++t) {
    placements.push_back({.rotation = exp_rotation({0.03 * t, 0.1 * t, -0.2 * t})});
  }
  const EditBasis basis(body, modes_of(body), 10, placements);
  const VecX masses = masses_of(body);
  MatX gram = MatX::Zero(6, 6);
  for (int frame = 0; frame < frames; ++frame) {
    MatX columns(3 * body.vertex_count(), 6);
    for (int v = 0; v < body.vertex_count(); ++v) {
      columns.middleRows<3>(3 * v) = basis.rows(frame, {{v, 1}}).leftCols<6>();
    }
    gram += columns.transpose() * masses.asDiagonal() * columns / frames;
  }
  EXPECT_TRUE(gram.isIdentity(1e-9)) << gram;
}

TEST(FreeBody, IsTurnedByWhatItDoesInTheWindowOfTheEditAlone) {
  const Body body = slender_bar();
  std::vector<Placement> placements(frames);
  placements.front().rotation = placements.back().rotation = exp_rotation({0, 0, 1.5});
  const EditBasis within(body, modes_of(body), 10, placements, std::pair(1, frames - 2));
  const EditBasis still_one(body, modes_of(body), 10, std::vector(frames, Placement{}));
  const WeightedPoint edge = {{nearest_vertex(body, {2, 0.2, 0.2}), 1}};
  EXPECT_LT((within.rows(5, edge) - still_one.rows(5, edge)).leftCols<6>().norm(), 1e-12);
}

// Nothing is divided by an inertia of 0: a thread has none about itself.
TEST(FreeBody, AsThinAsAThreadHasFiniteModes) {
  const Body body = make_bar({.cells = {3, 1, 1}, .size = {4, 1e-8, 1e-8}});
  auto modes = std::make_shared<Modes>();
  modes->shapes = MatX::Zero(3 * body.vertex_count(), 1);
  modes->rigid = MatX::Zero(3 * body.vertex_count(), 0);
  modes->shapes(1, 0) = 1 / std::sqrt(masses_of(body)[1]);
  modes->eigenvalues = VecX::Constant(1, 100);
  const EditBasis basis(body, modes, 1, {Placement{}});
  const MatX rows = basis.rows(0, {{2, 1}});
  EXPECT_TRUE(rows.allFinite());
  const Points turned = Vec3(0, 0.1, 0).replicate(1, body.vertex_count());
  const VecX z = basis.amplitudes_of(0, turned);
  EXPECT_TRUE(z.allFinite());
  EXPECT_LT((rows.leftCols<6>() * z.head<6>() - Vec3(0, 0.1, 0)).norm(), 1e-6);
}

}  // namespace
}  // namespace retake
