#include "retake/shot/weight_curve.h"

#include <algorithm>

namespace retake {

double ease(double s, Easing easing) {
  s = std::clamp(s, 0.0, 1.0);
  return easing == Easing::linear ? s : s * s * (3 - 2 * s);
}

double WeightCurve::at(int frame) const {
  if (keys.empty()) return 1;
  const auto next = std::upper_bound(keys.begin(), keys.end(), frame,
                                     [](int value, const Key& key) { return value < key.frame; });
  if (next == keys.begin()) return next->value;
  const Key& before = *std::prev(next);
  if (next == keys.end() || before.value == next->value) return before.value;
  const double s = static_cast<double>(frame - before.frame) / (next->frame - before.frame);
  return before.value + ease(s, easing) * (next->value - before.value);
}

}  // namespace retake
