#pragma once
#include <cmath>
#include <cstdint>
#include <numbers>

#include <Eigen/Geometry>

namespace retake {

// Points of the additive recurrences R2 and R3 (Roberts 2018), kept in 32-bit integers so that any
// index gives the same bits everywhere.
inline float unit_float(std::uint32_t bits) { return static_cast<float>(bits >> 8) * 0x1p-24F; }

inline Eigen::Vector2f r2_point(std::uint32_t index) {
  return {unit_float(0x80000000U + index * 3242174889U),
          unit_float(0x80000000U + index * 2447445414U)};
}

inline Eigen::Vector3f r3_point(std::uint32_t index) {
  return {unit_float(0x80000000U + index * 3518319154U),
          unit_float(0x80000000U + index * 2882110345U),
          unit_float(0x80000000U + index * 2360945575U)};
}

// Position of a pixel on the Z-order curve. Samples numbered along it are spread evenly over small
// blocks of pixels, which leaves little for the eye to see (Ahmed & Wonka 2020).
inline std::uint32_t z_order(std::uint32_t x, std::uint32_t y) {
  const auto spread = [](std::uint32_t bits) {
    bits = (bits | bits << 8) & 0x00ff00ffU;
    bits = (bits | bits << 4) & 0x0f0f0f0fU;
    bits = (bits | bits << 2) & 0x33333333U;
    return (bits | bits << 1) & 0x55555555U;
  };
  return spread(x) | spread(y) << 1;
}

// Two unit vectors that complete the unit vector n to a frame. The first leans towards `axis`, so
// that a scene turned together with its axes is sampled in the same way; `other` stands in where n
// is along the axis.
struct Tangents {
  Eigen::Vector3f u, v;
};
inline Tangents tangents_of(const Eigen::Vector3f& n, const Eigen::Vector3f& axis,
                            const Eigen::Vector3f& other) {
  Eigen::Vector3f u = axis - n.dot(axis) * n;
  if (u.squaredNorm() < 1e-4F) u = other - n.dot(other) * n;
  u.normalize();
  return {u, n.cross(u)};
}

// Uniform in the unit disc.
inline Eigen::Vector2f disc_point(float u, float v) {
  const float radius = std::sqrt(u);
  const float angle = 2 * std::numbers::pi_v<float> * v;
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

}  // namespace retake
