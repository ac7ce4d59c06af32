#include "retake/shot/edited_samples.h"

#include <cmath>

#include "retake/mesh/bounding_box.h"
#include "retake/numerics/errors.h"

namespace retake {
namespace {

constexpr double same_time = 1e-4;    // frames
constexpr float same_points = 1e-4f;  // of the size

struct Neighbours {
  int first, second;
  float share;  // of the second
};

Neighbours neighbours_of(double place) {
  const double nearest = std::round(place);
  if (std::abs(place - nearest) < same_time) {
    const int at = static_cast<int>(nearest);
    return {at, at, 0};
  }
  const double first = std::floor(place);
  return {static_cast<int>(first), static_cast<int>(first) + 1, static_cast<float>(place - first)};
}

void check_same(const Eigen::Matrix3Xf& others, const Eigen::Matrix3Xf& source,
                const std::string& where) {
  if (others.cols() != source.cols()) {
    throw InputError({.what = "another number of points than the shot's motion has",
                      .where = where,
                      .expected = std::to_string(source.cols()),
                      .found = std::to_string(others.cols())});
  }
  const auto size = static_cast<float>(bounding_box(source).diagonal());
  const float off = (others - source).colwise().norm().maxCoeff();
  if (off <= same_points * size) return;
  throw InputError({.what = "the file does not hold the motion that the shot began with",
                    .where = where,
                    .expected = "the points of the shot's source",
                    .found = "points up to " + std::to_string(off) + " away",
                    .advice = "Check axes, unit, frame rate and start frame of the shot"});
}

}  // namespace

bool EditedSamples::is_frame_changed(int frame) const {
  return source_.frame(frame) != result_.frame(frame);
}

bool EditedSamples::is_changed(double place) const {
  if (place < -same_time || place > source_.info.frame_count - 1 + same_time) return false;
  const auto [first, second, share] = neighbours_of(place);
  return is_frame_changed(first) || (second != first && is_frame_changed(second));
}

Eigen::Matrix3Xf EditedSamples::change(int frame) const {
  return mesh_.positions(result_.frame(frame)) - mesh_.positions(source_.frame(frame));
}

Eigen::Matrix3Xf EditedSamples::result(int frame) const {
  return mesh_.positions(result_.frame(frame));
}

Eigen::Matrix3Xf EditedSamples::edited(double place, const Eigen::Matrix3Xf& others,
                                       const std::string& where) const {
  const auto [first, second, share] = neighbours_of(place);
  if (first == second) {
    check_same(others, mesh_.positions(source_.frame(first)), where);
    return result(first);
  }
  return others + (1 - share) * change(first) + share * change(second);
}

}  // namespace retake
