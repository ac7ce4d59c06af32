// Rows `poses/BODY`: bodies of the sizes of Huang 2011, Table 1, made from scenes.
#include <cmath>

#include "apps/cli/bench_poses.h"
#include "retake/mesh/lattice_mesher.h"
#include "retake/mesh/surface.h"
#include "retake/mesh/surface_field.h"
#include "retake/numerics/stopwatch.h"
#include "scenes/hex_cells.h"
#include "scenes/scene.h"

namespace retake::cli {

namespace {

// A line of the table; times of a 2.0 GHz Xeon.
struct PaperBody {
  const char* id;
  const char* scene;  // "": a box
  int tets, modes;
  double eigen_s, opt_ms, amplitudes_ms, shape_ms, fps;
};

constexpr PaperBody paper_bodies[] = {
    {"box", "", 1337, 50, 1, 6, 2, 8, 70},
    {"elephant", "tumble", 5442, 50, 6, 6, 6, 33, 20},
    {"armadillo", "plush", 5249, 100, 7, 12, 12, 30, 18},
    {"dragon", "dino", 9237, 100, 11, 12, 22, 55, 10},
    {"gargoyle", "plush", 11054, 100, 12, 12, 24, 62, 9},
};

Body body_of_tets(const TetMesh& mesh) {
  Body body;
  body.rest_positions = mesh.positions;
  body.tets = mesh.tets;
  body.triangles = surface_triangles(mesh);
  body.materials = {{.name = "rubber", .density = 1000, .young = 1e6, .poisson = 0.4}};
  return body;
}

Body box() {
  HexCells cells;  // 6 tets each
  cells.add_grid(even_lines(-0.2, 0.2, 4), even_lines(0, 1.4, 14), even_lines(-0.2, 0.2, 4));
  return body_of_tets(cells.tet_mesh());
}

// The scene's looks, filled with about so many tets: their number goes with the cube of the
// spacing.
Body filled(const std::string& scene, int tets, Progress& progress) {
  const Body looks = build_scene(scene, SceneSize::standard, progress).body;
  const DistanceField solid = surface_field(looks.render_surface->mesh);
  double spacing = 0.08;
  TetMesh mesh;
  for (int attempt = 0; attempt < 6; ++attempt) {
    mesh = mesh_solid(solid, {.spacing = spacing});
    const double ratio = static_cast<double>(mesh.tets.cols()) / tets;
    if (std::abs(ratio - 1) < 0.02) break;
    spacing *= std::cbrt(ratio);
  }
  return body_of_tets(mesh);
}

BenchRow paper_row(const PaperBody& paper, const BenchContext& context) {
  const std::string scene = paper.scene;
  const Body body = scene.empty() ? box() : filled(scene, paper.tets, context.progress);
  const Stopwatch eigen;
  const Modes modes = compute_modes(body, {.count = paper.modes}, context.progress).modes;
  const double eigen_s = eigen.seconds();
  PoseInterpolation motion = twisted_motion(body, modes);
  const double opt = best_seconds(20, [&] { motion.set({.between = BetweenPoses::swing}); });
  const double amplitudes = best_seconds(30, [&] { motion.amplitudes(0.77); });
  const double frame = best_seconds(30, [&] { motion.frame(0.77); });
  return {.value = 1e3 * frame,
          .unit = "ms",
          .paper = 1e3 / paper.fps,
          .detail = {{"tets", body.tets.cols()},
                     {"nodes", body.vertex_count()},
                     {"modes", paper.modes},
                     {"eigen_s", eigen_s},
                     {"opt_ms", 1e3 * opt},
                     {"amplitudes_ms", 1e3 * amplitudes},
                     {"paper",
                      {{"tets", paper.tets},
                       {"eigen_s", paper.eigen_s},
                       {"opt_ms", paper.opt_ms},
                       {"amplitudes_ms", paper.amplitudes_ms},
                       {"shape_ms", paper.shape_ms},
                       {"fps", paper.fps}}}}};
}

}  // namespace

std::vector<BenchCase> poses_table_bench_cases() {
  std::vector<BenchCase> cases;
  for (const PaperBody& paper : paper_bodies)
    cases.push_back({"poses/" + std::string(paper.id),
                     "one frame between two poses, " + std::to_string(paper.modes) + " modes, " +
                         std::to_string(paper.tets) + " tets",
                     [&paper](const BenchContext& context) { return paper_row(paper, context); }});
  return cases;
}

}  // namespace retake::cli
