#include "retake/spacetime/held_point_model.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "retake/numerics/parallel_for.h"

namespace retake {

HeldPointModel::HeldPointModel(const EditScope& scope, const EditModel& model, EditRows& rows,
                               PullResponse& response, const FrameContacts& contacts,
                               const PoseRemainders& remainders)
    : scope_(&scope),
      model_(&model),
      rows_(&rows),
      response_(&response),
      contacts_(&contacts),
      remainders_(&remainders),
      limits_(scope.input.body, scope.motion(), *model.warp),
      points_(scope, model),
      edits_(scope, *model.basis, rows, response, points_),
      finished_frames_(scope, *model.warp, remainders, points_, edits_) {}

void HeldPointModel::add(const std::vector<HeldPoint>& points) {
  for (const HeldPoint& point : points) points_.add(point);
}

// Points that came since the rows were brought have none.
void HeldPointModel::remove_points_of(int wish) {
  for (std::size_t p = points_.size(); p-- > 0;) {
    if (points_[p].wish != wish) continue;
    const int first = 3 * static_cast<int>(p);
    if (first < rows_->point_count()) rows_->remove_points(first, 3);
    points_.remove(p);
    edits_.forget(first, 3);
  }
}

bool HeldPointModel::forget_contacts(int frame) {
  finished_frames_.clear();
  if (!points_.forget(frame)) return false;
  drop_turned();
  rows_->remove_points(0, rows_->point_count());
  edits_.clear();
  return true;
}

void HeldPointModel::prepare() {
  drop_turned();
  points_.prepare();
  std::vector<WishRow> rows;
  for (auto p = static_cast<std::size_t>(rows_->point_count() / 3); p < points_.size(); ++p) {
    for (WishRow& row : points_.rows_of(p)) rows.push_back(std::move(row));
  }
  if (!rows.empty()) rows_->add_points(std::move(rows));
  finished_frames_.clear();
}

void HeldPointModel::drop_turned() {
  const int turned = rows_->turned_count();
  if (turned == 0) return;
  rows_->drop_turned();
  finished_frames_.clear();
  edits_.forget(rows_->point_count(), turned);
}

// Where nothing is pulled and nothing stands by itself, all is as in the input.
bool HeldPointModel::is_input(const VecX& pulls) const {
  return pulls.isZero(0) && contacts_->guards.empty() && !response_->moves_without_pulls();
}

// Frames side by side: each is too small to keep all threads busy by itself.
HeldPointModel::State HeldPointModel::state_at(const VecX& pulls) const {
  if (is_input(pulls)) return {points_.input_positions(), 1};
  const std::vector<std::vector<int>> groups = points_.points_by_frame();
  const std::vector<int> frames = points_.frames();
  const std::vector<Eigen::Matrix3Xf> edits = edits_.of(frames, pulls);
  State state{VecX::Zero(3 * std::ssize(points_.points())), 1};
  std::vector<double> stretches(points_.size(), 1);
  parallel_for(std::ssize(groups), [&](std::ptrdiff_t g) {
    const auto group = static_cast<std::size_t>(g);
    for (const int p : groups[group]) {
      const auto at = static_cast<std::size_t>(p);
      const Warp::ProbedPosition probed =
          model_->warp->probe(points_.probe(at), frames[group], edits[group]);
      state.positions.segment<3>(3 * p) =
          probed.position + remainders_->at(frames[group], points_[at].point);
      stretches[at] = probed.smallest_stretch;
    }
  });
  for (const double stretch : stretches) {
    state.smallest_stretch = std::min(state.smallest_stretch, stretch);
  }
  return state;
}

VecX HeldPointModel::positions(const VecX& pulls) const {
  State state = state_at(pulls);
  asked_stretch_ = state.smallest_stretch;
  return std::move(state.positions);
}

double HeldPointModel::largest_displacement(const VecX& pulls) const {
  return edits_.largest_displacement(points_.frames(), pulls);
}

// d position / d z of every point as it stands.
std::vector<WishRow> HeldPointModel::tangent_rows(const VecX& pulls) const {
  std::vector<int> frames;
  for (const HeldPoint& point : points_.points()) frames.push_back(point.frame);
  std::vector<std::size_t> all(points_.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const MatX tangents = points_.tangents_of(all, edits_.of(frames, pulls));
  std::vector<WishRow> rows;
  for (Eigen::Index i = 0; i < tangents.cols(); ++i) {
    const int frame = points_[static_cast<std::size_t>(i / 3)].frame;
    rows.push_back({{{frame - scope_->first, tangents.col(i)}}});
  }
  return rows;
}

// Of constraints that have none yet, in one pass over the modes.
void HeldPointModel::find_gradients(const VecX& pulls,
                                    std::vector<ElementConstraint>& constraints) {
  std::vector<ElementConstraint*> fresh;
  std::vector<int> frames;
  for (ElementConstraint& constraint : constraints) {
    if (!constraint.row.terms.empty()) continue;
    fresh.push_back(&constraint);
    frames.push_back(constraint.frame);
  }
  if (fresh.empty()) return;
  finished_frames_.finish(pulls);
  const std::vector<Eigen::Matrix3Xf> edits = edits_.of(frames, pulls);
  Eigen::MatrixXf gradients(3 * scope_->input.body.vertex_count(), std::ssize(fresh));
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    gradients.col(static_cast<Eigen::Index>(i)) =
        limits_.gradient(*fresh[i], edits[i], finished_frames_.at(frames[i]).positions);
  }
  const MatX pulled = model_->basis->pull_back(frames, gradients);
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    fresh[i]->row = {{{frames[i] - scope_->first, pulled.col(static_cast<Eigen::Index>(i))}}};
  }
}

HandleModel::Columns HeldPointModel::start() {
  drop_turned();
  Columns columns{VecX::Zero(rows_->point_count()), {}};
  if (!scope_->settings.exact_handles || is_input(columns.pulls)) {
    columns.compliance = response_->compliance();
    return columns;
  }
  std::vector<ElementConstraint> none;
  return linearize(columns.pulls, none);
}

// Rows of the input stay for the next drag. What has been reached is one row, the derivatives of
// the points are three each, and then come the constraints. The first two stay where the state is
// still that which they were taken at.
HandleModel::Columns HeldPointModel::linearize(const VecX& pulls,
                                               std::vector<ElementConstraint>& constraints) {
  const int points = rows_->point_count(), of_points = 1 + points;
  find_gradients(pulls, constraints);
  const bool is_here =
      rows_->turned_count() >= of_points && pulls == VecX::Unit(rows_->pull_count(), points);
  std::map<int, FinishedFrame> finished = finished_frames_.take(pulls);
  std::vector<WishRow> rows;
  if (!is_here) {
    rows.push_back(rows_->combined_row(pulls));
    for (WishRow& row : tangent_rows(pulls)) rows.push_back(std::move(row));
    drop_turned();
  }
  const auto known = static_cast<std::size_t>(is_here ? rows_->turned_count() - of_points : 0);
  for (std::size_t i = known; i < constraints.size(); ++i) rows.push_back(constraints[i].row);
  rows_->add_turned(std::move(rows));
  response_->share_pulls();
  const int turned = rows_->turned_count();
  Columns columns{VecX::Unit(rows_->pull_count(), points), {}};
  columns.compliance = response_->compliance().bottomRightCorner(turned - 1, turned - 1);
  finished_frames_.put(std::move(finished), columns.pulls);
  return columns;
}

// Before anything is turned or touched the strain that is asked for is that which elements get.
bool HeldPointModel::is_clearly_sound(const VecX& pulls) const {
  constexpr double little_strain = 0.4, much_volume = 0.4;
  if (rows_->turned_count() > 0 || !remainders_->empty()) return false;
  const std::vector<int> frames = points_.frames();
  for (const int frame : frames) {
    if (contacts_->touch(frame)) return false;
  }
  const std::vector<Eigen::Matrix3Xf> edits = edits_.of(frames, pulls);
  std::vector<double> strains(frames.size());
  parallel_for(std::ssize(frames), [&](std::ptrdiff_t i) {
    const auto at = static_cast<std::size_t>(i);
    strains[at] = limits_.largest_edge_strain(edits[at]);
  });
  return asked_stretch_ > much_volume &&
         std::ranges::all_of(strains, [](double strain) { return strain < little_strain; });
}

std::vector<ElementConstraint> HeldPointModel::violated(const VecX& pulls, std::size_t most) {
  finished_frames_.finish(pulls);
  std::vector<ElementConstraint> all;
  for (const auto& [frame, finished] : finished_frames_.all()) {
    const std::vector<ElementConstraint> found = limits_.violated(frame, finished.positions, most);
    all.insert(all.end(), found.begin(), found.end());
  }
  std::ranges::stable_sort(all, [](const auto& a, const auto& b) { return a.excess > b.excess; });
  if (all.size() > most) all.resize(most);
  return all;
}

double HeldPointModel::excess(const ElementConstraint& constraint, const VecX& pulls) {
  finished_frames_.finish(pulls);
  return limits_.excess(constraint, finished_frames_.at(constraint.frame).positions);
}

}  // namespace retake
