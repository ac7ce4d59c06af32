#include "retake/rotation_strain/following_order.h"

#include <cmath>
#include <queue>

namespace retake {

namespace {

constexpr float gentle = 0.2f;  // 74 degrees

struct Crossing {
  float sharpness;  // 1 - |cosine of half the angle between rotations|; 0 where it is gentle
  int number;       // of those that have been found
  int to, from;
  // clang-tidy 14 takes the 0 in a defaulted comparison for a pointer.
  auto operator<=>(const Crossing&) const = default;  // NOLINT(modernize-use-nullptr)
};

Eigen::Matrix4Xf quaternions_of(const Eigen::Matrix3Xf& vectors) {
  Eigen::Matrix4Xf turns(4, vectors.cols());
  for (Eigen::Index e = 0; e < vectors.cols(); ++e) {
    const float half = vectors.col(e).norm() / 2;
    const float scale = half > 1e-6f ? std::sin(half) / (2 * half) : 0.5f;
    turns.col(e) << std::cos(half), scale * vectors.col(e);
  }
  return turns;
}

}  // namespace

std::vector<FollowingStep> following_order(const ElementNeighbours& neighbours,
                                           const Eigen::Matrix3Xf& vectors,
                                           const std::vector<int>& roots) {
  const Eigen::Matrix4Xf turns = quaternions_of(vectors);
  std::vector<char> reached(static_cast<std::size_t>(vectors.cols()), 0);
  std::priority_queue<Crossing, std::vector<Crossing>, std::greater<>> open;
  int found = 0;
  const auto reach = [&](int element) {
    const auto e = static_cast<std::size_t>(element);
    reached[e] = 1;
    for (int i = neighbours.begin[e]; i < neighbours.begin[e + 1]; ++i) {
      const int other = neighbours.of[static_cast<std::size_t>(i)];
      if (reached[static_cast<std::size_t>(other)]) continue;
      const float apart = 1 - std::abs(turns.col(element).dot(turns.col(other)));
      open.push({apart < gentle ? 0 : apart, found++, other, element});
    }
  };
  std::vector<FollowingStep> order;
  for (const int root : roots) reach(root);
  while (!open.empty()) {
    const Crossing next = open.top();
    open.pop();
    if (reached[static_cast<std::size_t>(next.to)]) continue;
    order.push_back({next.to, next.from});
    reach(next.to);
  }
  return order;
}

}  // namespace retake
