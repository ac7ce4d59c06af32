// What makes poses unfit.
#include <algorithm>
#include <cmath>
#include <utility>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <Eigen/SVD>

#include "retake/interpolation/key_pose.h"
#include "retake/interpolation/pin_groups.h"
#include "retake/interpolation/pose_element.h"
#include "retake/interpolation/rigid_match.h"
#include "retake/mesh/bounding_box.h"
#include "retake/numerics/errors.h"
#include "retake/numerics/rotation.h"

namespace retake {
namespace {

constexpr double equal_tolerance = 1e-6;   // of the size
constexpr double mirror_tolerance = 1e-3;  // of the size: a mirrored copy, not a likeness

template <class Positions>
double size_of(const Positions& x) {
  return bounding_box(x).diagonal();
}

bool are_equal(const Eigen::Matrix3Xf& a, const Eigen::Matrix3Xf& b, double size) {
  return (a - b).colwise().norm().maxCoeff() <= equal_tolerance * size;
}

[[noreturn]] void refuse_mirrored(const std::string& where, const std::string& found) {
  throw InputError({.what = "a mirrored pose",
                    .where = where,
                    .found = found,
                    .advice = "Mirror it back, or mirror the rest shape too"});
}

void check_vertices(const Body& body, const Eigen::Matrix3Xf& pose, const std::string& where) {
  if (pose.cols() != body.vertex_count())
    throw InputError({.what = "a pose of another mesh",
                      .where = where,
                      .expected = std::to_string(body.vertex_count()) + " vertices",
                      .found = std::to_string(pose.cols()),
                      .advice = "Poses are shapes of one mesh, with its vertices in its order"});
  if (!pose.allFinite())
    throw InputError({.what = "a pose with positions that are no numbers", .where = where});
}

void check_velocities(const KeyPose& pose, const std::string& where) {
  const Eigen::Matrix3Xf& velocities = pose.velocities;
  if (velocities.cols() == 0) return;
  if (velocities.cols() != pose.positions.cols())
    throw InputError({.what = "velocities of another mesh",
                      .where = where,
                      .expected = std::to_string(pose.positions.cols()) + " vertices",
                      .found = std::to_string(velocities.cols())});
  if (!velocities.allFinite())
    throw InputError({.what = "velocities that are no numbers", .where = where});
}

void check_tets(const std::vector<ElementShape>& elements, const Eigen::Matrix3Xf& pose,
                const std::string& where) {
  const auto inside_out = std::ranges::count_if(elements, [&](const ElementShape& element) {
    return deformation_of(element, pose).determinant() <= 0;
  });
  if (inside_out == 0) return;
  if (inside_out == std::ssize(elements)) refuse_mirrored(where, "every element inside out");
  throw InputError({.what = "a pose with elements that are inside out",
                    .where = where,
                    .found = std::to_string(inside_out) + " of " + std::to_string(elements.size()),
                    .advice = "Smooth the pose where it folds"});
}

// Of the whole that the triangles enclose, times 6; of an open surface, about the first vertex.
double signed_volume(const Eigen::Matrix3Xi& triangles, const Points& x) {
  double sum = 0;
  for (Eigen::Index t = 0; t < triangles.cols(); ++t) {
    Mat3 corners;
    for (int c = 0; c < 3; ++c) corners.col(c) = x.col(triangles(c, t)) - x.col(0);
    sum += corners.determinant();
  }
  return sum;
}

// Whether a reflection brings the rest shape onto the pose, and no rotation does.
bool is_reflected(const Points& rest, const Points& pose) {
  const Points r = rest.colwise() - rest.rowwise().mean();
  const Points x = pose.colwise() - pose.rowwise().mean();
  const Mat3 covariance = x * r.transpose();
  const Eigen::JacobiSVD<Mat3> svd(covariance, Eigen::ComputeFullU | Eigen::ComputeFullV);
  if ((svd.matrixU() * svd.matrixV().transpose()).determinant() > 0) return false;
  const double sizes = r.squaredNorm() + x.squaredNorm();
  const double reflected = sizes - 2 * svd.singularValues().sum();
  const double rotated = reflected + 4 * svd.singularValues()[2];
  const double tolerance = mirror_tolerance * mirror_tolerance * sizes;
  return reflected < tolerance && rotated > 100 * tolerance;
}

void check_triangles(const Body& body, const Eigen::Matrix3Xf& pose, const std::string& where) {
  const Points x = pose.cast<double>();
  const double least = 1e-12 * std::pow(size_of(body.rest_positions), 2);
  const auto area = [&](Eigen::Index t) {
    const Vec3 a = x.col(body.triangles(0, t));
    return (x.col(body.triangles(1, t)) - a).cross(x.col(body.triangles(2, t)) - a).norm();
  };
  int flat = 0;
  for (Eigen::Index t = 0; t < body.triangles.cols(); ++t) flat += area(t) > least ? 0 : 1;
  if (flat > 0)
    throw InputError(
        {.what = "a pose with triangles that have no area",
         .where = where,
         .found = std::to_string(flat) + " of " + std::to_string(body.triangles.cols()),
         .advice = "Move the vertices that lie on one another apart"});
  if (body.interior
          ? signed_volume(body.triangles, body.rest_positions) * signed_volume(body.triangles, x) <
                0
          : is_reflected(body.rest_positions, x))
    refuse_mirrored(where,
                    body.interior ? "its surface inside out" : "a reflection of the rest shape");
}

// Whole turns of a body with pins are those of all its pins together.
void check_pinned_turns(const Body& body, const std::vector<KeyPose>& poses, std::size_t k) {
  constexpr double no_turn = 1e-3;  // rad: tells no axis
  const auto pins_of = [&](const KeyPose& pose) -> Points {
    return pose.positions(Eigen::all, body.pins).cast<double>();
  };
  const bool together = k > 0 && pins_go_together(body, {poses[k - 1], poses[k]});
  if (together &&
      log_rotation(match_rigidly(pins_of(poses[k - 1]), pins_of(poses[k])).rotation).norm() >
          no_turn)
    return;
  throw InputError({.what = "only a body without pins, or one whose pins all turn with it, makes "
                            "whole turns",
                    .where = title_of(poses, k),
                    .expected = "pins that turn as one from the pose before",
                    .found = "more_turns " + std::to_string(*poses[k].more_turns),
                    .advice = "Leave `more_turns` out, or unpin the body"});
}

void check_pair(const Body& body, const std::vector<KeyPose>& poses, std::size_t k) {
  const KeyPose& pose = poses[k];
  const std::string where = title_of(poses, k);
  if (pose.more_turns.value_or(0) != 0 && !body.pins.empty()) check_pinned_turns(body, poses, k);
  if (k == 0 || pose.more_turns) return;
  if (!are_equal(pose.positions, poses[k - 1].positions, size_of(body.rest_positions))) return;
  throw InputError({.what = "the pose is the same as the one before it: nothing tells whether the "
                            "body stands still or makes a whole turn",
                    .where = where,
                    .expected = "another shape than " + title_of(poses, k - 1),
                    .advice = "Leave one of them out, or say how many whole turns lie between "
                              "them with `more_turns` (0: it stands still)"});
}

void check_hold(const std::vector<KeyPose>& poses, std::size_t k) {
  const KeyPose& pose = poses[k];
  const std::string where = title_of(poses, k);
  if (!(pose.hold >= 0 && std::isfinite(pose.hold)))
    throw InputError({.what = "a pose is held for some time, or not at all",
                      .where = where,
                      .expected = "0 s or more",
                      .found = std::to_string(pose.hold)});
  if (pose.hold == 0) return;
  if (!pose.velocities.isZero(0))
    throw InputError({.what = "a pose that is held cannot be passed with a velocity",
                      .where = where,
                      .advice = "Take its hold or its velocity away"});
  if (k + 1 < poses.size() && !(pose.time + pose.hold < poses[k + 1].time))
    throw InputError({.what = "a pose is held until the next one is there, or longer",
                      .where = where + " and " + title_of(poses, k + 1),
                      .found = "held until " + std::to_string(pose.time + pose.hold) +
                               " s, the next at " + std::to_string(poses[k + 1].time) + " s",
                      .advice = "Hold it for less, or move the next one"});
}

void check_times(const std::vector<KeyPose>& poses) {
  if (poses.size() < 2)
    throw InputError({.what = "a motion between poses needs two poses at least",
                      .found = std::to_string(poses.size()),
                      .advice = "Add a pose, or open the mesh alone"});
  for (std::size_t k = 0; k + 1 < poses.size(); ++k)
    if (!(poses[k].time < poses[k + 1].time))
      throw InputError({.what = "two poses at one time, or in the wrong order",
                        .where = title_of(poses, k) + " and " + title_of(poses, k + 1),
                        .found = std::to_string(poses[k].time) + " s and " +
                                 std::to_string(poses[k + 1].time) + " s",
                        .advice = "Move one of them"});
  for (std::size_t k = 0; k < poses.size(); ++k) check_hold(poses, k);
}

}  // namespace

std::vector<KeyPose> with_ends_of_holds(const std::vector<KeyPose>& poses) {
  std::vector<KeyPose> met;
  for (const KeyPose& pose : poses) {
    met.push_back(pose);
    if (pose.hold == 0) continue;
    met.back().span.reset();
    KeyPose& end = met.emplace_back(pose);
    end.time += std::exchange(end.hold, 0);
    end.more_turns = 0;
  }
  return met;
}

std::string title_of(const std::vector<KeyPose>& poses, std::size_t index) {
  const std::string& name = poses[index].name;
  return "pose " + std::to_string(index) + (name.empty() ? "" : " (" + name + ")");
}

void check_pose_order(const Body& body, const std::vector<KeyPose>& poses) {
  check_times(poses);
  for (std::size_t k = 0; k < poses.size(); ++k) check_pair(body, poses, k);
}

void check_poses(const Body& body, const std::vector<KeyPose>& poses) {
  check_times(poses);
  const std::vector<ElementShape> elements = pose_elements(body);
  for (std::size_t k = 0; k < poses.size(); ++k) {
    const std::string where = title_of(poses, k);
    check_vertices(body, poses[k].positions, where);
    check_velocities(poses[k], where);
    if (body.has_tets())
      check_tets(elements, poses[k].positions, where);
    else
      check_triangles(body, poses[k].positions, where);
    check_pair(body, poses, k);
  }
}

void check_loop(const std::vector<KeyPose>& poses) {
  const Eigen::Matrix3Xf &first = poses.front().positions, &last = poses.back().positions;
  if (are_equal(first, last, size_of(first))) return;
  throw InputError({.what = "a loop that does not close",
                    .where = title_of(poses, poses.size() - 1),
                    .expected = "the first pose again",
                    .advice = "Add the first pose once more where the loop begins anew"});
}

void check_one_swing(const std::vector<KeyPose>& poses) {
  for (std::size_t k = 0; k + 1 < poses.size(); ++k)
    if (poses[k].span)
      throw InputError(
          {.what = "a free swing goes from the first pose to the last in one: a span between two "
                   "poses cannot have curves of its own",
           .where = title_of(poses, k),
           .advice = "Give the span back to all poses, or join the poses by wiggly splines"});
}

}  // namespace retake
