#pragma once
#include <algorithm>

#include <gtest/gtest.h>

#include "retake/mesh/quality.h"

namespace retake {

inline double volume_of(const TetMesh& mesh) {
  double sum = 0;
  for (int t = 0; t < mesh.tet_count(); ++t) sum += volume(mesh, t);
  return sum;
}

// Dihedral, degrees. Every tet must have a volume.
inline double smallest_angle(const TetMesh& mesh) {
  double smallest = 180;
  for (int t = 0; t < mesh.tet_count(); ++t) {
    const TetQuality q = quality(mesh, t);
    EXPECT_GT(q.volume, 0) << "tet " << t;
    smallest = std::min(smallest, q.min_dihedral_angle);
  }
  return smallest;
}

}  // namespace retake
