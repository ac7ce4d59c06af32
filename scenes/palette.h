#pragma once
#include <Eigen/Core>

namespace retake::palette {

// 0xrrggbb, as colour pickers write it, to sRGB 0..1.
inline Eigen::Vector3f srgb(unsigned hex) {
  return Eigen::Vector3f(static_cast<float>(hex >> 16 & 255U), static_cast<float>(hex >> 8 & 255U),
                         static_cast<float>(hex & 255U)) /
         255.0f;
}

inline const Eigen::Vector3f stone = srgb(0x6f7781);
inline const Eigen::Vector3f metal = srgb(0xb4b8bd);
inline const Eigen::Vector3f ink = srgb(0x22252a);  // eyes and noses
inline const Eigen::Vector3f blue = srgb(0x85aed0);
inline const Eigen::Vector3f rose = srgb(0xd0868c);
inline const Eigen::Vector3f rust = srgb(0xc4705a);
inline const Eigen::Vector3f asphalt = srgb(0xa3b0bd);
inline const Eigen::Vector3f fern = srgb(0x8dbb8a);
inline const Eigen::Vector3f moss = srgb(0x6f9f74);
inline const Eigen::Vector3f coral = srgb(0xe08078);
inline const Eigen::Vector3f honey = srgb(0xd9b24a);
inline const Eigen::Vector3f leaf = srgb(0x6fa36a);
inline const Eigen::Vector3f feather = srgb(0xe4e5e4);
inline const Eigen::Vector3f slate = srgb(0x7d868f);
inline const Eigen::Vector3f lilac = srgb(0xb79ac8);
inline const Eigen::Vector3f sand = srgb(0xdcb98c);

}  // namespace retake::palette
