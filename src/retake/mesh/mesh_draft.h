#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "retake/mesh/file_bytes.h"
#include "retake/mesh/mesh_file.h"

namespace retake {

// Corners in VTK's order, which Abaqus, Gmsh, Medit and Vega share.
enum class CellKind { polygon, tet, pyramid, wedge, hexahedron };

// What a reader gathers while it walks through a file; finish() checks it and makes it a mesh.
class MeshDraft {
 public:
  explicit MeshDraft(std::filesystem::path path) { file.path = std::move(path); }

  void reserve_vertices(int count) { coordinates_.reserve(3 * static_cast<std::size_t>(count)); }
  void add_vertex(const Vec3& x) { coordinates_.insert(coordinates_.end(), {x[0], x[1], x[2]}); }

  // Corners are vertex indices from 0, checked by finish(). `line`, if the file has lines, is kept
  // for its complaint. Returns the cell's number.
  int add_cell(CellKind kind, std::span<const std::int64_t> corners, int line = 0);

  int vertex_count() const { return static_cast<int>(coordinates_.size() / 3); }
  int cell_count() const { return static_cast<int>(cells_.size()); }
  Points positions() const;
  std::uint64_t faces_hash() const;  // of all cells and their corners
  void note(std::string text) { file.notes.push_back(std::move(text)); }

  // Vertices that no cell uses are left out: for the middle nodes of ten-node tets.
  void drop_unused_vertices() { drop_unused_ = true; }

  // Throws InputError for corners out of range, coordinates that are not finite and empty meshes.
  // Element sets count cells until here, and tets or triangles afterwards.
  MeshFile finish(std::string format);

  MeshFile file;
  int first_index = 0;  // how the file numbers its first vertex, for messages

 private:
  struct Cell {
    CellKind kind;
    int line;
    std::size_t first, count;  // of corners_
  };

  void check() const;
  std::string where(std::size_t cell) const;
  void count_cells();
  std::vector<int> make_tets();       // returns the first tet of each cell, and their number
  std::vector<int> make_triangles();  // the same
  void keep_polygons();
  void renumber_sets(const std::vector<int>& first_element);
  void compact_vertices();

  std::vector<double> coordinates_;
  std::vector<std::int64_t> corners_;
  std::vector<Cell> cells_;
  bool drop_unused_ = false;
};

// Numbers that a file gives its nodes or elements, to numbers from 0.
class Labels {
 public:
  bool add(std::int64_t label) {
    return index_.emplace(label, static_cast<std::int64_t>(index_.size())).second;
  }
  // -1 for a label that was never added.
  std::int64_t find(std::int64_t label) const {
    const auto it = index_.find(label);
    return it == index_.end() ? -1 : it->second;
  }
  std::int64_t size() const { return static_cast<std::int64_t>(index_.size()); }
  void reserve(std::int64_t count) { index_.reserve(static_cast<std::size_t>(count)); }

 private:
  std::unordered_map<std::int64_t, std::int64_t> index_;
};

}  // namespace retake
