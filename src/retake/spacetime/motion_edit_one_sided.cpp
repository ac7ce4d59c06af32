// Obstacles that an edit may not enter, at any frame.
#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "retake/spacetime/motion_edit_impl.h"

namespace retake {

namespace {

constexpr int most_rounds = 8;        // of looking at frames and pushing back
constexpr double little_worse = 1.5;  // than the best so far: as good as that
constexpr double much_worse = 10;     // than the best so far: the end of pushing
constexpr int most_guard_rounds = 4;  // of leading out what stays inside, frame by frame
constexpr int most_new_rows = 24;     // in one round

}  // namespace

std::vector<Violation> MotionEdit::Impl::find_violations(const std::vector<int>& frames,
                                                         Progress& progress) const {
  std::vector<Violation> violations;
  constexpr std::size_t at_once = 16;
  for (std::size_t begin = 0; begin < frames.size(); begin += at_once) {
    progress.update("looking for obstacles",
                    static_cast<double>(begin) / static_cast<double>(frames.size()));
    const std::span<const int> group(frames.data() + begin,
                                     std::min(at_once, frames.size() - begin));
    const std::vector<Eigen::Matrix3Xf> positions = frames_.warped(group);
    for (std::size_t i = 0; i < group.size(); ++i) {
      const std::vector<Violation> found =
          violations_in(scope_.input.obstacles, group[i], positions[i],
                        scope_.input_frame(group[i]), least_penetration * scope_.size);
      violations.insert(violations.end(), found.begin(), found.end());
    }
  }
  return violations;
}

void MotionEdit::Impl::solve_anew() {
  outdate();
  solve();
}

// Rows are linear: where pushing makes it no better, it would be pushed ever harder. So what was
// best is the answer where the last is worse. All frames count: what is pushed out of one may be
// pushed into another.
std::vector<Violation> MotionEdit::Impl::push_out(const std::vector<int>& all, Progress& progress) {
  ObstacleRows::State best;
  std::vector<Violation> inside, left;  // now, and by the best
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0; round <= most_rounds; ++round) {
    PartOfProgress part(progress, round / (most_rounds + 1.0), (round + 1) / (most_rounds + 1.0));
    inside = find_violations(all, part);
    const double depth = total_depth(inside);
    if (depth < least) {
      least = depth;
      best = obstacles_.state();
      left = inside;
    }
    if (inside.empty() || depth > much_worse * least || round == most_rounds) break;
    points_.drop_turned();
    obstacles_.push_back_at(
        representatives(inside, scope_.input.body, site_radius * scope_.size, most_new_rows),
        frames_.amplitudes());
    const ObstacleRows::Search search = obstacles_.let_go_of_pulling_rows(frames_.amplitudes());
    report_.obstacles.converged = search.converged;
    report_.obstacles.rows_unmet = search.unmet;
    solve_anew();
  }
  if (total_depth(inside) <= little_worse * least) return inside;
  drop_one_sided_rows();
  obstacles_.restore(std::move(best));
  solve_anew();
  return left;
}

// What rows of the whole motion leave inside, the reconstruction leads out frame by frame: its
// vertices are contacts that stand on the surface.
std::vector<Violation> MotionEdit::Impl::guard(std::vector<Violation> inside, Progress& progress) {
  for (int round = 0; round < most_guard_rounds && !inside.empty(); ++round) {
    std::set<int> frames;
    for (const Violation& violation : inside) frames.insert(violation.frame);
    const std::vector<int> guarded(frames.begin(), frames.end());
    const std::vector<Eigen::Matrix3Xf> positions = frames_.warped(guarded);
    for (const Violation& violation : inside) {
      const auto at = std::lower_bound(guarded.begin(), guarded.end(), violation.frame);
      const Eigen::Vector3f moved =
          positions[static_cast<std::size_t>(at - guarded.begin())].col(violation.vertex) -
          scope_.input_frame(violation.frame).col(violation.vertex);
      std::vector<WarpContact>& contacts = frame_contacts_.guards[violation.frame];
      std::erase_if(contacts,
                    [&](const WarpContact& contact) { return contact.vertex == violation.vertex; });
      contacts.push_back({.vertex = violation.vertex,
                          .normal = violation.normal,
                          .offset = violation.normal.dot(moved.cast<double>()) + violation.depth +
                                    0.5 * least_penetration * scope_.size});
    }
    for (const int frame : guarded) show_contacts_to_warp(frame);
    const bool handled =
        std::ranges::any_of(guarded, [&](int frame) { return points_.points().has_frame(frame); });
    if (handled) solve_anew();
    inside = find_violations(guarded, progress);
  }
  return inside;
}

void MotionEdit::Impl::solve_one_sided(Progress& progress) {
  drop_one_sided_rows();
  solve();
  report_.obstacles = {};
  report_.one_sided_active = 0;
  report_.worst_penetration = 0;
  if (!scope_.has_one_sided_obstacles() || wishes_.empty()) return;
  std::vector<int> all(static_cast<std::size_t>(scope_.last_free() - scope_.first_free() + 1));
  std::iota(all.begin(), all.end(), scope_.first_free());
  const std::vector<Violation> left = push_out(all, progress);
  report_.obstacles.left_by_rows = deepest(left);
  std::map<int, double> inside;
  for (const Violation& violation : guard(left, progress)) {
    inside[violation.frame] = std::max(inside[violation.frame], violation.depth);
    report_.worst_penetration = std::max(report_.worst_penetration, violation.depth);
  }
  report_.one_sided_active = obstacles_.count();
  for (const auto& [frame, contacts] : frame_contacts_.guards)
    report_.obstacles.guards += static_cast<int>(contacts.size());
  report_.obstacles.inside.assign(inside.begin(), inside.end());
  for (std::size_t w = 0; w < wishes_.size(); ++w) {
    if (wishes_[w].kind == WishKind::pose)
      report_.wishes[w].miss = reporter_.miss_of_pose(wishes_[w]);
  }
}

}  // namespace retake
