#pragma once
#include <vector>

#include "retake/spacetime/handle_model.h"

namespace retake {

// Which directions of the wishes are held, and which are left free since the body is stiff there.
struct HeldDirections {
  MatX kept;                // kept equations x equations
  std::vector<MatX> freed;  // per wish: rows of the wish x freed directions
};

// K: how far each equation gives way to a pull along each other one. Each wish is taken apart into
// its principal directions, which do not give way to pulls along one another. Those with less than
// `stiff_ratio` of the softest one's compliance are freed, where the wish may free and is not
// `locked` (per wish).
HeldDirections hold_directions(const MatX& K, const HandleEquations& equations, double stiff_ratio,
                               const std::vector<char>& locked);

// Wishes whose way lies mostly along what is freed of them: with these free, next to nothing would
// happen. `way`: targets from where the input has them, per equation; `least`: a way that counts.
std::vector<char> wishes_along_freed(const HeldDirections& directions,
                                     const HandleEquations& equations, const VecX& way,
                                     double least);

// The wish that misses its targets by most, among those that are `locked`.
std::size_t farthest_locked(const HandleEquations& equations, const VecX& misses,
                            const std::vector<char>& locked);

}  // namespace retake
