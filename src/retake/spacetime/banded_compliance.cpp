#include "retake/spacetime/banded_compliance.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <string>
#include <utility>

#include "retake/numerics/errors.h"

namespace retake {

namespace {

constexpr std::size_t most_column_bytes = 512u << 20;

// Takes an unknown out of the systems: its row and column become those of the identity.
void fix_unknown(BandedSystems& systems, int unknown) {
  const int width = systems.half_bandwidth;
  for (int d = 1; d <= width; ++d) {
    if (unknown >= d) systems.entry(unknown, d).setZero();
    if (unknown + d < systems.unknown_count()) systems.entry(unknown + d, d).setZero();
  }
  systems.entry(unknown, 0).setOnes();
}

// H(row, column) of all modes, or nothing outside of the band.
auto band_entry(const BandedSystems& systems, int row, int column) {
  return systems.entry(std::max(row, column), std::abs(row - column));
}

// Made of the columns of frames, which are shared by all rows.
class BandedGreenFunction : public GreenFunction {
 public:
  BandedGreenFunction(WishRow row, const BandedCompliance& compliance)
      : GreenFunction(std::move(row)), compliance_(&compliance) {}

  // By the column of the frame: it serves all rows that are asked for there.
  VecX at(int frame) const override {
    const auto column = compliance_->column(frame);
    VecX sum = VecX::Zero(compliance_->mode_count());
    for (const WishRow::Term& term : row().terms) {
      sum += column->at(term.frame).cwiseProduct(term.coefficients);
    }
    return sum;
  }

  double read_by(const WishRow& other) const override {
    double sum = 0;
    for (const WishRow::Term& at : row().terms) {
      const auto column = compliance_->column(at.frame);
      for (const WishRow::Term& bt : other.terms) {
        sum += (at.coefficients.array() * column->at(bt.frame).array() * bt.coefficients.array())
                   .sum();
      }
    }
    return sum;
  }

 private:
  const BandedCompliance* compliance_;
};

}  // namespace

BandedCompliance::BandedCompliance(const Spectrum& spectrum, int frame_count,
                                   const CostOptions& options)
    : eigenvalues_(spectrum.eigenvalues),
      frame_count_(frame_count),
      options_(options),
      order_(frame_order(frame_count, options)),
      hessian_(cost_hessian(spectrum, frame_count, order_, options)) {
  factorize();
}

// How far each mode gives way at the frame of a soft pose says what its weight means there.
void BandedCompliance::stiffen_soft_poses() {
  std::unique_ptr<const BandedCholesky> alone;
  for (auto& [frame, pose] : held_) {
    if (pose.is_hard()) continue;
    if (alone == nullptr) alone = std::make_unique<const BandedCholesky>(hessian_);
    MatX pull = MatX::Zero(mode_count(), hessian_.unknown_count());
    pull.col(unknown_of(frame)).setOnes();
    const MatX gives = alone->solve(std::move(pull));
    pose.stiffness = pose.weight * gives.col(unknown_of(frame)).cwiseInverse();
  }
}

void BandedCompliance::factorize() {
  stiffen_soft_poses();
  BandedSystems systems = hessian_;
  for (const auto& [frame, pose] : held_) {
    if (pose.is_hard()) {
      fix_unknown(systems, unknown_of(frame));
    } else {
      systems.entry(unknown_of(frame), 0) += pose.stiffness;
    }
  }
  factor_ = std::make_unique<const BandedCholesky>(std::move(systems));
  require_least_cost();
  columns_.clear();
}

// Explicit time steps let modes with h²λ above 4 grow for nothing, where no end holds them.
void BandedCompliance::require_least_cost() const {
  if (options_.kind != CostKind::paper_dynamics) return factor_->require_positive_definite();
  try {
    factor_->require_positive_definite();
  } catch (const SolveError& error) {
    throw SolveError({.what = "the paper's cost has no least value: fast modes grow for nothing",
                      .where = "cost 'paper_dynamics', ends '" +
                               std::string(options_.ends == Ends::start ? "start" : "both") +
                               "', " + std::to_string(mode_count()) + " modes",
                      .found = error.complaint().what,
                      .advice = "take the cost 'dynamics', hold both ends, or use fewer modes or "
                                "a shorter 'timestep'"});
  }
}

bool BandedCompliance::is_given(int frame) const {
  const auto held = held_.find(frame);
  return unknown_of(frame) < 0 || (held != held_.end() && held->second.is_hard());
}

MatX BandedCompliance::to_unknowns(const MatX& frames) const {
  MatX unknowns(mode_count(), static_cast<Eigen::Index>(order_.frame_of_unknown.size()));
  for (std::size_t u = 0; u < order_.frame_of_unknown.size(); ++u) {
    unknowns.col(static_cast<Eigen::Index>(u)) = frames.col(order_.frame_of_unknown[u]);
  }
  return unknowns;
}

MatX BandedCompliance::to_frames(const MatX& unknowns) const {
  MatX frames = MatX::Zero(mode_count(), frame_count_);
  for (std::size_t u = 0; u < order_.frame_of_unknown.size(); ++u) {
    frames.col(order_.frame_of_unknown[u]) = unknowns.col(static_cast<Eigen::Index>(u));
  }
  return frames;
}

std::shared_ptr<const GreenColumn> BandedCompliance::column(int frame) const {
  assert(frame >= 0 && frame < frame_count_);
  {
    const std::lock_guard lock(columns_mutex_);
    const auto known = columns_.find(frame);
    if (known != columns_.end()) return known->second;
  }
  auto column = new_column(frame);
  const std::size_t bytes = sizeof(double) * static_cast<std::size_t>(mode_count()) *
                            static_cast<std::size_t>(hessian_.unknown_count());
  const std::lock_guard lock(columns_mutex_);
  if (!columns_.empty() && (columns_.size() + 1) * bytes > most_column_bytes) {
    columns_.erase(columns_.begin());
  }
  return columns_[frame] = std::move(column);
}

std::shared_ptr<const GreenColumn> BandedCompliance::new_column(int frame) const {
  const int unknown = unknown_of(frame);
  const bool fixed = is_given(frame);
  // Written column by column: zeros asked from the system at once would be mapped twice, first to
  // be read and then to be written, at ten times the cost of the solve.
  MatX pull(mode_count(), factor_->unknown_count());
  for (int u = 0; u < factor_->unknown_count(); ++u) {
    pull.col(u).setConstant(u == unknown && !fixed ? 1 : 0);
  }
  if (!fixed) pull = factor_->solve(std::move(pull));
  return std::make_shared<const GreenColumn>(std::move(pull), order_);
}

MatX BandedCompliance::apply(const MatX& forces) const {
  MatX right = to_unknowns(forces);
  for (const auto& [frame, pose] : held_) {
    const int held = unknown_of(frame);
    if (!pose.is_hard()) {
      right.col(held) += pose.stiffness.cwiseProduct(pose.amplitudes);
      continue;
    }
    const int first = std::max(0, held - hessian_.half_bandwidth);
    const int last = std::min(hessian_.unknown_count() - 1, held + hessian_.half_bandwidth);
    for (int u = first; u <= last; ++u) {
      right.col(u) -= band_entry(hessian_, u, held).cwiseProduct(pose.amplitudes);
    }
  }
  for (const auto& [frame, pose] : held_) {
    if (pose.is_hard()) right.col(unknown_of(frame)) = pose.amplitudes;
  }
  return to_frames(factor_->solve(std::move(right)));
}

std::unique_ptr<const GreenFunction> BandedCompliance::green_function(WishRow row) const {
  return std::make_unique<BandedGreenFunction>(std::move(row), *this);
}

void BandedCompliance::hold(int frame, const VecX& amplitudes, double weight) {
  assert(frame >= 0 && frame < frame_count_ && unknown_of(frame) >= 0);
  const auto known = held_.find(frame);
  if (known != held_.end() && known->second.weight == weight) {
    known->second.amplitudes = amplitudes;
    return;
  }
  held_[frame] = {amplitudes, weight, {}};
  factorize();
}

void BandedCompliance::release(int frame) {
  if (held_.erase(frame) > 0) factorize();
}

double BandedCompliance::cost(const MatX& amplitudes) const {
  const MatX z = to_unknowns(amplitudes);
  double sum = 0;
  for (int u = 0; u < hessian_.unknown_count(); ++u) {
    sum += 0.5 * z.col(u).dot(hessian_.entry(u, 0).cwiseProduct(z.col(u)));
    for (int d = 1; d <= std::min(u, hessian_.half_bandwidth); ++d) {
      sum += z.col(u).dot(hessian_.entry(u, d).cwiseProduct(z.col(u - d)));
    }
  }
  return sum;
}

VecX BandedCompliance::control_force(const MatX& amplitudes) const {
  const Eigen::Matrix3Xd stencils = residual_stencils(eigenvalues_, options_);
  const double h = options_.timestep;
  const bool cyclic = options_.ends == Ends::loop;
  VecX force = VecX::Zero(frame_count_);
  for (int i = cyclic ? 0 : 1; i < frame_count_ - (cyclic ? 0 : 1); ++i) {
    const VecX residual =
        stencils.row(0).transpose().cwiseProduct(
            amplitudes.col((i - 1 + frame_count_) % frame_count_)) +
        stencils.row(1).transpose().cwiseProduct(amplitudes.col(i)) +
        stencils.row(2).transpose().cwiseProduct(amplitudes.col((i + 1) % frame_count_));
    force[i] = residual.norm() / (h * h * std::sqrt(static_cast<double>(mode_count())));
  }
  return force;
}

}  // namespace retake
