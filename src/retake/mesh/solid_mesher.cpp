#include "retake/mesh/solid_mesher.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "retake/mesh/quality.h"
#include "retake/mesh/repair.h"
#include "retake/mesh/solid_mesher_steps.h"
#include "retake/numerics/errors.h"

namespace retake {
namespace {

// For chosen_cell(), which counts lattice tets; of CGAL's fewer fit into a body, about 4,000.
constexpr double wanted_lattice_tets = 5000, wanted_wrap_tets = 12000;
constexpr double smallest_cell = 2e-3;  // of the box's diagonal; below it tets would be millions

double volume_of(const TetMesh& mesh) {
  double sum = 0;
  for (int t = 0; t < mesh.tet_count(); ++t) sum += volume(mesh, t);
  return sum;
}

std::string rounded(double value) {
  std::ostringstream text;
  text.precision(3);
  text << value;
  return text.str();
}

double cell_of(const solid::CleanSurface& surface, const SolidMeshOptions& options,
               double wanted_tets) {
  if (options.cell == 0) return solid::chosen_cell(surface, wanted_tets);
  const double least = smallest_cell * surface.diagonal, most = surface.diagonal / 2;
  if (options.cell >= least && options.cell <= most) return options.cell;
  throw InputError({.what = "the size of the tets does not suit the surface",
                    .expected = rounded(least) + " to " + rounded(most) +
                                " (its box has a diagonal of " + rounded(surface.diagonal) + ")",
                    .found = rounded(options.cell)});
}

void tell_about_surface(const solid::CleanSurface& surface, std::vector<std::string>& notes) {
  if (surface.is_sheet) {
    notes.emplace_back(
        "the surface encloses next to nothing, as cloth does: a shell may suit it (--body shell)");
  } else if (surface.open_edges > 0) {
    notes.push_back("the surface is open at " + std::to_string(surface.open_edges) +
                    " edges: its holes were closed (--body shell leaves them open)");
  }
  if (surface.bad_edges > 0) {
    notes.push_back(std::to_string(surface.bad_edges) +
                    " edges have three or more triangles, or two that disagree on what is outside: "
                    "where the body comes out wrong there, mend the mesh (merge by distance, "
                    "recalculate normals)");
  }
}

constexpr float far_outside = -0.5F;  // weight of the corner that a vertex is farthest from

void tell_about_fit(const SolidMesh& solid, std::vector<std::string>& notes) {
  const Eigen::RowVectorXf farthest = solid.surface.weights.colwise().minCoeff();
  std::vector<int> outside;
  for (int v = 0; v < farthest.cols(); ++v) {
    if (farthest[v] < far_outside) outside.push_back(v);
  }
  if (!outside.empty()) {
    notes.push_back(
        "vertices well outside of the tets hang on the nearest: " + count_and_examples(outside) +
        " of " + std::to_string(solid.surface.point_count()) +
        " (nothing to do unless they look wrong when the body bends; then mend the "
        "mesh there)");
  }
  if (solid.fill < 0.98) {
    notes.push_back(
        "the tets hold " + rounded(100 / solid.fill - 100) +
        " % more than the surface encloses: masses are those of the surface (a smaller --cell "
        "fits closer)");
  }
}

// A sheet has no volume to go by, and where a surface overlaps itself it counts twice.
double fill_of(const solid::CleanSurface& surface, const TetMesh& tets) {
  constexpr double most = 1.1;
  return surface.is_sheet ? 1 : std::min(most, surface.volume / volume_of(tets));
}

std::string tets_of_size(const SolidMesh& solid) {
  return std::to_string(solid.tets.tet_count()) + " tets of size " + rounded(solid.cell);
}

SolidMesh by_lattice(const solid::CleanSurface& surface, const SolidMeshOptions& options,
                     Progress& progress) {
  const double cell = cell_of(surface, options, wanted_lattice_tets);
  solid::LatticeSolid filled = solid::fill_with_lattice(surface, cell, progress);
  if (filled.tets.tet_count() == 0) {
    throw InputError({.what = "no tet of this size fits into the surface",
                      .found = rounded(cell),
                      .advice = "choose smaller tets, or make it a shell"});
  }
  SolidMesh solid;
  solid.tets = std::move(filled.tets);
  solid.cell = cell;
  solid.how =
      tets_of_size(solid) + " from a lattice, fattened by " + rounded(filled.fattening * cell);
  return solid;
}

SolidMesh by_wrap(const solid::CleanSurface& surface, const SolidMeshOptions& options,
                  Progress& progress) {
  SolidMesh solid;
  const double cell = cell_of(surface, options, wanted_wrap_tets);
  PartOfProgress most(progress, 0, 0.8);
  solid::WrapResult filled = solid::fill_by_wrap(surface, cell, options, most);
  if (!filled.failure.empty()) {
    PartOfProgress rest(progress, 0.8, 1);
    solid = by_lattice(surface, options, rest);
    solid.notes.push_back("the lattice stands in for CGAL, whose program " + filled.failure +
                          " (a smaller --cell makes it finer)");
    return solid;
  }
  solid.tets = std::move(filled.tets);
  solid.cell = cell;
  solid.how = tets_of_size(solid) + " by Delaunay refinement of " +
              (filled.wrapped ? "a wrap around the surface" : "the surface");
  return solid;
}

}  // namespace

void SolidMeshOptions::validate() const {
  if (!(std::isfinite(cell) && cell >= 0)) {
    throw InputError({.what = "the size of the tets makes no sense",
                      .expected = "a length above 0, or 0 to have it chosen",
                      .found = rounded(cell)});
  }
  if (!(time_limit > 0)) {
    throw InputError({.what = "the time limit for meshing makes no sense",
                      .expected = "seconds above 0",
                      .found = rounded(time_limit)});
  }
}

SolidMesh mesh_solid(const TriangleMesh& surface, const SolidMeshOptions& options,
                     Progress& progress) {
  options.validate();
  progress.update("tets", 0);
  const solid::CleanSurface clean = solid::clean(surface);
  SolidMesh solid = options.method == SolidMeshMethod::lattice
                        ? by_lattice(clean, options, progress)
                        : by_wrap(clean, options, progress);
  solid.fill = fill_of(clean, solid.tets);
  solid.surface = embed(surface.positions, solid.tets);
  tell_about_surface(clean, solid.notes);
  tell_about_fit(solid, solid.notes);
  progress.update("tets", 1);
  return solid;
}

}  // namespace retake
