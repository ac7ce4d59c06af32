#include "retake/elasticity/simulation.h"

#include <cmath>
#include <limits>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "elasticity/bar.h"
#include "elasticity/sheet.h"
#include "retake/elasticity/mass.h"
#include "retake/elasticity/time_stepper.h"
#include "retake/numerics/errors.h"
#include "retake/numerics/parallel_for.h"

namespace retake {
namespace {

constexpr Integrator both_integrators[] = {Integrator::backward_euler, Integrator::second_order};

Body free_bar() {
  Body bar = make_bar();
  bar.pins.clear();
  return bar;
}

Vec3 center_of_mass(const Body& body, const Points& positions) {
  const VecX masses = lumped_mass(body);
  return positions * masses / masses.sum();
}

// A stiff cube of side 0.2 whose lower side lies in y = 0, for friction.
Body stiff_block() {
  return make_bar({.cells = {2, 2, 2}, .cell = 0.1, .material = {.young = 1e6, .poisson = 0.3}});
}

TEST(Simulation, FreeFallIsBallistic) {
  const Body bar = free_bar();
  InitialState start;
  start.velocities = Vec3(1, 3, -0.5).replicate(1, bar.vertex_count());
  for (const Integrator integrator : both_integrators) {
    SimulationOptions options{.integrator = integrator, .newton_tolerance = 1e-12};
    const Actions nothing;
    TimeStepper stepper(bar, {}, nothing, start, options);
    const double h = 1e-3;
    for (int k = 0; k < 500; ++k) stepper.step(h);
    const Vec3 way = 0.5 * start.velocities.col(0) + 0.125 * options.gravity;
    const double error = (stepper.state().positions.colwise() - way - bar.rest_positions)
                             .colwise()
                             .norm()
                             .maxCoeff();
    const double first_order_error = 0.5 * 0.5 * h * options.gravity.norm();  // t h g / 2
    EXPECT_LT(error, integrator == Integrator::backward_euler ? 1.01 * first_order_error : 1e-5);
  }
}

TEST(Simulation, InternalForcesDoNotChangeTheMomentum) {
  const Body bar = free_bar();
  const VecX masses = lumped_mass(bar);
  InitialState start;
  start.positions = bar.rest_positions;
  start.positions.row(0) *= 1.2;
  start.velocities = shaken(Points::Zero(3, bar.vertex_count()), 1.0);
  const auto momentum = [&](const Points& v) { return Vec3(v * masses); };
  const Actions nothing;
  TimeStepper stepper(bar, {}, nothing, start,
                      {.gravity = Vec3::Zero(), .newton_tolerance = 1e-13});
  const Vec3 before = momentum(start.velocities);
  const double h = 1e-3;
  for (int k = 0; k < 50; ++k) stepper.step(h);
  const double scale = masses.sum() * start.velocities.colwise().norm().mean();
  EXPECT_LT((momentum(stepper.state().velocities) - before).norm(), 1e-9 * scale);
}

// Is asked to stop once it has been asked so often.
class StoppingProgress : public Progress {
 public:
  explicit StoppingProgress(int questions) : questions_(questions) {}
  bool cancelled() const override { return questions_-- <= 0; }

 private:
  void report(std::string_view, double) override {}
  mutable int questions_;
};

// A timestep of a large body can take many seconds: whoever cancels waits for one iteration of it.
TEST(Simulation, StopsBetweenTwoIterationsOfATimestep) {
  const Body bar = free_bar();
  InitialState start;
  start.positions = bar.rest_positions;
  start.positions.row(0) *= 1.5;
  const Actions nothing;
  TimeStepper stepper(bar, {}, nothing, start, {.newton_tolerance = 1e-13});
  EXPECT_THROW(stepper.step(0.04, StoppingProgress(2)), Cancelled);
  EXPECT_EQ(stepper.report().newton_iterations, 0);  // counted when a step is done
  stepper.step(0.04);
  EXPECT_GT(stepper.report().newton_iterations, 2);
}

// Position of the tip of a bar that a smoothly growing force with friction of its own bends, after
// 0.2 s.
Vec3 tip_after_swing(Integrator integrator, int steps) {
  const Body bar = make_bar({.cells = {4, 1, 1}});
  const VecX masses = lumped_mass(bar);
  const Actions actions = {.forces = [&](const Points& x, const Points& v, double time) {
    const double growing = 30 * std::pow(std::sin(5 * time), 4);
    return Points((Vec3(0, -growing, 0).replicate(1, x.cols()) - 2 * v - 5 * x) *
                  masses.asDiagonal());
  }};
  TimeStepper stepper(bar, {}, actions, {},
                      {.law = ElasticLaw::stvk,
                       .integrator = integrator,
                       .gravity = Vec3::Zero(),
                       .newton_tolerance = 1e-13,
                       .step_halvings = 0});
  for (int k = 0; k < steps; ++k) stepper.step(0.2 / steps);
  return stepper.state().positions.col(bar.vertex_count() - 1);
}

double measured_order(Integrator integrator) {
  const Vec3 coarse = tip_after_swing(integrator, 50), middle = tip_after_swing(integrator, 100),
             fine = tip_after_swing(integrator, 200);
  return std::log2((coarse - middle).norm() / (middle - fine).norm());
}

TEST(Simulation, BackwardEulerConvergesWithOrderOne) {
  EXPECT_NEAR(measured_order(Integrator::backward_euler), 1, 0.15);
}

TEST(Simulation, TheSecondOrderIntegratorConvergesWithOrderTwo) {
  EXPECT_NEAR(measured_order(Integrator::second_order), 2, 0.2);
}

TEST(Simulation, SwingsForTenSecondsAsIfEveryStepWereSolvedExactly) {
  const Body bar = make_bar({.cells = {40, 2, 2}, .material = {.young = 1e6, .poisson = 0.3}});
  const auto swing = [&](const SimulationOptions& options) {
    return simulate(bar, {}, {}, {}, options).motion.frames;
  };
  for (const Integrator integrator : both_integrators) {
    const FrameList usual = swing({.integrator = integrator});
    const FrameList exact = swing({.integrator = integrator, .newton_tolerance = 1e-11});
    float apart = 0, way = 0;
    for (std::size_t t = 0; t < usual.size(); ++t) {
      apart = std::max(apart, (usual[t] - exact[t]).colwise().norm().maxCoeff());
      way = std::max(way, (usual[t] - usual[0]).colwise().norm().maxCoeff());
    }
    const double size = std::hypot(4, 0.2, 0.2);
    EXPECT_LT(apart, 1e-4 * size);
    EXPECT_GT(way, 0.1 * size);
  }
}

TEST(Simulation, ABodyAtRestOnAFloorIsCarriedByItAndStaysAbove) {
  const Body block = [] {
    Body body = stiff_block();
    body.pins.clear();
    return body;
  }();
  const Obstacle floor = {.shape = PlaneObstacle{}};
  for (const Integrator integrator : both_integrators) {
    InitialState start;
    start.positions = block.rest_positions.colwise() + Vec3(0, 0.05, 0);
    const auto result =
        simulate(block, {floor}, {}, start, {.integrator = integrator, .frames = 60});
    const double size = 0.2 * std::sqrt(3.0);
    EXPECT_LE(result.report.worst_penetration, 1e-3 * size);
    EXPECT_EQ(result.report.unconverged_steps, 0);
    const auto& last = result.motion.frames.back();
    EXPECT_LT((last - result.motion.frames[50]).norm(), 1e-5);  // calm
    EXPECT_NEAR(last.row(1).minCoeff(), 0, 2e-3 * size);
    int touching = 0;
    for (const Contact& contact : result.contacts) {
      if (contact.frame != 59) continue;
      ++touching;
      EXPECT_TRUE(contact.normal.isApprox(Vec3::UnitY()));
      EXPECT_LT(block.rest_positions(1, contact.vertex), 1e-9);
    }
    EXPECT_EQ(touching, 9);
  }
}

// A block on a slope of the given angle: the way of its centre down the slope after `frames`.
double way_down(double angle, double friction, int frames, Integrator integrator) {
  Body block = stiff_block();
  block.pins.clear();
  const Mat3 turn = Eigen::AngleAxisd(-angle, Vec3::UnitZ()).toRotationMatrix();
  const Obstacle slope = {.shape = PlaneObstacle{Vec3::Zero(), turn * Vec3::UnitY()},
                          .friction = friction};
  InitialState start;
  const double size = 0.2 * std::sqrt(3.0);
  start.positions = turn * (block.rest_positions.colwise() + Vec3(0, 0.95e-3 * size, 0));
  const auto result = simulate(block, {slope}, {}, start,
                               {.integrator = integrator, .frames = frames, .substeps = 4});
  const Points last = result.motion.frames.back().cast<double>();
  const Vec3 way = center_of_mass(block, last) - center_of_mass(block, start.positions);
  return way.dot(turn * Vec3::UnitX());
}

TEST(Simulation, ABlockStaysOnASlopeThatIsFlatterThanTheFrictionAngle) {
  for (const Integrator integrator : both_integrators) {
    EXPECT_LT(std::abs(way_down(0.4, 0.6, 25, integrator)), 2e-3);  // tan 0.4 = 0.42
  }
}

TEST(Simulation, ABlockSlidesDownASteepSlopeAsCoulombSays) {
  const double angle = 0.5, friction = 0.2, seconds = 1;
  const double acceleration = 9.81 * (std::sin(angle) - friction * std::cos(angle));
  const double expected = 0.5 * acceleration * seconds * seconds;
  for (const Integrator integrator : both_integrators) {
    const double way = way_down(angle, friction, 25, integrator);
    EXPECT_NEAR(way, expected, 0.03 * expected);
  }
}

TEST(Simulation, PinsAreWhereTheyAreLed) {
  const Body bar = make_bar();
  const Actions actions = {.pin_motion = [&](int vertex, double time) {
    return Vec3(bar.rest_positions.col(vertex) + Vec3(0, std::sin(5 * time), time));
  }};
  const auto result = simulate(bar, {}, actions, {}, {.frames = 20});
  for (int frame = 0; frame < 20; ++frame) {
    for (const int pin : bar.pins) {
      const Vec3 expected = actions.pin_motion(pin, frame / 24.0);
      EXPECT_LT(
          (result.motion.frames[static_cast<std::size_t>(frame)].col(pin) - expected.cast<float>())
              .norm(),
          1e-6f);
    }
  }
}

TEST(Simulation, WindCarriesASheetDownwindUpToItsOwnSpeed) {
  Body sheet = make_sheet(6, 1, 1e-3);
  const Actions actions = {.wind = [](const Vec3&, double) { return Vec3(0, 0, 4); }};
  double last = -1;
  const auto result = simulate(sheet, {}, actions, {}, {.frames = 48, .gravity = Vec3::Zero()});
  for (const auto& frame : result.motion.frames) {
    const double z = center_of_mass(sheet, frame.cast<double>()).z();
    EXPECT_GT(z, last);
    EXPECT_LE(z - std::max(last, 0.0), 4.0 / 24 + 1e-9);
    last = z;
  }
  EXPECT_GT(last, 4.0);  // most of 2 s at 4 m/s
}

TEST(Simulation, DampingTakesEnergyAway) {
  const Body bar = make_bar();
  const auto energy_after = [&](double alpha, double beta) {
    return simulate(bar, {}, {}, {},
                    {.integrator = Integrator::second_order,
                     .frames = 24,
                     .mass_damping = alpha,
                     .stiffness_damping = beta})
        .report.energies.back();
  };
  const double undamped = energy_after(0, 0);
  EXPECT_LT(energy_after(5, 0), undamped);
  EXPECT_LT(energy_after(0, 0.05), undamped);
}

TEST(Simulation, RecoversFromScrambledAndFlattenedStarts) {
  const Body bar = make_bar();
  for (const ElasticLaw law :
       {ElasticLaw::corotated, ElasticLaw::stable_neo_hookean, ElasticLaw::stvk}) {
    InitialState flattened, scrambled;
    flattened.positions = bar.rest_positions;
    flattened.positions.row(1) *= 1e-3;
    scrambled.positions = shaken(bar.rest_positions, 0.1);
    for (const InitialState& start : {flattened, scrambled}) {
      const auto result =
          simulate(bar, {}, {}, start, {.law = law, .frames = 72, .gravity = Vec3::Zero()});
      const Points last = result.motion.frames.back().cast<double>();
      ASSERT_TRUE(last.allFinite());
      if (law == ElasticLaw::stvk) continue;  // it has other states of rest, inside out
      EXPECT_LT((last - bar.rest_positions).colwise().norm().maxCoeff(), 0.02)
          << static_cast<int>(law);
    }
  }
}

TEST(Simulation, GivesTheSameBitsForAnyNumberOfThreads) {
  const Body bar = make_bar({.cells = {8, 3, 3}});
  const Obstacle floor = {.shape = PlaneObstacle{{0, -0.1, 0}, Vec3::UnitY()}};
  const auto run = [&](int threads) {
    const ThreadLimit limit(threads);
    return simulate(bar, {floor}, {}, {}, {.frames = 10, .stiffness_damping = 1e-3});
  };
  const auto one = run(1), two = run(2);
  for (std::size_t k = 0; k < one.motion.frames.size(); ++k) {
    EXPECT_EQ(one.motion.frames[k], two.motion.frames[k]);
  }
  EXPECT_EQ(one.report.energies, two.report.energies);
}

TEST(Simulation, StopsWhenAskedTo) {
  class StopAtHalf : public Progress {
   public:
    bool cancelled() const override { return done_ > 0.5; }

   private:
    void report(std::string_view, double fraction) override { done_ = fraction; }
    double done_ = 0;
  } progress;
  EXPECT_THROW(simulate(make_bar(), {}, {}, {}, {.frames = 10}, progress), Cancelled);
}

TEST(Simulation, RefusesOptionsThatMakeNoSense) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const SimulationOptions bad[] = {{.fps = 0},
                                   {.fps = nan},
                                   {.frames = 0},
                                   {.substeps = -1},
                                   {.gravity = {0, nan, 0}},
                                   {.mass_damping = -1},
                                   {.stiffness_damping = nan},
                                   {.newton_iterations = 0},
                                   {.newton_tolerance = 0},
                                   {.contact_reach = 0},
                                   {.air_density = -1}};
  for (const SimulationOptions& options : bad) EXPECT_THROW(options.validate(), InputError);
  EXPECT_NO_THROW(SimulationOptions{}.validate());
}

TEST(Simulation, RefusesAStartOfTheWrongSizeAndForcesThatAreNotFinite) {
  const Body bar = make_bar();
  EXPECT_THROW(simulate(bar, {}, {}, {.positions = Points::Zero(3, 2)}, {.frames = 2}), InputError);
  const Actions actions = {.forces = [](const Points& x, const Points&, double) {
    return Points(Points::Constant(3, x.cols(), std::numeric_limits<double>::infinity()));
  }};
  EXPECT_THROW(simulate(bar, {}, actions, {}, {.frames = 2}), InputError);
}

}  // namespace
}  // namespace retake
