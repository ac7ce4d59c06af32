#include "retake/shot/wish_source.h"

#include "retake/numerics/errors.h"

namespace retake {
namespace {

Eigen::Vector3f place_of(const WeightedPoint& point, const FrameView& frame) {
  Vec3 place = Vec3::Zero();
  for (const auto& [vertex, weight] : point) place += weight * frame.col(vertex).cast<double>();
  return place.cast<float>();
}

}  // namespace

std::optional<Eigen::Matrix3Xf> source_at(const Wish& wish, const Motion& motion) {
  if (wish.kind == WishKind::pin || wish.frame < 0 || wish.frame >= motion.frame_count()) return {};
  const auto at = static_cast<std::size_t>(wish.frame);
  const FrameView frame = motion.frames[at];
  switch (wish.kind) {
    case WishKind::pose:
      return frame.middleCols(wish.first_vertex, wish.pose.cols());
    case WishKind::relative:
      return place_of(wish.point, frame) - place_of(wish.other, frame);
    case WishKind::velocity: {
      const std::size_t next = at + 1 < motion.frames.size() ? at + 1 : at;
      const std::size_t from = next == at && at > 0 ? at - 1 : at;
      return static_cast<float>(motion.fps) * (place_of(wish.point, motion.frames[next]) -
                                               place_of(wish.point, motion.frames[from]));
    }
    default:
      return place_of(wish.point, frame);
  }
}

void move_along(Wish& wish, const Eigen::Matrix3Xf& before, const Eigen::Matrix3Xf& now) {
  if (before.cols() != now.cols()) {
    throw InputError({.what = "the saved edit remembers another number of vertices",
                      .where = "wish '" + wish.name + "'",
                      .expected = std::to_string(now.cols()),
                      .found = std::to_string(before.cols())});
  }
  if (wish.kind == WishKind::pose) {
    wish.pose += now - before;
  } else {
    wish.target += (now - before).col(0).cast<double>();
  }
}

}  // namespace retake
