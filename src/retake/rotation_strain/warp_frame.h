#pragma once
#include "retake/rotation_strain/warp_impl.h"

namespace retake {

// Throws InputError for a frame or an edit (3 x n, of which the columns count) that do not fit.
void check_edit(const Warp::Impl& warp, int frame, Eigen::Index vertices);

inline constexpr std::ptrdiff_t vertices_per_task = 1024;

// The centre of mass of a piece, for points (3 x n) of the whole body.
Vec3 center_of(const PoissonSystem::FreePiece& piece,
               const Eigen::Ref<const Eigen::Matrix3Xf>& points);

// One frame on all threads: world positions (3 x n).
Eigen::Matrix3Xf warp_frame(const Warp::Impl& warp, int frame, const Eigen::Matrix3Xf& edit);

// Moves each free piece as a whole until its centre of mass moves by that of `target` (both 3 x n,
// rest axes).
void follow_centers(const PoissonSystem& poisson, const Eigen::Ref<const Eigen::Matrix3Xf>& target,
                    Eigen::Matrix3Xf& displacement);

std::vector<WarpContact> contacts_in_rest_axes(const Warp::Impl& warp, int frame);

// Adds to a displacement (3 x n, rest axes) what contacts (rest axes) ask for.
void keep_contacts(const Warp::Impl& warp, const std::vector<WarpContact>& contacts,
                   Eigen::Matrix3Xf& displacement);

// Input plus displacement, in world axes. Where the displacement is zero: the input, to the bit.
Eigen::Matrix3Xf displaced(const Warp::Impl& warp, int frame, const Eigen::Matrix3Xf& displacement);

}  // namespace retake
