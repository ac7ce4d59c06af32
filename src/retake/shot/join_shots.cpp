#include "retake/shot/join_shots.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "retake/mesh/number_text.h"
#include "retake/numerics/errors.h"
#include "retake/shot/layer_ids.h"
#include "retake/shot/long_motion.h"
#include "retake/shot/motion_cache.h"
#include "retake/shot/setup_json.h"
#include "retake/shot/shot_bodies.h"
#include "retake/shot/sources/cache.h"

namespace retake {

namespace {

// A shot that comes along, with its motion.
struct PartInMotion {
  std::string name;
  Shot shot;
  SimulationResult made;
  int first_vertex = 0;
  bool stands_still = false;

  int frames() const { return made.motion.frame_count(); }
  int vertices() const { return shot.body().vertex_count(); }
};

std::string plain(double value) {
  std::string text;
  append_number(text, value);
  return text;
}

std::vector<PartInMotion> with_motions(std::vector<JoinedPart> given, Progress& progress) {
  std::vector<PartInMotion> parts;
  int first = 0;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const auto share = [&](std::size_t k) {
      return static_cast<double>(k) / static_cast<double>(given.size());
    };
    PartOfProgress step(progress, share(i), share(i + 1));
    auto& [name, shot] = given[i];
    SimulationResult made = cached_motion(shot, {}, step);
    const bool still = shot.source->stands_still();
    shot.source = RestSource();  // its motion is in memory but once
    parts.push_back({std::move(name), std::move(shot), std::move(made), first, still});
    first += parts.back().vertices();
  }
  return parts;
}

void check_times(const std::vector<PartInMotion>& parts, ShortMotions short_motions) {
  const PartInMotion& first = parts.front();
  for (const PartInMotion& part : parts) {
    const std::string where = "'" + part.name + "' beside '" + first.name + "'";
    if (std::abs(part.made.motion.fps - first.made.motion.fps) > 1e-3 * first.made.motion.fps) {
      throw InputError({.what = "motions of different frame rates",
                        .where = where,
                        .expected = plain(first.made.motion.fps) + " fps",
                        .found = plain(part.made.motion.fps),
                        .advice = "Export both at one rate, or import one with --fps"});
    }
    if (part.frames() == first.frames() || short_motions == ShortMotions::held) continue;
    throw InputError({.what = "motions of different length",
                      .where = where,
                      .expected = std::to_string(first.frames()) + " frames",
                      .found = std::to_string(part.frames()),
                      .advice = "Say that the shorter ones stand still after their end (--hold)"});
  }
}

Motion side_by_side(const std::vector<PartInMotion>& parts, int frames) {
  const int vertices = parts.back().first_vertex + parts.back().vertices();
  const Motion& first = parts.front().made.motion;
  Motion motion = {first.fps, first.start_frame, list_for(vertices, frames)};
  for (int t = 0; t < frames; ++t) {
    Eigen::Matrix3Xf whole(3, vertices);
    for (const PartInMotion& part : parts) {
      const auto frame = static_cast<std::size_t>(std::min(t, part.frames() - 1));
      whole.middleCols(part.first_vertex, part.vertices()) = part.made.motion.frames[frame];
    }
    motion.frames.push_back(std::move(whole));
  }
  return motion;
}

void set_source(Shot& shot, const std::vector<PartInMotion>& parts, int frames) {
  const bool still = std::all_of(parts.begin(), parts.end(),
                                 [](const PartInMotion& part) { return part.stands_still; });
  shot.setup.options.fps = parts.front().made.motion.fps;
  shot.setup.options.frames = frames;
  if (still) {
    shot.source = RestSource(frames, parts.front().made.motion.fps);
  } else {
    shot.source = CachedSource(side_by_side(parts, frames));
  }
}

void add_bodies(std::vector<ShotBody>& bodies, const JoinedPart& part) {
  const auto add = [&](ShotBody body) {
    if (!body.color) body.color = part.shot.color;
    bodies.push_back(std::move(body));
  };
  if (!part.shot.bodies.several().empty()) {
    for (const ShotBody& body : part.shot.bodies.several()) add(body);
    return;
  }
  ShotBody body = {.body = part.shot.body(), .origin = part.shot.origin};
  body.body.name = part.name;
  add(std::move(body));
}

// The same obstacle stands once. Gives the new index of each of the part's.
std::vector<int> add_obstacles(std::vector<Obstacle>& all, const std::vector<Obstacle>& more) {
  std::vector<int> index;
  for (const Obstacle& obstacle : more) {
    const auto same = std::find_if(all.begin(), all.end(), [&](const Obstacle& other) {
      return to_json(other) == to_json(obstacle);
    });
    index.push_back(static_cast<int>(same - all.begin()));
    if (same == all.end()) all.push_back(obstacle);
  }
  return index;
}

void add_contacts(Shot& shot, const PartInMotion& part, const std::vector<int>& obstacle_of) {
  for (Contact contact : part.made.contacts) {
    contact.vertex += part.first_vertex;
    contact.obstacle = obstacle_of[static_cast<std::size_t>(contact.obstacle)];
    shot.contacts.push_back(contact);
  }
}

// Props are files named after them.
void add_props(std::vector<Prop>& all, const PartInMotion& part) {
  for (Prop prop : part.shot.props) {
    const auto same = std::find_if(all.begin(), all.end(),
                                   [&](const Prop& other) { return other.name == prop.name; });
    if (same != all.end()) {
      const bool is_the_same = same->mesh.positions == prop.mesh.positions;
      if (is_the_same) continue;
      prop.name += " of " + part.name;
    }
    all.push_back(std::move(prop));
  }
}

// From the side that the first was looked at, and as near, as far as sizes go.
View view_of_all(const Shot& shot, const PartInMotion& first) {
  const auto box = [](const Points& points) {
    return std::pair<Vec3, Vec3>{points.rowwise().minCoeff(), points.rowwise().maxCoeff()};
  };
  const auto [low, high] = box(shot.body().rest_positions);
  const auto [first_low, first_high] = box(first.shot.body().rest_positions);
  View view = first.shot.view;
  const Vec3 away = view.eye - view.target;
  view.target += (low + high) / 2 - (first_low + first_high) / 2;
  view.eye = view.target + away * (high - low).norm() / (first_high - first_low).norm();
  return view;
}

void add_layers(Shot& shot, const PartInMotion& part, int frames, Notes& notes) {
  const LayerMove move = {part.name, part.first_vertex, part.frames(), frames,
                          spans_of(part.shot.bodies.several())};
  int last_id = largest_id(shot.layers);
  for (Layer& layer : moved_layers(part.shot.layers, move, notes)) {
    number_anew(layer, last_id);
    shot.layers.push_back(std::move(layer));
  }
}

}  // namespace

JoinedShot join_shots(std::vector<JoinedPart> given, const JoinOptions& options,
                      Progress& progress) {
  if (given.empty()) throw InputError({.what = "no shots to join"});
  JoinedShot joined;
  Shot& shot = joined.shot;
  shot.name = options.name;
  shot.color = given.front().shot.color;
  std::vector<ShotBody> bodies;
  for (const JoinedPart& part : given) add_bodies(bodies, part);
  check_body_names(bodies, "the joined shot");
  shot.bodies = ShotBodies(std::move(bodies), shot.name, shot.color);
  const std::vector<PartInMotion> parts = with_motions(std::move(given), progress);
  check_times(parts, options.short_motions);
  int frames = 0;
  for (const PartInMotion& part : parts) frames = std::max(frames, part.frames());
  set_source(shot, parts, frames);
  for (const PartInMotion& part : parts) {
    add_contacts(shot, part, add_obstacles(shot.setup.obstacles, part.shot.setup.obstacles));
    add_props(shot.props, part);
    add_layers(shot, part, frames, joined.notes);
    if (part.frames() < frames) {
      joined.notes.push_back("'" + part.name + "' stands still after its " +
                             std::to_string(part.frames()) + " frames");
    }
  }
  shot.view = view_of_all(shot, parts.front());
  return joined;
}

}  // namespace retake
