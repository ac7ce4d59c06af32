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

// Wishes of whose `way` (per equation) more than `least`, m, and `part` lies along what is freed.
std::vector<char> wishes_along_freed(const HeldDirections& directions,
                                     const HandleEquations& equations, const VecX& way,
                                     double least, double part);

// What each wish wants of its points, world axes: 3 x wishes, from `way` per equation.
Eigen::Matrix3Xd ways_in_space(const HandleEquations& equations, const VecX& way);

// Of the part of `way` (per equation) that belongs to each wish.
VecX lengths_by_wish(const HandleEquations& equations, const VecX& way);

// The wish that misses its targets by most, among those that are `locked`.
std::size_t farthest_locked(const HandleEquations& equations, const VecX& misses,
                            const std::vector<char>& locked);

}  // namespace retake
