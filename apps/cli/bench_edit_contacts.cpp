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
  EditInput input{.body = scene.setup.body,
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

// A drag aside, which contacts allow, with a row for each cluster and with a row for each contact.
// (Each contact by itself forbids the body any roll, so that it would not follow other drags.)
BenchRow clusters(const BenchContext& context) {
  const EditInput input = standard_tumble(context);
  const double length = length_of(input.body);
  const auto edited = [&](bool cluster) {
    EditSettings settings = with_contacts(ContactSource::source, true);
    settings.contacts.cluster = cluster;
    MotionEdit edit(input, settings, context.progress);
    edit.add(pull(input, trunk_of(input.body), 60, Vec3(0, 0, 0.1) * length));
    const EditReport report = edit.solve_one_sided(context.progress);
    return std::pair(edit.motion(context.progress), report);
  };
  const auto [few, report] = edited(true);
  const auto [all, report_of_all] = edited(false);
  BenchRow row{.value = farthest_apart(few, all) / length,
               .unit = "of the length",
               .detail = contact_counts(report)};
  row.detail["largest_edit"] = farthest_apart(all, *input.motion) / length;
  row.detail["rows_without_clusters"] = report_of_all.contact_sites;
  row.detail["miss"] = report.wishes[0].miss / length;
  row.detail["miss_without_clusters"] = report_of_all.wishes[0].miss / length;
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
          {"edit/tumble/clusters",
           "the same edit with clustered contacts and with all: how far apart", clusters},
          {"edit/tumble/mouth", "eight drags of the trunk beside the stairs", mouth}};
}

}  // namespace retake::cli
