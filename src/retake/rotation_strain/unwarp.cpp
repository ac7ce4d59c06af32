// From a pose back to the linear edit that warps a frame towards it.
#include <algorithm>
#include <vector>

#include <Eigen/Dense>

#include "retake/numerics/parallel_for.h"
#include "retake/numerics/rotation.h"
#include "retake/rotation_strain/warp_frame.h"

namespace retake {

namespace {

constexpr int most_turns = 12;       // steps towards a rotation vector
constexpr double singular = 1e-3;    // squared; below, a direction of the log is left alone
constexpr double exact_turn = 1e-9;  // rad

// An element as double numbers: gradients of corners 1, 2, 3 (1/m; the third of a triangle is its
// normal at rest).
struct Element {
  int vertices[4];
  Mat3 gradients;
  double weight = 0;
};

Element element_at(const ElementGeometry& geometry, int place) {
  const auto batch = static_cast<std::size_t>(place / batch_lanes);
  const auto lane = static_cast<std::size_t>(place % batch_lanes);
  Element element;
  for (std::size_t c = 0; c < 4; ++c) {
    element.vertices[c] = geometry.vertices[(4 * batch + c) * batch_lanes + lane];
  }
  for (std::size_t c = 0; c < 3; ++c) {
    for (std::size_t a = 0; a < 3; ++a) {
      element.gradients(static_cast<int>(a), static_cast<int>(c)) =
          geometry.gradients[((3 * batch + c) * 3 + a) * batch_lanes + lane];
    }
  }
  element.weight = geometry.weights[batch * batch_lanes + lane];
  return element;
}

// Deformation gradient in the axes of the rest shape; of a triangle with its unit normal.
template <class Positions>
Mat3 gradient_of(const Element& element, bool shell, const Mat3& to_rest,
                 const Positions& positions) {
  const Vec3 origin = positions.col(element.vertices[0]).template cast<double>();
  Mat3 edges;
  for (int c = 0; c < 3; ++c) {
    edges.col(c) = positions.col(element.vertices[c + 1]).template cast<double>() - origin;
  }
  if (shell) edges.col(2) = edges.col(0).cross(edges.col(1)).normalized();
  return to_rest * edges * element.gradients.transpose();
}

// Gradient of the linear edit; the normal of a triangle turns along, δn = -(∇s p)ᵀ n0.
Mat3 edit_gradient(const Element& element, bool shell, const Eigen::Matrix3Xf& edit) {
  const Vec3 origin = edit.col(element.vertices[0]).cast<double>();
  const Mat3& g = element.gradients;
  Mat3 edges;
  for (int c = 0; c < 3; ++c) {
    edges.col(c) = edit.col(element.vertices[c + 1]).cast<double>() - origin;
  }
  if (shell) edges.col(2) = -g.leftCols<2>() * (edges.leftCols<2>().transpose() * g.col(2));
  return edges * g.transpose();
}

// Rotation vectors of all elements, by place: the short ones but where the list has others.
Vec3 turn_of(const Mat3& R, int place, const std::vector<WoundElement>& wound) {
  const auto found =
      std::lower_bound(wound.begin(), wound.end(), place,
                       [](const WoundElement& element, int p) { return element.place < p; });
  if (found == wound.end() || found->place != place) return log_rotation(R);
  return Eigen::Map<const Eigen::Vector3f>(found->vector).cast<double>();
}

// A vector w with exp(w) = R, from one that is near. About whole turns exp loses two of its three
// directions; what it cannot have there is left to the elements around.
Vec3 log_near(const Mat3& R, Vec3 w) {
  for (int step = 0; step < most_turns; ++step) {
    const Vec3 rest = log_rotation(R * exp_rotation(w).transpose());
    if (rest.norm() < exact_turn) break;
    const Mat3 J = left_jacobian(w);
    const Mat3 normal = J * J.transpose() + singular * Mat3::Identity();
    w += J.transpose() * normal.ldlt().solve(rest);
  }
  return w;
}

Mat3 skew(const Vec3& w) {
  Mat3 matrix;
  matrix << 0, -w.z(), w.y(), w.z(), 0, -w.x(), -w.y(), w.x(), 0;
  return matrix;
}

// An element on its way from the frame to the pose.
struct Way {
  Element element;
  Polar from;         // R̄ S̄
  Vec3 turn;          // w̄
  Mat3 to;            // F of the pose
  Vec3 turn_of_pose;  // followed over the mesh
};

// What the linear edit of an element must be if it is asked alone: [w]ₓ + e with
// exp(w̄ + w) exp(w̄)⁻¹ R̄ (S̄ + e) = F of the pose.
Mat3 edit_alone(const Way& way) {
  const auto [R, S] = polar_decomposition(way.to);
  const Mat3 wanted = R * way.from.R.transpose() * exp_rotation(way.turn);
  return skew(log_near(wanted, way.turn_of_pose) - way.turn) + S - way.from.S;
}

// Where the elements cannot all have theirs, what brings the warped frame nearer to the pose: the
// derivative of half the squared error of its gradients (`error`: F of the pose less F of the warp)
// with respect to [w]ₓ + e, which is `edit`.
Mat3 descent(const Way& way, const Mat3& edit, const Mat3& error) {
  const Mat3 e = (edit + edit.transpose()) / 2, antisymmetric = edit - e;
  const Vec3 w = way.turn + Vec3(antisymmetric(2, 1), antisymmetric(0, 2), antisymmetric(1, 0));
  const Mat3 R = exp_rotation(w) * exp_rotation(way.turn).transpose() * way.from.R;
  const Mat3 B = R * (way.from.S + e);
  Vec3 torque = Vec3::Zero();
  for (int c = 0; c < 3; ++c) torque += B.col(c).cross(error.col(c));
  const Mat3 turned = R.transpose() * error;
  return skew(left_jacobian(w).transpose() * torque / 2) + (turned + turned.transpose()) / 2;
}

// L⁻¹ of forces on all vertices; what is held does not move.
Eigen::Matrix3Xf solved(const PoissonSystem& poisson, const Points& forces) {
  const std::vector<int>& row_of = poisson.row_of_vertex();
  Eigen::Matrix3Xf rows = Eigen::Matrix3Xf::Zero(3, poisson.row_count());
  Eigen::Matrix3Xf edit = Eigen::Matrix3Xf::Zero(3, forces.cols());
  for (Eigen::Index v = 0; v < forces.cols(); ++v) {
    const int row = row_of[static_cast<std::size_t>(v)];
    if (row >= 0) rows.col(row) = forces.col(v).cast<float>();
  }
  poisson.solve(rows.data());
  for (Eigen::Index v = 0; v < forces.cols(); ++v) {
    const int row = row_of[static_cast<std::size_t>(v)];
    if (row >= 0) edit.col(v) = rows.col(row);
  }
  return edit;
}

// All elements of a body between a frame and a pose.
class Unwarping {
 public:
  Unwarping(const Warp::Impl& warp, int frame, const Eigen::Matrix3Xf& pose)
      : warp_(warp), frame_(frame), pose_(pose), ways_(ways_to(pose)) {}

  Eigen::Matrix3Xf first_guess() const { return integrated(edit_alone, input()); }

  // Steepest descent in the norm of the Laplacian, with steps that grow while they help.
  Eigen::Matrix3Xf refined(Eigen::Matrix3Xf edit) const {
    Eigen::Matrix3Xf warped = warp_frame(warp_, frame_, edit);
    double error = error_of(warped), length = 1;
    for (int step = 0; step < most_steps && length > shortest_step; ++step) {
      const Eigen::Matrix3Xf next = edit + static_cast<float>(length) * step_from(edit, warped);
      Eigen::Matrix3Xf next_warped = warp_frame(warp_, frame_, next);
      const double next_error = error_of(next_warped);
      const bool helps = next_error < error;
      length = helps ? std::min(longest_step, growth * length) : length / 4;
      if (!helps) continue;
      const bool is_done = next_error > slow * error;
      edit = next;
      warped = std::move(next_warped);
      error = next_error;
      if (is_done) break;
    }
    return edit;
  }

 private:
  static constexpr int most_steps = 40;
  static constexpr double shortest_step = 0.02, longest_step = 8, growth = 1.6;
  static constexpr double slow = 0.999;  // of the error left by a step: enough

  bool shell() const { return warp_.geometry.shell; }
  FrameView input() const { return warp_.input->frames[static_cast<std::size_t>(frame_)]; }
  const Placement& placement() const { return warp_.placements[static_cast<std::size_t>(frame_)]; }
  template <class Positions>
  Mat3 gradient_in(const Element& element, const Positions& positions) const {
    return gradient_of(element, shell(), placement().rotation.transpose(), positions);
  }

  std::vector<Way> ways_to(const Eigen::Matrix3Xf& pose) const {
    const auto& wound = warp_.wound[static_cast<std::size_t>(frame_)];
    const FrameView from = input();
    const std::vector<WoundElement> of_pose =
        find_windings_of_pose(warp_.geometry, warp_.pins, from, pose, placement(), wound);
    std::vector<Way> ways(static_cast<std::size_t>(warp_.geometry.element_count));
    parallel_for(std::ssize(ways), [&](std::ptrdiff_t e) {
      const int place = static_cast<int>(e);
      Way& way = ways[static_cast<std::size_t>(e)];
      way.element = element_at(warp_.geometry, place);
      way.from = polar_decomposition(gradient_in(way.element, from));
      way.turn = turn_of(way.from.R, place, wound);
      way.to = gradient_in(way.element, pose);
      way.turn_of_pose = turn_of(polar_decomposition(way.to).R, place, of_pose);
    });
    return ways;
  }

  // The edit whose gradients come nearest to those that `wanted` gives for each element; pieces
  // that nothing holds move from `from` to the pose.
  template <class Wanted>
  Eigen::Matrix3Xf integrated(const Wanted& wanted, const Eigen::Matrix3Xf& from) const {
    std::vector<Mat3> forces(ways_.size());  // of corners 1, 2, 3
    parallel_for(std::ssize(ways_), [&](std::ptrdiff_t e) {
      const auto at = static_cast<std::size_t>(e);
      const Element& element = ways_[at].element;
      forces[at] = element.weight * wanted(ways_[at]) * element.gradients;
    });
    Points sums = Points::Zero(3, pose_.cols());
    for (std::size_t e = 0; e < ways_.size(); ++e) {
      for (int c = 0; c < (shell() ? 2 : 3); ++c) {
        sums.col(ways_[e].element.vertices[c + 1]) += forces[e].col(c);
        sums.col(ways_[e].element.vertices[0]) -= forces[e].col(c);
      }
    }
    Eigen::Matrix3Xf edit = solved(warp_.poisson, sums);
    const Eigen::Matrix3Xf missing =
        placement().rotation.transpose().cast<float>() * (pose_ - from);
    follow_centers(warp_.poisson, missing, edit);
    return edit;
  }

  Eigen::Matrix3Xf step_from(const Eigen::Matrix3Xf& edit, const Eigen::Matrix3Xf& warped) const {
    const auto wanted = [&](const Way& way) {
      const Mat3 error = way.to - gradient_in(way.element, warped);
      return descent(way, edit_gradient(way.element, shell(), edit), error);
    };
    return integrated(wanted, warped);
  }

  double error_of(const Eigen::Matrix3Xf& warped) const {
    double sum = 0;
    for (const Way& way : ways_) {
      sum += way.element.weight * (way.to - gradient_in(way.element, warped)).squaredNorm();
    }
    return sum;
  }

  const Warp::Impl& warp_;
  int frame_;
  const Eigen::Matrix3Xf& pose_;
  std::vector<Way> ways_;
};

}  // namespace

Eigen::Matrix3Xf Warp::unwarp(int frame, const Eigen::Matrix3Xf& pose) const {
  check_edit(*impl_, frame, pose.cols());
  const Unwarping unwarping(*impl_, frame, pose);
  return unwarping.refined(unwarping.first_guess());
}

}  // namespace retake
