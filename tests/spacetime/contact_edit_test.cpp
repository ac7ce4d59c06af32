// Edits of bodies that touch obstacles.
#include <numeric>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "retake/elasticity/simulation.h"
#include "retake/spacetime/contact_detection.h"
#include "retake/spacetime/penetration.h"
#include "spacetime/edited_bar.h"

namespace retake {
namespace {

// The lower side of the bar near its tip lies on a table, frames 12 to 28.
EditInput resting_bar() {
  EditInput input = still_bar();
  for (int v = 0; v < input.body.vertex_count(); ++v) {
    const Vec3 X = input.body.rest_positions.col(v);
    for (int t = 12; t <= 28 && X.x() > 2.9 && X.y() < -0.49; ++t) {
      input.contacts.push_back({.frame = t, .vertex = v, .obstacle = 0, .normal = Vec3::UnitY()});
    }
  }
  return input;
}

Motion pulled_aside(const EditInput& input, const ContactOptions& contacts) {
  EditSettings settings;
  settings.contacts = contacts;
  MotionEdit edit(input, settings);
  edit.add(hold(nearest_vertex(input.body, {2, 0, 0}), 20, {2, 0.1, 0.3}));
  edit.solve();
  return edit.motion();
}

// How far contacts go off along their normal and aside, m.
std::pair<double, double> drift(const EditInput& input, const Motion& motion) {
  double off = 0, aside = 0;
  for (const Contact& contact : input.contacts) {
    const auto t = static_cast<std::size_t>(contact.frame);
    const Eigen::Vector3f moved =
        motion.frames[t].col(contact.vertex) - input.motion->frames[t].col(contact.vertex);
    off = std::max<double>(off, std::abs(moved.y()));
    aside = std::max<double>(aside, std::hypot(moved.x(), moved.z()));
  }
  return {off, aside};
}

TEST(KeptContacts, SlideOrStickAsTheyAreTold) {
  const EditInput input = resting_bar();
  const auto [lifted, slid] = drift(input, pulled_aside(input, {.kind = ContactKind::sliding}));
  EXPECT_LT(lifted, 1e-4);
  EXPECT_GT(slid, 0.05);
  const auto [off, aside] = drift(input, pulled_aside(input, {.kind = ContactKind::sticking}));
  EXPECT_LT(off, 1e-4);
  EXPECT_LT(aside, 1e-4);
}

// A soft block thrown down stairs with a spin.
EditInput tumbling_block() {
  const Body block = make_bar({.cells = {4, 2, 2},
                               .size = {0.5, 0.3, 0.3},
                               .material = {.density = 500, .young = 1.2e5, .poisson = 0.42}});
  const Obstacle stairs{
      .name = "stairs",
      .shape = StairsObstacle{.top = {0.6, -0.15, 0}, .run = 0.35, .rise = 0.2, .steps = 5},
      .friction = 0.6};
  InitialState start;
  start.positions = block.rest_positions.colwise() + Vec3(0, 0.2, 0);
  start.velocities.resize(3, block.vertex_count());
  for (int v = 0; v < block.vertex_count(); ++v) {
    start.velocities.col(v) =
        Vec3(2, 0, 0) + Vec3(0.3, 0.2, -6).cross(block.rest_positions.col(v) - Vec3(0.25, 0, 0));
  }
  const SimulationResult result =
      simulate(block, {stairs}, {}, start, {.fps = 48, .frames = 72, .stiffness_damping = 1e-3});
  EditInput input = input_of(block, std::make_shared<Motion>(result.motion));
  input.obstacles = {stairs};
  input.contacts = result.contacts;
  return input;
}

class EditOnStairs : public testing::Test {
 protected:
  static void SetUpTestSuite() { input_ = new EditInput(tumbling_block()); }
  static void TearDownTestSuite() { delete input_; }

  // Corners pulled by a tenth of the size, each at a frame with contacts and at one without.
  // `frames_after` solves, and says which frames to look at.
  template <class Solve>
  void expect_sound(const Solve& frames_after) {
    ASSERT_GT(input_->contacts.size(), 50u);
    const double size = size_of(input_->body);
    const int touching = input_->contacts[input_->contacts.size() / 2].frame;
    for (const int frame : {touching, 10}) {
      for (const Vec3& by : {Vec3(0.03, 0.1, 0), Vec3(0, -0.1, 0), Vec3(-0.05, 0, 0.1)}) {
        MotionEdit edit(*input_, {});
        const int corner = nearest_vertex(input_->body, {0.5, 0.15, 0.15});
        const auto t = static_cast<std::size_t>(frame);
        edit.add(
            hold(corner, frame, input_->motion->frames[t].col(corner).cast<double>() + size * by));
        for (const int seen : frames_after(edit, frame)) {
          const Eigen::Matrix3Xf positions = edit.frame(seen);
          const FrameView before = input_->motion->frames[static_cast<std::size_t>(seen)];
          EXPECT_LE(deepest(violations_in(input_->obstacles, seen, positions, before, 0)),
                    1e-3 * size)
              << "pull at " << frame << ", frame " << seen;
          EXPECT_GT(smallest_volume(input_->body, positions), 0)
              << "pull at " << frame << ", frame " << seen;
        }
      }
    }
  }

  static EditInput* input_;
};

EditInput* EditOnStairs::input_ = nullptr;

TEST_F(EditOnStairs, EntersThemNowhereAndTurnsNoElementInsideOut) {
  expect_sound([](MotionEdit& edit, int) {
    edit.solve_one_sided();
    std::vector<int> all(static_cast<std::size_t>(input_->motion->frame_count()));
    std::iota(all.begin(), all.end(), 0);
    return all;
  });
}

TEST_F(EditOnStairs, DoesNotCrushElementsOfTheFrameThatIsDragged) {
  expect_sound([](MotionEdit& edit, int frame) {
    edit.solve();
    return std::vector<int>{frame};
  });
}

}  // namespace
}  // namespace retake
