#include "retake/rotation_strain/warp_group.h"

#include <algorithm>

#include "retake/rotation_strain/group_kernel.h"
#include "retake/rotation_strain/warp_frame.h"

namespace retake {

namespace {

constexpr int per_vertex = 3 * group_size;
static_assert(per_vertex == FloatSolver::wide);

// Frames side by side: [vertex][xyz][frame]. Lanes without a frame repeat the last.
template <class NumbersOfFrame>
std::vector<float> side_by_side(int numbers, int frames, const NumbersOfFrame& numbers_of) {
  std::vector<float> packed(static_cast<std::size_t>(numbers) * group_size);
  const float* from[group_size];
  for (int f = 0; f < group_size; ++f) from[f] = numbers_of(std::min(f, frames - 1));
  for (std::size_t i = 0; i < static_cast<std::size_t>(numbers); ++i) {
    for (std::size_t f = 0; f < group_size; ++f) packed[i * group_size + f] = from[f][i];
  }
  return packed;
}

// Σ V dF ∇N of all frames at every vertex that is not held: [row][xyz][frame], and one row more.
std::vector<float> pulls_of_edits(const Warp::Impl& warp, std::span<const int> frames,
                                  const Eigen::Ref<const Eigen::MatrixXf>& edits) {
  static const auto kernel = RETAKE_PICK_ISA(change_group);
  const int count = static_cast<int>(frames.size()), numbers = 3 * warp.vertex_count;
  const auto frame_of = [&](int f) {
    return static_cast<std::size_t>(frames[static_cast<std::size_t>(f)]);
  };
  const std::vector<float> positions =
      side_by_side(numbers, count, [&](int f) { return warp.input->frames[frame_of(f)].data(); });
  const std::vector<float> changes =
      side_by_side(numbers, count, [&](int f) { return edits.col(f).data(); });
  float alignment[9 * group_size];
  const WoundElement* wound[group_size];
  int wound_count[group_size];
  for (int f = 0; f < group_size; ++f) {
    const std::size_t frame = frame_of(std::min(f, count - 1));
    const FrameArrays arrays =
        arrays_of(warp.input->frames[frame], warp.placements[frame], warp.wound[frame]);
    for (int i = 0; i < 9; ++i) alignment[i * group_size + f] = arrays.alignment[i];
    wound[f] = arrays.wound;
    wound_count[f] = arrays.wound_count;
  }
  std::vector<int> rows = warp.poisson.row_of_vertex();
  std::replace(rows.begin(), rows.end(), -1, warp.poisson.row_count());
  std::vector<float> forces(static_cast<std::size_t>(warp.poisson.row_count() + 1) * per_vertex);
  kernel(arrays_of(warp.geometry),
         {positions.data(), changes.data(), alignment, wound, wound_count},
         warp.geometry.element_count, rows.data(), forces.data());
  return forces;
}

Eigen::Matrix3Xf displacement_of(const Warp::Impl& warp, const std::vector<float>& rows, int lane) {
  Eigen::Matrix3Xf displacement = Eigen::Matrix3Xf::Zero(3, warp.vertex_count);
  for (int v = 0; v < warp.vertex_count; ++v) {
    const int row = warp.poisson.row_of_vertex()[static_cast<std::size_t>(v)];
    if (row < 0) continue;
    const float* numbers = rows.data() + static_cast<std::ptrdiff_t>(row) * per_vertex + lane;
    for (int axis = 0; axis < 3; ++axis) displacement(axis, v) = numbers[axis * group_size];
  }
  return displacement;
}

}  // namespace

std::vector<Eigen::Matrix3Xf> warp_group(const Warp::Impl& warp, std::span<const int> frames,
                                         const Eigen::Ref<const Eigen::MatrixXf>& edits) {
  std::vector<float> rows = pulls_of_edits(warp, frames, edits);
  warp.poisson.solve_wide(rows.data());
  std::vector<Eigen::Matrix3Xf> warped;
  for (std::size_t f = 0; f < frames.size(); ++f) {
    Eigen::Matrix3Xf displacement = displacement_of(warp, rows, static_cast<int>(f));
    const Eigen::Map<const Eigen::Matrix3Xf> edit(edits.col(static_cast<Eigen::Index>(f)).data(), 3,
                                                  warp.vertex_count);
    follow_centers(warp.poisson, edit, displacement);
    keep_contacts(warp, contacts_in_rest_axes(warp, frames[f]), displacement);
    warped.push_back(displaced(warp, frames[f], displacement));
  }
  return warped;
}

}  // namespace retake
