// Obstacles that an edit may not enter: they push back, and never pull.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "retake/spacetime/motion_edit_impl.h"
#include "retake/spacetime/one_sided.h"

namespace retake {

namespace {

constexpr int most_rounds = 8;        // of looking at frames and pushing back
constexpr double little_worse = 1.5;  // than the best so far: as good as that
constexpr double much_worse = 10;     // than the best so far: the end of pushing
constexpr int most_guard_rounds = 4;  // of leading out what stays inside, frame by frame
constexpr int most_new_rows = 24;     // in one round
constexpr double one_sided_regularization = 1e-8;  // of the small matrix, relative

}  // namespace

void MotionEdit::Impl::drop_one_sided_rows() {
  drop_guards();
  drop_turned_rows();
  now_.answers_are_stale = now_.answers_are_stale || one_sided_rows_ > 0;
  now_.conditioning->remove(now_.conditioning->row_count() - one_sided_rows_, one_sided_rows_);
  one_sided_rows_ = 0;
  one_sided_targets_.resize(0);
  one_sided_places_.clear();
  now_.prepared = solved_ = false;
}

void MotionEdit::Impl::drop_guards() {
  std::vector<int> frames;
  for (const auto& [frame, contacts] : guards_) frames.push_back(frame);
  guards_.clear();
  for (const int frame : frames) show_contacts_to_warp(frame);
}

std::vector<Violation> MotionEdit::Impl::find_violations(const std::vector<int>& frames,
                                                         Progress& progress) const {
  std::vector<Violation> violations;
  constexpr std::size_t at_once = 16;
  for (std::size_t begin = 0; begin < frames.size(); begin += at_once) {
    progress.update("looking for obstacles",
                    static_cast<double>(begin) / static_cast<double>(frames.size()));
    const std::span<const int> group(frames.data() + begin,
                                     std::min(at_once, frames.size() - begin));
    const std::vector<Eigen::Matrix3Xf> positions = warped(group);
    for (std::size_t i = 0; i < group.size(); ++i) {
      const std::vector<Violation> found = violations_in(
          input_.obstacles, group[i], positions[i],
          motion().frames[static_cast<std::size_t>(group[i])], least_penetration * size_);
      violations.insert(violations.end(), found.begin(), found.end());
    }
  }
  return violations;
}

// Takes out a row: another linearization of the same place, or one that would have to pull.
void MotionEdit::Impl::drop_one_sided_row(int i) {
  now_.conditioning->remove(contact_rows_ + point_pull_count() + i, 1);
  const Eigen::Index after = --one_sided_rows_ - i;
  one_sided_targets_.segment(i, after) = one_sided_targets_.tail(after).eval();
  one_sided_targets_.conservativeResize(one_sided_rows_);
  one_sided_places_.erase(one_sided_places_.begin() + i);
}

// Rows are taken at the warped state: what moving the modes does to the vertex as it stands there,
// beside the contacts that its frame keeps.
void MotionEdit::Impl::push_back_at(const std::vector<Violation>& places) {
  std::vector<int> frames;
  Eigen::MatrixXf gradients(3 * input_.body.vertex_count(), std::ssize(places));
  for (const Violation& place : places) {
    const auto probe = warp_.probe(WeightedPoint{{place.vertex, 1}}, place.frame);
    const std::array frame = {place.frame};
    const Eigen::MatrixXf edit =
        basis_->displacements(frame, amplitudes_.col(place.frame - first_), negligible_motion);
    const Warp::ProbedPosition probed = warp_.probe(
        *probe, place.frame, edit.reshaped(3, input_.body.vertex_count()), Warp::WithGradient::yes);
    gradients.col(std::ssize(frames)) = probed.gradient.transpose() * place.normal.cast<float>();
    frames.push_back(place.frame);
  }
  const MatX pulled = basis_->pull_back(frames, gradients);
  drop_turned_rows();
  for (std::size_t p = 0; p < places.size(); ++p) {
    const Violation& place = places[p];
    const ContactPlace here{place.frame, place.vertex, place.obstacle};
    const auto same = std::find(one_sided_places_.begin(), one_sided_places_.end(), here);
    if (same != one_sided_places_.end())
      drop_one_sided_row(static_cast<int>(same - one_sided_places_.begin()));
    const VecX row = pulled.col(static_cast<Eigen::Index>(p));
    one_sided_targets_.conservativeResize(++one_sided_rows_);
    one_sided_targets_[one_sided_rows_ - 1] =
        row.dot(amplitudes_.col(place.frame - first_)) + place.depth;
    one_sided_places_.push_back(here);
    now_.conditioning->add({{{{place.frame - first_, row}}}});
  }
}

// Rows that would have to pull are let go, with the points where they are. What poses that are held
// do by themselves is not for the rows to bring about.
void MotionEdit::Impl::let_go_of_pulling_rows() {
  const MatX& S = now_.conditioning->compliance_matrix();
  const int first = now_.conditioning->row_count() - one_sided_rows_;
  OneSidedProblem problem{S, VecX::Zero(S.rows()),
                          std::vector<bool>(static_cast<std::size_t>(S.rows()))};
  problem.S.diagonal() *= 1 + one_sided_regularization;
  problem.d.segment(contact_rows_, pull_count()) = read(pull_rows(), amplitudes_);
  problem.d.tail(one_sided_rows_) = one_sided_targets_;
  if (compliance_->holds_poses()) {
    std::vector<int> all(static_cast<std::size_t>(S.rows()));
    std::iota(all.begin(), all.end(), 0);
    problem.d -= read(all, now_.conditioning->answer(VecX::Zero(S.rows())));
  }
  std::fill(problem.at_least.begin() + first, problem.at_least.end(), true);
  const OneSidedResult result = solve_one_sided_rows(problem);
  report_.obstacles.converged = result.converged;
  report_.obstacles.rows_unmet = static_cast<int>(std::count_if(
      result.unmet.begin(), result.unmet.end(), [&](int row) { return row >= first; }));
  for (int i = one_sided_rows_; i-- > 0;) {
    if (!(result.multipliers[first + i] > 0)) drop_one_sided_row(i);
  }
}

void MotionEdit::Impl::solve_anew() {
  now_.answers_are_stale = true;
  now_.prepared = solved_ = false;
  solve();
}

// Rows as they are now, for the time when others turn out to be worse.
MotionEdit::Impl::OneSidedRows MotionEdit::Impl::one_sided_rows() const {
  OneSidedRows kept{{}, one_sided_targets_, one_sided_places_};
  for (int i = 0; i < one_sided_rows_; ++i) {
    kept.rows.push_back(now_.conditioning->row(contact_rows_ + point_pull_count() + i));
  }
  return kept;
}

void MotionEdit::Impl::go_back_to(const OneSidedRows& kept) {
  drop_one_sided_rows();
  one_sided_rows_ = static_cast<int>(kept.rows.size());
  one_sided_targets_ = kept.targets;
  one_sided_places_ = kept.places;
  now_.conditioning->add(kept.rows);
  solve_anew();
}

// Rows are linear: where pushing makes it no better, it would be pushed ever harder. So what was
// best is the answer where the last is worse. All frames count: what is pushed out of one may be
// pushed into another.
std::vector<Violation> MotionEdit::Impl::push_out(const std::vector<int>& all, Progress& progress) {
  OneSidedRows best;
  std::vector<Violation> inside, left;  // now, and by the best
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0; round <= most_rounds; ++round) {
    PartOfProgress part(progress, round / (most_rounds + 1.0), (round + 1) / (most_rounds + 1.0));
    inside = find_violations(all, part);
    const double depth = total_depth(inside);
    if (depth < least) {
      least = depth;
      best = one_sided_rows();
      left = inside;
    }
    if (inside.empty() || depth > much_worse * least || round == most_rounds) break;
    push_back_at(representatives(inside, input_.body, site_radius * size_, most_new_rows));
    let_go_of_pulling_rows();
    solve_anew();
  }
  if (total_depth(inside) <= little_worse * least) return inside;
  go_back_to(best);
  return left;
}

// What rows of the whole motion leave inside, the reconstruction leads out frame by frame: its
// vertices are contacts that stand on the surface.
std::vector<Violation> MotionEdit::Impl::guard(std::vector<Violation> inside, Progress& progress) {
  for (int round = 0; round < most_guard_rounds && !inside.empty(); ++round) {
    std::set<int> frames;
    for (const Violation& violation : inside) frames.insert(violation.frame);
    const std::vector<int> guarded(frames.begin(), frames.end());
    const std::vector<Eigen::Matrix3Xf> positions = warped(guarded);
    for (const Violation& violation : inside) {
      const auto at = std::lower_bound(guarded.begin(), guarded.end(), violation.frame);
      const Eigen::Vector3f moved =
          positions[static_cast<std::size_t>(at - guarded.begin())].col(violation.vertex) -
          motion().frames[static_cast<std::size_t>(violation.frame)].col(violation.vertex);
      std::vector<WarpContact>& contacts = guards_[violation.frame];
      std::erase_if(contacts,
                    [&](const WarpContact& contact) { return contact.vertex == violation.vertex; });
      contacts.push_back({.vertex = violation.vertex,
                          .normal = violation.normal,
                          .offset = violation.normal.dot(moved.cast<double>()) + violation.depth +
                                    0.5 * least_penetration * size_});
    }
    for (const int frame : guarded) show_contacts_to_warp(frame);
    const bool handled = std::any_of(points_.begin(), points_.end(), [&](const HeldPoint& point) {
      return frames.contains(point.frame);
    });
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
  if (!settings_.contacts.one_sided || input_.obstacles.empty() || wishes_.empty()) return;
  std::vector<int> all;
  for (int t = first_free(); t <= last_free(); ++t) all.push_back(t);
  const std::vector<Violation> left = push_out(all, progress);
  for (const Violation& violation : left) {
    report_.obstacles.left_by_rows = std::max(report_.obstacles.left_by_rows, violation.depth);
  }
  std::map<int, double> inside;
  for (const Violation& violation : guard(left, progress)) {
    inside[violation.frame] = std::max(inside[violation.frame], violation.depth);
    report_.worst_penetration = std::max(report_.worst_penetration, violation.depth);
  }
  report_.one_sided_active = one_sided_rows_;
  for (const auto& [frame, contacts] : guards_)
    report_.obstacles.guards += static_cast<int>(contacts.size());
  report_.obstacles.inside.assign(inside.begin(), inside.end());
  for (std::size_t w = 0; w < wishes_.size(); ++w) {
    if (wishes_[w].kind == WishKind::pose)
      report_.wishes[w].miss = look_at_pose(wishes_[w], 1).miss;
  }
}

}  // namespace retake
