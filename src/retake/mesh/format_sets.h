#pragma once
#include <map>
#include <string>
#include <vector>

#include "retake/mesh/file_scanner.h"
#include "retake/mesh/mesh_draft.h"

namespace retake {

using NamedSets = std::map<std::string, std::vector<int>>;

// Sets of an Abaqus or Vega file while it is read: vertices and cells of the draft, from 0.
struct FileSets {
  NamedSets vertices;
  NamedSets elements;

  void move_to(MeshDraft& draft);
};

// Materials of such a file, and which set has which.
class FileMaterials {
 public:
  void begin(const std::string& name) { materials_.push_back({.name = name}); }
  FileMaterial& current(const FileScanner& scanner);  // refuses when none has begun
  void assign(const std::string& set, const std::string& material) {
    assignments_.emplace_back(set, material);
  }

  // Hands the materials to the draft and the assignments to its element sets, which must be there.
  // Sets with a material come last, in the order of assignment, since the last one counts.
  void move_to(MeshDraft& draft);

 private:
  std::vector<FileMaterial> materials_;
  std::vector<std::pair<std::string, std::string>> assignments_;  // set, material
};

}  // namespace retake
