#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "retake/mesh/tet_mesh.h"
#include "retake/mesh/triangle_mesh.h"

namespace retake {

// Files that hold a mesh. Content decides where it disagrees with the ending.
//
//   ending          format             holds                                 written as
//   .inp .abq .hinp Abaqus input       solids, sets, materials, *INCLUDE     text
//   .veg            Vega FEM           solids, sets, materials, *INCLUDE     text
//   .node .ele      TetGen             tets (name either; both are needed)   text
//   .mesh           Medit              solids or surface                     text
//   .msh            Gmsh 2.2, 4.1      solids or surface                     text or binary
//   .vtk            VTK legacy         solids or surface                     text or binary
//   .obj            Wavefront OBJ      surface                               text
//   .off            OFF                surface                               text
//   .stl            STL                surface, welded                       binary or text
//   .ply            PLY                surface                               binary or text
//   .glb .gltf      glTF 2.0           surface: all meshes of the scene      -
//   .md2            Quake II model     surface: its first frame              -
//
// Hexahedra, wedges and pyramids are split into tets, polygons into triangles; of ten-node tets the
// four corners are kept. `notes` says so.

// A linear elastic material as the file gives it; its values need not make sense.
struct FileMaterial {
  std::string name;
  double young = 0;         // Pa
  double poisson = 0;       // 1
  double density = 0;       // kg/m³
  std::string where;        // "cow.veg, line 12"; empty: it comes from no file
  std::string unread_kind;  // "MOONEYRIVLIN": not linear elastic, only the density was read
};

// Named tets (or triangles, where the file holds a surface), in ascending order.
struct ElementSet {
  std::string name;
  std::vector<int> elements;
  int material = -1;  // of MeshFile::materials; -1: none
};

struct VertexSet {
  std::string name;
  std::vector<int> vertices;  // in ascending order
};

// What the file holds, before anything is split, welded or left out.
struct FileCounts {
  int vertices = 0;
  int faces = 0;  // polygons of any size
  int tets = 0;
  int other_solids = 0;  // hexahedra, wedges, pyramids
};

// Faces of any size, one after the other: the first `sizes[0]` corners are those of the first face.
struct Polygons {
  std::vector<int> sizes;
  std::vector<int> corners;  // vertices from 0

  bool operator==(const Polygons&) const = default;
};

// Either tets or triangles. Triangles beside tets are left out: surface_of() has them.
struct MeshFile {
  std::filesystem::path path;
  std::string format;  // "Gmsh 4.1, binary"
  std::optional<TetMesh> tets;
  std::optional<TriangleMesh> triangles;
  Polygons polygons;  // the faces that `triangles` were split from; empty: all had three corners
  Eigen::Matrix3Xf colors;  // 3 x vertices of `triangles`, sRGB 0..1; empty: none (PLY has them)
  std::vector<FileMaterial> materials;
  std::vector<ElementSet> element_sets;
  std::vector<VertexSet> vertex_sets;
  FileCounts counts;
  std::vector<std::string> notes;  // what was odd in the file and what was done about it
};

struct ReadOptions {
  // Turn inverted tets over and leave out tets and triangles without any size; `notes` names them.
  bool repair = true;
};

// Throws InputError that names file, line (byte in a binary file) and reason; FileError where the
// system refuses.
MeshFile read_mesh(const std::filesystem::path& path, const ReadOptions& options = {});

enum class Encoding { standard, text, binary, binary_big_endian };

struct WriteOptions {
  Encoding encoding = Encoding::standard;  // the first one in the table above
  double gmsh_version = 4.1;               // or 2.2
};

// The ending picks the format. Numbers in text are the shortest that read back as the same double.
void write_mesh(const std::filesystem::path& path, const MeshFile& file,
                const WriteOptions& options = {});
void write_mesh(const std::filesystem::path& path, const TetMesh& mesh,
                const WriteOptions& options = {});
void write_mesh(const std::filesystem::path& path, const TriangleMesh& mesh,
                const WriteOptions& options = {});

// For each tet its material (of file.materials), by the last set that holds it; -1: none.
std::vector<int> material_of_tets(const MeshFile& file);

// Pinned nodes, `.bou`: their count, then vertex indices from 0. Checked against vertex_count.
std::vector<int> read_pinned_vertices(const std::filesystem::path& path, int vertex_count);
void write_pinned_vertices(const std::filesystem::path& path, const std::vector<int>& vertices);

}  // namespace retake
