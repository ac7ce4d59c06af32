#pragma once
#include <filesystem>

#include "retake/elasticity/body.h"
#include "retake/mesh/mesh_file.h"

namespace retake {

// The body of a mesh file: a solid from tets, a shell from triangles. Materials and sets come
// along; elements to which the file gives none get the default Material. A vertex set called "pins"
// pins.
Body make_body(const MeshFile& file);
Body read_body(const std::filesystem::path& path);

// The reverse: one element set per material; without pins and render surface.
MeshFile to_mesh_file(const Body& body);

}  // namespace retake
