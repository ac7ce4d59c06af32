#include "retake/interpolation/pose_space.h"

#include <algorithm>
#include <span>

#include <Eigen/LU>

#include "retake/elasticity/mass.h"
#include "retake/interpolation/rigid_match.h"
#include "retake/mesh/bounding_box.h"
#include "retake/numerics/parallel_for.h"
#include "retake/numerics/rotation.h"
#include "retake/rotation_strain/placement.h"
#include "retake/rotation_strain/winding.h"

namespace retake {
namespace {

Mat3 skew(const Vec3& w) {
  Mat3 matrix;
  matrix << 0, -w.z(), w.y(), w.z(), 0, -w.x(), -w.y(), w.x(), 0;
  return matrix;
}

Body with_pins(Body body, const std::vector<int>& more) {
  body.pins.insert(body.pins.end(), more.begin(), more.end());
  std::ranges::sort(body.pins);
  return body;
}

// w of [w]ₓ + e.
Vec3 turn_of(const Mat3& element) {
  const Mat3 turn = (element - element.transpose()) / 2;
  return {turn(2, 1), turn(0, 2), turn(1, 0)};
}

// exp(w) exp(correction) (I + e) - I of the matrix [w]ₓ + e, without losing small ones beside I.
Mat3 change_of(const Mat3& element, const Vec3& correction) {
  const Mat3 e = (element + element.transpose()) / 2;
  Mat3 R = exp_rotation(turn_of(element));
  if (!correction.isZero(0)) R *= exp_rotation(correction);
  return (R - Mat3::Identity()) * (Mat3::Identity() + e) + e;
}

}  // namespace

void PoseRemainder::add(float share, const PoseRemainder& other) {
  elements += share * other.elements;
  corrections += share * other.corrections;
  pins.add(share, other.pins);
  centres += share * other.centres;
  offsets += share * other.offsets;
}

PoseSpace::PoseSpace(const Body& body, const Modes& modes, std::vector<int> held)
    : body_(body),
      held_(std::move(held)),
      rest_(body.rest_positions.cast<float>()),
      elements_(pose_elements(body)),
      pins_(body, elements_),
      geometry_(make_element_geometry(body)),
      poisson_(with_pins(body, held_)),
      shapes_(modes.shapes.cast<float>()) {
  projection_.compute(gram_of_gradients());
  const VecX mass = lumped_mass(body);
  rest_centre_ = body.pins.empty()
                     ? Vec3(body.rest_positions * mass / mass.sum())
                     : Vec3(body.rest_positions(Eigen::all, body.pins).rowwise().mean());
}

PoseRemainder PoseSpace::nothing() const {
  const auto pieces = std::ssize(poisson_.free_pieces());
  return {.elements = Eigen::Matrix<float, 9, Eigen::Dynamic>::Zero(9, std::ssize(elements_)),
          .corrections = Eigen::Matrix3Xf::Zero(3, std::ssize(elements_)),
          .pins = pins_.nothing(),
          .centres = Eigen::Matrix3Xf::Zero(3, pieces),
          .offsets = Eigen::Matrix3Xf::Zero(3, rest_.cols())};
}

// In blocks of elements, since all gradients of all modes would fill the memory.
MatX PoseSpace::gram_of_gradients() const {
  constexpr std::ptrdiff_t block = 512;
  const auto modes = shapes_.cols();
  MatX gram = MatX::Zero(modes, modes);
  for (std::ptrdiff_t begin = 0; begin < std::ssize(elements_); begin += block) {
    const std::ptrdiff_t count = std::min(block, std::ssize(elements_) - begin);
    MatX rows(9 * count, modes);
    parallel_for(modes, [&](std::ptrdiff_t k) {
      const Eigen::Map<const Eigen::Matrix3Xf> shape(shapes_.col(k).data(), 3, rest_.cols());
      const Eigen::Matrix3Xf u = shape;
      for (std::ptrdiff_t e = 0; e < count; ++e) {
        const ElementShape& element = elements_[static_cast<std::size_t>(begin + e)];
        Eigen::Map<Mat3>(rows.col(k).data() + 9 * e) =
            std::sqrt(element.weight) * gradient_of(element, u);
      }
    });
    gram.selfadjointView<Eigen::Lower>().rankUpdate(rows.transpose());
  }
  return gram.selfadjointView<Eigen::Lower>();
}

std::vector<PoseSpace::ElementPose> PoseSpace::elements_of(const Eigen::Matrix3Xf& pose,
                                                           const PinView& view) const {
  std::vector<ElementPose> result(elements_.size());
  const auto write = [&](std::size_t e, const Polar& polar, const Vec3& turn) {
    const Vec3 correction = log_rotation(exp_rotation(turn).transpose() * polar.R);
    result[e] = {skew(turn) + polar.S - Mat3::Identity(), correction};
  };
  parallel_for(std::ssize(elements_), [&](std::ptrdiff_t k) {
    const auto e = static_cast<std::size_t>(k);
    const Polar polar = polar_decomposition(deformation_of(elements_[e], pose));
    write(e, polar, log_rotation(polar.R));
  });
  const std::vector<int> roots =
      body_.pins.empty() ? std::vector<int>() : pins_.vertices(view.stillest);
  for (const auto& [place, vector] :
       find_windings_of_pose(geometry_, roots, rest_, pose, Placement{}, {})) {
    const auto e = static_cast<std::size_t>(geometry_.order[static_cast<std::size_t>(place)]);
    write(e, polar_decomposition(deformation_of(elements_[e], pose)),
          Eigen::Map<const Eigen::Vector3f>(vector).cast<double>());
  }
  return result;
}

VecX PoseSpace::amplitudes_of(const std::vector<ElementPose>& elements) const {
  Points forces = Points::Zero(3, rest_.cols());
  for (std::size_t e = 0; e < elements.size(); ++e) {
    const ElementShape& element = elements_[e];
    Mat3 stress = element.weight * elements[e].coordinates;
    if (element.corners == 3) {  // the adjoint of how a normal turns along
      const Vec3 along = stress * element.normal;
      stress -= element.normal * along.transpose();
    }
    for (int c = 0; c < element.corners; ++c)
      forces.col(element.vertices[c]) += stress * element.gradients.col(c);
  }
  return projection_.solve(shapes_.cast<double>().transpose() * flat(forces));
}

Eigen::Matrix3Xf PoseSpace::displacement_of(const VecX& amplitudes) const {
  const Eigen::VectorXf u = shapes_ * amplitudes.cast<float>();
  return Eigen::Map<const Eigen::Matrix3Xf>(u.data(), 3, rest_.cols());
}

Eigen::Matrix3Xf PoseSpace::centres_of(const Eigen::Matrix3Xf& displacements) const {
  const auto& pieces = poisson_.free_pieces();
  Eigen::Matrix3Xf centres = Eigen::Matrix3Xf::Zero(3, std::ssize(pieces));
  for (std::size_t p = 0; p < pieces.size(); ++p)
    for (std::size_t i = 0; i < pieces[p].vertices.size(); ++i)
      centres.col(static_cast<std::ptrdiff_t>(p)) +=
          static_cast<float>(pieces[p].share[i]) * displacements.col(pieces[p].vertices[i]);
  return centres;
}

// None where pins stay at rest, to the bit.
Placement PoseSpace::placement_of(const Eigen::Matrix3Xf& pose, const PinView& view) const {
  if (body_.pins.empty()) return placements_of(body_, {.frames = {pose}}).front();
  if (!view.together || pose(Eigen::all, body_.pins) == rest_(Eigen::all, body_.pins)) return {};
  const RigidMatch match = match_rigidly(body_.rest_positions(Eigen::all, body_.pins),
                                         pose(Eigen::all, body_.pins).cast<double>());
  return {match.rotation, match.centre - match.rotation * rest_centre_};
}

PoseCoordinates PoseSpace::coordinates_of(const Eigen::Matrix3Xf& pose, const PinView& view) const {
  PoseCoordinates result = {.placement = placement_of(pose, view), .remainder = nothing()};
  const Eigen::Matrix3Xf shape = unplaced(pose, result.placement);
  const std::vector<ElementPose> elements = elements_of(shape, view);
  result.amplitudes = amplitudes_of(elements);
  const Eigen::Matrix3Xf said = displacement_of(result.amplitudes);
  PoseRemainder& remainder = result.remainder;
  Points turns(3, std::ssize(elements));
  for (std::size_t e = 0; e < elements.size(); ++e) {
    const auto column = static_cast<std::ptrdiff_t>(e);
    Eigen::Map<Eigen::Matrix3f>(remainder.elements.col(column).data()) =
        (elements[e].coordinates - gradient_of(elements_[e], said)).cast<float>();
    remainder.corrections.col(column) = elements[e].correction.cast<float>();
    turns.col(column) = turn_of(elements[e].coordinates);
  }
  remainder.pins = pins_.coordinates_of(shape.cast<double>(), turns);
  remainder.centres = centres_of(shape - rest_) - centres_of(said);
  remainder.offsets = shape - shape_of(result.amplitudes, remainder, shape(Eigen::all, held_));
  return result;
}

Eigen::Matrix3Xf PoseSpace::unplaced(const Eigen::Matrix3Xf& pose,
                                     const Placement& placement) const {
  const auto& [rotation, translation] = placement;
  return (rotation.transpose() * (pose.cast<double>().colwise() - translation)).cast<float>();
}

PoseRate PoseSpace::rate_of(const Eigen::Matrix3Xf& pose, const Eigen::Matrix3Xf& velocities,
                            const PinView& view) const {
  constexpr double way = 1e-3;  // of the size: well above what rounds, well below what bends
  const double size = bounding_box(rest_).diagonal();
  const double fastest = velocities.colwise().norm().maxCoeff();
  PoseRate rate = {VecX::Zero(shapes_.cols()), nothing()};
  if (fastest == 0) return rate;
  const double step = way * size / fastest;  // s
  const auto reach = static_cast<float>(step);
  const PoseCoordinates before = coordinates_of(pose - reach * velocities, view);
  const PoseCoordinates after = coordinates_of(pose + reach * velocities, view);
  rate.amplitudes = (after.amplitudes - before.amplitudes) / (2 * step);
  rate.remainder.add(static_cast<float>(0.5 / step), after.remainder);
  rate.remainder.add(static_cast<float>(-0.5 / step), before.remainder);
  const auto& [from, start] = before.placement;
  const auto& [to, end] = after.placement;
  rate.centre = ((to - from) * rest_centre_ + end - start) / (2 * step);
  rate.spin = log_rotation(to * from.transpose()) / (2 * step);
  return rate;
}

std::vector<Mat3> PoseSpace::gradients_of(const VecX& amplitudes,
                                          const PoseRemainder& remainder) const {
  return gradients_said(displacement_of(amplitudes), remainder);
}

std::vector<Mat3> PoseSpace::gradients_said(const Eigen::Matrix3Xf& said,
                                            const PoseRemainder& remainder) const {
  std::vector<Mat3> gradients(elements_.size());
  parallel_for(
      std::ssize(elements_),
      [&](std::ptrdiff_t e) {
        const ElementShape& element = elements_[static_cast<std::size_t>(e)];
        const Eigen::Map<const Eigen::Matrix3f> more(remainder.elements.col(e).data());
        gradients[static_cast<std::size_t>(e)] =
            change_of(gradient_of(element, said) + more.cast<double>(),
                      remainder.corrections.col(e).cast<double>());
      },
      256);
  return gradients;
}

Vec3 PoseSpace::turn_around(const std::vector<int>& vertices, const PoseCoordinates& pose) const {
  const Eigen::Matrix3Xf said = displacement_of(pose.amplitudes);
  Vec3 sum = Vec3::Zero();
  int count = 0;
  for (std::size_t e = 0; e < elements_.size(); ++e) {
    const std::span corners(elements_[e].vertices, static_cast<std::size_t>(elements_[e].corners));
    if (std::ranges::find_first_of(corners, vertices) == corners.end()) continue;
    const Eigen::Map<const Eigen::Matrix3f> more(
        pose.remainder.elements.col(static_cast<std::ptrdiff_t>(e)).data());
    sum += turn_of(gradient_of(elements_[e], said) + more.cast<double>());
    ++count;
  }
  return count > 0 ? Vec3(sum / count) : sum;
}

Eigen::Matrix3Xf PoseSpace::shape_of(const VecX& amplitudes, const PoseRemainder& remainder,
                                     const Eigen::Matrix3Xf& held_positions) const {
  Eigen::Matrix3Xf held = Eigen::Matrix3Xf::Zero(3, rest_.cols());
  held(Eigen::all, body_.pins) = pins_.displacements(remainder.pins).cast<float>();
  if (!held_.empty()) held(Eigen::all, held_) = held_positions - rest_(Eigen::all, held_);
  const Eigen::Matrix3Xf said = displacement_of(amplitudes);
  Eigen::Matrix3Xf displacement = integrated(gradients_said(said, remainder), held);
  const Eigen::Matrix3Xf shifts = centres_of(said) + remainder.centres - centres_of(displacement);
  const auto& pieces = poisson_.free_pieces();
  for (std::size_t p = 0; p < pieces.size(); ++p)
    for (const int v : pieces[p].vertices)
      displacement.col(v) += shifts.col(static_cast<std::ptrdiff_t>(p));
  return rest_ + displacement + remainder.offsets;
}

Points PoseSpace::forces_of(const std::vector<Mat3>& gradients) const {
  Points forces = Points::Zero(3, rest_.cols());
  for (std::size_t e = 0; e < gradients.size(); ++e) {
    const ElementShape& element = elements_[e];
    const Mat3 stress = element.weight * gradients[e];
    for (int c = 0; c < element.corners; ++c)
      forces.col(element.vertices[c]) += stress * element.gradients.col(c);
  }
  return forces;
}

// The displacement with the nearest gradients; what is held stays where `held` has it.
Eigen::Matrix3Xf PoseSpace::integrated(std::vector<Mat3> gradients,
                                       const Eigen::Matrix3Xf& held) const {
  for (std::size_t e = 0; e < gradients.size(); ++e) {
    const ElementShape& element = elements_[e];
    for (int c = 0; c < element.corners; ++c)
      gradients[e] -=
          held.col(element.vertices[c]).cast<double>() * element.gradients.col(c).transpose();
  }
  const Points forces = forces_of(gradients);
  const std::vector<int>& row_of = poisson_.row_of_vertex();
  Eigen::Matrix3Xf rows = Eigen::Matrix3Xf::Zero(3, poisson_.row_count());
  for (Eigen::Index v = 0; v < forces.cols(); ++v)
    if (const int row = row_of[static_cast<std::size_t>(v)]; row >= 0)
      rows.col(row) = forces.col(v).cast<float>();
  poisson_.solve(rows.data());
  Eigen::Matrix3Xf displacement = held;
  for (Eigen::Index v = 0; v < forces.cols(); ++v)
    if (const int row = row_of[static_cast<std::size_t>(v)]; row >= 0)
      displacement.col(v) += rows.col(row);
  return displacement;
}

}  // namespace retake
