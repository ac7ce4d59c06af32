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
      points_(scope, model),
      edits_(scope, *model.basis, rows, response, points_),
      limits_(scope, model, contacts, remainders, response, points_),
      finished_frames_(scope, *model.warp, remainders, limits_, points_, edits_) {}

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
  limits_.hold_points();
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
VecX HeldPointModel::positions(const VecX& pulls) const {
  if (is_input(pulls)) return points_.input_positions();
  const std::vector<std::vector<int>> groups = points_.points_by_frame();
  const std::vector<int> frames = points_.frames();
  const std::vector<Eigen::Matrix3Xf> edits = edits_.of(frames, pulls);
  VecX positions = VecX::Zero(3 * std::ssize(points_.points()));
  parallel_for(std::ssize(groups), [&](std::ptrdiff_t g) {
    const auto group = static_cast<std::size_t>(g);
    for (const int p : groups[group]) {
      const auto at = static_cast<std::size_t>(p);
      const Warp::ProbedPosition probed =
          model_->warp->probe(points_.probe(at), frames[group], edits[group]);
      positions.segment<3>(3 * p) =
          probed.position + remainders_->at(frames[group], points_[at].point);
    }
  });
  return positions;
}

VecX HeldPointModel::displacements(const VecX& pulls) const {
  return edits_.largest_displacements(points_.frames(), pulls);
}

VecX HeldPointModel::warped_displacements(const VecX& pulls) {
  return finished_frames_.displacements(pulls);
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

HandleModel::Columns HeldPointModel::start() {
  drop_turned();
  Columns columns{VecX::Zero(rows_->point_count()), {}};
  if (!scope_->settings.exact_handles || is_input(columns.pulls)) {
    columns.compliance = response_->compliance();
    return columns;
  }
  return linearize(columns.pulls);
}

// Rows of the input stay for the next drag. What has been reached is one row, and the derivatives
// of the points are three each.
HandleModel::Columns HeldPointModel::linearize(const VecX& pulls) {
  std::vector<WishRow> rows = {rows_->combined_row(pulls)};
  for (WishRow& row : tangent_rows(pulls)) rows.push_back(std::move(row));
  drop_turned();
  rows_->add_turned(std::move(rows));
  response_->share_pulls();
  const int turned = rows_->turned_count();
  Columns columns{VecX::Unit(rows_->pull_count(), rows_->point_count()), {}};
  columns.compliance = response_->compliance().bottomRightCorner(turned - 1, turned - 1);
  return columns;
}

VecX HeldPointModel::finish_frames(const VecX& pulls) {
  finished_frames_.finish(pulls);
  return finished_positions(pulls);
}

VecX HeldPointModel::finished_positions(const VecX& pulls) const {
  VecX positions = this->positions(pulls);
  if (!finished_frames_.are_at(pulls)) return positions;
  for (std::size_t p = 0; p < points_.size(); ++p) {
    const auto known = finished_frames_.all().find(points_[p].frame);
    if (known == finished_frames_.all().end() || !known->second.is_limited) continue;
    positions.segment<3>(3 * static_cast<Eigen::Index>(p)) =
        position_in(known->second.positions, points_[p].point);
  }
  return positions;
}

}  // namespace retake
