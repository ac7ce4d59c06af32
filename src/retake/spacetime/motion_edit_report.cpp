// How well the wishes were met.
#include <algorithm>

#include "retake/spacetime/motion_edit_impl.h"

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

// Of the finished frame: obstacles may have pushed it off.
MotionEdit::Impl::PoseLook MotionEdit::Impl::look_at_pose(const Wish& wish, double share) const {
  Eigen::Matrix3Xf positions = warped_frame(wish.frame);
  keep_outside(wish.frame, positions);
  const FrameView input = motion().frames[static_cast<std::size_t>(wish.frame)];
  if (share != 1) positions = input + static_cast<float>(share) * (positions - input);
  return {(positions - wish.pose).colwise().norm().maxCoeff(),
          smallest_volume(wish.frame, positions)};
}

// No mode moves any of its points.
StandsStill MotionEdit::Impl::why_still(std::size_t wish) const {
  if (wishes_[wish].kind == WishKind::pose) return StandsStill::no;
  const auto moves = [&](const HeldPoint& point) {
    return point.wish == ids_[wish] && !basis_->rows(point.frame, point.point).isZero(0);
  };
  return std::ranges::any_of(points_, moves) ? StandsStill::no : StandsStill::pinned;
}

std::vector<double> MotionEdit::Impl::misses_at(const FrameShare& share) const {
  const VecX input = input_state().positions;
  VecX positions = evaluate(pulls_).positions;
  for (std::size_t p = 0; p < points_.size(); ++p) {
    const Eigen::Index at = 3 * static_cast<Eigen::Index>(p);
    const Vec3 before = input.segment<3>(at), after = positions.segment<3>(at);
    positions.segment<3>(at) = before + share(points_[p].frame) * (after - before);
  }
  const MatX reads = equations_of(wishes_, ids_, points_).rows;
  const VecX misses = targets_of(wishes_, motion()) - reads * positions;
  std::vector<double> all;
  Eigen::Index row = 0;
  for (std::size_t w = 0; w < wishes_.size(); ++w) {
    const Wish& wish = wishes_[w];
    const Eigen::Index count = wish.directions.cols();  // poses have rows too, of zeros
    all.push_back(wish.kind == WishKind::pose ? look_at_pose(wish, share(wish.frame)).miss
                                              : misses.segment(row, count).norm());
    row += count;
  }
  return all;
}

void MotionEdit::Impl::write_report(const HandleSolution& solution) {
  report_.wishes.clear();
  report_.iterations = solution.iterations;
  report_.stop = solution.stop;
  report_.smallest_stretch = 1;
  for (const auto& [frame, finished] : finished_frames_) {
    report_.smallest_stretch = std::min(report_.smallest_stretch, finished.smallest_volume);
  }
  const HandleEquations equations = equations_of(wishes_, ids_, points_);
  Eigen::Index row = 0;
  for (std::size_t w = 0; w < wishes_.size(); ++w) {
    const Wish& asked = wishes_[w];
    WishReport wish{.id = ids_[w], .name = asked.name, .frame = asked.frame};
    const Eigen::Index count = asked.directions.cols();
    if (asked.kind == WishKind::pose) {
      const PoseLook pose = look_at_pose(asked, 1);
      wish.miss = pose.miss;
      report_.smallest_stretch = std::min(report_.smallest_stretch, pose.smallest_volume);
    } else {
      const VecX miss = solution.misses.segment(row, count);
      wish.miss = miss.norm();
      wish.missed_by = asked.directions * miss;
      wish.stands_still = why_still(w);
      wish.hindrance = hindrance_of(w, equations.rows.middleRows(row, count), miss);
      wish.yielded = solution.stop == HandleStop::yielded && !wish.hindrance &&
                     asked.weight == Wish::hard &&
                     wish.miss * equations.metres_per_unit[static_cast<Eigen::Index>(w)] >
                         HandleOptions{}.tolerance * size_;
    }
    wish.at_full_weight = wish.miss;
    row += count;
    report_.wishes.push_back(std::move(wish));
  }
  for (const auto& [a, b] : solution.opposed) {
    WishReport& one = report_.wishes[static_cast<std::size_t>(a)];
    WishReport& other = report_.wishes[static_cast<std::size_t>(b)];
    one.contradicts.push_back(other.id);
    other.contradicts.push_back(one.id);
  }
  report_.cost = compliance_->cost(amplitudes_);
}

}  // namespace retake
