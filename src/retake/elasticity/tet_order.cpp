#include "retake/elasticity/tet_order.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace retake {

namespace {

constexpr int bits_per_axis = 10;

// Bits of the three numbers in turn: x9 y9 z9 x8 y8 z8 ...
std::uint32_t interleaved(const Eigen::Vector3i& cell) {
  std::uint32_t code = 0;
  for (int bit = bits_per_axis - 1; bit >= 0; --bit)
    for (int axis = 0; axis < 3; ++axis)
      code = code << 1 | (static_cast<std::uint32_t>(cell[axis]) >> bit & 1u);
  return code;
}

}  // namespace

std::vector<int> tets_in_space_order(const Body& body) {
  const Vec3 low = body.rest_positions.rowwise().minCoeff();
  const Vec3 high = body.rest_positions.rowwise().maxCoeff();
  const double cells_per_metre = ((1 << bits_per_axis) - 1) / (high - low).maxCoeff();
  std::vector<std::pair<std::uint32_t, int>> codes;
  codes.reserve(static_cast<std::size_t>(body.tets.cols()));
  for (int t = 0; t < body.tets.cols(); ++t) {
    Vec3 center = Vec3::Zero();
    for (const int v : body.tets.col(t)) center += body.rest_positions.col(v) / 4;
    codes.emplace_back(interleaved(((center - low) * cells_per_metre).cast<int>()), t);
  }
  std::sort(codes.begin(), codes.end());
  std::vector<int> order;
  order.reserve(codes.size());
  for (const auto& [code, tet] : codes) order.push_back(tet);
  return order;
}

}  // namespace retake
