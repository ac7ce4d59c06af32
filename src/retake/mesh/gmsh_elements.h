#pragma once
#include <cstdint>

#include "retake/mesh/mesh_draft.h"

namespace retake {

// An element type of the Gmsh format. Corners come first among its nodes; 0 corners: points and
// lines, which make no mesh.
struct GmshElement {
  int number;
  CellKind kind;
  int corners;
  int nodes;
};

inline constexpr GmshElement gmsh_elements[] = {
    {2, CellKind::polygon, 3, 3},      {9, CellKind::polygon, 3, 6},
    {20, CellKind::polygon, 3, 9},     {21, CellKind::polygon, 3, 10},
    {3, CellKind::polygon, 4, 4},      {10, CellKind::polygon, 4, 9},
    {16, CellKind::polygon, 4, 8},     {4, CellKind::tet, 4, 4},
    {11, CellKind::tet, 4, 10},        {29, CellKind::tet, 4, 20},
    {30, CellKind::tet, 4, 35},        {31, CellKind::tet, 4, 56},
    {5, CellKind::hexahedron, 8, 8},   {12, CellKind::hexahedron, 8, 27},
    {17, CellKind::hexahedron, 8, 20}, {6, CellKind::wedge, 6, 6},
    {13, CellKind::wedge, 6, 18},      {18, CellKind::wedge, 6, 15},
    {7, CellKind::pyramid, 5, 5},      {14, CellKind::pyramid, 5, 14},
    {19, CellKind::pyramid, 5, 13},    {15, CellKind::polygon, 0, 1},
    {1, CellKind::polygon, 0, 2},      {8, CellKind::polygon, 0, 3},
    {26, CellKind::polygon, 0, 4},     {27, CellKind::polygon, 0, 5}};

inline const GmshElement* find_gmsh_element(std::int64_t number) {
  for (const GmshElement& element : gmsh_elements) {
    if (element.number == number) return &element;
  }
  return nullptr;
}

}  // namespace retake
