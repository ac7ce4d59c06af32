#include "retake/mesh/lattice_mesher.h"

#include <cmath>
#include <string>

#include "retake/mesh/lattice_mesher_steps.h"
#include "retake/numerics/errors.h"

namespace retake {

TetMesh mesh_solid(const DistanceField& solid, const LatticeOptions& options) {
  if (!(options.spacing > 0) || !std::isfinite(options.spacing))
    throw InputError({.what = "the lattice spacing makes no sense",
                      .expected = "a length above 0",
                      .found = std::to_string(options.spacing)});
  constexpr double wanted_angle = 25;  // degrees; reached almost everywhere
  const TetMesh stuffed = lattice::stuff(solid, options.spacing);
  const TetMesh piece = lattice::largest_piece(stuffed);
  return lattice::relax(piece, solid, options.spacing, options.relaxations, wanted_angle);
}

}  // namespace retake
