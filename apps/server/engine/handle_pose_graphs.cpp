// Numbers about poses and their modes.
#include <cmath>
#include <numbers>

#include "apps/server/engine/pose_requests.h"
#include "apps/server/engine/show.h"
#include "retake/interpolation/pose_presets.h"
#include "retake/numerics/errors.h"

namespace retake::server {

namespace {

const PoseInterpolation& interpolation_of(Desk& desk) {
  check_has_poses(desk);
  SourceMotion& source = desk.shot->evaluation.source_motion();
  if (source.missing_modes()) {
    throw InputError({.what = "the modes are not there yet", .advice = "Wait for their job"});
  }
  return *source.between();
}

Json in_hz(const std::vector<Oscillator>& modes) {
  Json list = Json::array();
  for (const Oscillator& mode : modes) list.push_back(mode.frequency / (2 * std::numbers::pi));
  return list;
}

Json in_ratios(const std::vector<Oscillator>& modes) {
  Json list = Json::array();
  for (const Oscillator& mode : modes) {
    list.push_back(mode.frequency > 0 ? mode.decay / mode.frequency : 0);
  }
  return list;
}

// Seconds until a tenth is left. Beyond critical damping the slower of both ways back counts.
Json ringing(const Oscillator& mode) {
  const double beyond = std::sqrt(std::max(0.0, -mode.omega_squared()));
  const double rate = mode.decay - beyond;
  return rate > 0 ? Json(std::log(10) / rate) : Json();
}

// Modes x frames.
MatX amplitudes_of(const PoseInterpolation& between, const PoseSource& source) {
  MatX all(between.eigenvalues().size(), source.frames);
  for (int frame = 0; frame < source.frames; ++frame) {
    const double time =
        std::clamp(frame / source.fps, between.times().front(), between.times().back());
    all.col(frame) = between.amplitudes(time);
  }
  return all;
}

// What each mode has of all that moves.
Json shares_of(const MatX& amplitudes) {
  const MatX moved = amplitudes.colwise() - amplitudes.rowwise().mean();
  const VecX sums = moved.rowwise().squaredNorm();
  const VecX shares = sums / std::max(sums.sum(), std::numeric_limits<double>::min());
  return std::vector<double>(shares.begin(), shares.end());
}

// Of all poses, or of the span that begins with the pose of that id.
SpectrumControls controls_of(const PoseSource& source, const Desk& desk, int span) {
  const SpectrumControls& all = source.settings.spectrum;
  if (span == 0) return all;
  const auto& curves = pose_with(desk, span).span;
  return curves ? all.with(*curves) : all;
}

Answer spectrum(Desk& desk, Request& request) {
  int span = 0;
  request.fields.read("span", span);
  request.fields.finish();
  const PoseInterpolation& between = interpolation_of(desk);
  const PoseSource& source = *desk.shot->evaluation.source_motion().poses();
  const VecX& eigenvalues = between.eigenvalues();
  const auto material = controlled_oscillators(eigenvalues);
  const auto set = controlled_oscillators(eigenvalues, controls_of(source, desk, span));
  Json places = Json::array(), rings = Json::array();
  for (Eigen::Index k = 0; k < eigenvalues.size(); ++k) {
    places.push_back(spectrum_place(eigenvalues, k));
    rings.push_back(ringing(set[static_cast<std::size_t>(k)]));
  }
  return Json{{"type", "spectrum"},
              {"material_hz", in_hz(material)},
              {"material_damping", in_ratios(material)},
              {"hz", in_hz(set)},
              {"damping", in_ratios(set)},
              {"share", shares_of(amplitudes_of(between, source))},
              {"place", places},
              {"rings_for", rings},
              {"suited_stiffness", suited_stiffness(eigenvalues)}};
}

Answer track(Desk& desk, Request& request) {
  int mode = -1;
  request.fields.read("mode", mode);
  request.fields.finish();
  const PoseInterpolation& between = interpolation_of(desk);
  const PoseSource& source = *desk.shot->evaluation.source_motion().poses();
  if (mode < 0 || mode >= between.eigenvalues().size()) {
    request.fields.refuse("mode",
                          {.what = "no such mode of the poses",
                           .expected = "0 to " + std::to_string(between.eigenvalues().size() - 1),
                           .found = std::to_string(mode)});
  }
  const WigglySpline spline = between.plain_spline(mode);
  Eigen::MatrixXf rows(2, source.frames);
  for (int frame = 0; frame < source.frames; ++frame) {
    const double time =
        std::clamp(frame / source.fps, between.times().front(), between.times().back());
    rows(0, frame) = static_cast<float>(between.amplitudes(time)[mode]);
    rows(1, frame) = static_cast<float>(spline.position(time));
  }
  send_answers(desk, {request.tab, request.replies, request.type, 0, nullptr, {}},
               {.kind = BinaryKind::track, .frame = mode}, rows);
  return std::nullopt;
}

Answer pose_shape(Desk& desk, Request& request) {
  int id = 0;
  request.fields.read("pose", id);
  request.fields.finish();
  send_answers(desk, {request.tab, request.replies, request.type, 0, nullptr, {}},
               {.kind = BinaryKind::pose, .frame = id}, pose_with(desk, id).positions);
  return std::nullopt;
}

}  // namespace

void add_pose_graph_rules(Rules& rules) {
  rules["spectrum"] = {spectrum};
  rules["track"] = {track};
  rules["pose_shape"] = {pose_shape};
}

}  // namespace retake::server
