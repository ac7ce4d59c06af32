#include "retake/elasticity/simulation.h"

#include <cmath>
#include <sstream>

#include "retake/elasticity/time_stepper.h"
#include "retake/numerics/errors.h"
#include "retake/numerics/stopwatch.h"

namespace retake {

namespace {

template <class Value>
void require(bool holds, const char* option, const char* expected, const Value& found) {
  if (holds) return;
  std::ostringstream text;
  text << found;
  throw InputError({.what = "a simulation option makes no sense",
                    .where = option,
                    .expected = expected,
                    .found = text.str()});
}

bool not_negative(double value) { return std::isfinite(value) && value >= 0; }
bool positive(double value) { return std::isfinite(value) && value > 0; }

// Throws SolveError for a frame that no cache can hold.
Eigen::Matrix3Xf as_floats(const Points& positions, int frame) {
  Eigen::Matrix3Xf floats = positions.cast<float>();
  for (Eigen::Index v = 0; v < floats.cols(); ++v) {
    if (floats.col(v).allFinite()) continue;
    throw SolveError({.what = "the body has flown out of what numbers can hold",
                      .where = "frame " + std::to_string(frame) + ", vertex " + std::to_string(v),
                      .expected = "positions below 3e38 m",
                      .found = std::to_string(positions.col(v).cwiseAbs().maxCoeff()) + " m",
                      .advice = "check gravity, velocities and pushes"});
  }
  return floats;
}

}  // namespace

void SimulationOptions::validate() const {
  require(positive(fps), "fps", "above 0", fps);
  require(frames >= 1 && frames <= 1'000'000, "frames", "1 to 1,000,000", frames);
  require(substeps >= 1 && substeps <= 100'000, "substeps", "1 to 100,000", substeps);
  require(gravity.allFinite(), "gravity", "three finite numbers", gravity.transpose());
  require(not_negative(mass_damping), "mass_damping", "0 or more", mass_damping);
  require(not_negative(stiffness_damping), "stiffness_damping", "0 or more", stiffness_damping);
  require(newton_iterations >= 1, "newton_iterations", "1 or more", newton_iterations);
  require(positive(newton_tolerance), "newton_tolerance", "above 0", newton_tolerance);
  require(step_halvings >= 0 && step_halvings <= 16, "step_halvings", "0 to 16", step_halvings);
  require(positive(contact_reach), "contact_reach", "above 0", contact_reach);
  require(positive(friction_speed), "friction_speed", "above 0", friction_speed);
  require(not_negative(air_density), "air_density", "0 or more", air_density);
  require(not_negative(normal_drag), "normal_drag", "0 or more", normal_drag);
  require(not_negative(tangential_drag), "tangential_drag", "0 or more", tangential_drag);
}

SimulationResult simulate(const Body& body, const std::vector<Obstacle>& obstacles,
                          const Actions& actions, const InitialState& start,
                          const SimulationOptions& options, Progress& progress) {
  const Stopwatch watch;
  progress.update("simulate", 0);
  TimeStepper stepper(body, obstacles, actions, start, options);
  SimulationResult result;
  result.motion.fps = options.fps;
  std::vector<double> energies;
  const auto record = [&](int frame) {
    result.motion.frames.push_back(as_floats(stepper.state().positions, frame));
    const std::vector<Contact> contacts = stepper.contacts(frame);
    result.contacts.insert(result.contacts.end(), contacts.begin(), contacts.end());
    energies.push_back(stepper.energy());
  };
  record(0);
  for (int frame = 1; frame < options.frames; ++frame) {
    try {
      for (int k = 0; k < options.substeps; ++k) {
        stepper.step(1 / (options.fps * options.substeps), progress);
      }
    } catch (const SolveError& error) {
      Complaint complaint = error.complaint();
      complaint.where += ", frame " + std::to_string(frame);
      throw SolveError(complaint);
    }
    record(frame);
    progress.update("simulate", static_cast<double>(frame) / (options.frames - 1));
  }
  result.report = stepper.report();
  result.report.energies = energies;
  result.report.seconds = watch.seconds();
  return result;
}

}  // namespace retake
