#include "retake/rotation_strain/following_order.h"

#include <cmath>
#include <queue>
#include <tuple>

namespace retake {

namespace {

constexpr float gentle = 0.2f;  // 74 degrees

struct SharpCrossing {
  float sharpness;  // 1 - |cosine of half the angle between rotations|
  int number;       // of those that have been found
  FollowingStep step;

  bool operator>(const SharpCrossing& other) const {
    return std::tie(sharpness, number) > std::tie(other.sharpness, other.number);
  }
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

// Nearly all crossings are gentle, and go in the order in which they are found; sharp ones wait
// until there is no gentle one left.
std::vector<FollowingStep> following_order(const ElementNeighbours& neighbours,
                                           const Eigen::Matrix3Xf& vectors,
                                           const std::vector<int>& roots) {
  const Eigen::Matrix4Xf turns = quaternions_of(vectors);
  std::vector<char> reached(static_cast<std::size_t>(vectors.cols()), 0);
  std::queue<FollowingStep> easy;
  std::priority_queue<SharpCrossing, std::vector<SharpCrossing>, std::greater<>> sharp;
  int found = 0;
  const auto reach = [&](int element) {
    const auto e = static_cast<std::size_t>(element);
    reached[e] = 1;
    for (int i = neighbours.begin[e]; i < neighbours.begin[e + 1]; ++i) {
      const int other = neighbours.of[static_cast<std::size_t>(i)];
      if (reached[static_cast<std::size_t>(other)]) continue;
      const float apart = 1 - std::abs(turns.col(element).dot(turns.col(other)));
      if (apart < gentle) {
        easy.push({other, element});
      } else {
        sharp.push({apart, found++, {other, element}});
      }
    }
  };
  const auto next = [&] {
    if (easy.empty()) {
      const FollowingStep step = sharp.top().step;
      sharp.pop();
      return step;
    }
    const FollowingStep step = easy.front();
    easy.pop();
    return step;
  };
  std::vector<FollowingStep> order;
  for (const int root : roots) reach(root);
  while (!easy.empty() || !sharp.empty()) {
    const FollowingStep step = next();
    if (reached[static_cast<std::size_t>(step.to)]) continue;
    order.push_back(step);
    reach(step.to);
  }
  return order;
}

}  // namespace retake
