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

// A range, or the name of another set, lets one short line stand for every element that there is,
// and sets that name sets twice would double without end. This keeps both within bounds.
class SetGrowth {
 public:
  // Told before one line brings in `count` members at once; `known` is how many there are to choose
  // from. Refuses when all such lines together bring in far more than a file has use for.
  void allow(const FileScanner& scanner, std::int64_t count, std::int64_t known);

  // Drops repeated members once they are more than half; so a set never holds many more than
  // `known`, and dropping costs little for each member.
  static void drop_repeated(std::vector<int>& members, std::int64_t known);

 private:
  std::int64_t brought_in_ = 0;
};

// Materials of such a file, and which set has which.
class FileMaterials {
 public:
  void begin(const std::string& name, const std::string& where) {
    materials_.push_back({.name = name, .where = where});
  }
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
