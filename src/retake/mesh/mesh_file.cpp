#include "retake/mesh/mesh_file.h"

#include <algorithm>
#include <array>

#include "retake/mesh/ascii_text.h"
#include "retake/mesh/atomic_file.h"
#include "retake/mesh/formats.h"
#include "retake/mesh/repair.h"
#include "retake/numerics/errors.h"

namespace retake {
namespace {

enum class Format {
  abaqus,
  vega,
  tetgen,
  medit,
  gmsh,
  vtk,
  obj,
  off,
  stl,
  ply,
  gltf,
  md2,
  unsupported,
  none
};

std::string name_of(Format format) {
  constexpr const char* format_names[] = {"Abaqus", "Vega", "TetGen", "Medit", "Gmsh", "VTK",
                                          "OBJ",    "OFF",  "STL",    "PLY",   "glTF", "MD2"};
  return format_names[static_cast<int>(format)];
}

constexpr std::pair<std::string_view, Format> known_endings[] = {
    {".inp", Format::abaqus},      {".abq", Format::abaqus},       {".hinp", Format::abaqus},
    {".veg", Format::vega},        {".node", Format::tetgen},      {".ele", Format::tetgen},
    {".mesh", Format::medit},      {".msh", Format::gmsh},         {".vtk", Format::vtk},
    {".obj", Format::obj},         {".off", Format::off},          {".stl", Format::stl},
    {".ply", Format::ply},         {".glb", Format::gltf},         {".gltf", Format::gltf},
    {".md2", Format::md2},         {".fbx", Format::unsupported},  {".abc", Format::unsupported},
    {".usd", Format::unsupported}, {".usda", Format::unsupported}, {".usdc", Format::unsupported},
    {".dae", Format::unsupported}, {".vtu", Format::unsupported},  {".meshb", Format::unsupported}};

Format format_by_ending(const std::filesystem::path& path) {
  const std::string ending = ending_of(path);
  for (const auto& [known, format] : known_endings) {
    if (ending == known) return format;
  }
  return Format::none;
}

// Formats that give themselves away by their first bytes.
Format format_by_content(std::string_view bytes) {
  constexpr std::pair<std::string_view, Format> known_beginnings[] = {
      {"ply\n", Format::ply},
      {"ply\r", Format::ply},
      {"$MeshFormat", Format::gmsh},
      {"# vtk DataFile", Format::vtk},
      {"MeshVersionFormatted", Format::medit},
      {"OFF\n", Format::off},
      {"OFF\r", Format::off},
      {"*NODE", Format::abaqus},
      {"*HEADING", Format::abaqus},
      {"*VERTICES", Format::vega},
      {"glTF", Format::gltf},
      {"IDP2", Format::md2}};
  for (const auto& [beginning, format] : known_beginnings) {
    if (bytes.starts_with(beginning)) return format;
  }
  return Format::none;
}

[[noreturn]] void refuse_format(const std::filesystem::path& path, const char* what) {
  throw InputError(
      {.what = what,
       .where = path.string(),
       .expected =
           ".inp .abq .hinp .veg .node .ele .mesh .msh .vtk .obj .off .stl .ply .glb .gltf .md2",
       .found = "'" + ending_of(path) + "'"});
}

MeshFile read_tetgen_pair(const std::filesystem::path& path) {
  std::filesystem::path nodes = path, tets = path;
  return read_tetgen(read_file(nodes.replace_extension(".node")),
                     read_file(tets.replace_extension(".ele")));
}

MeshFile read_as(Format format, const FileBytes& file) {
  switch (format) {
    case Format::abaqus:
      return read_abaqus(file);
    case Format::vega:
      return read_vega(file);
    case Format::tetgen:
      return read_tetgen_pair(file.path);
    case Format::medit:
      return read_medit(file);
    case Format::gmsh:
      return read_gmsh(file);
    case Format::vtk:
      return read_vtk(file);
    case Format::obj:
      return read_obj(file);
    case Format::off:
      return read_off(file);
    case Format::stl:
      return read_stl(file);
    case Format::ply:
      return read_ply(file);
    case Format::gltf:
      return read_gltf(file);
    case Format::md2:
      return read_md2(file);
    case Format::unsupported:
      refuse_format(file.path, "this format is not supported yet");
    default:
      refuse_format(file.path, "not a format of meshes that is known here");
  }
}

// A surface format cannot hold tets, nor a tet format a surface.
const TriangleMesh& triangles_of(const MeshFile& file, const std::filesystem::path& path) {
  if (file.triangles) return *file.triangles;
  throw InputError({.what = "this format holds surfaces, and the mesh is made of tets",
                    .where = path.string(),
                    .advice = "Write the surface of the tets"});
}

const TetMesh& tets_of(const MeshFile& file, const std::filesystem::path& path) {
  if (file.tets) return *file.tets;
  throw InputError(
      {.what = "this format holds tets, and the mesh is a surface", .where = path.string()});
}

void write_tetgen_pair(const std::filesystem::path& path, const TetMesh& mesh) {
  std::filesystem::path nodes = path, tets = path;
  write_file(nodes.replace_extension(".node"), write_tetgen_nodes(mesh));
  write_file(tets.replace_extension(".ele"), write_tetgen_tets(mesh));
}

}  // namespace

MeshFile read_mesh(const std::filesystem::path& path, const ReadOptions& options) {
  const FileBytes file = read_file(path);
  const Format ending = format_by_ending(path);
  const Format content = format_by_content(without_byte_order_mark(file.bytes));
  if (file.bytes.empty()) {
    throw InputError({.what = "the file is empty", .where = path.string() + ", line 1"});
  }
  const bool trust_content = content != Format::none && ending != Format::unsupported;
  MeshFile mesh = read_as(trust_content ? content : ending, file);
  if (trust_content && content != ending) {
    mesh.notes.push_back("the content is " + name_of(content) + ", whatever the name says");
  }
  return options.repair ? repaired(std::move(mesh)) : mesh;
}

void write_mesh(const std::filesystem::path& path, const MeshFile& file,
                const WriteOptions& options) {
  if (!file.tets && !file.triangles) {
    throw InputError({.what = "no mesh to write", .where = path.string()});
  }
  switch (format_by_ending(path)) {
    case Format::abaqus:
      return write_file(path, write_abaqus(file));
    case Format::vega:
      tets_of(file, path);
      return write_file(path, write_vega(file));
    case Format::tetgen:
      return write_tetgen_pair(path, tets_of(file, path));
    case Format::medit:
      return write_file(path, write_medit(file));
    case Format::gmsh:
      return write_file(path, write_gmsh(file, options));
    case Format::vtk:
      return write_file(path, write_vtk(file, options.encoding));
    case Format::obj:
      return write_file(path, write_obj(triangles_of(file, path)));
    case Format::off:
      return write_file(path, write_off(triangles_of(file, path)));
    case Format::stl:
      return write_file(path, write_stl(triangles_of(file, path), options.encoding));
    case Format::ply:
      return write_file(path, write_ply(triangles_of(file, path), file.colors, options.encoding));
    default:
      refuse_format(path, "not a format of meshes that is written here");
  }
}

void write_mesh(const std::filesystem::path& path, const TetMesh& mesh,
                const WriteOptions& options) {
  MeshFile file;
  file.tets = mesh;
  write_mesh(path, file, options);
}

void write_mesh(const std::filesystem::path& path, const TriangleMesh& mesh,
                const WriteOptions& options) {
  MeshFile file;
  file.triangles = mesh;
  write_mesh(path, file, options);
}

std::vector<int> material_of_tets(const MeshFile& file) {
  std::vector<int> material(static_cast<std::size_t>(file.tets ? file.tets->tet_count() : 0), -1);
  for (const ElementSet& set : file.element_sets) {
    if (set.material < 0) continue;
    for (const int tet : set.elements) material[static_cast<std::size_t>(tet)] = set.material;
  }
  return material;
}

}  // namespace retake
