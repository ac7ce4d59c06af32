#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "retake/elasticity/body.h"
#include "retake/mesh/mesh_file.h"

namespace retake {

// What a person should know about how a file was read, a sentence each.
using Notes = std::vector<std::string>;

// The body of a mesh file: a solid from tets, a shell from triangles. Materials and sets come
// along; elements to which the file gives none get the default Material. A vertex set called "pins"
// (in letters of either case) pins. `notes`, where given, becomes all that was repaired, left out
// or replaced: those of the file, and those of making the body.
Body make_body(const MeshFile& file, Notes* notes = nullptr);
Body read_body(const std::filesystem::path& path, Notes* notes = nullptr);

// Where the materials of the file and those of its body are not the same.
Notes notes_on_materials(const MeshFile& file);

// Throws InputError that names file and line for values that make no sense, and for a kind of
// material that is not read.
Material to_material(const FileMaterial& file);

// The reverse: one element set per material; without pins, render surface and interior.
MeshFile to_mesh_file(const Body& body);

}  // namespace retake
