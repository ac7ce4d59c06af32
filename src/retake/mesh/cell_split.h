#pragma once
#include <array>
#include <span>
#include <vector>

#include "retake/mesh/mesh_draft.h"

namespace retake {

// Tets that fill a pyramid, wedge or hexahedron. Every four-sided face is cut by the diagonal from
// its smallest vertex, so that neighbours agree (Dompierre et al. 1999, "How to subdivide pyramids,
// prisms and hexahedra into tetrahedra"). Appends to `tets`.
void split_solid(CellKind kind, std::span<const std::int64_t> corners,
                 std::vector<std::array<int, 4>>& tets);

// Triangles that fill a polygon, also one that is not convex or not quite plane. Corners that are
// visited again are left out. Appends to `triangles`; nothing when fewer than three corners remain.
void split_polygon(std::span<const std::int64_t> corners, const Points& positions,
                   std::vector<std::array<int, 3>>& triangles);

}  // namespace retake
