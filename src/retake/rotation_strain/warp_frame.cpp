#include "retake/rotation_strain/warp_frame.h"

#include "retake/numerics/parallel_for.h"

// What a frame costs, by count, for e elements, n vertices and f numbers in the factor (the bridge:
// 31,746, 9,244 and 518,016):
//   elements: about 900 flops each (rotation 350, logarithm 100, relative turn 150, gradients and
//             forces 300); 56 bytes of rest shape, 96 of corners gathered from the caches
//   sums:     48 bytes of forces each, which stay in the nearest cache; 12 a slot, about 2 n slots
//   solve:    12 f flops, 8 f bytes: the factor is read once forward and once backward
// so 35 Mflop and 7 MB for the bridge, all of which fits in the third-level cache. The elements
// are bound by arithmetic, the solve by reading the factor. In warp_group.cpp the rest shape and
// the factor are read once for 16 frames, and no corner is gathered lane by lane.
namespace retake {

namespace {

// Σ V dF ∇N at every vertex that is not held: [row][xyz].
std::vector<float> pulls_of_edit(const Warp::Impl& warp, int frame, const Eigen::Matrix3Xf& edit) {
  static const auto kernel = RETAKE_PICK_ISA(change_elements);
  const ElementArrays elements = arrays_of(warp.geometry);
  FrameArrays arrays = warp.arrays_of_frame(frame, edit);
  const FrameStates::State states = warp.states.known(frame);
  if (states) arrays.states = states->data();
  std::vector<float> slots(3 * static_cast<std::size_t>(warp.sum.slot_count()));
  parallel_for(warp.sum.chunk_count(), [&](std::ptrdiff_t c) {
    const int chunk = static_cast<int>(c);
    float forces[12 * batch_lanes * batches_per_chunk_of_change];
    kernel(elements, arrays, {.forces = forces}, warp.sum.first_batch(chunk),
           warp.sum.end_batch(chunk));
    warp.sum.add_chunk<3>(chunk, forces, slots.data());
  });
  std::vector<float> rows(3 * static_cast<std::size_t>(warp.poisson.row_count()));
  parallel_for(
      warp.vertex_count,
      [&](std::ptrdiff_t v) {
        const int row = warp.poisson.row_of_vertex()[static_cast<std::size_t>(v)];
        if (row >= 0) {
          warp.sum.add_vertex<3>(static_cast<int>(v), slots.data(), rows.data() + 3 * row);
        }
      },
      vertices_per_task);
  return rows;
}

Eigen::Matrix3Xf by_vertex(const Warp::Impl& warp, const std::vector<float>& rows) {
  Eigen::Matrix3Xf displacement(3, warp.vertex_count);
  for (int v = 0; v < warp.vertex_count; ++v) {
    const int row = warp.poisson.row_of_vertex()[static_cast<std::size_t>(v)];
    displacement.col(v).setZero();
    if (row >= 0) {
      displacement.col(v) = Eigen::Map<const Eigen::Vector3f>(rows.data() + 3 * row);
    }
  }
  return displacement;
}

void shift(const PoissonSystem::FreePiece& piece, const Vec3& by, Eigen::Matrix3Xf& points) {
  const Eigen::Vector3f step = by.cast<float>();
  for (const int v : piece.vertices) points.col(v) += step;
}

// Of the whole body to pulls at contacts: each free piece's own pull is carried by all its mass,
// and its centre goes where the pulls say.
Eigen::Matrix3Xf answer_to_pulls(const Warp::Impl& warp, const ContactPulls& contacts) {
  const auto& pieces = warp.poisson.free_pieces();
  Eigen::Matrix3Xd pulls = Eigen::Matrix3Xd::Zero(3, warp.vertex_count);
  Eigen::Matrix3Xd total = Eigen::Matrix3Xd::Zero(3, static_cast<Eigen::Index>(pieces.size()));
  for (std::size_t i = 0; i < contacts.vertices.size(); ++i) {
    const int vertex = contacts.vertices[i], piece = warp.poisson.free_piece_of(vertex);
    pulls.col(vertex) += contacts.pulls.col(static_cast<Eigen::Index>(i));
    if (piece >= 0) total.col(piece) += contacts.pulls.col(static_cast<Eigen::Index>(i));
  }
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    for (std::size_t i = 0; i < pieces[p].vertices.size(); ++i) {
      pulls.col(pieces[p].vertices[i]) -=
          pieces[p].share[i] * total.col(static_cast<Eigen::Index>(p));
    }
  }
  std::vector<float> rows(3 * static_cast<std::size_t>(warp.poisson.row_count()));
  for (int v = 0; v < warp.vertex_count; ++v) {
    const int row = warp.poisson.row_of_vertex()[static_cast<std::size_t>(v)];
    if (row >= 0) Eigen::Map<Eigen::Vector3f>(rows.data() + 3 * row) = pulls.col(v).cast<float>();
  }
  warp.poisson.solve(rows.data());
  Eigen::Matrix3Xf answer = by_vertex(warp, rows);
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    const Vec3 center = contacts.centers.col(static_cast<Eigen::Index>(p));
    shift(pieces[p], center - center_of(pieces[p], answer), answer);
  }
  return answer;
}

}  // namespace

Vec3 center_of(const PoissonSystem::FreePiece& piece,
               const Eigen::Ref<const Eigen::Matrix3Xf>& points) {
  Vec3 center = Vec3::Zero();
  for (std::size_t i = 0; i < piece.vertices.size(); ++i) {
    center += piece.share[i] * points.col(piece.vertices[i]).cast<double>();
  }
  return center;
}

void check_edit(const Warp::Impl& warp, int frame, Eigen::Index vertices) {
  if (frame < 0 || frame >= warp.input->frame_count()) {
    throw InputError({.what = "a frame that does not exist",
                      .where = "body '" + warp.name + "'",
                      .expected = "0 to " + std::to_string(warp.input->frame_count() - 1),
                      .found = std::to_string(frame)});
  }
  if (vertices != warp.vertex_count) {
    throw InputError({.what = "the edit does not fit the body",
                      .where = "body '" + warp.name + "', frame " + std::to_string(frame),
                      .expected = std::to_string(warp.vertex_count) + " vertices",
                      .found = std::to_string(vertices) + " vertices"});
  }
}

void follow_centers(const PoissonSystem& poisson, const Eigen::Ref<const Eigen::Matrix3Xf>& target,
                    Eigen::Matrix3Xf& displacement) {
  for (const auto& piece : poisson.free_pieces()) {
    shift(piece, center_of(piece, target) - center_of(piece, displacement), displacement);
  }
}

std::vector<WarpContact> contacts_in_rest_axes(const Warp::Impl& warp, int frame) {
  std::vector<WarpContact> contacts = warp.contacts_of(frame);
  const Mat3& rotation = warp.placements[static_cast<std::size_t>(frame)].rotation;
  for (WarpContact& contact : contacts) contact.normal = rotation.transpose() * contact.normal;
  return contacts;
}

void keep_contacts(const Warp::Impl& warp, const std::vector<WarpContact>& contacts,
                   Eigen::Matrix3Xf& displacement) {
  if (contacts.empty()) return;
  Eigen::Matrix3Xd found = Eigen::Matrix3Xd::Zero(3, std::ssize(contacts));
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    for (const auto& [vertex, weight] : contacts[i].point()) {
      found.col(static_cast<Eigen::Index>(i)) += weight * displacement.col(vertex).cast<double>();
    }
  }
  const ContactSystem system(warp.poisson, warp.columns, contacts);
  displacement += answer_to_pulls(warp, system.pulls_for(found));
}

Eigen::Matrix3Xf displaced(const Warp::Impl& warp, int frame,
                           const Eigen::Matrix3Xf& displacement) {
  const auto f = static_cast<std::size_t>(frame);
  const Eigen::Matrix3f rotation = warp.placements[f].rotation.cast<float>();
  Eigen::Matrix3Xf positions = warp.input->frames[f];
  for (int v = 0; v < warp.vertex_count; ++v) {
    if (displacement.col(v).isZero(0)) continue;
    positions.col(v) += rotation * displacement.col(v);
  }
  return positions;
}

Eigen::Matrix3Xf warp_frame(const Warp::Impl& warp, int frame, const Eigen::Matrix3Xf& edit) {
  check_edit(warp, frame, edit.cols());
  std::vector<float> rows = pulls_of_edit(warp, frame, edit);
  warp.poisson.solve(rows.data());
  Eigen::Matrix3Xf displacement = by_vertex(warp, rows);
  follow_centers(warp.poisson, edit, displacement);
  keep_contacts(warp, contacts_in_rest_axes(warp, frame), displacement);
  return displaced(warp, frame, displacement);
}

}  // namespace retake
