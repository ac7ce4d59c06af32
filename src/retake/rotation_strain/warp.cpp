#include "retake/rotation_strain/warp.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "retake/numerics/parallel_for.h"
#include "retake/rotation_strain/warp_frame.h"
#include "retake/rotation_strain/warp_group.h"

namespace retake {

namespace {

// Throws for a motion that does not fit the body.
std::shared_ptr<const Motion> checked(const Body& body, std::shared_ptr<const Motion> motion) {
  if (!motion || motion->frames.empty()) {
    throw InputError({.what = "the motion has no frames",
                      .where = "body '" + body.name + "'",
                      .expected = "at least one frame",
                      .found = "none"});
  }
  for (int f = 0; f < motion->frame_count(); ++f) {
    const FrameView frame = motion->frames[static_cast<std::size_t>(f)];
    const std::string where = "body '" + body.name + "', frame " + std::to_string(f);
    if (frame.cols() != body.vertex_count()) {
      throw InputError({.what = "the motion does not fit the body",
                        .where = where,
                        .expected = std::to_string(body.vertex_count()) + " vertices",
                        .found = std::to_string(frame.cols()) + " vertices",
                        .advice = "give the motion of this body, in its own vertex order"});
    }
    if (frame.allFinite()) continue;
    int vertex = 0;
    while (frame.col(vertex).allFinite()) ++vertex;
    throw InputError({.what = "a position is not a number",
                      .where = where + ", vertex " + std::to_string(vertex),
                      .expected = "three finite coordinates"});
  }
  return motion;
}

}  // namespace

Warp::Impl::Impl(const Body& body, std::shared_ptr<const Motion> motion,
                 std::vector<Placement> given, const WarpOptions& options, Progress& progress)
    : name(body.name),
      input(checked(body, std::move(motion))),
      geometry(make_element_geometry(body)),
      sum(geometry, body.vertex_count()),
      poisson(body),
      placements(given.empty() ? placements_of(body, *input) : std::move(given)),
      wound(find_windings(geometry, body.pins, *input, placements, progress)),
      contacts(input->frames.size()),
      columns(poisson, options.contact_bytes),
      states(options.state_bytes),
      vertex_count(body.vertex_count()),
      pins(body.pins) {}

FrameArrays Warp::Impl::arrays_of_frame(int frame, const Eigen::Matrix3Xf& edit) const {
  const auto f = static_cast<std::size_t>(frame);
  FrameArrays arrays = arrays_of(input->frames[f], placements[f], wound[f]);
  arrays.edit = edit.data();
  return arrays;
}

FrameArrays Warp::Impl::arrays_of_known_frame(int frame, const Eigen::Matrix3Xf& edit,
                                              FrameStates::State& keep) const {
  static const auto kernel = RETAKE_PICK_ISA(decompose_elements);
  FrameArrays arrays = arrays_of_frame(frame, edit);
  keep = states.of(frame, [&] {
    constexpr int per_batch = numbers_per_state * batch_lanes;
    std::vector<float> made(static_cast<std::size_t>(per_batch) *
                            static_cast<std::size_t>(geometry.batches()));
    parallel_for(sum.chunk_count(), [&](std::ptrdiff_t c) {
      const int begin = sum.first_batch(static_cast<int>(c));
      float* to = made.data() + static_cast<std::ptrdiff_t>(per_batch) * begin;
      kernel(arrays_of(geometry), arrays, {.states = to}, begin,
             sum.end_batch(static_cast<int>(c)));
    });
    return made;
  });
  arrays.states = keep->data();
  return arrays;
}

Warp::Warp(const Body& body, std::shared_ptr<const Motion> input, const WarpOptions& options,
           Progress& progress)
    : Warp(body, std::move(input), {}, options, progress) {}

Warp::Warp(const Body& body, std::shared_ptr<const Motion> input, std::vector<Placement> placements,
           const WarpOptions& options, Progress& progress)
    : impl_(std::make_unique<Impl>(body, std::move(input), std::move(placements), options,
                                   progress)) {}

Warp::~Warp() = default;
Warp::Warp(Warp&&) noexcept = default;
Warp& Warp::operator=(Warp&&) noexcept = default;

int Warp::frame_count() const { return impl_->input->frame_count(); }
int Warp::vertex_count() const { return impl_->vertex_count; }

const Placement& Warp::placement(int frame) const {
  return impl_->placements.at(static_cast<std::size_t>(frame));
}

void Warp::set_contacts(int frame, std::vector<WarpContact> contacts) {
  const std::string where = "body '" + impl_->name + "', frame " + std::to_string(frame);
  if (frame < 0 || frame >= frame_count()) {
    throw InputError({.what = "contacts at a frame that does not exist",
                      .where = where,
                      .expected = "0 to " + std::to_string(frame_count() - 1),
                      .found = std::to_string(frame)});
  }
  for (const WarpContact& contact : contacts) {
    for (const auto& [vertex, weight] : contact.point()) {
      if (vertex >= 0 && vertex < vertex_count() && std::isfinite(weight)) continue;
      throw InputError({.what = "a contact at a vertex that does not exist",
                        .where = where,
                        .expected = "0 to " + std::to_string(vertex_count() - 1),
                        .found = std::to_string(vertex)});
    }
    if (!contact.normal.allFinite() || !std::isfinite(contact.offset)) {
      throw InputError({.what = "a contact's plane is not a number",
                        .where = where + ", vertex " + std::to_string(contact.vertex)});
    }
  }
  impl_->contacts[static_cast<std::size_t>(frame)] = std::move(contacts);
}

Eigen::Matrix3Xf Warp::warp(int frame, const Eigen::Matrix3Xf& edit) const {
  return warp_frame(*impl_, frame, edit);
}

Eigen::Matrix3Xf Warp::led_to(int frame, const Eigen::Matrix3Xf& positions,
                              const std::vector<WarpContact>& contacts) const {
  check_edit(*impl_, frame, positions.cols());
  const Mat3 to_rest = placement(frame).rotation.transpose();
  Eigen::Matrix3Xf displacement =
      to_rest.cast<float>() * (positions - impl_->input->frames[static_cast<std::size_t>(frame)]);
  std::vector<WarpContact> held = contacts_in_rest_axes(*impl_, frame);
  for (WarpContact& contact : held) {
    contact.offset = 0;
    for (const auto& [vertex, weight] : contact.point()) {
      contact.offset += weight * contact.normal.dot(displacement.col(vertex).cast<double>());
    }
  }
  for (WarpContact contact : contacts) {
    contact.normal = to_rest * contact.normal;
    held.push_back(std::move(contact));
  }
  keep_contacts(*impl_, held, displacement);
  return displaced(*impl_, frame, displacement);
}

std::vector<Eigen::Matrix3Xf> Warp::warp(std::span<const int> frames,
                                         const Eigen::MatrixXf& edits) const {
  const auto count = static_cast<Eigen::Index>(frames.size());
  if (edits.cols() != count) {
    throw InputError({.what = "as many edits as frames are needed",
                      .where = "body '" + impl_->name + "'",
                      .expected = std::to_string(count),
                      .found = std::to_string(edits.cols())});
  }
  for (const int frame : frames) check_edit(*impl_, frame, edits.rows() / 3);
  std::vector<Eigen::Matrix3Xf> warped(frames.size());
  const Eigen::Index rest = count % group_size;
  const Eigen::Index grouped = rest < group_size / 2 ? count - rest : count;
  parallel_for((grouped + group_size - 1) / group_size, [&](std::ptrdiff_t group) {
    const Eigen::Index begin = group * group_size;
    const Eigen::Index size = std::min<Eigen::Index>(group_size, grouped - begin);
    auto together = warp_group(
        *impl_, frames.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(size)),
        edits.middleCols(begin, size));
    std::move(together.begin(), together.end(), warped.begin() + begin);
  });
  for (Eigen::Index i = grouped; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    warped[at] = warp_frame(*impl_, frames[at], edits.col(i).reshaped(3, vertex_count()));
  }
  return warped;
}

}  // namespace retake
