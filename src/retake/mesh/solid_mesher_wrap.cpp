// Asking CGAL's program for tets, and whether they are any good.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "retake/mesh/child_program.h"
#include "retake/mesh/lattice_mesher_steps.h"
#include "retake/mesh/mesher_message.h"
#include "retake/mesh/quality.h"
#include "retake/mesh/solid_mesher_steps.h"
#include "retake/numerics/errors.h"

namespace retake::solid {
namespace {

namespace fs = std::filesystem;

constexpr const char* program_name = "retake-mesher";
constexpr double least_angle = 3;     // degrees; CGAL reaches 9 and more
constexpr double least_volume = 0.5;  // of what the surface encloses; less means a hollow body
constexpr double reach = 0.75;        // cells from a tet to the farthest point of the surface
constexpr double least_wrapped_piece = 0.05;  // of the largest piece's tets

fs::path program_beside_this_one() {
  std::error_code unknown;
  const fs::path self = fs::read_symlink("/proc/self/exe", unknown);
  return unknown ? fs::path() : self.parent_path() / program_name;
}

fs::path mesher_of(const SolidMeshOptions& options) {
  if (!options.mesher.empty()) return options.mesher;
  if (const char* named = std::getenv("RETAKE_MESHER"); named != nullptr && *named != '\0') {
    return named;
  }
  return program_beside_this_one();
}

// With its holes capped, unless it is a sheet, which has an edge and no hole.
TriangleMesh capped(const CleanSurface& surface) {
  if (surface.is_sheet || surface.caps.triangles.cols() == 0) return surface.mesh;
  TriangleMesh mesh{surface.caps.positions, {}};
  mesh.triangles.resize(3, surface.mesh.triangles.cols() + surface.caps.triangles.cols());
  mesh.triangles << surface.mesh.triangles, surface.caps.triangles;
  return mesh;
}

// What is wrong with the tets; empty: nothing.
std::string fault_of(const TetMesh& tets, const CleanSurface& surface, double cell) {
  if (tets.tet_count() == 0) return "made no tets";
  double total = 0, smallest = 180;
  for (int t = 0; t < tets.tet_count(); ++t) {
    const TetQuality q = quality(tets, t);
    if (!(q.volume > 0) || is_flat(tets, t)) return "made tets without volume";
    total += q.volume;
    smallest = std::min(smallest, q.min_dihedral_angle);
  }
  if (smallest < least_angle) return "made tets that are nearly flat";
  if (!surface.is_sheet && total < least_volume * surface.volume) return "left the inside empty";
  if (!holds_all(tets, surface.mesh, reach * cell)) return "lost a part of the surface";
  return {};
}

}  // namespace

WrapResult fill_by_wrap(const CleanSurface& surface, double cell, const SolidMeshOptions& options,
                        Progress& progress) {
  const fs::path program = mesher_of(options);
  std::error_code absent;
  if (program.empty() || !fs::exists(program, absent)) {
    return {.failure = std::string("is not there (") + program_name + " beside this program)"};
  }
  const MesherRequest request{capped(surface), cell, surface.is_sheet || surface.bad_edges > 0};
  const ChildAnswer answer =
      ask_program(program, to_bytes(request), options.time_limit, "tets", progress);
  if (!answer.output) return {.failure = answer.failure};
  try {
    const MesherAnswer meshed = answer_from_bytes(*answer.output);
    WrapResult result{lattice::large_pieces(meshed.tets, least_wrapped_piece), meshed.wrapped, ""};
    result.failure = fault_of(result.tets, surface, cell);
    return result;
  } catch (const InputError& broken) {
    return {.failure = "answered with something else"};
  }
}

}  // namespace retake::solid
