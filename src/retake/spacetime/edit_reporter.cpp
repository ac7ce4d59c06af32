#include "retake/spacetime/edit_reporter.h"

#include <algorithm>
#include <utility>

namespace retake {

const char* name_of(HandleStop stop) {
  switch (stop) {
    case HandleStop::converged:
      return "converged";
    case HandleStop::yielded:
      return "yielded";
    case HandleStop::element_limit:
      return "element_limit";
    case HandleStop::iteration_limit:
      return "iteration_limit";
  }
  return "";
}

EditReporter::PoseLook EditReporter::look_at_pose(const Wish& wish, double share) const {
  Eigen::Matrix3Xf positions = frames_->outside(wish.frame);
  const FrameView input = scope_->input_frame(wish.frame);
  if (share != 1) positions = input + static_cast<float>(share) * (positions - input);
  return {(positions - wish.pose).colwise().norm().maxCoeff(),
          smallest_volume(*scope_, wish.frame, positions)};
}

// No mode moves any of its points.
StandsStill EditReporter::why_still(std::size_t wish) const {
  if ((*wishes_)[wish].kind == WishKind::pose) return StandsStill::no;
  const auto moves = [&](const HeldPoint& point) {
    return point.wish == wishes_->ids()[wish] &&
           !model_->basis->rows(point.frame, point.point).isZero(0);
  };
  return std::ranges::any_of(points_->points().points(), moves) ? StandsStill::no
                                                                : StandsStill::pinned;
}

std::vector<double> EditReporter::misses_at(const FrameShare& share) const {
  const std::vector<HeldPoint>& points = points_->points().points();
  const VecX input = points_->input_positions();
  VecX positions = points_->finished_positions(frames_->pulls());
  for (std::size_t p = 0; p < points.size(); ++p) {
    const Eigen::Index at = 3 * static_cast<Eigen::Index>(p);
    const Vec3 before = input.segment<3>(at), after = positions.segment<3>(at);
    positions.segment<3>(at) = before + share(points[p].frame) * (after - before);
  }
  const MatX reads = equations_of(wishes_->wishes(), wishes_->ids(), points).rows;
  const VecX misses = targets_of(wishes_->wishes(), scope_->motion()) - reads * positions;
  std::vector<double> all;
  Eigen::Index row = 0;
  for (const Wish& wish : wishes_->wishes()) {
    const Eigen::Index count = wish.directions.cols();  // poses have rows too, of zeros
    all.push_back(wish.kind == WishKind::pose ? look_at_pose(wish, share(wish.frame)).miss
                                              : misses.segment(row, count).norm());
    row += count;
  }
  return all;
}

WishReport EditReporter::report_of(std::size_t w, const HandleSolution& solution,
                                   const HandleEquations& equations, Eigen::Index first_row) const {
  const Wish& asked = (*wishes_)[w];
  const Eigen::Index count = asked.directions.cols();
  const VecX miss = solution.misses.segment(first_row, count);
  WishReport wish{.id = wishes_->ids()[w], .name = asked.name, .frame = asked.frame};
  wish.miss = wish.at_full_weight = miss.norm();
  wish.missed_by = asked.directions * miss;
  wish.stands_still = why_still(w);
  wish.hindrance = hindrances_->of(asked, equations.rows.middleRows(first_row, count), miss);
  wish.yielded = solution.stop == HandleStop::yielded && !wish.hindrance &&
                 asked.weight == Wish::hard &&
                 wish.miss * equations.metres_per_unit[static_cast<Eigen::Index>(w)] >
                     HandleOptions{}.tolerance * scope_->size;
  return wish;
}

EditReport EditReporter::after(const HandleSolution& solution, EditReport report) const {
  report.wishes.clear();
  report.iterations = solution.iterations;
  report.stop = solution.stop;
  report.smallest_stretch = 1;
  for (const auto& [frame, finished] : points_->finished().all()) {
    report.smallest_stretch = std::min(report.smallest_stretch, finished.smallest_volume);
  }
  const HandleEquations equations =
      equations_of(wishes_->wishes(), wishes_->ids(), points_->points().points());
  Eigen::Index row = 0;
  for (std::size_t w = 0; w < wishes_->size(); ++w) {
    const Wish& asked = (*wishes_)[w];
    if (asked.kind == WishKind::pose) {
      const PoseLook pose = look_at_pose(asked, 1);
      report.wishes.push_back({.id = wishes_->ids()[w],
                               .name = asked.name,
                               .frame = asked.frame,
                               .miss = pose.miss,
                               .at_full_weight = pose.miss});
      report.smallest_stretch = std::min(report.smallest_stretch, pose.smallest_volume);
    } else {
      report.wishes.push_back(report_of(w, solution, equations, row));
    }
    row += asked.directions.cols();
  }
  for (const auto& [a, b] : solution.opposed) {
    WishReport& one = report.wishes[static_cast<std::size_t>(a)];
    WishReport& other = report.wishes[static_cast<std::size_t>(b)];
    one.contradicts.push_back(other.id);
    other.contradicts.push_back(one.id);
  }
  return report;
}

}  // namespace retake
