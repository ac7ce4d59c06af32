#include "retake/spacetime/obstacle_rows.h"

#include <algorithm>
#include <array>
#include <utility>

#include "retake/spacetime/linear_edits.h"
#include "retake/spacetime/one_sided.h"

namespace retake {

namespace {

constexpr double one_sided_regularization = 1e-8;  // of the small matrix, relative

}  // namespace

void ObstacleRows::clear() {
  rows_->remove_obstacles(0, count());
  targets_.resize(0);
  places_.clear();
}

// Another linearization of the same place comes, or it would have to pull.
void ObstacleRows::remove(int i) {
  rows_->remove_obstacles(i, 1);
  const Eigen::Index after = count() - i;
  targets_.segment(i, after) = targets_.tail(after).eval();
  targets_.conservativeResize(count());
  places_.erase(places_.begin() + i);
}

// Rows are taken at the warped state: what moving the modes does to the vertex as it stands there,
// beside the contacts that its frame keeps.
void ObstacleRows::push_back_at(const std::vector<Violation>& places, const MatX& amplitudes) {
  const int vertices = scope_->input.body.vertex_count();
  std::vector<int> frames;
  Eigen::MatrixXf gradients(3 * vertices, std::ssize(places));
  for (const Violation& place : places) {
    const auto probe = model_->warp->probe(WeightedPoint{{place.vertex, 1}}, place.frame);
    const std::array frame = {place.frame};
    const Eigen::MatrixXf edit = model_->basis->displacements(
        frame, amplitudes.col(place.frame - scope_->first), negligible_motion);
    const Warp::ProbedPosition probed = model_->warp->probe(
        *probe, place.frame, edit.reshaped(3, vertices), Warp::WithGradient::yes);
    gradients.col(std::ssize(frames)) = probed.gradient.transpose() * place.normal.cast<float>();
    frames.push_back(place.frame);
  }
  const MatX pulled = model_->basis->pull_back(frames, gradients);
  for (std::size_t p = 0; p < places.size(); ++p) {
    const Violation& place = places[p];
    const ContactPlace here{place.frame, place.vertex, place.obstacle};
    const auto same = std::find(places_.begin(), places_.end(), here);
    if (same != places_.end()) remove(static_cast<int>(same - places_.begin()));
    const VecX row = pulled.col(static_cast<Eigen::Index>(p));
    const int w = place.frame - scope_->first;
    rows_->add_obstacles({{{{w, row}}}});
    targets_.conservativeResize(count());
    targets_[count() - 1] = row.dot(amplitudes.col(w)) + place.depth;
    places_.push_back(here);
  }
}

// What poses that are held do by themselves is not for the rows to bring about.
ObstacleRows::Search ObstacleRows::let_go_of_pulling_rows(const MatX& amplitudes) {
  const MatX& S = rows_->conditioning().compliance_matrix();
  const auto first = static_cast<int>(S.rows()) - count();
  OneSidedProblem problem{S, VecX::Zero(S.rows()),
                          std::vector<bool>(static_cast<std::size_t>(S.rows()))};
  problem.S.diagonal() *= 1 + one_sided_regularization;
  problem.d.segment(rows_->contact_count(), rows_->pull_count()) =
      rows_->values_of(rows_->pull_rows(), amplitudes);
  problem.d.tail(count()) = targets_;
  if (rows_->compliance().holds_poses()) problem.d -= rows_->values_by_poses();
  std::fill(problem.at_least.begin() + first, problem.at_least.end(), true);
  const OneSidedResult result = solve_one_sided_rows(problem);
  const auto unmet = std::ranges::count_if(result.unmet, [&](int row) { return row >= first; });
  for (int i = count(); i-- > 0;) {
    if (!(result.multipliers[first + i] > 0)) remove(i);
  }
  return {result.converged, static_cast<int>(unmet)};
}

void ObstacleRows::restore(State state) {
  clear();
  rows_->add_obstacles(std::move(state.rows));
  targets_ = std::move(state.targets);
  places_ = std::move(state.places);
}

}  // namespace retake
