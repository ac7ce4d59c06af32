// Contacts and obstacles beside wishes: what they hinder, and what the report says of them.
#include <numeric>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "retake/spacetime/edit_basis.h"
#include "spacetime/edited_bar.h"

namespace retake {
namespace {

const Obstacle the_sea{.name = "sea", .shape = PlaneObstacle{.point = {0, -0.8, 0}}};

// The bar lies on a table with its lower side near the tip, frames 15 to 25.
EditInput bar_on_a_table() {
  EditInput input = still_bar();
  input.obstacles = {{.name = "table", .shape = PlaneObstacle{.point = {0, -0.5, 0}}}};
  for (int v = 0; v < input.body.vertex_count(); ++v) {
    const Vec3 X = input.body.rest_positions.col(v);
    for (int t = 15; t <= 25 && X.x() > 3.4 && X.y() < -0.49; ++t) {
      input.contacts.push_back({.frame = t, .vertex = v, .obstacle = 0, .normal = Vec3::UnitY()});
    }
  }
  return input;
}

TEST(Hindrance, IsTheContactThatAWishWouldLiftOff) {
  const EditInput input = bar_on_a_table();
  const int foot = nearest_vertex(input.body, {4, -0.5, 0});
  MotionEdit edit(input, {});
  const Vec3 start = input.body.rest_positions.col(foot);
  edit.add(hold(foot, 20, start + Vec3(0, 0.5, 0)));
  const WishReport wish = edit.solve().wishes[0];
  ASSERT_TRUE(wish.hindrance);
  EXPECT_EQ(wish.hindrance->name, "table");
  EXPECT_TRUE(wish.hindrance->is_contact);
}

TEST(Hindrance, IsTheObstacleThatAWishWouldEnter) {
  EditInput input = still_bar();
  input.obstacles = {the_sea};
  MotionEdit edit(input, {});
  edit.add(hold(nearest_vertex(input.body, bar_tip), 20, bar_tip - Vec3(0, 1.2, 0)));
  const WishReport wish = edit.solve_one_sided().wishes[0];
  ASSERT_TRUE(wish.hindrance);
  EXPECT_EQ(wish.hindrance->name, "sea");
  EXPECT_FALSE(wish.hindrance->is_contact);
}

TEST(Hindrance, IsNotNamedWhereTheBodyItselfIsStiff) {
  EditInput input = still_bar();
  input.obstacles = {the_sea};
  MotionEdit edit(input, {});
  edit.add(hold(nearest_vertex(input.body, bar_tip), 20, bar_tip + Vec3(4, 0, 0)));
  const WishReport wish = edit.solve_one_sided().wishes[0];
  EXPECT_FALSE(wish.hindrance);
}

// A pose that bends the bar under the sea: frames beside it must be pushed up by rows, and the pose
// itself, which is hard, cannot be.
TEST(OneSidedRows, PushWhatAHeldPoseBringsIntoAnObstacle) {
  EditInput input = still_bar();
  MotionEdit bent(input, {});
  bent.add(hold(nearest_vertex(input.body, bar_tip), 20, bar_tip - Vec3(0, 0.6, 0)));
  bent.solve();
  const Eigen::Matrix3Xf pose = bent.frame(20);
  input.obstacles = {the_sea};
  MotionEdit edit(input, {});
  edit.add({.name = "pose", .kind = WishKind::pose, .frame = 20, .pose = pose});
  const EditReport report = edit.solve_one_sided();
  EXPECT_GT(report.one_sided_active + report.obstacles.guards, 0);
  const Motion motion = edit.motion();
  for (const FrameView& frame : motion.frames) EXPECT_GE(frame.row(1).minCoeff(), -0.8f);
  const float off = (edit.frame(20) - pose).colwise().norm().maxCoeff();
  EXPECT_NEAR(report.wishes[0].miss, off, 1e-5);  // what obstacles did to it, too
}

// A bar that nothing holds lies on a table, and its tip is pulled up beside vertices that the
// reconstruction keeps there: rows against these would push ever harder.
TEST(OneSidedRows, GiveUpWhereTheyMakeItWorse) {
  const Body body = make_bar();
  EditInput input = input_of(body, still(body));
  input.obstacles = {{.name = "table", .shape = PlaneObstacle{.point = {0, -0.5, 0}}}};
  for (int v = 0; v < body.vertex_count(); ++v) {
    const Vec3 X = body.rest_positions.col(v);
    for (int t = 12; t <= 28 && X.x() > 2.4 && X.x() < 3.6 && X.y() < -0.49; ++t) {
      input.contacts.push_back({.frame = t, .vertex = v, .obstacle = 0, .normal = Vec3::UnitY()});
    }
  }
  MotionEdit edit(input, {});
  edit.add(hold(nearest_vertex(body, bar_tip), 20, bar_tip + Vec3(0, 0.5, 0)));
  const EditReport& report = edit.solve_one_sided();
  EXPECT_LT(report.obstacles.left_by_rows, 0.1);
  EXPECT_EQ(report.worst_penetration, 0);
  for (const FrameView& frame : edit.motion().frames) {
    for (Eigen::Index t = 0; t < body.tets.cols(); ++t) {
      const auto corner = [&](int c) { return Vec3(frame.col(body.tets(c, t)).cast<double>()); };
      const auto rest = [&](int c) { return Vec3(body.rest_positions.col(body.tets(c, t))); };
      const auto volume = [](const auto& at) {
        return (at(1) - at(0)).cross(at(2) - at(0)).dot(at(3) - at(0));
      };
      ASSERT_GT(volume(corner), 0.5 * volume(rest));
    }
  }
}

TEST(Contacts, OfAFreeBodyAreHeldByTheLinearEdit) {
  const Body body = make_bar();
  EditInput input = input_of(body, still(body));
  std::vector<int> feet;
  for (const double x : {0.5, 2.0, 3.5}) feet.push_back(nearest_vertex(body, {x, -0.5, 0}));
  for (const int foot : feet) {
    input.contacts.push_back({.frame = 25, .vertex = foot, .normal = Vec3::UnitY()});
  }
  EditSettings settings;
  settings.cost.ends = Ends::start;
  settings.contacts.cluster = false;
  MotionEdit edit(input, settings);
  Wish wish = hold(nearest_vertex(body, {4, 0, 0}), 25, {4, 0.1, 0});
  wish.directions = Vec3::UnitY();
  edit.add(wish);
  EXPECT_LT(edit.solve().wishes[0].miss, 4e-4);
  const EditBasis basis(body, input.modes, 40, std::vector<Placement>(motion_frames));
  for (const int foot : feet) {
    const VecX row = basis.row(25, {{foot, 1}}, Vec3::UnitY());
    EXPECT_LT(std::abs(row.dot(edit.amplitudes().col(25))), 0.01 * 0.1) << foot;
  }
}

TEST(Contacts, DriftByNextToNothingAndSoTheReportSays) {
  const EditInput input = bar_on_a_table();
  MotionEdit edit(input, {});
  Wish wish = hold(nearest_vertex(input.body, {2, 0, 0}), 20, {2, 0.3, 0});
  wish.directions = Vec3::UnitY();
  edit.add(wish);
  edit.solve();
  const std::vector<ContactDrift> drifts = edit.contact_drifts();
  EXPECT_EQ(std::ssize(drifts), edit.report().contact_sites);
  ASSERT_FALSE(drifts.empty());
  for (const ContactDrift& site : drifts) {
    EXPECT_EQ(site.name, "table");
    EXPECT_LT(site.drift, 1e-4);
  }
}

// A strip of cloth, x from -2 to 2, pinned at its left edge.
Body strip() {
  Body body;
  body.name = "strip";
  body.thickness = 0.01;
  body.materials = {{.name = "cloth", .density = 300, .young = 1e5, .poisson = 0.3}};
  const int along = 17, across = 4;  // vertices
  body.rest_positions.resize(3, along * across);
  for (int i = 0; i < along; ++i) {
    for (int j = 0; j < across; ++j) {
      body.rest_positions.col(across * i + j) = Vec3(4.0 * i / (along - 1) - 2, 0, 0.25 * j);
    }
  }
  std::vector<Eigen::Vector3i> triangles;
  for (int i = 0; i + 1 < along; ++i) {
    for (int j = 0; j + 1 < across; ++j) {
      const int v = across * i + j;
      triangles.push_back({v, v + across, v + 1});
      triangles.push_back({v + 1, v + across, v + across + 1});
    }
  }
  body.triangles.resize(3, std::ssize(triangles));
  for (std::size_t t = 0; t < triangles.size(); ++t)
    body.triangles.col(static_cast<Eigen::Index>(t)) = triangles[t];
  for (int j = 0; j < across; ++j) body.pins.push_back(j);
  return body;
}

// The right half lies over the left one.
Vec3 folded(const Vec3& X) { return X.x() < 0 ? X : Vec3(-X.x(), 0.01, X.z()); }

TEST(SelfContacts, AreKeptInTheWarpedFrames) {
  const Body body = strip();
  auto motion = still(body);
  Eigen::Matrix3Xf pose(3, body.vertex_count());
  for (int v = 0; v < body.vertex_count(); ++v)
    pose.col(v) = folded(body.rest_positions.col(v)).cast<float>();
  motion->frames.assign(motion->frames.size(), pose);
  const EditInput input = input_of(body, motion, 30);
  EditSettings settings;
  settings.contacts.self_contact = true;
  settings.contacts.detection_distance = 0.01;
  MotionEdit edit(input, settings);
  edit.add(hold(nearest_vertex(body, {0.25, 0, 0.25}), 20, {-0.25, 0.3, 0.25}));
  edit.solve();
  ASSERT_GT(edit.report().contact_sites, 0);
  for (const ContactDrift& site : edit.contact_drifts()) {
    EXPECT_EQ(site.name, "the body itself");
    EXPECT_LT(site.drift, 1e-4) << site.place.frame << " " << site.place.vertex;
  }
}

}  // namespace
}  // namespace retake
