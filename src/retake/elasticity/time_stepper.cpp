#include "retake/elasticity/time_stepper.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "retake/elasticity/mass.h"
#include "retake/elasticity/simulation_wind.h"
#include "retake/mesh/bounding_box.h"
#include "retake/numerics/errors.h"
#include "retake/numerics/stopwatch.h"

namespace retake {

namespace {

// Contact stiffness of a vertex over its own (inertia and elasticity): an obstacle then gives way
// by its reach only where the body is squeezed by a hundred times that.
constexpr double contact_over_elastic = 100;

// A timestep whose last Newton step was shorter than this part of the body's size is kept.
constexpr double usable_step = 1e-3;
// Of the body's size: what is asked of a timestep in which obstacles push, a hundred times
// the tolerance of the others where that is less.
constexpr double touching_tolerance = 1e-4;

double box_diagonal(const Points& points) { return bounding_box(points).diagonal(); }

// Pins, and vertices of no element, which have no mass.
std::vector<char> held_vertices(const Body& body, const VecX& masses) {
  std::vector<char> held(static_cast<std::size_t>(body.vertex_count()), 0);
  for (const int pin : body.pins) held[static_cast<std::size_t>(pin)] = 1;
  for (int v = 0; v < body.vertex_count(); ++v) {
    if (masses[v] <= 0) held[static_cast<std::size_t>(v)] = 1;
  }
  return held;
}

VecX contact_stiffness(const SparseMatrix& stiffness, const VecX& masses, double step) {
  const VecX diagonal = stiffness.diagonal();
  VecX result(masses.size());
  for (Eigen::Index v = 0; v < masses.size(); ++v) {
    result[v] =
        contact_over_elastic * (diagonal.segment<3>(3 * v).mean() + masses[v] / (step * step));
  }
  return result;
}

void check_start(const Body& body, const InitialState& start) {
  const auto check = [&](const Points& points, const std::string& what) {
    if (points.cols() != 0 && points.cols() != body.vertex_count()) {
      throw InputError({.what = "the initial " + what + " have the wrong count",
                        .where = "body '" + body.name + "'",
                        .expected = std::to_string(body.vertex_count()),
                        .found = std::to_string(points.cols())});
    }
    if (!points.allFinite()) {
      throw InputError({.what = "the initial " + what + " are not all finite numbers",
                        .where = "body '" + body.name + "'"});
    }
  };
  check(start.positions, "positions");
  check(start.velocities, "velocities");
}

}  // namespace

TimeStepper::TimeStepper(const Body& body, const std::vector<Obstacle>& obstacles,
                         const Actions& actions, const InitialState& start,
                         const SimulationOptions& options)
    : body_(body), actions_(actions), options_(options) {
  validate(body);
  options.validate();
  for (const Obstacle& obstacle : obstacles) validate(obstacle);
  check_start(body, start);
  masses_ = lumped_mass(body);
  size_ = box_diagonal(body.rest_positions);
  held_ = held_vertices(body, masses_);
  model_ = make_elastic_model(body, options.law);
  const SparseMatrix& stiffness =
      model_->respond(body.rest_positions, StiffnessKind::positive).stiffness;
  contact_ = std::make_unique<ContactPotential>(
      body, obstacles,
      ContactLaw{options.contact_reach * size_, options.friction_speed * size_,
                 contact_stiffness(stiffness, masses_, 1 / (options.fps * options.substeps))});
  potential_ = std::make_unique<IncrementalPotential>(*model_, *contact_);
  if (std::count(held_.begin(), held_.end(), 0) > 0) system_.emplace(stiffness, held_);

  const Points positions = start.positions.cols() > 0 ? start.positions : body.rest_positions;
  state_.positions = with_pins(positions, 0);
  state_.velocities =
      start.velocities.cols() > 0 ? start.velocities : Points::Zero(3, body.vertex_count());
  contact_->begin_step(state_.positions, make_step_formula(state_, options.integrator, 1));
}

Points TimeStepper::with_pins(Points positions, double time) const {
  for (const int pin : body_.pins) {
    positions.col(pin) =
        actions_.pin_motion ? actions_.pin_motion(pin, time) : Vec3(body_.rest_positions.col(pin));
  }
  return positions;
}

Points TimeStepper::outer_forces(const Points& positions, const Points& velocities,
                                 double time) const {
  Points forces = options_.gravity * masses_.transpose();
  if (actions_.forces) {
    const Points given = actions_.forces(positions, velocities, time);
    if (given.cols() != positions.cols() || !given.allFinite()) {
      throw InputError({.what = "the forces that act on the body are not one finite vector per "
                                "vertex",
                        .where = "body '" + body_.name + "', time " + std::to_string(time) + " s"});
    }
    forces += given;
  }
  return forces;
}

// Forces that depend on positions and velocities are those of the extrapolated state, which keeps
// the second order.
StepTerms TimeStepper::make_terms(const StepFormula& formula, const Points& positions,
                                  const Points& velocities) {
  StepTerms terms;
  terms.formula = formula;
  terms.load = outer_forces(positions, velocities, formula.end_time);
  const double h = formula.step;
  const double inertia = 1 / (h * h) + options_.mass_damping / h;
  terms.inertia.resize(held_.size());
  for (std::size_t v = 0; v < held_.size(); ++v) {
    const auto k = static_cast<Eigen::Index>(v);
    terms.inertia[v] = masses_[k] * inertia * Mat3::Identity();
    terms.load.col(k) += masses_[k] / h * formula.velocities.col(k);
  }
  if (actions_.wind) {
    const AirDrag drag =
        air_drag(body_, positions, velocities, formula.end_time, actions_, options_);
    terms.load += drag.push;
    for (std::size_t v = 0; v < held_.size(); ++v) terms.inertia[v] += drag.resistance[v] / h;
  }
  for (std::size_t v = 0; v < held_.size(); ++v) {
    if (held_[v] == 0) continue;
    terms.inertia[v].setZero();
    terms.load.col(static_cast<Eigen::Index>(v)).setZero();
  }
  if (options_.stiffness_damping > 0) {
    damping_stiffness_ = model_->respond(state_.positions, StiffnessKind::positive).stiffness;
    terms.damping_matrix = &damping_stiffness_;
    terms.damping_scale = options_.stiffness_damping / h;
  }
  return terms;
}

// Of a few guesses the one of lowest energy: smooth motion goes on, or is stopped by something.
Points TimeStepper::best_start(const StepFormula& formula, double h) {
  const Points faster = state_.last_step > 0
                            ? extrapolated_velocities(state_, h)
                            : Points(state_.velocities.colwise() + h * options_.gravity);
  Points best;
  double lowest = std::numeric_limits<double>::infinity();
  for (const Points& guess :
       {Points(formula.positions + formula.step * faster),
        Points(formula.positions + formula.step * state_.velocities), state_.positions}) {
    const Points candidate =
        with_pins(contact_->stopped_at_obstacles(state_.positions, guess), formula.end_time);
    const double energy = potential_->energy(candidate);
    if (energy < lowest || best.cols() == 0) {
      lowest = energy;
      best = candidate;
    }
  }
  return best;
}

NewtonResult TimeStepper::solve_step(const StepFormula& formula, double h,
                                     const Progress& progress) {
  if (progress.cancelled()) throw Cancelled();
  const Points velocities = extrapolated_velocities(state_, h);
  const Points positions = with_pins(state_.positions + h * velocities, formula.end_time);
  potential_->begin_step(make_terms(formula, positions, velocities), state_.positions);
  if (!system_) {
    return {.positions = with_pins(state_.positions, formula.end_time), .converged = true};
  }
  const double tolerance = options_.newton_tolerance;
  const NewtonOptions newton = {
      .iterations = options_.newton_iterations,
      .tolerance = tolerance * size_,
      .touching_tolerance =
          std::max(tolerance, std::min(100 * tolerance, touching_tolerance)) * size_};
  return minimize(*potential_, *system_, best_start(formula, h), newton, progress);
}

void TimeStepper::count(const NewtonResult& result) {
  report_.newton_iterations += result.iterations;
  report_.assembly_seconds += result.seconds.assembly;
  report_.factorization_seconds += result.seconds.factorization;
  report_.solve_seconds += result.seconds.solve;
}

// Converged, or nearly: halving would cost more than it mends.
bool TimeStepper::is_usable(const NewtonResult& result) const {
  return result.converged || (!result.stuck && result.last_size < usable_step * size_);
}

void TimeStepper::step_or_halve(double h, int halvings_left, const Progress& progress) {
  const StepFormula formula = make_step_formula(state_, options_.integrator, h);
  const NewtonResult result = solve_step(formula, h, progress);
  count(result);
  if (!is_usable(result) && halvings_left > 0) {
    ++report_.halvings;
    step_or_halve(h / 2, halvings_left - 1, progress);
    step_or_halve(h / 2, halvings_left - 1, progress);
    return;
  }
  if (!result.positions.allFinite()) {
    throw SolveError(
        {.what = "the timestep has no finite answer",
         .where = "body '" + body_.name + "', time " + std::to_string(state_.time) + " s",
         .advice = "use more substeps, a softer material or smaller forces"});
  }
  if (!result.converged) ++report_.unconverged_steps;
  ++report_.timesteps;
  report_.worst_penetration =
      std::max(report_.worst_penetration, contact_->worst_penetration(result.positions));
  state_ = next_state(state_, formula, h, result.positions);
}

void TimeStepper::step(double h, const Progress& progress) {
  step_or_halve(h, options_.step_halvings, progress);
}

std::vector<Contact> TimeStepper::contacts(int frame) const {
  return contact_->contacts(state_.positions, frame);
}

double TimeStepper::energy() const {
  double energy = model_->energy(state_.positions);
  for (Eigen::Index v = 0; v < masses_.size(); ++v) {
    energy += masses_[v] * (0.5 * state_.velocities.col(v).squaredNorm() -
                            options_.gravity.dot(state_.positions.col(v)));
  }
  return energy;
}

NewtonStepTiming time_newton_step(const Body& body, ElasticLaw law, int repeats) {
  const Actions nothing;
  TimeStepper stepper(body, {}, nothing, {},
                      {.law = law, .newton_iterations = 1, .step_halvings = 0});
  NewtonStepTiming best{.total = std::numeric_limits<double>::infinity()};
  SimulationReport before = stepper.report();
  for (int k = 0; k < repeats; ++k) {
    const Stopwatch watch;
    stepper.step(1.0 / 24);
    const double total = watch.seconds();
    const SimulationReport& after = stepper.report();
    if (total < best.total) {
      best = {total,
              {after.assembly_seconds - before.assembly_seconds,
               after.factorization_seconds - before.factorization_seconds,
               after.solve_seconds - before.solve_seconds}};
    }
    before = after;
  }
  return best;
}

}  // namespace retake
