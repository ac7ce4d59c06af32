#include "retake/shot/pose_settings_json.h"

#include "retake/interpolation/pose_presets.h"
#include "retake/shot/json_table.h"

namespace retake {

namespace {

const std::vector<std::string> between_names = {"wiggly", "swing"};
const std::vector<std::string> settling_names = {"poses", "rest"};
const std::vector<std::string> shape_names = {"rotation_strain", "linear", "modal_warping"};
const std::vector<std::string> centre_names = {"linear", "spline", "ballistic"};

}  // namespace

static constexpr auto json_table(const AdjustmentWeights&) {
  return std::tuple{JsonRow{"velocity", &AdjustmentWeights::velocity},
                    JsonRow{"frequency", &AdjustmentWeights::frequency},
                    JsonRow{"decay", &AdjustmentWeights::decay},
                    JsonRow{"relative_velocity", &AdjustmentWeights::relative_velocity}};
}
static constexpr auto json_table(const AdjustmentCurves&) {
  return std::tuple{JsonRow{"velocity", &AdjustmentCurves::velocity},
                    JsonRow{"frequency", &AdjustmentCurves::frequency},
                    JsonRow{"decay", &AdjustmentCurves::decay}};
}
static constexpr auto json_table(const SpanCurves&) {
  return std::tuple{JsonRow{"frequency", &SpanCurves::frequency},
                    JsonRow{"damping", &SpanCurves::damping}};
}
static constexpr auto json_table(const PoseSettings&) {
  return std::tuple{JsonRow{"between", &PoseSettings::between, &between_names},
                    JsonRow{"settles_at", &PoseSettings::settles_at, &settling_names},
                    JsonRow{"shapes", &PoseSettings::shapes, &shape_names},
                    JsonRow{"spectrum", &PoseSettings::spectrum},
                    JsonRow{"adjust", &PoseSettings::adjust},
                    JsonRow{"adjustment", &PoseSettings::adjustment},
                    JsonRow{"adjustment_curves", &PoseSettings::adjustment_curves},
                    JsonRow{"rest_shift", &PoseSettings::rest_shift},
                    JsonRow{"loop", &PoseSettings::loop},
                    JsonRow{"centre", &PoseSettings::centre, &centre_names},
                    JsonRow{"gravity", &PoseSettings::gravity}};
}

namespace {

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

// Spectrum curves among values of a table.
struct CurveValues {
  void write(Json& json, const SpectrumControls& spectrum) const { json = to_json(spectrum); }
  void read(JsonFields& fields, const char* key, SpectrumControls& spectrum) const {
    if (fields.has(key)) read_spectrum(fields.object(key), spectrum);
  }
  void write(Json& json, const SpectrumCurve& curve) const { json = to_json(curve); }
  void read(JsonFields& fields, const char* key, SpectrumCurve& curve) const {
    read_curve(fields, key, curve);
  }
};

const PosePreset& read_preset(JsonFields& fields) {
  try {
    return pose_preset(fields.required_text("preset"));
  } catch (const InputError& error) {
    fields.refuse("preset", error.complaint());
  }
}

}  // namespace

Json span_curves_to_json(const SpanCurves& curves) {
  Json json = Json::object();
  write_fields(json, curves, CurveValues{});
  return json;
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
  read_fields(span, curves, CurveValues{});
  span.finish();
  return curves;
}

void write_pose_settings(Json& json, const PoseSettings& settings) {
  write_fields(json, settings, CurveValues{});
}

PoseSettings read_pose_settings(JsonFields& fields) {
  PoseSettings settings;
  if (fields.has("preset")) settings = read_preset(fields).applied_to(settings);
  read_fields(fields, settings, CurveValues{});
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
