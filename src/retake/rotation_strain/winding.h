#pragma once
#include <vector>

#include "retake/rotation_strain/change_kernel.h"
#include "retake/rotation_strain/element_geometry.h"
#include "retake/rotation_strain/warp.h"

namespace retake {

// The arrays that kernels read; they live as long as the geometry, frame and list do.
ElementArrays arrays_of(const ElementGeometry& geometry);
FrameArrays arrays_of(const FrameView& positions, const Placement& placement,
                      const std::vector<WoundElement>& wound = {});

// Of two or more turns that give the same rotation, the rotation vector that fits the neighbour:
// (angle + 2πk) axis, nearest to `near`. Next to whole turns the axis is little but noise; there
// the neighbour's axis takes over.
Vec3 nearest_winding(const Vec3& vector, const Vec3& near);

// Elements that have turned past π, frame by frame (most frames of most motions: none). Rotation
// vectors are followed over the mesh, from the element that turns least (of those with pins, if
// any) to its neighbours (Huang 2011, section 4.1), and over time: the first element of each piece
// stays near its value in the frame before.
std::vector<std::vector<WoundElement>> find_windings(const ElementGeometry& geometry,
                                                     const std::vector<int>& pins,
                                                     const Motion& motion,
                                                     const std::vector<Placement>& placements,
                                                     Progress& progress);

// The same for a pose that one frame of the motion shall become: the first element of each piece
// stays near its value in the frame, of which `wound` are those past π.
std::vector<WoundElement> find_windings_of_pose(const ElementGeometry& geometry,
                                                const std::vector<int>& pins,
                                                const Eigen::Matrix3Xf& frame,
                                                const Eigen::Matrix3Xf& pose,
                                                const Placement& placement,
                                                const std::vector<WoundElement>& wound);

}  // namespace retake
