#include "retake/mesh/format_sets.h"

#include <algorithm>
#include <utility>

namespace retake {

void FileSets::move_to(MeshDraft& draft) {
  for (auto& [name, members] : vertices) {
    std::sort(members.begin(), members.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
    draft.file.vertex_sets.push_back({name, std::move(members)});
  }
  for (auto& [name, members] : elements) draft.file.element_sets.push_back({name, members, -1});
}

FileMaterial& FileMaterials::current(const FileScanner& scanner) {
  if (materials_.empty()) scanner.refuse({.what = "values of a material before any *MATERIAL"});
  return materials_.back();
}

void FileMaterials::move_to(MeshDraft& draft) {
  for (const auto& [set_name, material_name] : assignments_) {
    const std::string& wanted = material_name;
    const auto material = std::find_if(materials_.begin(), materials_.end(),
                                       [&](const FileMaterial& m) { return m.name == wanted; });
    const std::string& name = set_name;
    auto& sets = draft.file.element_sets;
    const auto set =
        std::find_if(sets.begin(), sets.end(), [&](const ElementSet& s) { return s.name == name; });
    if (material == materials_.end()) {
      draft.note("material '" + wanted + "' of set '" + name + "' is not in the file");
    } else if (set == sets.end()) {
      draft.note("set '" + name + "' that material '" + wanted + "' is for is not in the file");
    } else {
      set->material = static_cast<int>(material - materials_.begin());
      std::rotate(set, set + 1, sets.end());
    }
  }
  draft.file.materials = std::move(materials_);
}

}  // namespace retake
