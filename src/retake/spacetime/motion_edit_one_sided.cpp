// Obstacles that an edit may not enter, at any frame:
//
//  1. Solve the wishes alone.
//  2. Push out: look at all frames. Rows of the whole motion (obstacle_rows.h) push back what is
//     inside, those that would have to pull are let go, and the wishes are solved anew; again until
//     nothing is inside. Rows are linear: where pushing makes it no better, it would be pushed ever
//     harder, so that the best round is the answer where the last is worse.
//  3. Guard: what rows leave inside, the reconstruction leads out frame by frame.
#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "retake/spacetime/motion_edit_impl.h"

namespace retake {

namespace {

constexpr int most_push_rounds = 8;   // of looking at frames and pushing back
constexpr double little_worse = 1.5;  // than the best so far: as good as that
constexpr double much_worse = 10;     // than the best so far: the end of pushing
constexpr int most_guard_rounds = 4;  // of leading out what stays inside, frame by frame
constexpr int most_new_rows = 24;     // in one round

}  // namespace

struct MotionEdit::Impl::OneSidedSolve {
  Impl& edit;
  Progress& progress;

  std::vector<Violation> push_out();                            // what stays inside
  std::vector<Violation> guard(std::vector<Violation> inside);  // and beside guards
  void put_guards(const std::vector<Violation>& inside, const std::vector<int>& frames);
  std::vector<Violation> find_violations(const std::vector<int>& frames, Progress& part) const;
  void solve_anew() {
    edit.outdate();
    edit.solve();
  }
};

std::vector<Violation> MotionEdit::Impl::OneSidedSolve::find_violations(
    const std::vector<int>& frames, Progress& part) const {
  std::vector<Violation> violations;
  constexpr std::size_t at_once = 16;
  for (std::size_t begin = 0; begin < frames.size(); begin += at_once) {
    part.update("looking for obstacles",
                static_cast<double>(begin) / static_cast<double>(frames.size()));
    const std::span<const int> group(frames.data() + begin,
                                     std::min(at_once, frames.size() - begin));
    const std::vector<Eigen::Matrix3Xf> positions = edit.frames_.warped(group);
    for (std::size_t i = 0; i < group.size(); ++i) {
      const std::vector<Violation> found =
          violations_in(edit.scope_.input.obstacles, group[i], positions[i],
                        edit.scope_.input_frame(group[i]), least_penetration * edit.scope_.size);
      violations.insert(violations.end(), found.begin(), found.end());
    }
  }
  return violations;
}

// All frames count: what is pushed out of one may be pushed into another.
std::vector<Violation> MotionEdit::Impl::OneSidedSolve::push_out() {
  const EditScope& scope = edit.scope_;
  std::vector<int> all(static_cast<std::size_t>(scope.last_free() - scope.first_free() + 1));
  std::iota(all.begin(), all.end(), scope.first_free());
  ObstacleRows::State best;
  std::vector<Violation> inside, left;  // now, and by the best
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0; round <= most_push_rounds; ++round) {
    PartOfProgress part(progress, round / (most_push_rounds + 1.0),
                        (round + 1) / (most_push_rounds + 1.0));
    inside = find_violations(all, part);
    const double depth = total_depth(inside);
    if (depth < least) {
      least = depth;
      best = edit.obstacles_.state();
      left = inside;
    }
    if (inside.empty() || depth > much_worse * least || round == most_push_rounds) break;
    const MatX& z = edit.frames_.amplitudes();
    edit.points_.drop_turned();
    edit.obstacles_.push_back_at(
        representatives(inside, scope.input.body, site_radius * scope.size, most_new_rows), z);
    const ObstacleRows::Search search = edit.obstacles_.let_go_of_pulling_rows(z);
    edit.report_.obstacles.converged = search.converged;
    edit.report_.obstacles.rows_unmet = search.unmet;
    solve_anew();
  }
  if (total_depth(inside) <= little_worse * least) return inside;
  edit.drop_one_sided_rows();
  edit.obstacles_.restore(std::move(best));
  solve_anew();
  return left;
}

// Contacts of the reconstruction that stand on the surface.
void MotionEdit::Impl::OneSidedSolve::put_guards(const std::vector<Violation>& inside,
                                                 const std::vector<int>& frames) {
  const EditScope& scope = edit.scope_;
  const std::vector<Eigen::Matrix3Xf> positions = edit.frames_.warped(frames);
  for (const Violation& violation : inside) {
    const auto at = std::ranges::lower_bound(frames, violation.frame) - frames.begin();
    const Eigen::Vector3f moved = positions[static_cast<std::size_t>(at)].col(violation.vertex) -
                                  scope.input_frame(violation.frame).col(violation.vertex);
    std::vector<WarpContact>& contacts = edit.frame_contacts_.guards[violation.frame];
    std::erase_if(contacts,
                  [&](const WarpContact& contact) { return contact.vertex == violation.vertex; });
    contacts.push_back({.vertex = violation.vertex,
                        .normal = violation.normal,
                        .offset = violation.normal.dot(moved.cast<double>()) + violation.depth +
                                  0.5 * least_penetration * scope.size});
  }
  for (const int frame : frames) edit.show_contacts_to_warp(frame);
}

std::vector<Violation> MotionEdit::Impl::OneSidedSolve::guard(std::vector<Violation> inside) {
  for (int round = 0; round < most_guard_rounds && !inside.empty(); ++round) {
    std::set<int> frames;
    for (const Violation& violation : inside) frames.insert(violation.frame);
    const std::vector<int> guarded(frames.begin(), frames.end());
    put_guards(inside, guarded);
    const bool have_points = std::ranges::any_of(
        guarded, [&](int frame) { return edit.points_.points().has_frame(frame); });
    if (have_points) solve_anew();
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
  OneSidedSolve one_sided{*this, progress};
  const std::vector<Violation> left = one_sided.push_out();
  report_.obstacles.left_by_rows = deepest(left);
  std::map<int, double> inside;
  for (const Violation& violation : one_sided.guard(left)) {
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
