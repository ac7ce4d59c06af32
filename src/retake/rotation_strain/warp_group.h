#pragma once
#include <span>

#include "retake/rotation_strain/warp_impl.h"

namespace retake {

// Frames that are warped together on one thread; fewer than half as many go one by one.
inline constexpr int group_size = batch_lanes;

// Up to group_size frames together: world positions (3 x n) of each. `edits`: 3n x frames.
std::vector<Eigen::Matrix3Xf> warp_group(const Warp::Impl& warp, std::span<const int> frames,
                                         const Eigen::Ref<const Eigen::MatrixXf>& edits);

}  // namespace retake
