#include "retake/mesh/mesh_draft.h"

#include <algorithm>
#include <cmath>

#include "retake/mesh/cell_split.h"
#include "retake/numerics/errors.h"

namespace retake {

int MeshDraft::add_cell(CellKind kind, std::span<const std::int64_t> corners, int line) {
  cells_.push_back({kind, line, corners_.size(), corners.size()});
  corners_.insert(corners_.end(), corners.begin(), corners.end());
  return cell_count() - 1;
}

Points MeshDraft::positions() const {
  return Eigen::Map<const Points>(coordinates_.data(), 3, vertex_count());
}

std::uint64_t MeshDraft::faces_hash() const {
  std::uint64_t hash = 0xCBF29CE484222325u;  // FNV-1a, a number at a time
  const auto add = [&](std::uint64_t value) { hash = (hash ^ value) * 0x100000001B3u; };
  for (const Cell& cell : cells_) add(cell.count);
  for (const std::int64_t corner : corners_) add(static_cast<std::uint64_t>(corner));
  return hash;
}

std::string MeshDraft::where(std::size_t cell) const {
  const Cell& c = cells_[cell];
  if (c.line > 0) return file.path.string() + ", line " + std::to_string(c.line);
  return file.path.string() + ", element " + std::to_string(cell + 1);
}

void MeshDraft::check() const {
  for (std::size_t i = 0; i < coordinates_.size(); ++i) {
    if (std::isfinite(coordinates_[i])) continue;
    throw InputError({.what = "vertex " + std::to_string(i / 3 + 1) + " is not finite",
                      .where = file.path.string(),
                      .expected = "finite coordinates",
                      .found = std::to_string(coordinates_[i])});
  }
  if (coordinates_.empty() || cells_.empty()) {
    throw InputError({.what = "the mesh is empty",
                      .where = file.path.string(),
                      .expected = "vertices and elements",
                      .found = std::to_string(vertex_count()) + " vertices and " +
                               std::to_string(cell_count()) + " elements"});
  }
  for (std::size_t c = 0; c < cells_.size(); ++c) {
    for (std::size_t k = 0; k < cells_[c].count; ++k) {
      const std::int64_t corner = corners_[cells_[c].first + k];
      if (corner >= 0 && corner < vertex_count()) continue;
      throw InputError({.what = "an element names a vertex that does not exist",
                        .where = where(c),
                        .expected = std::to_string(first_index) + " to " +
                                    std::to_string(vertex_count() - 1 + first_index),
                        .found = std::to_string(corner + first_index)});
    }
  }
}

void MeshDraft::count_cells() {
  file.counts.vertices = vertex_count();
  for (const Cell& cell : cells_) {
    if (cell.kind == CellKind::polygon) {
      ++file.counts.faces;
    } else if (cell.kind == CellKind::tet) {
      ++file.counts.tets;
    } else {
      ++file.counts.other_solids;
    }
  }
}

std::vector<int> MeshDraft::make_tets() {
  std::vector<std::array<int, 4>> tets;
  std::vector<int> first = {0};
  for (const Cell& cell : cells_) {
    if (cell.kind != CellKind::polygon) {
      split_solid(cell.kind, std::span(corners_).subspan(cell.first, cell.count), tets);
    }
    first.push_back(static_cast<int>(tets.size()));
  }
  TetMesh& mesh = file.tets.emplace();
  mesh.positions = positions();
  mesh.tets = Eigen::Map<const Eigen::Matrix4Xi>(tets.data()->data(), 4,
                                                 static_cast<Eigen::Index>(tets.size()));
  if (file.counts.other_solids > 0) {
    note(std::to_string(file.counts.other_solids) +
         " hexahedra, wedges or pyramids were split into tets");
  }
  if (file.counts.faces > 0) {
    note(std::to_string(file.counts.faces) +
         " faces beside the solid elements were left out: the surface is taken from the tets");
  }
  return first;
}

std::vector<int> MeshDraft::make_triangles() {
  TriangleMesh& mesh = file.triangles.emplace();
  mesh.positions = positions();
  std::vector<std::array<int, 3>> triangles;
  std::vector<int> first = {0};
  int polygons = 0, collapsed = 0, example = -1;
  for (const Cell& cell : cells_) {
    const int before = static_cast<int>(triangles.size());
    split_polygon(std::span(corners_).subspan(cell.first, cell.count), mesh.positions, triangles);
    first.push_back(static_cast<int>(triangles.size()));
    polygons += cell.count > 3;
    const auto made = static_cast<std::size_t>(first.back() - before);
    if (made + 2 == cell.count) continue;
    if (example < 0) example = static_cast<int>(first.size()) - 2;
    ++collapsed;
  }
  mesh.triangles =
      Eigen::Map<const Eigen::Matrix3Xi>(triangles.empty() ? nullptr : triangles.data()->data(), 3,
                                         static_cast<Eigen::Index>(triangles.size()));
  if (polygons + collapsed > 0) keep_polygons();
  if (polygons > 0) {
    note(std::to_string(polygons) + " polygons were split; there are " +
         std::to_string(triangles.size()) + " triangles");
  }
  if (collapsed > 0) {
    note(std::to_string(collapsed) + " faces visit a vertex twice (such as face " +
         std::to_string(example + 1) + "): the repeated corners were left out");
  }
  return first;
}

void MeshDraft::keep_polygons() {
  for (const Cell& cell : cells_) file.polygons.sizes.push_back(static_cast<int>(cell.count));
  file.polygons.corners.assign(corners_.begin(), corners_.end());
}

void MeshDraft::renumber_sets(const std::vector<int>& first_element) {
  for (ElementSet& set : file.element_sets) {
    std::vector<int> elements;
    for (const int cell : set.elements) {
      const auto c = static_cast<std::size_t>(cell);
      for (int e = first_element[c]; e < first_element[c + 1]; ++e) elements.push_back(e);
    }
    std::sort(elements.begin(), elements.end());
    elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
    set.elements = std::move(elements);
  }
}

void MeshDraft::compact_vertices() {
  std::vector<int> number(static_cast<std::size_t>(vertex_count()), -1);
  const auto mark = [&](int vertex) { number[static_cast<std::size_t>(vertex)] = 0; };
  std::for_each(file.tets->tets.reshaped().begin(), file.tets->tets.reshaped().end(), mark);
  std::vector<int> kept;
  for (int v = 0; v < vertex_count(); ++v) {
    if (number[static_cast<std::size_t>(v)] < 0) continue;
    number[static_cast<std::size_t>(v)] = static_cast<int>(kept.size());
    kept.push_back(v);
  }
  for (int& vertex : file.tets->tets.reshaped()) vertex = number[static_cast<std::size_t>(vertex)];
  const Points all = std::move(file.tets->positions);
  file.tets->positions = all(Eigen::all, kept);
  for (VertexSet& set : file.vertex_sets) {
    std::vector<int> vertices;
    for (const int v : set.vertices) {
      if (number[static_cast<std::size_t>(v)] >= 0) {
        vertices.push_back(number[static_cast<std::size_t>(v)]);
      }
    }
    set.vertices = std::move(vertices);
  }
}

MeshFile MeshDraft::finish(std::string format) {
  check();
  count_cells();
  file.format = std::move(format);
  const bool solid = file.counts.tets + file.counts.other_solids > 0;
  renumber_sets(solid ? make_tets() : make_triangles());
  if (solid && drop_unused_) compact_vertices();
  return std::move(file);
}

}  // namespace retake
