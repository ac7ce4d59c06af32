#include "scenes/scene_counts.h"

#include <map>

#include "scenes/scene.h"

namespace retake {

SceneCounts scene_counts(const std::string& name) {
  static const std::map<std::string, SceneCounts> counts = {
      {"bridge", {3526, 240}}, {"dino", {2066, 240}}, {"curtain", {1281, 240}},
      {"flower", {2583, 180}}, {"gull", {3156, 255}}, {"tumble", {1625, 180}},
      {"beam", {1019, 120}},   {"plush", {2041, 216}}};
  return counts.at(scene_info(name).name);
}

}  // namespace retake
