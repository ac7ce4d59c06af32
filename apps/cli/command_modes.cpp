// `retake modes`: vibration modes of a body, kept in the cache on disk.
#include <cmath>
#include <numbers>

#include "apps/cli/commands.h"
#include "apps/cli/json_report.h"
#include "apps/cli/output_check.h"
#include "apps/server/engine/shot_picture.h"
#include "retake/mesh/bounding_box.h"
#include "retake/shot/shot_bodies.h"

namespace retake::cli {

namespace {

double hertz(double eigenvalue) { return std::sqrt(eigenvalue) / (2 * std::numbers::pi); }

Json report_json(const Shot& shot, const CachedModes& cached, const Notes& notes) {
  const ModeReport& report = cached.result.report;
  std::vector<double> frequencies;
  for (const double lambda : cached.result.modes.eigenvalues) frequencies.push_back(hertz(lambda));
  return {{"body", shot.name},
          {"vertices", shot.body().vertex_count()},
          {"modes", cached.result.modes.eigenvalues.size()},
          {"rigid_modes", cached.result.modes.rigid.cols()},
          {"from_cache", cached.from_cache},
          {"cache_note", cached.note},
          {"worst_residual", report.worst_residual},
          {"orthogonality_error", report.orthogonality_error},
          {"count_agrees", report.count_agrees},
          {"seconds", report.seconds},
          {"notes", notes},
          {"frequencies_hz", frequencies}};
}

void print_table(const Shot& shot, const CachedModes& cached, double tolerance) {
  const Modes& modes = cached.result.modes;
  const ModeReport& report = cached.result.report;
  fmt::print("{}: {} modes", shot.name, modes.eigenvalues.size());
  if (modes.rigid.cols() > 0) fmt::print(" and {} rigid ones", modes.rigid.cols());
  if (cached.from_cache) {
    fmt::print(", from the cache\n");
  } else {
    fmt::print(" in {:.1f} s, {} slices, residual {:.1e}, none missed: {}\n", report.seconds,
               report.slices, report.worst_residual, report.count_agrees ? "yes" : "NO");
  }
  if (report.worst_residual > tolerance) {
    fmt::print(
        "note: the residual is above the tolerance of {:.0e}; thin or very stiff parts limit it\n",
        tolerance);
  }
  constexpr int shown = 10;
  const int count = static_cast<int>(modes.eigenvalues.size());
  for (int k = 0; k < std::min(count, shown); ++k) {
    fmt::print("  mode {:>4}  {:9.3f} Hz\n", k + 1, hertz(modes.eigenvalues[k]));
  }
  if (count > shown) {
    fmt::print("  ...\n  mode {:>4}  {:9.3f} Hz\n", count, hertz(modes.eigenvalues[count - 1]));
  }
  if (!cached.note.empty()) fmt::print("note: {}\n", cached.note);
}

// Rest shape plus mode k, scaled so that its largest move is a share of the body's size.
Eigen::Matrix3Xf swung(const Points& rest, const MatX& shapes, int k) {
  constexpr double share = 0.12;
  const double size = bounding_box(rest).diagonal();
  const Eigen::Map<const Points> shape(shapes.col(k).data(), 3, rest.cols());
  return (rest + shape * (share * size / shape.colwise().norm().maxCoeff())).cast<float>();
}

// A contact sheet of the softest modes.
void draw_modes(const Shot& shot, const Modes& modes, const std::string& file, Progress& progress) {
  constexpr int drawn = 12;
  Motion motion;
  for (int k = 0; k < std::min<int>(drawn, static_cast<int>(modes.shapes.cols())); ++k) {
    motion.frames.push_back(swung(shot.body().rest_positions, modes.shapes, k));
  }
  save_picture(shot, motion, {.tiles = drawn, .first_label = 1}, file, progress);
}

}  // namespace

void ModesCommand::run(const CommonOptions& common) const {
  check_new_files({picture}, replace);
  check_writable({picture});
  TerminalProgress progress = common.progress();
  const auto [shot, notes] = open_input(input, progress);
  print_notes(notes);
  require_one_kind(shot.bodies.several(), "computing the modes of all");
  const CachedModes cached = cached_modes(shot.body(), modes, {}, progress);
  if (!picture.empty()) {
    draw_modes(shot, cached.result.modes, picture, progress);
  }
  progress.finish();
  if (common.json) {
    print_json(report_json(shot, cached, notes));
  } else {
    print_table(shot, cached, modes.tolerance);
    if (!picture.empty()) fmt::print("wrote {}\n", picture);
  }
}

}  // namespace retake::cli
