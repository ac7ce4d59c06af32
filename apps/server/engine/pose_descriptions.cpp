#include "apps/server/engine/descriptions.h"
#include "retake/interpolation/pose_presets.h"
#include "retake/shot/pose_json.h"
#include "retake/shot/pose_settings_json.h"

namespace retake::server {

namespace {

// A curve is a list of points, and what is absent null: so a page need not ask.
void make_lists(Json& curves) {
  for (const char* key : {"frequency", "damping"}) {
    const Json value = curves[key];
    if (value.is_number()) curves[key] = Json::array({{{"place", 0.0}, {"value", value}}});
  }
}

Json with_lists(Json settings) {
  Json& spectrum = settings["spectrum"];
  make_lists(spectrum);
  if (!spectrum.contains("rayleigh")) spectrum["rayleigh"] = nullptr;
  return settings;
}

Json told_settings(const PoseSettings& settings) {
  Json json;
  write_pose_settings(json, settings);
  return with_lists(std::move(json));
}

// The settings that a preset leads to from default ones, and the keys that it is about.
const std::vector<std::string> preset_keys = {"between", "spectrum", "settles_at"};

Json part_of_preset(const Json& settings) {
  Json part = Json::object();
  for (const std::string& key : preset_keys) {
    if (settings.contains(key)) part[key] = settings[key];
  }
  return part;
}

Json settings_of_preset(const std::string& name) {
  const Json preset = {{"preset", name}};
  JsonFields fields(preset, "preset");
  return part_of_preset(told_settings(read_pose_settings(fields)));
}

// Stiffness is the body's: an import suits it to its size.
Json without_stiffness(Json part) {
  part["spectrum"].erase("stiffness");
  return part;
}

Json preset_of(const Json& settings) {
  const Json part = without_stiffness(part_of_preset(settings));
  for (const PosePreset& preset : pose_presets()) {
    if (without_stiffness(settings_of_preset(preset.name)) == part) return preset.name;
  }
  return nullptr;
}

// How far the motion is from the pose at its frame; null: nobody has looked there yet.
Json missed(SourceMotion& motion, const PoseKey& key) {
  if (motion.missing_modes() || !motion.has(key.frame)) return nullptr;
  return (motion.frame(key.frame) - key.positions).colwise().norm().maxCoeff();
}

Json told_span(const SpanCurves& curves) {
  Json span = span_curves_to_json(curves);
  make_lists(span);
  span["preset"] = nullptr;
  for (const PosePreset& preset : pose_presets()) {
    const auto& [frequency, damping, rayleigh, stiffness] = preset.spectrum;
    if (span_curves_to_json({frequency, damping}) == span_curves_to_json(curves))
      span["preset"] = preset.name;
  }
  return span;
}

Json told_key(SourceMotion& motion, const PoseKey& key) {
  PoseKey plain = key;
  plain.positions.resize(3, 0);
  Json json = to_json(plain);
  json.erase("velocities");
  json["met"] = missed(motion, key);
  json["span"] = key.span ? told_span(*key.span) : Json();
  return json;
}

}  // namespace

Json told_poses(const OpenShot& shot) {
  SourceMotion& motion = shot.evaluation.source_motion();
  const auto& poses = motion.poses();
  if (!poses) return nullptr;
  const Json settings = told_settings(poses->settings);
  Json keys = Json::array();
  for (const PoseKey& key : poses->keys) keys.push_back(told_key(motion, key));
  return {{"frames", poses->frames},
          {"modes", poses->modes},
          {"fps", poses->fps},
          {"free", shot.body().pins.empty()},
          {"share", poses->about ? Json(poses->about->share) : Json()},
          {"preset", preset_of(settings)},
          {"keys", keys},
          {"holds", to_json(poses->holds)},
          {"settings", settings}};
}

Json told_presets() {
  Json list = Json::array();
  for (const PosePreset& preset : pose_presets()) {
    list.push_back({{"name", preset.name}, {"what", preset.what}});
    list.back().update(settings_of_preset(preset.name));
  }
  return list;
}

Json moved_poses(const OpenShot& shot) {
  return {
      {"type", "moved"}, {"poses", told_poses(shot)}, {"frames", shot.evaluation.frame_count()}};
}

}  // namespace retake::server
