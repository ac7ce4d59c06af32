#include "retake/rotation_strain/winding.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "retake/numerics/parallel_for.h"
#include "retake/rotation_strain/element_neighbours.h"
#include "retake/rotation_strain/following_order.h"

namespace retake {

namespace {

constexpr double whole_turn = 2 * std::numbers::pi;
constexpr double far_turn = 2.5;  // rad; where no element turns farther, none can have passed π
// Elements that turn about π are listed in any case: their short vector may flip by rounding.
constexpr double close_to_pi = 3.0;
// Below the first angle from a whole turn the axis is the neighbour's, above the second its own.
constexpr double axis_is_noise = 1.0, axis_is_clear = 2.4;
constexpr int batches_per_block = 32;

using Vectors = Eigen::Matrix3Xf;

int blocks_of(const ElementGeometry& geometry) {
  return (geometry.batches() + batches_per_block - 1) / batches_per_block;
}

// Whether an element has a pin among its corners.
std::vector<char> pinned_elements(const ElementGeometry& geometry, const std::vector<int>& pins) {
  std::vector<char> pinned(static_cast<std::size_t>(geometry.element_count), 0);
  for (int place = 0; place < geometry.element_count; ++place) {
    const auto batch = static_cast<std::size_t>(place / batch_lanes);
    const auto lane = static_cast<std::size_t>(place % batch_lanes);
    for (std::size_t corner = 0; corner < 4; ++corner) {
      const int vertex = geometry.vertices[(4 * batch + corner) * batch_lanes + lane];
      if (std::binary_search(pins.begin(), pins.end(), vertex)) {
        pinned[static_cast<std::size_t>(place)] = 1;
      }
    }
  }
  return pinned;
}

class WindingSearch {
 public:
  WindingSearch(const ElementGeometry& geometry, const std::vector<int>& pins, const Motion& motion,
                const std::vector<Placement>& placements)
      : geometry_(geometry),
        motion_(motion),
        placements_(placements),
        pinned_(pinned_elements(geometry, pins)) {}

  // Cheap where it can be: a gradient F with |F - I| < 1 has a positive definite symmetric part,
  // and so turns by less than π/2.
  bool some_turn_far(int frame) const {
    std::vector<float> farthest(batch_lanes, 0);
    decompose(frame, {.farthest = farthest.data()}, 0, geometry_.batches());
    if (*std::max_element(farthest.begin(), farthest.end()) < 1) return false;
    return vectors_of(frame).colwise().squaredNorm().maxCoeff() > far_turn * far_turn;
  }

  // Needs the frame before.
  std::vector<WoundElement> follow(int frame, const std::vector<WoundElement>& before) {
    if (neighbours_.begin.empty()) neighbours_ = find_neighbours(geometry_);
    const Vectors vectors = vectors_of(frame);
    Vectors wound = vectors;
    std::vector<int> roots;
    for (const auto& piece : pieces()) {
      const int root = roots.emplace_back(root_of(piece, vectors));
      if (frame == 0) continue;
      const Vec3 last = value_before(frame - 1, root, before);
      wound.col(root) = nearest_winding(vectors.col(root).cast<double>(), last).cast<float>();
    }
    for (const auto [to, from] : following_order(neighbours_, vectors, roots)) {
      const Vec3 near = wound.col(from).cast<double>();
      wound.col(to) = nearest_winding(vectors.col(to).cast<double>(), near).cast<float>();
    }
    return listed(vectors, wound);
  }

 private:
  void decompose(int frame, const DecompositionOutputs& outputs, int begin, int end) const {
    const auto f = static_cast<std::size_t>(frame);
    static const auto kernel = RETAKE_PICK_ISA(decompose_elements);
    kernel(arrays_of(geometry_), arrays_of(motion_.frames[f], placements_[f]), outputs, begin, end);
  }

  // Short rotation vectors, 3 x elements in the geometry's order.
  Vectors vectors_of(int frame) const {
    Vectors vectors(3, geometry_.element_count);
    parallel_for(blocks_of(geometry_), [&](std::ptrdiff_t block) {
      const int begin = static_cast<int>(block) * batches_per_block;
      const int end = std::min(begin + batches_per_block, geometry_.batches());
      std::vector<float> lanes(static_cast<std::size_t>(3 * batch_lanes * (end - begin)));
      decompose(frame, {.rotation_vectors = lanes.data()}, begin, end);
      const int last = std::min(end * batch_lanes, geometry_.element_count);
      for (int place = begin * batch_lanes; place < last; ++place) {
        const int batch = place / batch_lanes - begin, lane = place % batch_lanes;
        for (int axis = 0; axis < 3; ++axis) {
          vectors(axis, place) =
              lanes[static_cast<std::size_t>((3 * batch + axis) * batch_lanes + lane)];
        }
      }
    });
    return vectors;
  }

  Vec3 value_before(int frame, int place, const std::vector<WoundElement>& before) const {
    const auto found =
        std::lower_bound(before.begin(), before.end(), place,
                         [](const WoundElement& element, int p) { return element.place < p; });
    if (found != before.end() && found->place == place) {
      return Eigen::Map<const Eigen::Vector3f>(found->vector).cast<double>();
    }
    float lanes[3 * batch_lanes];
    const int batch = place / batch_lanes;
    decompose(frame, {.rotation_vectors = lanes}, batch, batch + 1);
    const int lane = place % batch_lanes;
    return Vec3(lanes[lane], lanes[batch_lanes + lane], lanes[2 * batch_lanes + lane]);
  }

  // The element that turns least; where some are pinned, of those: elsewhere whole turns may hide.
  int root_of(const std::vector<int>& piece, const Vectors& vectors) const {
    const auto rank = [&](int element) {
      return std::pair(!pinned_[static_cast<std::size_t>(element)],
                       vectors.col(element).squaredNorm());
    };
    return *std::min_element(piece.begin(), piece.end(),
                             [&](int a, int b) { return rank(a) < rank(b); });
  }

  // Elements that hang together by faces (edges).
  const std::vector<std::vector<int>>& pieces() {
    if (!pieces_.empty()) return pieces_;
    std::vector<char> reached(static_cast<std::size_t>(geometry_.element_count), 0);
    for (int first = 0; first < geometry_.element_count; ++first) {
      if (reached[static_cast<std::size_t>(first)]) continue;
      reached[static_cast<std::size_t>(first)] = 1;
      std::vector<int> piece = {first};
      for (std::size_t next = 0; next < piece.size(); ++next) {
        const auto e = static_cast<std::size_t>(piece[next]);
        for (int i = neighbours_.begin[e]; i < neighbours_.begin[e + 1]; ++i) {
          char& known =
              reached[static_cast<std::size_t>(neighbours_.of[static_cast<std::size_t>(i)])];
          if (!known) piece.push_back(neighbours_.of[static_cast<std::size_t>(i)]);
          known = 1;
        }
      }
      pieces_.push_back(std::move(piece));
    }
    return pieces_;
  }

  static std::vector<WoundElement> listed(const Vectors& vectors, const Vectors& wound) {
    std::vector<WoundElement> list;
    for (int place = 0; place < vectors.cols(); ++place) {
      const bool same = (wound.col(place) - vectors.col(place)).norm() < 1e-3f;
      if (same && vectors.col(place).norm() < close_to_pi) continue;
      list.push_back({place, {wound(0, place), wound(1, place), wound(2, place)}});
    }
    return list;
  }

  const ElementGeometry& geometry_;
  const Motion& motion_;
  const std::vector<Placement>& placements_;
  std::vector<char> pinned_;              // per element
  ElementNeighbours neighbours_;          // made when first needed
  std::vector<std::vector<int>> pieces_;  // made when first needed
};

}  // namespace

ElementArrays arrays_of(const ElementGeometry& geometry) {
  return {geometry.vertices.data(), geometry.gradients.data(), geometry.weights.data(),
          geometry.shell};
}

FrameArrays arrays_of(const FrameView& positions, const Placement& placement,
                      const std::vector<WoundElement>& wound) {
  FrameArrays arrays{.positions = positions.data(),
                     .edit = nullptr,
                     .alignment = {},
                     .wound = wound.data(),
                     .wound_count = static_cast<int>(wound.size())};
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) {
      arrays.alignment[3 * r + c] = static_cast<float>(placement.rotation(c, r));
    }
  }
  return arrays;
}

Vec3 nearest_winding(const Vec3& vector, const Vec3& near) {
  const double angle = vector.norm(), near_angle = near.norm();
  if (near_angle == 0) return vector;
  const Vec3 near_axis = near / near_angle;
  const double along_near = vector.dot(near_axis);
  const double turned = along_near < 0 ? -angle : angle;
  const Vec3 axis = angle > 0 ? Vec3(vector / turned) : near_axis;  // on the neighbour's side
  const double clear =
      std::clamp((angle - axis_is_noise) / (axis_is_clear - axis_is_noise), 0.0, 1.0);
  const double turns = clear < 1 ? std::round((near_angle - along_near) / whole_turn)
                                 : std::round((axis.dot(near) - turned) / whole_turn);
  if (turns == 0) return vector;
  const double own = clear * clear * (3 - 2 * clear);
  const double along = own * turned + (1 - own) * along_near;
  return (along + turns * whole_turn) * (own * axis + (1 - own) * near_axis).normalized();
}

std::vector<std::vector<WoundElement>> find_windings(const ElementGeometry& geometry,
                                                     const std::vector<int>& pins,
                                                     const Motion& motion,
                                                     const std::vector<Placement>& placements,
                                                     Progress& progress) {
  const int frames = motion.frame_count();
  WindingSearch search(geometry, pins, motion, placements);
  std::vector<char> far(static_cast<std::size_t>(frames), 0);
  constexpr int frames_per_block = 32;
  for (int begin = 0; begin < frames; begin += frames_per_block) {
    progress.update("looking for elements that turn far", 1.0 * begin / frames);
    parallel_for(std::min(frames_per_block, frames - begin), [&](std::ptrdiff_t i) {
      far[static_cast<std::size_t>(begin + i)] = search.some_turn_far(begin + static_cast<int>(i));
    });
  }
  std::vector<std::vector<WoundElement>> wound(static_cast<std::size_t>(frames));
  const std::vector<WoundElement> none;
  for (int frame = 0; frame < frames; ++frame) {
    const auto f = static_cast<std::size_t>(frame);
    const std::vector<WoundElement>& before = frame == 0 ? none : wound[f - 1];
    if (!far[f] && before.empty()) continue;
    progress.update("following turns past π", 1.0 * frame / frames);
    wound[f] = search.follow(frame, before);
  }
  progress.update("following turns past π", 1);
  return wound;
}

std::vector<WoundElement> find_windings_of_pose(const ElementGeometry& geometry,
                                                const std::vector<int>& pins,
                                                const Eigen::Matrix3Xf& frame,
                                                const Eigen::Matrix3Xf& pose,
                                                const Placement& placement,
                                                const std::vector<WoundElement>& wound) {
  const Motion both{.frames = {frame, pose}};
  const std::vector<Placement> placements = {placement, placement};
  WindingSearch search(geometry, pins, both, placements);
  if (wound.empty() && !search.some_turn_far(1)) return {};
  return search.follow(1, wound);
}

}  // namespace retake
