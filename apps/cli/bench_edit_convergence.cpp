// Rows `edit/.../convergence`: how an edit with few modes comes to that with all (Barbic 2012,
// fig. 3).
#include "apps/cli/bench_edit.h"
#include "retake/modes/modes.h"
#include "retake/numerics/sparse_cholesky.h"
#include "retake/spacetime/banded_compliance.h"
#include "retake/spacetime/conditioning.h"
#include "scenes/hex_cells.h"

namespace retake::cli {

namespace {

void note_error(BenchRow& row, int modes, const VecX& edit, const VecX& full) {
  row.detail["modes"].push_back(modes);
  row.detail["error"].push_back((edit - full).norm() / full.norm());
}

// The linear edit of the pulled frame of the paper's bridge with fewer modes against that with
// 1,000: there are 26,337, too many for an unreduced solve.
BenchRow of_the_bridge(const BenchContext& context) {
  const EditInput input = still_bridge(context, 1000, 120);
  const auto edit_of = [&](int modes) {
    const MatX z = mast_pulled(input, CostKind::dynamics, modes, context);
    return VecX(input.modes->shapes.leftCols(modes) * z.col(60));
  };
  const VecX full = edit_of(1000);
  BenchRow row{.unit = "of the edit"};
  for (const int modes : {1, 2, 5, 10, 20, 50, 100, 200, 300, 500, 700, 900}) {
    note_error(row, modes, edit_of(modes), full);
    if (modes == 300) row.value = row.detail["error"].back();
  }
  return row;
}

// A bar of soft rubber, 1 m long, clamped at one end.
Body small_bar() {
  HexCells cells;
  const GridLines across = even_lines(0, 0.2, 2);
  cells.add_grid(even_lines(0, 1, 8), across, across);
  const TetMesh mesh = cells.tet_mesh();
  Body body;
  body.rest_positions = mesh.positions;
  body.tets = mesh.tets;
  body.materials = {{.name = "soft rubber", .density = 1000, .young = 1e5, .poisson = 0.4}};
  for (int v = 0; v < body.vertex_count(); ++v) {
    if (body.rest_positions(0, v) == 0) body.pins.push_back(v);
  }
  return body;
}

// One coordinate of a body with n free ones, pulled at one frame of a window with both ends held.
struct SmallPull {
  int frames = 160, frame = 80;
  int unknown = 0;
  double way = 0.1;  // m
  CostOptions cost{
      .kind = CostKind::paper_dynamics, .damping = {.ratio = 0, .mass = 2}, .reach = 0};
};

void put(std::vector<Eigen::Triplet<double>>& entries, const SparseMatrix& block, int row,
         int column) {
  for (int k = 0; k < block.outerSize(); ++k) {
    for (SparseMatrix::InnerIterator entry(block, k); entry; ++entry) {
      entries.emplace_back(row + static_cast<int>(entry.row()),
                           column + static_cast<int>(entry.col()), entry.value());
    }
  }
}

// R: forces M⁻¹ᐟ² (M u'' + α M u' + K u) at the inner frames, by the paper's differences, as they
// follow from all displacements of the free frames. No mode is in it.
SparseMatrix residuals(const FreeSystem& system, const SmallPull& pull) {
  const int n = static_cast<int>(system.masses.size()), free = pull.frames - 4;
  const double h = pull.cost.timestep, damping = pull.cost.damping.mass;
  const auto root = system.masses.cwiseSqrt().asDiagonal();
  SparseMatrix mass(n, n);
  mass.setIdentity();
  mass = root * mass;
  const SparseMatrix stiffness = system.masses.cwiseSqrt().cwiseInverse().asDiagonal() * system.K;
  const std::array<SparseMatrix, 3> parts = {mass / (h * h),
                                             stiffness - (2 / (h * h) + damping / h) * mass,
                                             (1 / (h * h) + damping / h) * mass};
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 1; i + 1 < pull.frames; ++i) {
    for (int j = 0; j < 3; ++j) {
      const int t = i + j - 3;  // of the free frames, which begin with frame 2
      if (t < 0 || t >= free) continue;
      put(entries, parts[static_cast<std::size_t>(j)], (i - 1) * n, t * n);
    }
  }
  SparseMatrix R((pull.frames - 2) * n, free * n);
  R.setFromTriplets(entries.begin(), entries.end());
  return R;
}

// The pulled frame of the whole problem, all displacements of all frames: H⁻¹c, scaled to the wish.
VecX unreduced_edit(const FreeSystem& system, const SmallPull& pull) {
  const Eigen::Index n = system.masses.size();
  const SparseMatrix R = residuals(system, pull);
  const SparseMatrix H = SparseMatrix(R.transpose() * R).triangularView<Eigen::Lower>();
  SparseCholesky factor(H);
  factor.factorize(H);
  const Eigen::Index first = (pull.frame - 2) * n;
  const VecX answer = factor.solve(VecX::Unit(H.rows(), first + pull.unknown));
  return answer.segment(first, n) * (pull.way / answer[first + pull.unknown]);
}

// The same with the first modes, as every edit is solved. `shapes`: of the free coordinates.
VecX reduced_edit(const VecX& eigenvalues, const MatX& shapes, int modes, const SmallPull& pull) {
  const BandedCompliance compliance(eigenvalues.head(modes), pull.frames, pull.cost);
  const WishRow row = {{{pull.frame, shapes.row(pull.unknown).head(modes).transpose()}}};
  const MatX z = condition(compliance, {{row}, VecX::Constant(1, pull.way)});
  return shapes.leftCols(modes) * z.col(pull.frame);
}

BenchRow of_a_bar(const BenchContext& context) {
  const Body body = small_bar();
  const FreeSystem system = free_system(body);
  const int n = static_cast<int>(system.masses.size());
  const Modes modes = compute_modes(system.K, system.masses, {.count = n}, context.progress).modes;
  SmallPull pull{.unknown = n - 2};  // y of the last vertex, at the free end
  pull.cost.timestep = 1.0 / 240;
  const VecX full = unreduced_edit(system, pull);
  BenchRow row{.unit = "of the edit"};
  for (const int count : {1, 2, 5, 10, 20, 50, 100, 150, 200, n}) {
    note_error(row, count, reduced_edit(modes.eigenvalues, modes.shapes, count, pull), full);
  }
  row.value = row.detail["error"].back();
  return row;
}

}  // namespace

std::vector<BenchCase> edit_convergence_bench_cases() {
  return {{"edit/bridge/convergence", "a pulled frame with 300 modes against 1,000", of_the_bridge},
          {"edit/bar/convergence", "a pulled frame of a small bar with all 216 modes against none",
           of_a_bar}};
}

}  // namespace retake::cli
