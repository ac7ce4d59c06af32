#pragma once
#include <utility>

#include "retake/numerics/linear_types.h"

namespace retake {

struct Body;

// What a cost knows of the modes, softest first.
struct Spectrum {
  VecX eigenvalues;   // rad²/s²; 0 of rigid modes
  VecX wave_numbers;  // 2 pi over the wavelength, in parts of the body's size; empty: all 0

  Spectrum() = default;
  template <class Derived>
  Spectrum(const Eigen::MatrixBase<Derived>& all)  // NOLINT: what knows of no waves says none
      : eigenvalues(all) {}
  Spectrum(VecX all, VecX waves) : eigenvalues(std::move(all)), wave_numbers(std::move(waves)) {}

  Spectrum head(Eigen::Index count) const;
};

// Of each column of 3n x modes: the root mean square of its gradient over that of the shape itself,
// times the body's size. The gradient is told from difference quotients along the edges of a sample
// of the elements: over edges of all directions, their squares have a third of its own in the mean
// (of a surface, half).
VecX wave_numbers_of(const Body& body, const Eigen::Ref<const MatX>& shapes);

}  // namespace retake
