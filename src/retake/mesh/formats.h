#pragma once
#include <cstdint>
#include <string>

#include "retake/mesh/file_bytes.h"
#include "retake/mesh/mesh_file.h"

// Readers and writers of the single formats, one source file each. A reader leaves repair to
// read_mesh(); a writer returns the whole file's bytes. mesh_file.h says what each format holds.
namespace retake {

MeshFile read_abaqus(const FileBytes& file);
MeshFile read_gltf(const FileBytes& file);
MeshFile read_gmsh(const FileBytes& file);
MeshFile read_md2(const FileBytes& file);
MeshFile read_medit(const FileBytes& file);
MeshFile read_obj(const FileBytes& file);
MeshFile read_off(const FileBytes& file);
MeshFile read_ply(const FileBytes& file);
MeshFile read_stl(const FileBytes& file);
MeshFile read_tetgen(const FileBytes& node_file, const FileBytes& ele_file);
MeshFile read_vega(const FileBytes& file);
MeshFile read_vtk(const FileBytes& file);

// A frame of a sequence of mesh files.
struct MeshFrame {
  Points positions;
  int face_count = 0;            // 0: vertices alone
  std::uint64_t faces_hash = 0;  // the same where the faces are the same
};
MeshFrame read_obj_frame(const FileBytes& file);
MeshFrame read_ply_frame(const FileBytes& file);

std::string write_abaqus(const MeshFile& mesh);
std::string write_gmsh(const MeshFile& mesh, const WriteOptions& options);
std::string write_medit(const MeshFile& mesh);
std::string write_obj(const TriangleMesh& mesh);
std::string write_obj(const Eigen::Matrix3Xf& positions, const Polygons& faces);
std::string write_off(const TriangleMesh& mesh);
std::string write_ply(const TriangleMesh& mesh, const Eigen::Matrix3Xf& colors, Encoding encoding);
std::string write_stl(const TriangleMesh& mesh, Encoding encoding);
std::string write_tetgen_nodes(const TetMesh& mesh);
std::string write_tetgen_tets(const TetMesh& mesh);
std::string write_vega(const MeshFile& mesh);
std::string write_vtk(const MeshFile& mesh, Encoding encoding);

}  // namespace retake
