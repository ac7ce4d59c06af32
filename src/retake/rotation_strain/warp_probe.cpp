#include <limits>
#include <numeric>

#include "retake/numerics/parallel_for.h"
#include "retake/rotation_strain/warp_frame.h"

namespace retake {

namespace {

// What the kernel leaves of one chunk.
struct ChunkProbe {
  float change[3 * batch_lanes] = {};
  float stretch[batch_lanes];
};

// V ∇ψ of every element: [batch][xyz][lane].
std::vector<float> weighted_gradients(const ElementGeometry& geometry, const VecX& psi) {
  std::vector<float> gradients(static_cast<std::size_t>(3 * batch_lanes * geometry.batches()), 0);
  for (int place = 0; place < geometry.element_count; ++place) {
    const std::ptrdiff_t batch = place / batch_lanes, lane = place % batch_lanes;
    const int* vertices = geometry.vertices.data() + batch * 4 * batch_lanes + lane;
    const float* shape = geometry.gradients.data() + batch * 9 * batch_lanes + lane;
    Vec3 gradient = Vec3::Zero();
    for (int a = 0; a < (geometry.shell ? 2 : 3); ++a) {
      const double difference = psi[vertices[(a + 1) * batch_lanes]] - psi[vertices[0]];
      for (int axis = 0; axis < 3; ++axis) {
        gradient[axis] += difference * shape[(3 * a + axis) * batch_lanes];
      }
    }
    gradient *= geometry.weights[static_cast<std::size_t>(place)];
    for (int axis = 0; axis < 3; ++axis) {
      gradients[static_cast<std::size_t>((3 * batch + axis) * batch_lanes + lane)] =
          static_cast<float>(gradient[axis]);
    }
  }
  return gradients;
}

// Adds what the centres of mass do to rows of the gradient (3 x 3n), and turns it to world axes.
void finish_gradient(const Warp::Impl& warp, const Warp::Probe& probe, const Mat3& rotation,
                     Eigen::Matrix<float, 3, Eigen::Dynamic>& gradient) {
  const auto& pieces = warp.poisson.free_pieces();
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    for (std::size_t i = 0; i < pieces[p].vertices.size(); ++i) {
      const auto share = static_cast<float>(probe.weight_of_piece[p] * pieces[p].share[i]);
      gradient.middleCols<3>(3 * pieces[p].vertices[i]).diagonal().array() += share;
    }
  }
  if (!pieces.empty()) gradient = (rotation.cast<float>() * gradient).eval();
}

}  // namespace

std::shared_ptr<const Warp::Probe> Warp::probe(const WeightedPoint& point) const {
  auto probe = std::make_shared<Probe>();
  probe->point = point;
  probe->weight_of_piece.resize(impl_->poisson.free_pieces().size());
  for (const auto& [vertex, weight] : point) {
    if (vertex < 0 || vertex >= vertex_count()) {
      throw InputError({.what = "a vertex that does not exist",
                        .where = "body '" + impl_->name + "'",
                        .expected = "0 to " + std::to_string(vertex_count() - 1),
                        .found = std::to_string(vertex)});
    }
    const int piece = impl_->poisson.free_piece_of(vertex);
    if (piece >= 0) probe->weight_of_piece[static_cast<std::size_t>(piece)] += weight;
  }
  probe->gradients = weighted_gradients(
      impl_->geometry, impl_->poisson.answers_to({&point, 1}, PoissonSystem::Groups::small).col(0));
  return probe;
}

Warp::ProbedPosition Warp::probe(const Probe& probe, int frame, const Eigen::Matrix3Xf& edit,
                                 WithGradient with_gradient) const {
  check_edit(*impl_, frame, edit.cols());
  static const auto kernel = RETAKE_PICK_ISA(change_elements);
  const ElementSum& sum = impl_->sum;
  const ElementArrays elements = arrays_of(impl_->geometry);
  const FrameArrays arrays = impl_->arrays_of_frame(frame, edit);
  const bool derive = with_gradient == WithGradient::yes;
  std::vector<ChunkProbe> chunks(static_cast<std::size_t>(sum.chunk_count()));
  std::vector<float> slots(derive ? 9 * static_cast<std::size_t>(sum.slot_count()) : 0);
  parallel_for(sum.chunk_count(), [&](std::ptrdiff_t c) {
    ChunkProbe& chunk = chunks[static_cast<std::size_t>(c)];
    std::fill_n(chunk.stretch, batch_lanes, std::numeric_limits<float>::infinity());
    float corners[36 * batch_lanes * batches_per_chunk_of_change];
    kernel(elements, arrays,
           {.point_gradients = probe.gradients.data(),
            .point_change = chunk.change,
            .least_stretch = chunk.stretch,
            .point_derivative = derive ? corners : nullptr},
           sum.first_batch(static_cast<int>(c)), sum.end_batch(static_cast<int>(c)));
    if (derive) sum.add_chunk<9>(static_cast<int>(c), corners, slots.data());
  });

  ProbedPosition result;
  Vec3 change = Vec3::Zero();
  result.smallest_stretch = std::numeric_limits<double>::infinity();
  for (const ChunkProbe& chunk : chunks) {
    for (int axis = 0; axis < 3; ++axis) {
      change[axis] += std::accumulate(chunk.change + axis * batch_lanes,
                                      chunk.change + (axis + 1) * batch_lanes, 0.0);
    }
    for (const float stretch : chunk.stretch) {
      result.smallest_stretch = std::min<double>(result.smallest_stretch, stretch);
    }
  }
  const auto& pieces = impl_->poisson.free_pieces();
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    if (probe.weight_of_piece[p] == 0) continue;
    for (std::size_t i = 0; i < pieces[p].vertices.size(); ++i) {
      change += probe.weight_of_piece[p] * pieces[p].share[i] *
                edit.col(pieces[p].vertices[i]).cast<double>();
    }
  }
  const Mat3& rotation = placement(frame).rotation;
  result.position = rotation * change;
  const Eigen::Matrix3Xf& input = impl_->input->frames[static_cast<std::size_t>(frame)];
  for (const auto& [vertex, weight] : probe.point) {
    result.position += weight * input.col(vertex).cast<double>();
  }
  if (!derive) return result;
  result.gradient.setZero(3, 3 * vertex_count());
  parallel_for(
      vertex_count(),
      [&](std::ptrdiff_t v) {
        Eigen::Matrix<float, 3, 3, Eigen::RowMajor> rows;
        sum.add_vertex<9>(static_cast<int>(v), slots.data(), rows.data());
        result.gradient.middleCols<3>(3 * v) = rows;
      },
      1024);
  finish_gradient(*impl_, probe, rotation, result.gradient);
  return result;
}

}  // namespace retake
