#pragma once
#include <random>
#include <vector>

#include "retake/numerics/linear_types.h"

// Entries uniform in [-1, 1], the same for the same seed.
inline retake::MatX random_matrix(int rows, int columns, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  return retake::MatX::NullaryExpr(rows, columns, [&] { return number(random); });
}

// Directions that are not along axes, and the axes themselves.
inline std::vector<retake::Vec3> directions() {
  std::vector<retake::Vec3> all = {retake::Vec3::UnitX(), retake::Vec3::UnitY(),
                                   -retake::Vec3::UnitZ()};
  for (unsigned seed = 1; seed < 30; ++seed)
    all.push_back(retake::Vec3(random_matrix(3, 1, seed)).normalized());
  return all;
}
