// Problems of the body's motion, and of the force that it asks for.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "apps/server/engine/inspection.h"
#include "apps/server/engine/strain.h"

namespace retake::server {

namespace {

constexpr double serious = 5;              // times the limit: an error, not a warning
constexpr double negligible_force = 0.01;  // of the largest: left out of the median
constexpr double mostly = 0.5;             // of a reading that the input has already
constexpr double wider = 0.25;             // of the window, on either side

int worst_of(const std::vector<Reading>& readings) {
  const auto worst =
      std::max_element(readings.begin(), readings.end(),
                       [](const Reading& a, const Reading& b) { return a.value < b.value; });
  return static_cast<int>(worst - readings.begin());
}

// A problem of all frames whose reading is above the limit; nothing where there is none.
std::optional<Problem> above_limit(const std::vector<Reading>& readings, double limit) {
  Problem problem;
  problem.frames = ranges_where(static_cast<int>(readings.size()), [&](int frame) {
    return readings[static_cast<std::size_t>(frame)].value > limit;
  });
  if (problem.frames.empty()) return std::nullopt;
  problem.worst_frame = worst_of(readings);
  const Reading& worst = readings[static_cast<std::size_t>(problem.worst_frame)];
  problem.value = worst.value;
  problem.vertex = worst.vertex;
  problem.limit = limit;
  problem.severity = worst.value > serious * limit ? "error" : "warning";
  return problem;
}

// Obstacles push back in every layer that has handles.
std::optional<Problem::Fix> keep_out(const Inspected& shot) {
  EditGroup group = {"Keep out of obstacles", {}};
  std::string names;
  for (const Layer* layer : active_layers(shot.layers)) {
    const auto* wished = layer->content.find<WishLayer>();
    if (wished == nullptr || wished->wishes.empty() || wished->is_one_sided()) continue;
    EditSettings settings = wished->settings;
    settings.contacts.one_sided = true;
    group.edits.push_back({ChangeSettings{layer->id, settings}});
    names += (names.empty() ? "'" : ", '") + layer->name + "'";
  }
  if (group.edits.empty()) return std::nullopt;
  return Problem::Fix{"Keep out of obstacles",
                      "Obstacles push back in layer " + names +
                          ": its frames change where they went in, handles may then miss.",
                      {group}};
}

std::optional<Problem> penetration_of(const Inspected& shot, const Measurements& measured,
                                      const Limits& limits, std::size_t obstacle) {
  auto problem = above_limit(measured.penetration[obstacle], limits.penetration);
  if (!problem) return std::nullopt;
  const auto worst = static_cast<std::size_t>(problem->worst_frame);
  const Eigen::Vector3f before = shot.source->frames[worst].col(problem->vertex);
  const double input =
      std::max(0.0, -distance_to(shot.obstacles[obstacle], before.cast<double>()).distance);
  problem->key = "penetration " + std::to_string(obstacle);
  problem->kind = "penetration";
  problem->title = "Penetration";
  problem->unit = "m";
  const std::size_t count = measured.penetrating[obstacle].size();
  problem->text =
      fmt::format("{} into {}, {} deep at frame {}.",
                  count == 1 ? "One vertex goes" : fmt::format("{} vertices go", count),
                  shot.obstacles[obstacle].name, length_text(problem->value), problem->worst_frame);
  if (input > mostly * problem->value) {
    problem->text += fmt::format(" The input is {} deep there already.", length_text(input));
    problem->severity = "note";
  } else {
    problem->fix = keep_out(shot);
  }
  return problem;
}

std::optional<Problem> strain_of(const Inspected& shot, const Measurements& measured,
                                 const Limits& limits) {
  auto problem = above_limit(measured.strain, limits.strain);
  if (!problem) return std::nullopt;
  problem->key = problem->kind = "strain";
  problem->title = fmt::format("Strain over {:.0f} %", 100 * limits.strain);
  problem->text = fmt::format("The body is stretched or squeezed by {:.0f} % at frame {}.",
                              100 * problem->value, problem->worst_frame);
  const FrameView before = shot.source->frames[static_cast<std::size_t>(problem->worst_frame)];
  const double input = StrainMeter(*shot.body).read(before).strain.maxCoeff();
  if (input > mostly * problem->value) {
    problem->text += fmt::format(" The input has {:.0f} % there already.", 100 * input);
    problem->severity = "note";
  } else {
    problem->text += " Smaller moves, a handle of a larger radius or a wider window would calm it.";
  }
  return problem;
}

std::string tets_text(double count) {
  return count == 1 ? "One tet is" : fmt::format("{:.0f} tets are", count);
}

// Those that the edit turned are an error; those that came with the input are told, no more.
std::optional<Problem> inversion_of(const Measurements& measured) {
  auto problem = above_limit(measured.newly_inverted, 0);
  const bool is_new = problem.has_value();
  if (!is_new) problem = above_limit(measured.inverted, 0);
  if (!problem) return std::nullopt;
  problem->key = problem->kind = "inverted";
  problem->severity = is_new ? "error" : "note";
  problem->title = "Elements inside out";
  problem->unit = "tets";
  problem->text = fmt::format(
      "{} flat or inside out at frame {}{}", tets_text(problem->value), problem->worst_frame,
      is_new ? fmt::format(". Move the handle near vertex {} less far, or give it a "
                           "radius.",
                           problem->vertex)
             : ", and in the input too: the edit has turned none.");
  return problem;
}

double median_of(const VecX& force) {
  std::vector<double> values;
  for (const double value : force) {
    if (value > negligible_force * force.maxCoeff()) values.push_back(value);
  }
  if (values.empty()) return 0;
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

std::optional<Problem::Fix> widen_window(const Layer& layer, int frame_count) {
  EditSettings settings = layer.content.get<WishLayer>().settings;
  if (!settings.window) return std::nullopt;
  const auto [first, last] = *settings.window;
  const int more = std::max(5, static_cast<int>(std::lround(wider * (last - first + 1))));
  settings.window = {std::max(0, first - more), std::min(frame_count - 1, last + more)};
  if (settings.window == std::pair(first, last)) return std::nullopt;
  return Problem::Fix{
      "Widen the window",
      fmt::format("Layer '{}' may then change frames {} to {} instead of {} to {}.", layer.name,
                  settings.window->first, settings.window->second, first, last),
      {ChangeSettings{layer.id, settings}}};
}

std::vector<Problem> find_body_problems(const Inspected& shot, const Measurements& measured,
                                        const Limits& limits) {
  std::vector<std::optional<Problem>> found;
  for (std::size_t i = 0; i < shot.obstacles.size(); ++i) {
    found.push_back(penetration_of(shot, measured, limits, i));
  }
  found.push_back(inversion_of(measured));
  found.push_back(strain_of(shot, measured, limits));
  std::vector<Problem> problems;
  for (auto& problem : found) {
    if (problem) problems.push_back(std::move(*problem));
  }
  return problems;
}

std::vector<Problem> find_force_problems(const Inspected& shot, const Limits& limits) {
  std::vector<Problem> problems;
  for (const Layer& layer : shot.layers) {
    const auto found = shot.forces.find(layer.id);
    if (found == shot.forces.end()) continue;
    const VecX& force = found->second;
    const double median = median_of(force);
    std::vector<Reading> readings;
    for (const double value : force) readings.push_back({value, -1});
    auto problem = above_limit(readings, limits.force * median);
    if (!problem || median == 0) continue;
    problem->key = "force " + std::to_string(layer.id);
    problem->kind = "force";
    problem->severity = "note";
    problem->title = "Control force peak";
    problem->unit = "N/√kg";
    problem->layer = layer.id;
    problem->text = fmt::format(
        "Layer '{}' asks for {:.1f} times its median force at frame {}. "
        "More time around its handles would calm it.",
        layer.name, problem->value / median, problem->worst_frame);
    problem->fix = widen_window(layer, shot.result->frame_count());
    problems.push_back(std::move(*problem));
  }
  return problems;
}

}  // namespace retake::server
