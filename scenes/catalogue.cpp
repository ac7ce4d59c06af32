#include "retake/numerics/nearest_name.h"
#include "scenes/builders.h"

namespace retake {
namespace {

struct Entry {
  SceneInfo info;
  Scene (*build)(SceneSize);
};

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all = {
      {{"bridge", "Pull a mast, the deck rings", true}, build_bridge},
      {{"dino", "Feet pinned, neck and tail free"}, [](SceneSize) { return build_dino(); }},
      {{"curtain", "A shell in the wind"}, [](SceneSize) { return build_curtain(); }},
      {{"flower", "Light stem, heavy head"}, [](SceneSize) { return build_flower(); }},
      {{"gull", "Key-framed wings made physical"}, [](SceneSize) { return build_gull(); }},
      {{"tumble", "Down the stairs, contacts kept", true}, build_tumble},
      {{"beam", "Twisted twice around"}, [](SceneSize) { return build_beam(); }},
      {{"plush", "Hops about, floppy ears"}, [](SceneSize) { return build_plush(); }},
  };
  return all;
}

const Entry& find_entry(const std::string& name) {
  const auto& all = entries();
  for (const Entry& entry : all)
    if (entry.info.name == name) return entry;
  std::vector<std::string> names;
  for (const Entry& entry : all) names.push_back(entry.info.name);
  std::string list;
  for (const std::string& known : names) list += (list.empty() ? "" : ", ") + known;
  const std::string nearest = nearest_name(name, names);
  throw InputError({.what = "there is no such scene",
                    .expected = "one of " + list,
                    .found = "'" + name + "'",
                    .advice = nearest.empty() ? "" : "Did you mean '" + nearest + "'?"});
}

}  // namespace

const std::vector<SceneInfo>& scene_list() {
  static const std::vector<SceneInfo> list = [] {
    std::vector<SceneInfo> infos;
    for (const Entry& entry : entries()) infos.push_back(entry.info);
    return infos;
  }();
  return list;
}

const SceneInfo& scene_info(const std::string& name) { return find_entry(name).info; }

Scene build_scene(const std::string& name, SceneSize size, Progress& progress) {
  const Entry& entry = find_entry(name);
  progress.update("building " + name, 0);
  Scene scene = entry.build(entry.info.has_full_size ? size : SceneSize::standard);
  scene.name = entry.info.name;
  scene.blurb = entry.info.blurb;
  scene.body.name = entry.info.name;
  progress.update("building " + name, 1);
  return scene;
}

}  // namespace retake
