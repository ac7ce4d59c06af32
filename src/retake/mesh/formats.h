#pragma once
#include <string>

#include "retake/mesh/file_bytes.h"
#include "retake/mesh/mesh_file.h"

// Readers and writers of the single formats, one source file each. A reader leaves repair to
// read_mesh(); a writer returns the whole file's bytes.
namespace retake {

MeshFile read_abaqus(const FileBytes& file);
std::string write_abaqus(const MeshFile& mesh);

MeshFile read_obj(const FileBytes& file);
Points read_obj_positions(const FileBytes& file);  // vertices alone, for frames of a sequence
std::string write_obj(const TriangleMesh& mesh);

}  // namespace retake
