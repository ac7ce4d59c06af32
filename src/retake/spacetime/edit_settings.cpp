#include "retake/spacetime/edit_settings.h"

#include <algorithm>
#include <sstream>
#include <string>

#include "retake/numerics/errors.h"

namespace retake {

namespace {

template <class Number>
void require(bool holds, const std::string& what, const std::string& expected, const Number& found,
             const std::string& advice = "") {
  if (holds) return;
  std::ostringstream text;
  text << found;
  throw InputError({.what = what, .expected = expected, .found = text.str(), .advice = advice});
}

// False for what is no number.
bool is_between(double value, double least, double most) { return value >= least && value <= most; }

constexpr int most_modes = 5000;
constexpr int fewest_usual_modes = 60, most_usual_modes = 300;
constexpr int vertices_times_usual_modes = 8'000'000;  // 192 MB of shapes
constexpr int longest_taper = 200;  // frames; the weight of the first grows with the fourth power
std::string at_most_taper() { return "at most " + std::to_string(longest_taper); }

void validate_window(std::pair<int, int> window, Ends ends, int frame_count) {
  const auto [first, last] = window;
  require(first >= 0 && first < frame_count, "first frame of the window",
          "0 to " + std::to_string(frame_count - 1), first);
  const std::string both = std::to_string(first) + ", " + std::to_string(last);
  require(last >= first, "the window ends before it begins", "[first, last]", both,
          "Give the earlier frame first");
  require(last < frame_count, "last frame of the window",
          std::to_string(first) + " to " + std::to_string(frame_count - 1), last);
  const bool whole = first == 0 && last == frame_count - 1;
  require(whole || ends != Ends::loop, "a loop goes over the whole motion",
          "a window of 0, " + std::to_string(frame_count - 1) + ", or none", both,
          "Take the window away, or choose ends both");
}

void validate_contacts(const ContactOptions& contacts) {
  require(is_between(contacts.detection_distance, 0, 1), "distance of contacts",
          "0 to 1, of the body's size", contacts.detection_distance);
  require(contacts.cluster_frames >= 1, "frames of a cluster of contacts", "1 or more",
          contacts.cluster_frames);
  require(contacts.cluster_radius > 0 && is_between(contacts.cluster_radius, 0, 1e3),
          "radius of a cluster of contacts", "above 0, at most 1000, of the body's size",
          contacts.cluster_radius);
}

}  // namespace

int usual_modes(int vertex_count) {
  return std::clamp(vertices_times_usual_modes / std::max(1, vertex_count), fewest_usual_modes,
                    most_usual_modes);
}

double usual_reach(CostKind kind) {
  return kind == CostKind::paper_dynamics ? 0 : CostOptions{}.reach;
}

void CostOptions::validate() const {
  require(is_between(damping.ratio, 0, 10), "damping ratio", "0 to 10, of critical", damping.ratio);
  require(is_between(damping.mass, 0, 1e4), "mass damping", "0 to 10000 1/s", damping.mass);
  require(is_between(damping.stiffness, 0, 10), "stiffness damping", "0 to 10 s",
          damping.stiffness);
  require(timestep == 0 || is_between(timestep, 1e-5, 10), "timestep of the edit",
          "0.00001 to 10 s, or 0 for the motion's", timestep);
  require(is_between(reach, 0, 2), "reach", "0 to 2", reach);
  require(is_between(smoothness, 1e-9, 1e9), "smoothness", "1e-9 to 1e9 s²", smoothness);
  require(is_between(shortest_edit, 0, 10), "shortest edit", "0 to 10 s", shortest_edit);
  require(taper_start <= longest_taper, "frames of the taper at the start", at_most_taper(),
          taper_start);
  require(taper_end <= longest_taper, "frames of the taper at the end", at_most_taper(), taper_end);
}

void EditSettings::validate(int frame_count, int vertex_count) const {
  cost.validate();
  validate_contacts(contacts);
  require(modes >= 1 && modes <= most_modes, "number of modes",
          "1 to " + std::to_string(most_modes), modes);
  require(filter >= 0 && filter < 1, "filter of contradictions", "0 to 1", filter);
  if (window) validate_window(*window, cost.ends, frame_count);
  const auto outside = std::find_if(region.begin(), region.end(), [&](int vertex) {
    return vertex < 0 || vertex >= vertex_count;
  });
  require(outside == region.end(), "vertex of the region",
          "0 to " + std::to_string(vertex_count - 1), outside == region.end() ? 0 : *outside);
}

}  // namespace retake
