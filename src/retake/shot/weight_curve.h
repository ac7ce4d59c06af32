#pragma once
#include <vector>

namespace retake {

enum class Easing { linear, smooth };

// 0 to 1 as s goes from 0 to 1, constant beyond. Smooth: 3s² - 2s³, at rest at both ends.
double ease(double s, Easing easing);

// A number that changes over the frames of a shot: through its keys, constant before the first and
// after the last; 1 without keys.
struct WeightCurve {
  struct Key {
    int frame = 0;
    double value = 1;

    bool operator==(const Key&) const = default;
  };
  std::vector<Key> keys;  // in order of frames
  Easing easing = Easing::smooth;

  double at(int frame) const;
  bool operator==(const WeightCurve&) const = default;
};

}  // namespace retake
