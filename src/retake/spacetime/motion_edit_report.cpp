// How well the wishes were met.
#include <algorithm>

#include "retake/spacetime/motion_edit_impl.h"

namespace retake {

namespace {

constexpr double fighting_miss = 1e-3;  // of the body's size, along one row

}  // namespace

double MotionEdit::Impl::freed_part_of(const Wish& wish, const Eigen::Matrix3Xd& freed) const {
  if (wish.kind != WishKind::position || freed.cols() == 0) return 0;
  const FrameView frame = motion().frames[static_cast<std::size_t>(wish.frame)];
  const Vec3 drag = wish.directions *
                    (wish.directions.transpose() * (wish.target - position_in(frame, wish.point)));
  return drag.isZero(0) ? 0 : (freed.transpose() * drag).norm() / drag.norm();
}

// Of the finished frame: obstacles may have pushed it off.
double MotionEdit::Impl::miss_of_pose(const Wish& wish) const {
  Eigen::Matrix3Xf positions = warped_frame(wish.frame);
  keep_outside(wish.frame, positions);
  return (positions - wish.pose).colwise().norm().maxCoeff();
}

void MotionEdit::Impl::write_report(const HandleSolution& solution) {
  report_.wishes.clear();
  report_.iterations = solution.iterations;
  report_.stop = solution.stop;
  report_.degenerate = solution.stop == HandleStop::squeezed;
  report_.smallest_stretch = solution.smallest_stretch;
  const MatX reads = equations_of(wishes_, ids_, points_).rows;
  Eigen::Index row = 0;
  for (std::size_t w = 0; w < wishes_.size(); ++w) {
    const Wish& asked = wishes_[w];
    WishReport wish{.id = ids_[w], .name = asked.name, .frame = asked.frame};
    const Eigen::Index count = asked.directions.cols();  // poses have rows too, of zeros
    if (asked.kind == WishKind::pose) {
      wish.miss = miss_of_pose(asked);
    } else {
      const VecX miss = solution.misses.segment(row, count);
      const MatX& freed = solution.freed[w];
      wish.freed_directions = asked.directions * freed;
      wish.free_miss = (freed.transpose() * miss).norm();
      wish.locked = solution.locked[w] != 0;
      wish.freed_part = freed_part_of(asked, wish.freed_directions);
      wish.miss = (miss - freed * (freed.transpose() * miss)).norm();
      wish.hindrance = hindrance_of(w, reads.middleRows(row, count), miss);
    }
    row += count;
    report_.wishes.push_back(std::move(wish));
  }
  const VecX targets = targets_of(wishes_, motion());
  for (const auto& [a, b] : solver_->rivals(targets, solution.misses, fighting_miss * size_)) {
    WishReport& one = report_.wishes[static_cast<std::size_t>(a)];
    WishReport& other = report_.wishes[static_cast<std::size_t>(b)];
    one.contradicts.push_back(other.id);
    other.contradicts.push_back(one.id);
  }
  report_.cost = compliance_->cost(amplitudes_);
}

}  // namespace retake
