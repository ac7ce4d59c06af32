#include "retake/spacetime/motion_edit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "retake/numerics/stopwatch.h"
#include "retake/spacetime/contact_drifts.h"
#include "retake/spacetime/motion_edit_impl.h"
#include "retake/spacetime/outside_obstacles.h"

namespace retake {

namespace {

constexpr int longest_taper_by_wishes = 10;  // frames
constexpr int frames_at_once = 16;

// The edges of a window inside of the motion are softened as far as the nearest wish allows.
CostOptions with_tapers(CostOptions cost, const EditScope& scope, const std::vector<Wish>& wishes) {
  int before = longest_taper_by_wishes, after = longest_taper_by_wishes;
  for (const Wish& wish : wishes) {
    before = std::min(before, wish.frame - scope.first - 2);
    after = std::min(after, scope.last - 2 - wish.frame);
  }
  const auto taper = [&](int wanted, bool inside, int room) {
    return wanted >= 0 ? wanted : inside ? std::clamp(room, 0, scope.window_frames() / 4) : 0;
  };
  cost.taper_start = taper(cost.taper_start, scope.first > 0, before);
  cost.taper_end = taper(cost.taper_end, scope.last + 1 < scope.motion().frame_count(), after);
  return cost;
}

int rigid_modes_of(const EditBasis& basis) {
  return static_cast<int>((basis.eigenvalues().array() <= 0).count());
}

// A linearization passes over all modes of all frames with points: where that is dear, steps may be
// longer, and secants do the rest.
double allowed_nonlinearity(const EditBasis& basis, std::size_t frames) {
  constexpr double least = 0.05, most = 0.5, cheap = 3e6;  // entries of shapes
  const double entries =
      3.0 * basis.vertex_count() * basis.mode_count() * static_cast<double>(frames);
  return std::clamp(least * entries / cheap, least, most);
}

}  // namespace

MotionEdit::Impl::Impl(EditScope scope, EditModel model, Progress& progress)
    : scope_(std::move(scope)),
      model_(std::move(model)),
      cost_(with_tapers(scope_.settings.cost, scope_, {})),
      compliance_(
          model_.make_compliance(cost_, scope_.window_frames(), model_.basis->mode_count())),
      contacts_(keep_contacts(scope_, model_, cost_, progress)),
      frame_contacts_{contacts_.of_frames, {}},
      remainders_(scope_, *model_.warp),
      rows_(*compliance_),
      response_(rows_, rigid_modes_of(*model_.basis), scope_.settings.filter),
      points_(scope_, model_, rows_, response_, frame_contacts_, remainders_),
      obstacles_(scope_, model_, rows_),
      frames_(scope_, model_, remainders_, points_),
      hindrances_(scope_, rows_, response_, contacts_, frame_contacts_, obstacles_),
      reporter_(scope_, model_, wishes_, points_, frames_, hindrances_) {
  rows_.add_contacts(contacts_.rows);
  for (const auto& [frame, contacts] : frame_contacts_.kept) show_contacts_to_warp(frame);
  report_.contact_rows = rows_.contact_count();
  report_.contacts = contacts_.contact_count;
  report_.contact_sites = static_cast<int>(contacts_.sites.size());
}

bool MotionEdit::Impl::adapt_tapers() {
  const CostOptions before =
      std::exchange(cost_, with_tapers(scope_.settings.cost, scope_, wishes_.wishes()));
  return cost_ != before;
}

void MotionEdit::Impl::rebuild_compliance() {
  adapt_tapers();
  // The rows refer to the old one until they are refreshed.
  const auto old = std::exchange(compliance_, model_.make_compliance(cost_, scope_.window_frames(),
                                                                     model_.basis->mode_count()));
  remainders_.clear();
  for (const Wish& wish : wishes_.wishes()) {
    if (wish.kind == WishKind::pose) hold_pose(wish);
  }
  rows_.refresh(*compliance_);
  points_.forget_answers();
}

void MotionEdit::Impl::hold_pose(const Wish& wish) {
  const Points edit = model_.warp->unwarp(wish.frame, wish.pose).cast<double>();
  const VecX amplitudes = model_.basis->amplitudes_of(wish.frame, edit);
  compliance_->hold(wish.frame - scope_.first, amplitudes, wish.weight);
  if (!scope_.settings.exact_handles || !std::isinf(wish.weight)) return;
  const std::array frames = {wish.frame};
  const Eigen::MatrixXf said = model_.basis->displacements(frames, amplitudes);
  remainders_.add(wish.frame, wish.pose - model_.warp->warp(frames, said)[0]);
}

int MotionEdit::Impl::add(const Wish& wish) {
  validate(wish, scope_.input.body.vertex_count(), scope_.first_free(), scope_.last_free());
  const int id = wishes_.add(with_orthonormal_directions(wish));
  drop_one_sided_rows();
  if (wish.kind == WishKind::pose || adapt_tapers()) rebuild_compliance();
  points_.add(points_of(wish, id, scope_.motion(), scope_.window()));
  return id;
}

void MotionEdit::Impl::move(int id, const Vec3& target) {
  Wish& wish = wishes_[wishes_.index_of(id)];
  Wish moved = wish;
  moved.target = target;
  validate(moved, scope_.input.body.vertex_count(), scope_.first_free(), scope_.last_free());
  wish.target = target;
  drop_guards();
  is_solved_ = false;
}

void MotionEdit::Impl::remove(int id) {
  const Wish wish = wishes_.remove(id);
  drop_one_sided_rows();
  points_.remove_points_of(id);
  if (wish.kind == WishKind::pose || adapt_tapers()) rebuild_compliance();
}

void MotionEdit::Impl::outdate() {
  points_.forget_answers();
  frames_.outdate_pulls();
  is_prepared_ = is_solved_ = false;
}

void MotionEdit::Impl::show_contacts_to_warp(int frame) {
  model_.warp->set_contacts(frame, frame_contacts_.at(frame));
  if (!points_.forget_contacts(frame)) return;
  frames_.outdate_pulls();
  is_prepared_ = false;
}

void MotionEdit::Impl::drop_guards() {
  const auto guards = std::exchange(frame_contacts_.guards, {});
  for (const auto& [frame, contacts] : guards) show_contacts_to_warp(frame);
}

void MotionEdit::Impl::drop_one_sided_rows() {
  drop_guards();
  points_.drop_turned();
  if (obstacles_.count() > 0) points_.forget_answers();
  obstacles_.clear();
  frames_.outdate_pulls();
  is_prepared_ = is_solved_ = false;
}

void MotionEdit::Impl::prepare() {
  if (is_prepared_) return;
  points_.prepare();
  response_.eliminate_linear_rows(obstacles_.targets());
  HandleEquations equations =
      equations_of(wishes_.wishes(), wishes_.ids(), points_.points().points());
  equations.elastic_compliance = response_.elastic_compliance();
  const std::size_t frames = points_.points().frames().size();
  solver_ = std::make_unique<HandleSolver>(
      points_, std::move(equations),
      HandleOptions{.exact = scope_.settings.exact_handles,
                    .size = scope_.size,
                    .nonlinearity = allowed_nonlinearity(*model_.basis, frames),
                    .filter = scope_.settings.filter});
  is_prepared_ = true;
}

void MotionEdit::Impl::solve() {
  if (is_solved_) return;
  const Stopwatch watch;
  prepare();
  const std::vector<Wish>& wishes = wishes_.wishes();
  const VecX wanted = targets_of(wishes, scope_.motion());
  const ReconciledTargets possible =
      reconciled(before_obstacles(scope_, wishes, wanted), wishes, scope_.motion());
  HandleSolution solution = solver_->solve(possible.targets);
  solution.misses += wanted - possible.targets;
  if (!possible.opposed.empty() && solution.stop == HandleStop::converged) {
    solution.stop = HandleStop::yielded;
  }
  for (const auto& pair : possible.opposed) {
    if (std::ranges::find(solution.opposed, pair) == solution.opposed.end())
      solution.opposed.push_back(pair);
  }
  frames_.put(solution.pulls, response_.answer(solution.pulls));
  report_ = reporter_.after(solution, std::move(report_));
  report_.cost = compliance_->cost(frames_.amplitudes());
  report_.solve_seconds = watch.seconds();
  is_solved_ = true;
}

MotionEdit::MotionEdit(EditInput input, const EditSettings& settings, Progress& progress) {
  EditModel model = green_model(input, settings, progress);
  impl_ =
      std::make_unique<Impl>(edit_scope(std::move(input), settings), std::move(model), progress);
}
MotionEdit::MotionEdit(EditInput input, const EditSettings& settings, EditModel model,
                       Progress& progress)
    : impl_(std::make_unique<Impl>(edit_scope(std::move(input), settings), std::move(model),
                                   progress)) {}
MotionEdit::~MotionEdit() = default;
MotionEdit::MotionEdit(MotionEdit&&) noexcept = default;
MotionEdit& MotionEdit::operator=(MotionEdit&&) noexcept = default;

int MotionEdit::add(const Wish& wish) { return impl_->add(wish); }
void MotionEdit::move(int id, const Vec3& target) { impl_->move(id, target); }
void MotionEdit::remove(int id) { impl_->remove(id); }
void MotionEdit::prepare() { impl_->prepare(); }

const EditReport& MotionEdit::solve() {
  impl_->solve();
  return impl_->report_;
}

const EditReport& MotionEdit::solve_one_sided(Progress& progress) {
  impl_->solve_one_sided(progress);
  return impl_->report_;
}

const EditReport& MotionEdit::report() const { return impl_->report_; }
std::vector<double> MotionEdit::misses_at(const FrameShare& share) const {
  return impl_->reporter_.misses_at(share);
}
bool MotionEdit::is_solved() const { return impl_->is_solved_; }

VecX MotionEdit::control_force() const {
  return impl_->compliance_->control_force(impl_->frames_.amplitudes());
}

int MotionEdit::first_frame() const { return impl_->scope_.first; }

std::vector<ContactDrift> MotionEdit::contact_drifts(Progress& progress) const {
  return retake::contact_drifts(
      impl_->scope_, impl_->contacts_, [&](int frame) { return this->frame(frame); }, progress);
}

MatX MotionEdit::amplitudes() const { return impl_->frames_.amplitudes(); }

Eigen::Matrix3Xf MotionEdit::frame(int frame) const {
  if (impl_->is_idle_at(frame)) return impl_->scope_.input_frame(frame);
  return impl_->frames_.outside(frame);
}

std::pair<int, int> MotionEdit::group_of(int frame) const {
  const EditScope& scope = impl_->scope_;
  if (frame < scope.first || frame > scope.last) return {frame, frame};
  const int first = frame - (frame - scope.first) % frames_at_once;
  return {first, std::min(first + frames_at_once - 1, scope.last)};
}

std::vector<Eigen::Matrix3Xf> MotionEdit::group(int first, int last) const {
  const auto count = static_cast<std::size_t>(last - first + 1);
  if (impl_->is_idle_at(first) || impl_->is_idle_at(last)) {
    const FrameList input =
        impl_->scope_.motion().frames.part(static_cast<std::size_t>(first), count);
    return {input.begin(), input.end()};
  }
  std::vector<int> frames(count);
  std::iota(frames.begin(), frames.end(), first);
  return impl_->frames_.outside(frames);
}

Motion MotionEdit::motion(Progress& progress) const {
  const EditScope& scope = impl_->scope_;
  Motion result = scope.motion();
  for (int begin = scope.first; begin <= scope.last; begin += frames_at_once) {
    progress.update("warping frames",
                    static_cast<double>(begin - scope.first) / scope.window_frames());
    const auto [first, last] = group_of(begin);
    std::vector<Eigen::Matrix3Xf> warped = group(first, last);
    for (int frame = first; frame <= last; ++frame) {
      result.frames.put(static_cast<std::size_t>(frame),
                        std::move(warped[static_cast<std::size_t>(frame - first)]));
    }
  }
  return result;
}

}  // namespace retake
