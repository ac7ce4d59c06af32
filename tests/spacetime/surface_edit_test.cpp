// Edits of surfaces whose elasticity comes from tets inside of them.
#include <gtest/gtest.h>

#include "data_folder.h"
#include "modes/surface_body.h"
#include "retake/mesh/mesh_file.h"
#include "retake/mesh/motion_file.h"
#include "retake/numerics/errors.h"
#include "retake/rotation_strain/surface_ties.h"
#include "retake/spacetime/contact_detection.h"
#include "retake/spacetime/region_body.h"
#include "spacetime/edited_bar.h"

namespace retake {
namespace {

// Every triangle with corners of its own, as glTF files often have it.
Body with_repeated_vertices(const Body& body) {
  Body repeated = body;
  const Eigen::VectorXi corners = body.triangles.reshaped();
  repeated.rest_positions = body.rest_positions(Eigen::all, corners);
  repeated.interior->surface.vertices = body.interior->surface.vertices(Eigen::all, corners);
  repeated.interior->surface.weights = body.interior->surface.weights(Eigen::all, corners);
  for (int c = 0; c < corners.size(); ++c) repeated.triangles(c) = c;
  repeated.pins.clear();
  for (int c = 0; c < corners.size(); ++c) {
    if (std::binary_search(body.pins.begin(), body.pins.end(), corners[c])) {
      repeated.pins.push_back(c);
    }
  }
  return repeated;
}

TEST(SurfaceEdit, HandleMeetsItsTargetAndNoEditGivesBackTheInput) {
  for (const Body& body : {skin_of(clamp_end(make_bar())), skin_of(make_bar())}) {
    const auto motion = swinging(body, 0.8);
    MotionEdit edit(input_of(body, motion), {});
    for (const int t : {0, 13, motion_frames - 1}) {
      EXPECT_EQ(edit.frame(t), motion->frames[static_cast<std::size_t>(t)]);
    }
    const int tip = nearest_vertex(body, bar_tip);
    const Vec3 target = position(edit, 20, tip) + Vec3(0, 0.2, 0.1);
    Wish wish = hold(tip, 20, target);
    wish.stiff_axes = StiffAxes::locked;
    edit.add(wish);
    edit.solve();
    EXPECT_LT((position(edit, 20, tip) - target).norm(), 1e-4 * size_of(body));
  }
}

TEST(SurfaceEdit, IsTheSameWhereVerticesAreRepeated) {
  const Body body = skin_of(clamp_end(make_bar()));
  const Body repeated = with_repeated_vertices(body);
  EXPECT_NO_THROW(validate(repeated));
  MotionEdit edit(input_of(body, swinging(body, 0.5)), {});
  MotionEdit same(input_of(repeated, swinging(repeated, 0.5)), {});
  const int tip = nearest_vertex(body, bar_tip);
  const Vec3 target = position(edit, 20, tip) + Vec3(0, 0.3, 0);
  edit.add(hold(tip, 20, target));
  same.add(hold(nearest_vertex(repeated, bar_tip), 20, target));
  edit.solve();
  same.solve();
  const Eigen::Matrix3Xf expected = edit.frame(20)(Eigen::all, body.triangles.reshaped());
  EXPECT_LT((same.frame(20) - expected).colwise().norm().maxCoeff(), 0.01);  // of 0.3 m
}

TEST(SurfaceEdit, TiesMakeOneSurfaceOfAllPartsOnAPieceOfTheInterior) {
  const Body body = skin_of(make_bar());
  EXPECT_TRUE(surface_ties(body).empty());
  const Body repeated = with_repeated_vertices(body);
  EXPECT_EQ(static_cast<int>(surface_ties(repeated).size()),
            repeated.vertex_count() - body.vertex_count());
  EXPECT_TRUE(surface_ties(make_bar()).empty());
}

TEST(SurfaceEdit, PoseIsTakenWithTheModesThatTheSurfaceShows) {
  const Body body = skin_of(clamp_end(make_bar()));
  EditInput input = input_of(body, still(body));
  const VecX bend = 0.02 * input.modes->shapes.col(0) / input.modes->shapes.col(0).maxCoeff();
  const Points pose = body.rest_positions + Points(bend.reshaped(3, body.vertex_count()));
  MotionEdit edit(input, {});
  Wish wish{.kind = WishKind::pose, .frame = 20};
  wish.pose = pose.cast<float>();
  edit.add(wish);
  edit.solve();
  EXPECT_LT((edit.frame(20) - wish.pose).colwise().norm().maxCoeff(), 0.05 * 0.02);
}

std::vector<int> beyond(const Body& body, double x) {
  std::vector<int> vertices;
  for (int v = 0; v < body.vertex_count(); ++v) {
    if (body.rest_positions(0, v) > x) vertices.push_back(v);
  }
  return vertices;
}

// The vertex of the whole interior at the place of each free unknown of the part's.
std::vector<int> unknowns_in_whole(const Body& whole, const Body& part, const FreeSystem& system) {
  std::vector<int> unknowns;
  for (const int v : system.vertices) {
    Eigen::Index at = 0;
    (whole.rest_positions.colwise() - part.rest_positions.col(v))
        .colwise()
        .squaredNorm()
        .minCoeff(&at);
    for (int axis = 0; axis < 3; ++axis) unknowns.push_back(3 * static_cast<int>(at) + axis);
  }
  return unknowns;
}

TEST(SurfaceEdit, RegionHasStiffnessAndMassesOfTheWholeInteriorWithTheRestHeld) {
  const Body body = skin_of(make_bar());
  const RegionBody region = make_region_body(body, beyond(body, 1.6));
  EXPECT_NO_THROW(validate(region.body));
  const Body whole = interior_body(body), part = interior_body(region.body);
  const FreeSystem all = free_system(whole), some = free_system(part);
  ASSERT_GT(some.vertices.size(), 4U);
  const std::vector<int> unknowns = unknowns_in_whole(whole, part, some);
  const MatX expected = MatX(all.K)(unknowns, unknowns);
  EXPECT_LT((MatX(some.K) - expected).norm(), 1e-12 * expected.norm());
  EXPECT_LT((some.masses - VecX(all.masses(unknowns))).norm(), 1e-12 * some.masses.norm());
  const Modes modes = compute_modes(region.body, {.count = 5}).modes;
  for (const int pin : region.body.pins) {
    EXPECT_TRUE(modes.shapes.middleRows<3>(3 * pin).isZero(0));
  }
}

TEST(SurfaceEdit, RegionSmallerThanTheTetsIsRefusedWithAdvice) {
  const Body ball = surface_of_ball();
  const Eigen::Matrix4Xi& carriers = ball.interior->surface.vertices;
  Eigen::VectorXi carried = Eigen::VectorXi::Zero(ball.interior->rest_positions.cols());
  for (const int node : carriers.reshaped()) ++carried[node];
  int vertex = 0;  // whose carriers all carry others too
  while (carried(carriers.col(vertex)).minCoeff() < 2) ++vertex;
  try {
    make_region_body(ball, std::vector<int>{vertex});
    FAIL() << "not refused";
  } catch (const InputError& error) {
    EXPECT_NE(error.complaint().advice.find("larger region"), std::string::npos);
  }
}

TEST(SurfaceEdit, OfTheElasticCowMeetsOneHandleAndKeepsTheRest) {
  const auto folder = data_folder() / "anim/elastic_cow";
  RETAKE_NEED_DATA(folder);
  const TriangleMesh surface = *read_mesh(folder / "elastic_cow.obj").triangles;
  Body body = make_surface_body(
      surface, mesh_solid(surface, {.method = SolidMeshMethod::lattice, .cell = 0.16}));
  const auto motion = std::make_shared<const Motion>(read_motion(folder / "elastic_cow.pc2"));
  MotionEdit edit(input_of(body, motion, 60), {});
  const double size = size_of(body);
  double off = 0;
  for (int t = 0; t < motion->frame_count(); t += 20) {
    off = std::max(
        off,
        static_cast<double>(
            (edit.frame(t) - motion->frames[static_cast<std::size_t>(t)]).cwiseAbs().maxCoeff()));
  }
  EXPECT_LE(off, 1e-6 * size);
  Eigen::Index nose = 0;
  body.rest_positions.row(2).maxCoeff(&nose);
  const int frame = motion->frame_count() / 2;
  const Vec3 target = position(edit, frame, static_cast<int>(nose)) + Vec3(0.03, 0.03, 0) * size;
  edit.add(hold(static_cast<int>(nose), frame, target));
  edit.solve();
  const double miss = (position(edit, frame, static_cast<int>(nose)) - target).norm();
  EXPECT_LE(miss, 1e-4 * size);
}

}  // namespace
}  // namespace retake
