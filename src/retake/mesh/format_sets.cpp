#include "retake/mesh/format_sets.h"

#include <algorithm>
#include <utility>

namespace retake {
namespace {

constexpr std::int64_t usual_growth = 4'000'000;  // 16 MB, and far below a second
constexpr std::int64_t growth_of_each = 64;       // for each node or element that there is

void make_unique(std::vector<int>& members) {
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
}

}  // namespace

void SetGrowth::allow(const FileScanner& scanner, std::int64_t count, std::int64_t known) {
  brought_in_ += count;
  const std::int64_t limit = usual_growth + growth_of_each * known;
  if (brought_in_ <= limit) return;
  scanner.refuse({.what = "the sets repeat each other too often",
                  .expected = "at most " + std::to_string(limit) +
                              " members by ranges and by names of other sets",
                  .found = std::to_string(brought_in_)});
}

void SetGrowth::drop_repeated(std::vector<int>& members, std::int64_t known) {
  if (static_cast<std::int64_t>(members.size()) > 2 * known) make_unique(members);
}

void FileSets::move_to(MeshDraft& draft) {
  for (auto& [name, members] : vertices) {
    make_unique(members);
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
      draft.note("material '" + wanted + "' of set '" + name +
                 "' is not in the file: the set's elements are of the standard material (add it, "
                 "or correct its name)");
    } else if (set == sets.end()) {
      draft.note("set '" + name + "' that material '" + wanted +
                 "' is for is not in the file (correct its "
                 "name)");
    } else {
      set->material = static_cast<int>(material - materials_.begin());
      std::rotate(set, set + 1, sets.end());
    }
  }
  draft.file.materials = std::move(materials_);
}

}  // namespace retake
