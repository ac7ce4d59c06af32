#pragma once
#include <cmath>

#include "retake/picture/image.h"

namespace retake {

// The greyed blue of a body that carries no colour of its own.
inline constexpr Rgba clay = rgb(0x8aa2b5);

// IEC 61966-2-1, both for values 0 to 1.
inline float linear_from_srgb(float value) {
  return value <= 0.04045F ? value / 12.92F : std::pow((value + 0.055F) / 1.055F, 2.4F);
}
inline float srgb_from_linear(float value) {
  return value <= 0.0031308F ? value * 12.92F : 1.055F * std::pow(value, 1 / 2.4F) - 0.055F;
}

inline Eigen::Vector3f linear_color(Rgba color) {
  return Eigen::Vector3f(color.r, color.g, color.b).unaryExpr([](float value) {
    return linear_from_srgb(value / 255);
  });
}

}  // namespace retake
