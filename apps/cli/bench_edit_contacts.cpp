// Rows `edit/tumble/contacts`, `clusters` and `mouth`: the body that rolls down stairs in its
// standard size, edited at the tip of its trunk beside its contacts with them.
#include <algorithm>

#include "apps/cli/bench_edit.h"
#include "retake/modes/mode_cache.h"
#include "scenes/scene.h"

namespace retake::cli {

namespace {

EditInput standard_tumble(const BenchContext& context) {
  const Scene scene = build_scene("tumble", SceneSize::standard, context.progress);
  const SimulationResult simulated = make_motion(scene, context.progress);
  EditInput input{.body = scene.body,
                  .motion = std::make_shared<Motion>(simulated.motion),
                  .obstacles = scene.setup.obstacles,
                  .contacts = simulated.contacts};
  input.modes = std::make_shared<Modes>(
      cached_modes(input.body, {.count = 300}, {}, context.progress).result.modes);
  return input;
}

EditSettings with_contacts(ContactSource from, bool one_sided) {
  EditSettings settings;
  settings.contacts.from = from;
  settings.contacts.one_sided = one_sided;
  return settings;
}

// How much deeper than in the input any vertex stands in the stairs, m.
double new_penetration(const EditInput& input, const Motion& motion) {
  double worst = 0;
  for (std::size_t t = 0; t < motion.frames.size(); ++t) {
    for (Eigen::Index v = 0; v < motion.frames[t].cols(); ++v) {
      const Vec3 point = motion.frames[t].col(v).cast<double>();
      const double now = distance_to(input.obstacles[0], point).distance;
      if (now >= 0) continue;
      const Vec3 before = input.motion->frames[t].col(v).cast<double>();
      worst =
          std::max(worst, std::min(0.0, distance_to(input.obstacles[0], before).distance) - now);
    }
  }
  return worst;
}

BenchRow contacts(const BenchContext& context) {
  const EditInput input = standard_tumble(context);
  const double length = length_of(input.body);
  const auto edited = [&](ContactSource from, bool one_sided) {
    MotionEdit edit(input, with_contacts(from, one_sided), context.progress);
    edit.add(pull(input, trunk_of(input.body), 90, Vec3(0.03, 0.1, 0) * length));
    const EditReport report = edit.solve_one_sided(context.progress);
    return std::pair(new_penetration(input, edit.motion(context.progress)) / length, report);
  };
  const auto [depth, report] = edited(ContactSource::source, true);
  BenchRow row{.value = depth, .unit = "of the length", .detail = contact_counts(report)};
  row.detail["before_the_last_clamp"] = report.worst_penetration / length;
  row.detail["contacts_alone"] = edited(ContactSource::source, false).first;
  row.detail["neither"] = edited(ContactSource::none, false).first;
  return row;
}

// The largest distance of any vertex at any frame.
double farthest_apart(const Motion& a, const Motion& b) {
  double farthest = 0;
  for (std::size_t t = 0; t < a.frames.size(); ++t) {
    const double apart = (a.frames[t] - b.frames[t]).colwise().norm().maxCoeff();
    farthest = std::max(farthest, apart);
  }
  return farthest;
}

// Under the root of the trunk, m from its tip.
int mouth_of(const Body& body) {
  const Vec3 mouth = body.rest_positions.col(trunk_of(body)) - Vec3(0.42, 0.15, 0);
  Eigen::Index nearest = 0;
  (body.rest_positions.colwise() - mouth).colwise().squaredNorm().minCoeff(&nearest);
  return static_cast<int>(nearest);
}

int foot_of(const Body& body) {
  Eigen::Index lowest = 0;
  body.rest_positions.row(1).minCoeff(&lowest);
  return static_cast<int>(lowest);
}

// Drags with a row for each cluster and with a row for each contact: how far apart the worst of
// them comes out. The contacts alone count, not the obstacles that push back.
BenchRow clusters(const BenchContext& context) {
  const EditInput input = standard_tumble(context);
  const double length = length_of(input.body);
  const int trunk = trunk_of(input.body);
  const std::vector<Wish> drags = {
      pull(input, trunk, 146, Vec3(-0.065, 0.064, -0.067) * length),
      pull(input, trunk, 65, Vec3(-0.14, 0.11, 0) * length),
      pull(input, mouth_of(input.body), 60, Vec3(0, 0, 0.1) * length),
      pull(input, foot_of(input.body), 90, Vec3(0, 0.05, 0.05) * length)};
  EditSettings settings = with_contacts(ContactSource::source, false);
  settings.modes = 100;
  settings.contacts.cluster = false;
  MotionEdit unclustered(input, settings, context.progress);
  settings.contacts.cluster = true;
  MotionEdit clustered(input, settings, context.progress);
  const auto edited = [&](MotionEdit& edit, const Wish& wish) {
    const int id = edit.add(wish);
    edit.solve();
    Motion motion = edit.motion(context.progress);
    edit.remove(id);
    return motion;
  };
  BenchRow row{.unit = "of the length", .detail = contact_counts(clustered.report())};
  row.detail["rows_without_clusters"] = unclustered.report().contact_rows;
  for (const Wish& drag : drags) {
    const Motion few = edited(clustered, drag), all = edited(unclustered, drag);
    const double apart = farthest_apart(few, all) / length;
    row.value = std::max(row.value, apart);
    row.detail["drags"].push_back({{"vertex", drag.point[0].vertex},
                                   {"frame", drag.frame},
                                   {"apart", apart},
                                   {"largest_edit", farthest_apart(all, *input.motion) / length}});
  }
  return row;
}

// Drags by a tenth of the length to four sides at two frames: how far they miss in the hand, and
// after it has let go and obstacles have pushed back.
BenchRow mouth(const BenchContext& context) {
  const EditInput input = standard_tumble(context);
  const double length = length_of(input.body);
  MotionEdit edit(input, with_contacts(ContactSource::source, true), context.progress);
  BenchRow row{.unit = "of 8 met", .detail = {{"drags", Json::array()}}};
  for (const int frame : {60, 90}) {
    for (const Vec3& by : {Vec3(0, 0.1, 0), Vec3(0.1, 0, 0), Vec3(0, 0, 0.1), Vec3(0, 0, -0.1)}) {
      const Wish wish = pull(input, trunk_of(input.body), frame, by * length);
      const auto miss = [&](const Eigen::Matrix3Xf& positions) {
        const Vec3 now = positions.col(wish.point[0].vertex).cast<double>();
        return (now - wish.target).norm() / length;
      };
      const int id = edit.add(wish);
      edit.solve();
      const double in_the_hand = miss(edit.frame(frame));
      const EditReport report = edit.solve_one_sided(context.progress);
      const Motion motion = edit.motion(context.progress);
      const InvertedFrames inverted = newly_inverted(input, motion);
      const double released = miss(motion.frames[static_cast<std::size_t>(frame)]);
      row.value += released < 1e-3 ? 1 : 0;
      row.detail["drags"].push_back({{"frame", frame},
                                     {"by", {by.x(), by.y(), by.z()}},
                                     {"miss_in_the_hand", in_the_hand},
                                     {"miss_released", released},
                                     {"new_depth", new_penetration(input, motion) / length},
                                     {"frames_newly_inverted", inverted.sound},
                                     {"of_elements_crushed_before", inverted.crushed},
                                     {"rows", report.one_sided_active},
                                     {"guards", report.obstacles.guards}});
      edit.remove(id);
    }
  }
  return row;
}

}  // namespace

std::vector<BenchCase> edit_contact_bench_cases() {
  return {{"edit/tumble/contacts",
           "standard size: new depth in the stairs under an edit of the trunk", contacts},
          {"edit/tumble/clusters", "four edits with clustered contacts and with all: how far apart",
           clusters},
          {"edit/tumble/mouth", "eight drags of the trunk beside the stairs", mouth}};
}

}  // namespace retake::cli
