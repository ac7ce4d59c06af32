#include "retake/spacetime/motion_edit.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "retake/numerics/stopwatch.h"
#include "retake/spacetime/banded_compliance.h"
#include "retake/spacetime/motion_edit_impl.h"

namespace retake {

namespace {

constexpr int longest_taper_by_wishes = 10;  // frames
constexpr int frames_at_once = 16;

std::vector<Placement> placements_of(const Warp& warp) {
  std::vector<Placement> placements;
  for (int t = 0; t < warp.frame_count(); ++t) placements.push_back(warp.placement(t));
  return placements;
}

double box_diagonal(const Points& points) {
  return (points.rowwise().maxCoeff() - points.rowwise().minCoeff()).norm();
}

CostOptions with_timestep(CostOptions cost, double fps) {
  if (cost.timestep == 0) cost.timestep = 1 / fps;
  return cost;
}

const EditInput& checked(const EditInput& input, const EditSettings& settings) {
  settings.validate(input.motion->frame_count(), input.body.vertex_count());
  return input;
}

}  // namespace

MotionEdit::Impl::Impl(EditInput input, const EditSettings& settings, Progress& progress)
    : input_(std::move(input)),
      settings_(settings),
      last_(checked(input_, settings).motion->frame_count() - 1),
      size_(box_diagonal(input_.body.rest_positions)),
      warp_(input_.body, input_.motion, input_.placements, {}, progress),
      limits_(input_.body, *input_.motion, warp_) {
  if (settings.window) std::tie(first_, last_) = *settings.window;
  settings_.cost = with_timestep(settings_.cost, motion().fps);
  basis_ = std::make_unique<EditBasis>(input_.body, input_.modes, settings.modes,
                                       placements_of(warp_), std::pair(first_, last_));
  rebuild_compliance();
  keep_contacts(progress);
}

int MotionEdit::Impl::first_free() const {
  return settings_.cost.ends == Ends::loop ? first_ : first_ + 2;
}

int MotionEdit::Impl::last_free() const {
  return settings_.cost.ends == Ends::both ? last_ - 2 : last_;
}

// The edges of a window inside of the motion are softened as far as the nearest wish allows.
bool MotionEdit::Impl::adapt_taper() {
  int before = longest_taper_by_wishes, after = longest_taper_by_wishes;
  for (const Wish& wish : wishes_) {
    before = std::min(before, wish.frame - first_ - 2);
    after = std::min(after, last_ - 2 - wish.frame);
  }
  CostOptions& cost = settings_.cost;
  const auto taper = [&](int wanted, bool inside, int room) {
    return wanted >= 0 ? wanted : inside ? std::clamp(room, 0, window_frames() / 4) : 0;
  };
  const CostOptions& given = given_cost_;
  const int start = taper(given.taper_start, first_ > 0, before);
  const int end = taper(given.taper_end, last_ + 1 < motion().frame_count(), after);
  const bool changed = start != cost.taper_start || end != cost.taper_end;
  cost.taper_start = start;
  cost.taper_end = end;
  return changed;
}

void MotionEdit::Impl::rebuild_compliance() {
  if (now_.conditioning == nullptr) given_cost_ = settings_.cost;
  adapt_taper();
  compliance_ =
      std::make_unique<BandedCompliance>(basis_->eigenvalues(), window_frames(), settings_.cost);
  remainders_.clear();
  for (const Wish& wish : wishes_) hold_pose(wish);
  if (now_.conditioning == nullptr)
    now_.conditioning = std::make_unique<Conditioning>(*compliance_);
  now_.conditioning->refresh(*compliance_);
  now_.answers_are_stale = true;
}

int MotionEdit::Impl::add(const Wish& wish) {
  validate(wish, input_.body.vertex_count(), first_free(), last_free());
  const int id = next_id_++;
  wishes_.push_back(with_orthonormal_directions(wish));
  ids_.push_back(id);
  drop_one_sided_rows();
  if (wish.kind == WishKind::pose || adapt_taper()) rebuild_compliance();
  for (const HeldPoint& point : points_of(wish, id, motion(), window())) {
    points_.push_back(point);
    probes_.push_back(nullptr);
    tangents_.emplace_back();
  }
  return id;
}

std::size_t MotionEdit::Impl::index_of(int id) const {
  const auto found = std::find(ids_.begin(), ids_.end(), id);
  if (found == ids_.end()) {
    throw InputError({.what = "there is no wish of that number", .found = std::to_string(id)});
  }
  return static_cast<std::size_t>(found - ids_.begin());
}

void MotionEdit::Impl::remove(int id) {
  const auto index = static_cast<std::ptrdiff_t>(index_of(id));
  const Wish wish = wishes_[static_cast<std::size_t>(index)];
  wishes_.erase(wishes_.begin() + index);
  ids_.erase(ids_.begin() + index);
  drop_one_sided_rows();
  for (std::size_t p = points_.size(); p-- > 0;) {
    if (points_[p].wish != id) continue;
    if (p < points_in_rows_) {
      now_.conditioning->remove(contact_rows_ + 3 * static_cast<int>(p), 3);
      --points_in_rows_;
    }
    points_.erase(points_.begin() + static_cast<std::ptrdiff_t>(p));
    probes_.erase(probes_.begin() + static_cast<std::ptrdiff_t>(p));
    tangents_.erase(tangents_.begin() + static_cast<std::ptrdiff_t>(p));
    forget_answers_of(p);
  }
  if (wish.kind == WishKind::pose || adapt_taper()) rebuild_compliance();
}

// Pulls at a point act along the derivative of its warped position in the input; by the paper's
// way along the linear one.
void MotionEdit::Impl::add_point_rows() {
  std::vector<std::size_t> fresh;
  for (std::size_t p = 0; p < points_.size(); ++p) {
    if (probes_[p] == nullptr) probes_[p] = warp_.probe(points_[p].point, points_[p].frame);
    if (tangents_[p].size() == 0) fresh.push_back(p);
  }
  if (settings_.exact_handles) {
    const Eigen::Matrix3Xf none = Eigen::Matrix3Xf::Zero(3, input_.body.vertex_count());
    const MatX found = tangents_of(fresh, std::vector(fresh.size(), none));
    for (std::size_t i = 0; i < fresh.size(); ++i) {
      tangents_[fresh[i]] = found.middleCols<3>(3 * static_cast<Eigen::Index>(i));
    }
  } else {
    for (const std::size_t p : fresh) {
      tangents_[p] = basis_->rows(points_[p].frame, points_[p].point).transpose();
    }
  }
  if (points_in_rows_ == points_.size()) return;
  std::vector<WishRow> rows;
  for (std::size_t p = points_in_rows_; p < points_.size(); ++p) {
    for (int axis = 0; axis < 3; ++axis) {
      rows.push_back({{{points_[p].frame - first_, tangents_[p].col(axis)}}});
    }
  }
  for (int i = 0; i < one_sided_rows_; ++i) {
    rows.push_back(now_.conditioning->row(now_.conditioning->row_count() - one_sided_rows_ + i));
  }
  now_.conditioning->remove(now_.conditioning->row_count() - one_sided_rows_, one_sided_rows_);
  now_.conditioning->add(std::move(rows));
  points_in_rows_ = points_.size();
}

// A linearization passes over all modes of all frames with points: where that is dear, steps may be
// longer, and secants do the rest.
double MotionEdit::Impl::allowed_nonlinearity() const {
  constexpr double least = 0.1, most = 0.5, cheap = 2.5e6;  // entries of shapes
  const double entries = 3.0 * input_.body.vertex_count() * basis_->mode_count() *
                         static_cast<double>(points_by_frame().size());
  return std::clamp(least * entries / cheap, least, most);
}

void MotionEdit::Impl::drop_point_rows() {
  drop_turned_rows();
  now_.conditioning->remove(contact_rows_, 3 * static_cast<int>(points_in_rows_));
  points_in_rows_ = 0;
  now_.answers_are_stale = true;
}

void MotionEdit::Impl::prepare() {
  if (now_.prepared) return;
  drop_turned_rows();
  add_point_rows();
  if (now_.answers_are_stale) now_.frame_answers.clear();
  now_.answers_are_stale = false;
  finished_frames_.clear();
  condition_on_contacts();
  HandleEquations equations = equations_of(wishes_, ids_, points_);
  equations.elastic_compliance = elastic_compliance(pull_rows());
  now_.solver = std::make_unique<HandleSolver>(*this, std::move(equations),
                                               HandleOptions{.exact = settings_.exact_handles,
                                                             .size = size_,
                                                             .nonlinearity = allowed_nonlinearity(),
                                                             .filter = settings_.filter});
  now_.prepared = true;
}

void MotionEdit::Impl::solve() {
  if (solved_) return;
  const Stopwatch watch;
  prepare();
  const VecX wanted = targets_of(wishes_, motion());
  const ReconciledTargets possible = reconciled(before_obstacles(wanted), wishes_, motion());
  HandleSolution solution = now_.solver->solve(possible.targets);
  solution.misses += wanted - possible.targets;
  if (!possible.opposed.empty() && solution.stop == HandleStop::converged) {
    solution.stop = HandleStop::yielded;
  }
  for (const auto& pair : possible.opposed) {
    if (std::ranges::find(solution.opposed, pair) == solution.opposed.end())
      solution.opposed.push_back(pair);
  }
  pulls_ = solution.pulls;
  amplitudes_ = now_.conditioning->answer(all_pulls(pulls_));
  write_report(solution);
  report_.solve_seconds = watch.seconds();
  solved_ = true;
}

// Frames of the window as the last solve has them.
std::vector<Eigen::Matrix3Xf> MotionEdit::Impl::warped(std::span<const int> frames) const {
  MatX amplitudes(amplitudes_.rows(), std::ssize(frames));
  for (std::size_t i = 0; i < frames.size(); ++i) {
    amplitudes.col(static_cast<Eigen::Index>(i)) = amplitudes_.col(frames[i] - first_);
  }
  std::vector<Eigen::Matrix3Xf> positions =
      warp_.warp(frames, basis_->displacements(frames, amplitudes, negligible_motion));
  for (std::size_t i = 0; i < frames.size(); ++i) {
    positions[i] = with_remainders(frames[i], std::move(positions[i]));
  }
  return positions;
}

MotionEdit::MotionEdit(EditInput input, const EditSettings& settings, Progress& progress)
    : impl_(std::make_unique<Impl>(std::move(input), settings, progress)) {}
MotionEdit::~MotionEdit() = default;
MotionEdit::MotionEdit(MotionEdit&&) noexcept = default;
MotionEdit& MotionEdit::operator=(MotionEdit&&) noexcept = default;

int MotionEdit::add(const Wish& wish) { return impl_->add(wish); }
void MotionEdit::remove(int id) { impl_->remove(id); }

void MotionEdit::move(int id, const Vec3& target) {
  Wish& wish = impl_->wishes_[impl_->index_of(id)];
  Wish moved = wish;
  moved.target = target;
  validate(moved, impl_->input_.body.vertex_count(), impl_->first_free(), impl_->last_free());
  wish.target = target;
  impl_->drop_guards();
  impl_->solved_ = false;
}

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
  return impl_->misses_at(share);
}
bool MotionEdit::is_solved() const { return impl_->solved_; }

VecX MotionEdit::control_force() const {
  return impl_->compliance_->control_force(impl_->amplitudes_);
}

int MotionEdit::first_frame() const { return impl_->first_; }

std::vector<ContactDrift> MotionEdit::contact_drifts(Progress& progress) const {
  return impl_->contact_drifts(progress);
}

MatX MotionEdit::amplitudes() const { return impl_->amplitudes_; }

Eigen::Matrix3Xf MotionEdit::frame(int frame) const {
  const Impl& impl = *impl_;
  if (frame < impl.first_ || frame > impl.last_ || impl.is_idle()) {
    return impl.motion().frames[static_cast<std::size_t>(frame)];
  }
  Eigen::Matrix3Xf positions = impl.warped_frame(frame);
  impl.keep_outside(frame, positions);
  return positions;
}

std::pair<int, int> MotionEdit::group_of(int frame) const {
  const Impl& impl = *impl_;
  if (frame < impl.first_ || frame > impl.last_) return {frame, frame};
  const int first = frame - (frame - impl.first_) % frames_at_once;
  return {first, std::min(first + frames_at_once - 1, impl.last_)};
}

std::vector<Eigen::Matrix3Xf> MotionEdit::group(int first, int last) const {
  const Impl& impl = *impl_;
  const auto count = static_cast<std::size_t>(last - first + 1);
  if (first < impl.first_ || last > impl.last_ || impl.is_idle()) {
    const FrameList input = impl.motion().frames.part(static_cast<std::size_t>(first), count);
    return {input.begin(), input.end()};
  }
  std::vector<int> frames(count);
  std::iota(frames.begin(), frames.end(), first);
  std::vector<Eigen::Matrix3Xf> warped = impl.warped(frames);
  for (std::size_t i = 0; i < frames.size(); ++i) impl.keep_outside(frames[i], warped[i]);
  return warped;
}

Motion MotionEdit::motion(Progress& progress) const {
  const Impl& impl = *impl_;
  Motion result = impl.motion();
  for (int begin = impl.first_; begin <= impl.last_; begin += frames_at_once) {
    progress.update("warping frames",
                    static_cast<double>(begin - impl.first_) / impl.window_frames());
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
