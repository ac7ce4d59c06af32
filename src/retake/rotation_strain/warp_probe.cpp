#include <algorithm>
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

struct ProbedElements {
  std::vector<ChunkProbe> chunks;
  std::vector<float> slots;  // of ElementSum, 9 numbers each: rows of the derivative; or empty
};

// V ∇ψ of every element: [batch][function][xyz][lane], for several functions ψ (n x functions).
std::vector<float> weighted_gradients(const ElementGeometry& geometry, const MatX& psi) {
  const Eigen::Index functions = psi.cols();
  std::vector<float> gradients(
      static_cast<std::size_t>(3 * batch_lanes * geometry.batches() * functions), 0);
  for (int place = 0; place < geometry.element_count; ++place) {
    const std::ptrdiff_t batch = place / batch_lanes, lane = place % batch_lanes;
    const int* vertices = geometry.vertices.data() + batch * 4 * batch_lanes + lane;
    const float* shape = geometry.gradients.data() + batch * 9 * batch_lanes + lane;
    for (Eigen::Index f = 0; f < functions; ++f) {
      Vec3 gradient = Vec3::Zero();
      for (int a = 0; a < (geometry.shell ? 2 : 3); ++a) {
        const double difference = psi(vertices[(a + 1) * batch_lanes], f) - psi(vertices[0], f);
        for (int axis = 0; axis < 3; ++axis) {
          gradient[axis] += difference * shape[(3 * a + axis) * batch_lanes];
        }
      }
      gradient *= geometry.weights[static_cast<std::size_t>(place)];
      for (int axis = 0; axis < 3; ++axis) {
        const Eigen::Index row = 3 * (functions * batch + f) + axis;
        gradients[static_cast<std::size_t>(row * batch_lanes + lane)] =
            static_cast<float>(gradient[axis]);
      }
    }
  }
  return gradients;
}

ProbedElements probe_elements(const Warp::Impl& warp, const Warp::Probe& probe, int frame,
                              const Eigen::Matrix3Xf& edit, Warp::WithGradient with_gradient) {
  static const auto kernel = RETAKE_PICK_ISA(change_elements);
  const ElementSum& sum = warp.sum;
  const ElementArrays arrays = arrays_of(warp.geometry);
  FrameStates::State states;
  const FrameArrays frame_arrays = warp.arrays_of_known_frame(frame, edit, states);
  const bool derive = with_gradient == Warp::WithGradient::yes;
  ProbedElements probed;
  probed.chunks.resize(static_cast<std::size_t>(sum.chunk_count()));
  probed.slots.resize(derive ? 9 * static_cast<std::size_t>(sum.slot_count()) : 0);
  parallel_for(sum.chunk_count(), [&](std::ptrdiff_t c) {
    ChunkProbe& chunk = probed.chunks[static_cast<std::size_t>(c)];
    std::fill_n(chunk.stretch, batch_lanes, std::numeric_limits<float>::infinity());
    float corners[36 * batch_lanes * batches_per_chunk_of_change];
    kernel(arrays, frame_arrays,
           {.point_gradients = probe.gradients.data(),
            .row_gradients = probe.row_gradients.empty() ? nullptr : probe.row_gradients.data(),
            .point_change = chunk.change,
            .least_stretch = chunk.stretch,
            .point_derivative = derive ? corners : nullptr},
           sum.first_batch(static_cast<int>(c)), sum.end_batch(static_cast<int>(c)));
    if (derive) sum.add_chunk<9>(static_cast<int>(c), corners, probed.slots.data());
  });
  return probed;
}

// Σ dF g of each row, in the axes of the rest shape.
Vec3 change_of_elements(const ProbedElements& elements) {
  Vec3 change = Vec3::Zero();
  for (const ChunkProbe& chunk : elements.chunks) {
    for (int axis = 0; axis < 3; ++axis) {
      change[axis] += std::accumulate(chunk.change + axis * batch_lanes,
                                      chunk.change + (axis + 1) * batch_lanes, 0.0);
    }
  }
  return change;
}

double least_stretch(const ProbedElements& elements) {
  float least = std::numeric_limits<float>::infinity();
  for (const ChunkProbe& chunk : elements.chunks) {
    least = std::min(least, *std::min_element(chunk.stretch, chunk.stretch + batch_lanes));
  }
  return least;
}

// How far the centres of mass of free pieces carry the point.
Vec3 change_of_centers(const Warp::Impl& warp, const Warp::Probe& probe,
                       const Eigen::Matrix3Xf& edit) {
  Vec3 change = Vec3::Zero();
  const auto& pieces = warp.poisson.free_pieces();
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    if (probe.share_of_pieces[p].isZero(0)) continue;
    change += probe.share_of_pieces[p] * center_of(pieces[p], edit);
  }
  return change;
}

// 3 x 3n, world axes.
Eigen::Matrix<float, 3, Eigen::Dynamic> gradient_of(const Warp::Impl& warp,
                                                    const Warp::Probe& probe,
                                                    const ProbedElements& elements,
                                                    const Mat3& rotation) {
  Eigen::Matrix<float, 3, Eigen::Dynamic> gradient(3, 3 * warp.vertex_count);
  const Eigen::Matrix3f turn = rotation.cast<float>();
  const auto& pieces = warp.poisson.free_pieces();
  std::vector<Eigen::Matrix3f> share(static_cast<std::size_t>(warp.vertex_count),
                                     Eigen::Matrix3f::Zero());
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    for (std::size_t i = 0; i < pieces[p].vertices.size(); ++i) {
      share[static_cast<std::size_t>(pieces[p].vertices[i])] =
          (pieces[p].share[i] * probe.share_of_pieces[p]).cast<float>();
    }
  }
  parallel_for(
      warp.vertex_count,
      [&](std::ptrdiff_t v) {
        Eigen::Matrix<float, 3, 3, Eigen::RowMajor> rows;
        warp.sum.add_vertex<9>(static_cast<int>(v), elements.slots.data(), rows.data());
        rows += share[static_cast<std::size_t>(v)];
        gradient.middleCols<3>(3 * v).noalias() = turn * rows;
      },
      vertices_per_task);
  return gradient;
}

void check_point(const Warp::Impl& warp, const WeightedPoint& point) {
  for (const auto& [vertex, weight] : point) {
    if (vertex >= 0 && vertex < warp.vertex_count) continue;
    throw InputError({.what = "a vertex that does not exist",
                      .where = "body '" + warp.name + "'",
                      .expected = "0 to " + std::to_string(warp.vertex_count - 1),
                      .found = std::to_string(vertex)});
  }
}

// The functions ψ of each row and component that a point beside contacts reads: n x 9.
MatX answers_to_reading(const PoissonSystem& poisson, const ContactSystem::Reading& reading) {
  std::vector<WeightedPoint> points(9);
  for (std::size_t i = 0; i < reading.vertices.size(); ++i) {
    for (std::size_t k = 0; k < 9; ++k) {
      const double weight =
          reading.reads[k / 3](static_cast<Eigen::Index>(k % 3), static_cast<Eigen::Index>(i));
      points[k].push_back({reading.vertices[i], weight});
    }
  }
  return poisson.answers_to(points, PoissonSystem::Groups::small);
}

}  // namespace

std::shared_ptr<const Warp::Probe> Warp::probe(const WeightedPoint& point) const {
  check_point(*impl_, point);
  auto probe = std::make_shared<Probe>();
  probe->point = point;
  probe->share_of_pieces.resize(impl_->poisson.free_pieces().size(), Mat3::Zero());
  for (const auto& [vertex, weight] : point) {
    const int piece = impl_->poisson.free_piece_of(vertex);
    if (piece < 0) continue;
    probe->share_of_pieces[static_cast<std::size_t>(piece)].diagonal().array() += weight;
  }
  probe->gradients = weighted_gradients(
      impl_->geometry, impl_->poisson.answers_to({&point, 1}, PoissonSystem::Groups::small));
  return probe;
}

std::shared_ptr<const Warp::Probe> Warp::probe(const WeightedPoint& point, int frame) const {
  check_edit(*impl_, frame, vertex_count());
  if (impl_->contacts_of(frame).empty()) return probe(point);
  check_point(*impl_, point);
  const ContactSystem system(impl_->poisson, impl_->columns, contacts_in_rest_axes(*impl_, frame));
  const ContactSystem::Reading reading = system.reading_of(point);
  auto probe = std::make_shared<Probe>();
  probe->point = point;
  probe->standing = reading.standing;
  probe->share_of_pieces.resize(impl_->poisson.free_pieces().size(), Mat3::Zero());
  for (std::size_t i = 0; i < reading.vertices.size(); ++i) {
    const int piece = impl_->poisson.free_piece_of(reading.vertices[i]);
    if (piece < 0) continue;
    for (int row = 0; row < 3; ++row) {
      probe->share_of_pieces[static_cast<std::size_t>(piece)].row(row) +=
          reading.reads[row].col(static_cast<Eigen::Index>(i)).transpose();
    }
  }
  probe->row_gradients =
      weighted_gradients(impl_->geometry, answers_to_reading(impl_->poisson, reading));
  return probe;
}

Warp::ProbedPosition Warp::probe(const Probe& probe, int frame, const Eigen::Matrix3Xf& edit,
                                 WithGradient with_gradient) const {
  check_edit(*impl_, frame, edit.cols());
  const ProbedElements elements = probe_elements(*impl_, probe, frame, edit, with_gradient);
  ProbedPosition result;
  result.smallest_stretch = least_stretch(elements);
  const Mat3& rotation = placement(frame).rotation;
  result.position = rotation * (change_of_elements(elements) +
                                change_of_centers(*impl_, probe, edit) + probe.standing);
  const FrameView input = impl_->input->frames[static_cast<std::size_t>(frame)];
  for (const auto& [vertex, weight] : probe.point) {
    result.position += weight * input.col(vertex).cast<double>();
  }
  if (with_gradient == WithGradient::yes) {
    result.gradient = gradient_of(*impl_, probe, elements, rotation);
  }
  return result;
}

}  // namespace retake
