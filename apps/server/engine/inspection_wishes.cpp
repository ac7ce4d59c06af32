// Wishes that were not met, and those that contradict each other.
#include <fmt/format.h>

#include "apps/server/engine/inspection.h"

namespace retake::server {

namespace {

constexpr double serious_miss = 5;  // times the limit: an error, not a warning

std::string spoken(const LayerWish& wish) {
  if (!wish.wish.name.empty()) return "'" + wish.wish.name + "'";
  if (wish.wish.point.empty()) return "the pose of frame " + std::to_string(wish.wish.frame);
  return "the handle at vertex " + std::to_string(wish.wish.point.front().vertex);
}

std::string capitalized(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 32);
  return text;
}

Problem::Fix lock_axes(const Layer& layer, LayerWish wish) {
  wish.wish.stiff_axes = StiffAxes::locked;
  return {"Hold it there all the same",
          capitalized(spoken(wish)) +
              " is then held where you put it, and the body moves and stretches as far as it must.",
          {ChangeWish{layer.id, wish}}};
}

Problem::Fix harden(const Layer& layer, LayerWish wish) {
  const double weight = wish.wish.weight;
  wish.wish.weight = Wish::hard;
  return {"Make the handle hard",
          fmt::format("{} then goes all of the way instead of as far as its weight {:.3g} pulls.",
                      capitalized(spoken(wish)), weight),
          {ChangeWish{layer.id, wish}}};
}

Problem::Fix soften(const Layer& layer, LayerWish wish, const LayerWish& other) {
  wish.wish.weight = 1;
  return {"Soften " + spoken(wish),
          fmt::format("{} then goes about half of the way, and {} can have its place.",
                      capitalized(spoken(wish)), spoken(other)),
          {ChangeWish{layer.id, wish}}};
}

Problem at_wish(const Layer& layer, const LayerWish& wish, double value, double limit) {
  Problem problem;
  problem.frames = {{wish.wish.frame, wish.wish.frame}};
  problem.worst_frame = wish.wish.frame;
  if (!wish.wish.point.empty()) problem.vertex = wish.wish.point.front().vertex;
  problem.layer = layer.id;
  problem.wish = wish.id;
  problem.value = value;
  problem.limit = limit;
  problem.unit = "m";
  problem.severity = value > serious_miss * limit ? "error" : "warning";
  return problem;
}

std::string why_still(StandsStill reason) {
  return reason == StandsStill::pinned
             ? ": the vertex is pinned, and no layer moves it. Choose another vertex."
             : ": it lies at the border of the layer's region, which stays as it is. Add the "
               "vertices around it to the region.";
}

std::optional<Problem> miss_of(const Layer& layer, const LayerWish& wish, const WishReport& report,
                               HandleStop stop, double limit) {
  const double miss = report.miss;
  if (miss <= limit || !report.contradicts.empty()) return std::nullopt;
  Problem problem = at_wish(layer, wish, miss, limit);
  problem.key = "miss " + std::to_string(wish.id);
  problem.kind = "miss";
  problem.title = "Handle misses";
  problem.text = fmt::format("{} stops {} short at frame {}", capitalized(spoken(wish)),
                             length_text(miss), wish.wish.frame);
  if (report.stands_still != StandsStill::no) {
    problem.text += why_still(report.stands_still);
  } else if (report.weight != 1 && report.at_full_weight <= limit) {
    problem.text += fmt::format(": the layer has a weight of {:.3g} there. With 1 it would be met.",
                                report.weight);
  } else if (report.hindrance) {
    const std::string& name = report.hindrance->name;
    problem.text += report.hindrance->is_contact
                        ? fmt::format(": it would have to leave its contact with {}.", name)
                        : fmt::format(": {} is in the way.", name);
  } else if (report.yielded && wish.wish.stiff_axes == StiffAxes::free) {
    problem.title = "Handle gave way";  // as it was told to: nothing is wrong
    problem.severity = "note";
    problem.text += ": going on would move the rest of the body much farther than the handle.";
    problem.fix = lock_axes(layer, wish);
  } else if (wish.wish.weight != Wish::hard) {
    problem.text += ": it is a soft handle.";
    problem.fix = harden(layer, wish);
  } else if (stop == HandleStop::element_limit) {
    problem.text +=
        ": the material is at its limit. Elements would be squeezed below a quarter, or edges "
        "stretched to more than about twice their length. Drag it less far, take a nearby or "
        "larger region, or lower the reach.";
  } else {
    problem.text += ". More modes, or a target that is nearer, would help.";
  }
  return problem;
}

std::optional<Problem> contradiction_of(const Layer& layer, const LayerWish& wish,
                                        const LayerWish& other, double miss, double limit) {
  Problem problem = at_wish(layer, wish, miss, limit);
  problem.key = fmt::format("contradiction {} {}", other.id, wish.id);
  problem.kind = "contradiction";
  problem.title = "Handles disagree";
  problem.text = fmt::format("{} and {} pull against each other: it stops {} short.",
                             capitalized(spoken(wish)), spoken(other), length_text(miss));
  problem.fix = soften(layer, wish, other);
  return problem;
}

}  // namespace

std::vector<Problem> find_wish_problems(const Inspected& shot, const Limits& limits) {
  std::vector<Problem> problems;
  const auto add = [&](std::optional<Problem> problem) {
    if (problem) problems.push_back(std::move(*problem));
  };
  for (const Layer& layer : shot.layers) {
    const auto* wished = layer.content.find<WishLayer>();
    const auto report = shot.reports.find(layer.id);
    if (wished == nullptr || report == shot.reports.end()) continue;
    for (const WishReport& met : report->second.wishes) {
      const LayerWish* wish = find_wish(*wished, met.id);
      if (wish == nullptr) continue;
      add(miss_of(layer, *wish, met, report->second.stop, limits.miss));
      for (const int id : met.contradicts) {
        const LayerWish* other = find_wish(*wished, id);
        if (other == nullptr || id > met.id) continue;  // each pair once, about the newer
        add(contradiction_of(layer, *wish, *other, met.miss, limits.miss));
      }
    }
  }
  return problems;
}

}  // namespace retake::server
