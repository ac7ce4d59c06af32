#include "retake/elasticity/contact_step.h"

#include <algorithm>
#include <map>

#include <Eigen/LU>

namespace retake {

namespace {

constexpr int most_growths = 10;
constexpr int most_rounds = 20;
constexpr std::size_t most_vertices = 160;
// A vertex counts as linear while what is missing is below this part of the largest contact force.
constexpr double force_tolerance = 1e-2;

// What contact adds at a step's end to what the linear model makes of it.
struct Excess {
  Vec3 force = Vec3::Zero();    // gradient, N
  Mat3 hessian = Mat3::Zero();  // N/m
};

struct ExcessField {
  std::map<int, Excess> vertices;
  double largest_force = 0;  // of contact, N
};

ExcessField find_excess(const ContactStepModel& model, const Points& step) {
  ExcessField field;
  const auto now = model.contact.derivatives(model.positions, model.positions + step);
  for (std::size_t k = 0; k < now.vertices.size(); ++k) {
    field.vertices[now.vertices[k]] = {now.gradients[k], now.hessians[k]};
    field.largest_force = std::max(field.largest_force, now.gradients[k].norm());
  }
  const ContactPotential::Terms& linear = model.linear;
  for (std::size_t k = 0; k < linear.vertices.size(); ++k) {
    const int v = linear.vertices[k];
    Excess& excess = field.vertices[v];
    excess.force -= linear.gradients[k] + linear.hessians[k] * step.col(v);
    excess.hessian -= linear.hessians[k];
    field.largest_force = std::max(field.largest_force, linear.gradients[k].norm());
  }
  return field;
}

// Vertices where contact is not linear, and forces on them that make up for it.
class Corrections {
 public:
  explicit Corrections(const NewtonSystem& system) : system_(system) {}

  // Takes in the vertices with more excess than `tolerance` (N); true if there were new ones.
  bool take_in(const ExcessField& field, double tolerance) {
    std::vector<int> added;
    for (const auto& [vertex, excess] : field.vertices) {
      const bool known = std::find(vertices_.begin(), vertices_.end(), vertex) != vertices_.end();
      if (known || excess.force.norm() <= tolerance) continue;
      if (vertices_.size() + added.size() < most_vertices) added.push_back(vertex);
    }
    if (added.empty()) return false;
    const MatX columns = system_.inverse_columns(added);
    inverse_.conservativeResize(columns.rows(), inverse_.cols() + columns.cols());
    inverse_.rightCols(columns.cols()) = columns;
    vertices_.insert(vertices_.end(), added.begin(), added.end());
    forces_.conservativeResizeLike(VecX::Zero(inverse_.cols()));
    compliance_.resize(inverse_.cols(), inverse_.cols());
    for (std::size_t i = 0; i < vertices_.size(); ++i) {
      compliance_.middleRows<3>(3 * static_cast<Eigen::Index>(i)) =
          inverse_.middleRows<3>(3 * vertices_[i]);
    }
    return true;
  }

  // Greatest force by which excess and corrections disagree, N.
  double mismatch(const ExcessField& field) const {
    return forces_.size() == 0 ? 0 : (forces_ + excess(field)).lpNorm<Eigen::Infinity>();
  }

  // Newton's step on forces + excess(step + inverse forces) = 0.
  void improve(const ExcessField& field) {
    const Eigen::Index size = forces_.size();
    MatX jacobian = MatX::Identity(size, size);
    for (std::size_t i = 0; i < vertices_.size(); ++i) {
      const auto at = field.vertices.find(vertices_[i]);
      if (at == field.vertices.end()) continue;
      const auto row = 3 * static_cast<Eigen::Index>(i);
      jacobian.middleRows<3>(row) += at->second.hessian * compliance_.middleRows<3>(row);
    }
    forces_ -= jacobian.partialPivLu().solve(forces_ + excess(field));
  }

  // `newton_step`, corrected; at first for the vertices taken in alone, which is what improve()
  // needs to know.
  void correct_own(const Points& newton_step, Points& step) const {
    const VecX moved = compliance_ * forces_;
    for (std::size_t i = 0; i < vertices_.size(); ++i) {
      const int v = vertices_[i];
      step.col(v) = newton_step.col(v) + moved.segment<3>(3 * static_cast<Eigen::Index>(i));
    }
  }
  Points corrected(const Points& newton_step) const {
    return newton_step + (inverse_ * forces_).reshaped(3, newton_step.cols());
  }

 private:
  VecX excess(const ExcessField& field) const {
    VecX all = VecX::Zero(forces_.size());
    for (std::size_t i = 0; i < vertices_.size(); ++i) {
      const auto at = field.vertices.find(vertices_[i]);
      if (at == field.vertices.end()) continue;
      all.segment<3>(3 * static_cast<Eigen::Index>(i)) = at->second.force;
    }
    return all;
  }

  const NewtonSystem& system_;
  std::vector<int> vertices_;
  MatX inverse_;     // 3n x 3 count, m/N
  MatX compliance_;  // 3 count x 3 count: its rows of vertices_
  VecX forces_;      // 3 count, N
};

}  // namespace

Points meet_obstacles(const ContactStepModel& model, const Points& newton_step) {
  Corrections corrections(model.system);
  Points step = newton_step;
  for (int growth = 0; growth < most_growths; ++growth) {
    ExcessField field = find_excess(model, step);
    const double tolerance = force_tolerance * field.largest_force;
    if (!corrections.take_in(field, tolerance)) break;
    for (int round = 0; round < most_rounds && corrections.mismatch(field) > tolerance; ++round) {
      corrections.improve(field);
      corrections.correct_own(newton_step, step);
      field = find_excess(model, step);
    }
    step = corrections.corrected(newton_step);
  }
  return step;
}

}  // namespace retake
