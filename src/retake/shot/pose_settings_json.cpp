#include "retake/shot/pose_settings_json.h"

#include "retake/interpolation/pose_presets.h"

namespace retake {

namespace {

const std::vector<std::string> between_names = {"wiggly", "swing"};
const std::vector<std::string> settling_names = {"poses", "rest"};
const std::vector<std::string> shape_names = {"rotation_strain", "linear", "modal_warping"};
const std::vector<std::string> centre_names = {"linear", "spline", "ballistic"};

// A number for a level curve, else a list of points.
Json to_json(const SpectrumCurve& curve) {
  if (curve.points().size() == 1) return curve.points().front().value;
  Json json = Json::array();
  for (const auto& [place, value, slope] : curve.points()) {
    json.push_back({{"place", place}, {"value", value}});
    if (slope) json.back()["slope"] = *slope;
  }
  return json;
}

SpectrumCurve read_points(JsonFields& fields, const std::string& key) {
  const Json* json = fields.find(key);
  std::vector<SpectrumCurve::Point> points;
  if (json->is_number()) {
    fields.read(key, points.emplace_back().value);
  } else {
    for (JsonFields& point : fields.objects(key)) {
      auto& [place, value, slope] = points.emplace_back();
      point.read("place", place);
      point.read("value", value);
      if (point.has("slope")) point.read("slope", slope.emplace());
      point.finish();
    }
  }
  return SpectrumCurve(std::move(points));
}

void read_curve(JsonFields& fields, const std::string& key, SpectrumCurve& curve) {
  if (!fields.has(key)) return;
  try {
    curve = read_points(fields, key);
  } catch (const InputError& error) {
    if (error.complaint().where.starts_with(fields.where())) throw;
    fields.refuse(key, error.complaint());
  }
}

Json to_json(const SpectrumControls& spectrum) {
  Json json = {{"frequency", to_json(spectrum.frequency)},
               {"damping", to_json(spectrum.damping)},
               {"stiffness", spectrum.stiffness}};
  if (spectrum.rayleigh)
    json["rayleigh"] = {{"stiffness", spectrum.rayleigh->stiffness},
                        {"mass", spectrum.rayleigh->mass}};
  return json;
}

void read_spectrum(JsonFields fields, SpectrumControls& spectrum) {
  read_curve(fields, "frequency", spectrum.frequency);
  read_curve(fields, "damping", spectrum.damping);
  fields.read("stiffness", spectrum.stiffness);
  const Json* given = fields.find("rayleigh");
  if (given != nullptr && !given->is_null()) {
    JsonFields rayleigh = fields.object("rayleigh");
    spectrum.rayleigh.emplace();
    rayleigh.read("stiffness", spectrum.rayleigh->stiffness);
    rayleigh.read("mass", spectrum.rayleigh->mass);
    rayleigh.finish();
  }
  fields.finish();
}

void read_adjustment(JsonFields fields, AdjustmentWeights& weights) {
  fields.read("velocity", weights.velocity);
  fields.read("frequency", weights.frequency);
  fields.read("decay", weights.decay);
  fields.read("relative_velocity", weights.relative_velocity);
  fields.finish();
}

Json to_json(const AdjustmentCurves& curves) {
  return {{"velocity", to_json(curves.velocity)},
          {"frequency", to_json(curves.frequency)},
          {"decay", to_json(curves.decay)}};
}

void read_adjustment_curves(JsonFields fields, AdjustmentCurves& curves) {
  read_curve(fields, "velocity", curves.velocity);
  read_curve(fields, "frequency", curves.frequency);
  read_curve(fields, "decay", curves.decay);
  fields.finish();
}

const PosePreset& read_preset(JsonFields& fields) {
  try {
    return pose_preset(fields.required_text("preset"));
  } catch (const InputError& error) {
    fields.refuse("preset", error.complaint());
  }
}

}  // namespace

Json span_curves_to_json(const SpanCurves& curves) {
  return {{"frequency", to_json(curves.frequency)}, {"damping", to_json(curves.damping)}};
}

std::optional<SpanCurves> read_span_curves(JsonFields& fields) {
  const Json* given = fields.find("span");
  if (given == nullptr || given->is_null()) return {};
  JsonFields span = fields.object("span");
  SpanCurves curves;
  if (const Json* preset = span.find("preset"); preset != nullptr && !preset->is_null()) {
    const SpectrumControls& spectrum = read_preset(span).spectrum;
    curves = {spectrum.frequency, spectrum.damping};
  }
  read_curve(span, "frequency", curves.frequency);
  read_curve(span, "damping", curves.damping);
  span.finish();
  return curves;
}

void write_pose_settings(Json& json, const PoseSettings& settings) {
  json["between"] = name_of(settings.between, between_names);
  json["settles_at"] = name_of(settings.settles_at, settling_names);
  json["shapes"] = name_of(settings.shapes, shape_names);
  json["spectrum"] = to_json(settings.spectrum);
  json["adjust"] = settings.adjust;
  json["adjustment"] = {{"velocity", settings.adjustment.velocity},
                        {"frequency", settings.adjustment.frequency},
                        {"decay", settings.adjustment.decay},
                        {"relative_velocity", settings.adjustment.relative_velocity}};
  json["adjustment_curves"] = to_json(settings.adjustment_curves);
  json["rest_shift"] = settings.rest_shift;
  json["loop"] = settings.loop;
  json["centre"] = name_of(settings.centre, centre_names);
  json["gravity"] = xyz(settings.gravity);
}

PoseSettings read_pose_settings(JsonFields& fields) {
  PoseSettings settings;
  if (fields.has("preset")) settings = read_preset(fields).applied_to(settings);
  fields.read_enum("between", between_names, settings.between);
  fields.read_enum("settles_at", settling_names, settings.settles_at);
  fields.read_enum("shapes", shape_names, settings.shapes);
  if (fields.has("spectrum")) read_spectrum(fields.object("spectrum"), settings.spectrum);
  fields.read("adjust", settings.adjust);
  if (fields.has("adjustment")) read_adjustment(fields.object("adjustment"), settings.adjustment);
  if (fields.has("adjustment_curves"))
    read_adjustment_curves(fields.object("adjustment_curves"), settings.adjustment_curves);
  fields.read("rest_shift", settings.rest_shift);
  fields.read("loop", settings.loop);
  fields.read_enum("centre", centre_names, settings.centre);
  fields.read("gravity", settings.gravity);
  try {
    settings.validate();
  } catch (const InputError& error) {
    Complaint complaint = error.complaint();
    complaint.where = fields.where();
    throw InputError(complaint);
  }
  return settings;
}

}  // namespace retake
