#include "apps/cli/solve_report.h"

#include <algorithm>

#include <fmt/core.h>

#include "apps/server/engine/strain.h"

namespace retake::cli {

namespace {

// The wish of a report as the layer has it; null: there is none.
const Wish* wish_of(const Layer& layer, int id) {
  const auto* wished = layer.content.find<WishLayer>();
  const LayerWish* found = wished != nullptr ? find_wish(*wished, id) : nullptr;
  return found != nullptr ? &found->wish : nullptr;
}

// The vertex that it holds, or the first of several; -1: it is a pose.
int vertex_of(const Wish* wish) {
  return wish == nullptr || wish->point.empty() ? -1 : wish->point.front().vertex;
}

bool is_velocity(const Wish* wish) { return wish != nullptr && wish->kind == WishKind::velocity; }

void add_body(Json& json, int vertex, const BodySpans& bodies) {
  const BodySpan* body = body_at(bodies, vertex);
  if (body == nullptr) return;
  json["body"] = body->name;
  json["body_vertex"] = vertex - body->first_vertex;
}

// Why nothing moves the point of a wish, and what to do.
std::string why_still(const WishReport& wish, const Wish* wanted, const BodySpans& bodies) {
  const std::string vertex = spoken_vertex(bodies, vertex_of(wanted));
  if (wish.stands_still == StandsStill::pinned) {
    return fmt::format(
        "{} is pinned, so that no layer moves it at frame {}; wish for another vertex, or take it "
        "out of the body's pins",
        vertex, wish.frame);
  }
  return fmt::format(
      "{} lies at the border of the layer's region, which stays as it is at frame {}; add the "
      "vertices around it to the region",
      vertex, wish.frame);
}

Json wish_to_json(const WishReport& wish, const Wish* wanted, const BodySpans& bodies) {
  const std::string unit = is_velocity(wanted) ? "m_per_s" : "m";
  Json json = {{"id", wish.id},
               {"name", wish.name},
               {"frame", wish.frame},
               {"miss_" + unit, wish.miss},
               {"missed_by_" + unit, {wish.missed_by.x(), wish.missed_by.y(), wish.missed_by.z()}},
               {"yielded", wish.yielded},
               {"contradicts", wish.contradicts},
               {"layer_weight", wish.weight}};
  if (wish.weight != 1) json["miss_at_weight_1_" + unit] = wish.at_full_weight;
  add_body(json, vertex_of(wanted), bodies);
  if (wish.stands_still != StandsStill::no) json["reason"] = why_still(wish, wanted, bodies);
  if (wish.hindrance) {
    const auto& [place, name, is_contact] = *wish.hindrance;
    json["hindered_by"] = {{is_contact ? "contact" : "obstacle", name},
                           {"frame", place.frame},
                           {"vertex", place.vertex}};
    add_body(json["hindered_by"], place.vertex, bodies);
  }
  return json;
}

Json obstacles_to_json(const EditReport& report) {
  const ObstacleReport& obstacles = report.obstacles;
  Json json = {{"rows", report.one_sided_active},      {"rows_unmet", obstacles.rows_unmet},
               {"converged", obstacles.converged},     {"left_by_rows_m", obstacles.left_by_rows},
               {"guarded_vertices", obstacles.guards}, {"inside", Json::array()}};
  for (const auto& [frame, depth] : obstacles.inside) {
    json["inside"].push_back({{"frame", frame}, {"depth_m", depth}});
  }
  return json;
}

Json drifts_to_json(const std::vector<ContactDrift>& drifts, const BodySpans& bodies) {
  Json json = Json::array();
  for (const auto& [place, name, drift] : drifts) {
    json.push_back(
        {{"with", name}, {"frame", place.frame}, {"vertex", place.vertex}, {"drift_m", drift}});
    add_body(json.back(), place.vertex, bodies);
  }
  return json;
}

// What a wish falls short by for other reasons than the body's.
void print_reason(const WishReport& wish, const Wish* wanted, const BodySpans& bodies,
                  const char* unit) {
  if (wish.stands_still != StandsStill::no) {
    fmt::print("; {}", why_still(wish, wanted, bodies));
  }
  if (wish.weight == 1) return;
  fmt::print("; the layer has weight {:.3g} there, with 1 it would miss by {:.2g} {}", wish.weight,
             wish.at_full_weight, unit);
}

// As it was told to, and no other wish is against it.
bool gave_way(const WishReport& wish, const Wish* wanted) {
  return wish.yielded && wish.contradicts.empty() && wanted != nullptr &&
         wanted->stiff_axes == StiffAxes::free;
}

void print_wish(const std::string& layer, const WishReport& wish, const Wish* wanted,
                const BodySpans& bodies) {
  const char* unit = is_velocity(wanted) ? "m/s" : "m";
  const int vertex = vertex_of(wanted);
  const bool has_body = body_at(bodies, vertex) != nullptr;
  const std::string place = has_body ? " (" + spoken_vertex(bodies, vertex) + ")" : "";
  fmt::print("{}, {}{}: frame {}, misses by {:.2g} {}", layer,
             wish.name.empty() ? fmt::format("wish {}", wish.id) : wish.name, place, wish.frame,
             wish.miss, unit);
  if (wish.hindrance) {
    if (wish.hindrance->is_contact) {
      fmt::print("; held by its contact with {} (\"contacts\": {{\"from\": \"none\"}} lets go)",
                 wish.hindrance->name);
    } else {
      fmt::print("; held back by {} (a target outside of it can be met)", wish.hindrance->name);
    }
  } else if (gave_way(wish, wanted)) {
    fmt::print(
        "; gave way, since meeting it would throw the body (\"stiff_axes\": \"locked\" holds it "
        "all the same)");
  }
  for (const int other : wish.contradicts) fmt::print("; contradicts wish {}", other);
  if (!wish.contradicts.empty()) fmt::print(" (give one of them a weight, or take it out)");
  print_reason(wish, wanted, bodies, unit);
  fmt::print("\n");
}

void print_obstacles(const std::string& layer, const EditReport& report) {
  const ObstacleReport& obstacles = report.obstacles;
  if (report.one_sided_active > 0 || obstacles.guards > 0) {
    fmt::print("{}: obstacles push back in {} rows; {} vertices led out frame by frame\n", layer,
               report.one_sided_active, obstacles.guards);
  }
  if (!obstacles.converged || obstacles.rows_unmet > 0) {
    fmt::print("{}: {} obstacle rows contradict the wishes{} (move targets away from it)\n", layer,
               obstacles.rows_unmet,
               obstacles.converged ? "" : ", and the search for rows ended early");
  }
  if (obstacles.inside.empty() && report.worst_penetration > 0) {
    fmt::print("{}: goes {:.2g} m into an obstacle, or would have if it were not held back\n",
               layer, report.worst_penetration);
  }
  if (obstacles.inside.empty()) return;
  const auto deepest =
      std::max_element(obstacles.inside.begin(), obstacles.inside.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  fmt::print(
      "{}: in {} frames, {} to {}, something stayed inside an obstacle (deepest {:.2g} m, frame "
      "{}) "
      "and was moved to its surface vertex by vertex\n",
      layer, obstacles.inside.size(), obstacles.inside.front().first, obstacles.inside.back().first,
      deepest->second, deepest->first);
}

// The element that is squeezed most.
struct Squeeze {
  double stretch = 1;  // its volume over that at rest, of shells its area; below 0: inside out
  int frame = -1, vertex = -1;
  int inside_out = 0;  // elements, in the frame that has most of them

  void look_at(const server::StrainMeter& meter, const Eigen::Matrix3Xf& positions, int at) {
    const Eigen::VectorXf volumes = meter.volumes(positions);
    if (volumes.size() == 0) return;
    Eigen::Index element = 0;
    const double least = volumes.minCoeff(&element);
    inside_out = std::max(inside_out, static_cast<int>((volumes.array() <= 0).count()));
    if (frame >= 0 && least >= stretch) return;
    stretch = least;
    frame = at;
    vertex = meter.vertex_of(static_cast<int>(element));
  }
};

}  // namespace

Json edit_to_json(const Body& body, const FrameStream& source, const FrameStream& edited,
                  const FrameRange& frames) {
  const server::StrainMeter meter(body);
  std::vector<double> sizes;
  Squeeze before, after;
  for (int frame = frames.first; frame <= frames.last; ++frame) {
    const Eigen::Matrix3Xf input = source.frame(frame), output = edited.frame(frame);
    sizes.push_back((output - input).colwise().norm().maxCoeff());
    before.look_at(meter, input, frame);
    after.look_at(meter, output, frame);
  }
  return {{"largest_edit_m", *std::max_element(sizes.begin(), sizes.end())},
          {"edit_size_m", sizes},
          {"elements",
           {{"smallest_stretch", after.stretch},
            {"frame", after.frame},
            {"vertex", after.vertex},
            {"inside_out", after.inside_out},
            {"source_smallest_stretch", before.stretch},
            {"source_inside_out", before.inside_out}}}};
}

void print_elements(const Json& elements) {
  if (elements["inside_out"] <= elements["source_inside_out"]) return;
  fmt::print(
      "up to {} elements are flat or inside out, worst at frame {} near vertex {}; ask for a "
      "shorter way there, or a wider window\n",
      elements["inside_out"].get<int>(), elements["frame"].get<int>(),
      elements["vertex"].get<int>());
}

Json layer_to_json(const Layer& layer, const EditReport& report, const BodySpans& bodies) {
  Json json = {{"layer", layer.name},
               {"iterations", report.iterations},
               {"stopped", name_of(report.stop)},
               {"asked_stretch", report.smallest_stretch},
               {"contacts", report.contacts},
               {"contact_sites", report.contact_sites},
               {"contact_rows", report.contact_rows},
               {"obstacle_rows", report.one_sided_active},
               {"worst_penetration_m", report.worst_penetration},
               {"obstacles", obstacles_to_json(report)},
               {"cost", report.cost},
               {"solve_s", report.solve_seconds},
               {"wishes", Json::array()}};
  for (const WishReport& wish : report.wishes) {
    json["wishes"].push_back(wish_to_json(wish, wish_of(layer, wish.id), bodies));
  }
  return json;
}

void add_forces(Json& layer, const EditCourse& course) {
  const VecX& force = course.control_force;
  layer["control_force"] = {
      {"unit", "N/sqrt(kg)"},
      {"meaning",
       "force that the edit needs beyond the body's own elasticity, root mean square over its "
       "vibration modes (which have unit mass), at each frame; 0: the body would move so by "
       "itself"},
      {"first_frame", course.first_frame},
      {"per_frame", std::vector<double>(force.begin(), force.end())}};
}

void add_drifts(Json& layer, const std::vector<ContactDrift>& drifts, const BodySpans& bodies) {
  layer["contact_drift"] = drifts_to_json(drifts, bodies);
}

void print_layer(const Layer& of, const EditReport& report, const BodySpans& bodies) {
  const std::string& layer = of.name;
  for (const WishReport& wish : report.wishes) {
    print_wish(layer, wish, wish_of(of, wish.id), bodies);
  }
  if (report.stop != HandleStop::converged) {
    fmt::print("{}: stopped short of its wishes: {}{}\n", layer, words_of(report.stop),
               report.stop == HandleStop::element_limit
                   ? " (ask for a shorter way, hold a nearby or larger region, or lower the reach)"
                   : "");
  }
  if (report.contact_sites > 0) {
    fmt::print("{}: {} contacts kept as {} sites\n", layer, report.contacts, report.contact_sites);
  }
  print_obstacles(layer, report);
}

}  // namespace retake::cli
