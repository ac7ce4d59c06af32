#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retake/interpolation/pose_interpolation.h"
#include "retake/numerics/errors.h"
#include "rotation_strain/motions.h"

namespace retake {
namespace {

using testing::AllOf;
using testing::HasSubstr;

Vec3 mirrored(const Vec3& x) { return {x.x(), -x.y(), x.z()}; }

std::string refusal(const Body& body, const std::vector<KeyPose>& poses) {
  try {
    check_poses(body, poses);
  } catch (const InputError& error) {
    return error.what();
  }
  return "not refused";
}

// The rest shape, and another pose a second later.
std::string refusal(const Body& body, const Eigen::Matrix3Xf& other) {
  return refusal(body, {{.time = 0, .positions = posed(body, at_rest)},
                        {.time = 1, .positions = other, .name = "other.obj"}});
}

TEST(PoseCheck, OnePoseIsNoMotion) {
  const Body body = make_bar();
  EXPECT_THAT(refusal(body, {{0, posed(body, at_rest)}}), HasSubstr("two poses at least"));
}

TEST(PoseCheck, TwoPosesAtOneTimeAreRefused) {
  const Body body = make_bar();
  EXPECT_THAT(refusal(body, {{0, posed(body, at_rest)}, {0, posed(body, bent(1))}}),
              AllOf(HasSubstr("at one time"), HasSubstr("pose 0 and pose 1")));
}

TEST(PoseCheck, AHoldEndsBeforeTheNextPoseAndHasNoVelocity) {
  const Body body = make_bar();
  std::vector<KeyPose> poses = {{.time = 0, .positions = posed(body, at_rest), .hold = 1},
                                {.time = 1, .positions = posed(body, bent(1))}};
  EXPECT_THAT(refusal(body, poses), AllOf(HasSubstr("held until"), HasSubstr("pose 0 and pose 1")));
  poses[0].hold = -0.5;
  EXPECT_THAT(refusal(body, poses), HasSubstr("0 s or more"));
  poses[0].hold = 0.5;
  EXPECT_EQ(refusal(body, poses), "not refused");
  poses[0].velocities = Eigen::Matrix3Xf::Ones(3, body.vertex_count());
  EXPECT_THAT(refusal(body, poses), AllOf(HasSubstr("velocity"), HasSubstr("pose 0")));
}

TEST(PoseCheck, APoseOfAnotherMeshIsRefusedByName) {
  const Body body = make_bar();
  EXPECT_THAT(refusal(body, posed(body, bent(1)).leftCols(4)),
              AllOf(HasSubstr("another mesh"), HasSubstr("other.obj"), HasSubstr("found 4")));
}

TEST(PoseCheck, PositionsThatAreNoNumbersAreRefused) {
  const Body body = make_bar();
  Eigen::Matrix3Xf holes = posed(body, bent(1));
  holes(1, 3) = NAN;
  EXPECT_THAT(refusal(body, holes), HasSubstr("no numbers"));
}

TEST(PoseCheck, AMirroredPoseIsCalledThat) {
  const Body solid = make_bar();
  EXPECT_THAT(refusal(solid, posed(solid, mirrored)), HasSubstr("mirrored"));
  Body shell = make_sheet(6);
  for (Eigen::Index v = 0; v < shell.rest_positions.cols(); ++v)
    shell.rest_positions(2, v) += 0.3 * shell.rest_positions(0, v) * shell.rest_positions(0, v) +
                                  0.2 * shell.rest_positions(1, v);
  const auto flipped = [](const Vec3& x) { return Vec3(x.x(), x.y(), -x.z()); };
  EXPECT_THAT(refusal(shell, posed(shell, flipped)), HasSubstr("mirrored"));
  EXPECT_EQ(refusal(shell, posed(shell, moved(at_rest, {0, 3, 0}, {0, 0, 1}))), "not refused");
}

TEST(PoseCheck, AFlatSheetIsNeverMirrored) {
  const Body sheet = make_sheet(6);
  EXPECT_EQ(refusal(sheet, posed(sheet, mirrored)), "not refused");
}

TEST(PoseCheck, ElementsInsideOutAreCounted) {
  const Body body = make_bar();
  Eigen::Matrix3Xf folded = posed(body, bent(1));
  const int far = body.tets(0, body.tets.cols() - 1);
  folded.col(far) -= Eigen::Vector3f(3, 0, 0);
  EXPECT_THAT(refusal(body, folded), AllOf(HasSubstr("inside out"), HasSubstr("other.obj")));
}

TEST(PoseCheck, TrianglesWithoutAreaAreRefused) {
  const Body sheet = make_sheet(6);
  Eigen::Matrix3Xf collapsed = posed(sheet, bent(1));
  collapsed.col(sheet.triangles(1, 0)) = collapsed.col(sheet.triangles(0, 0));
  EXPECT_THAT(refusal(sheet, collapsed), HasSubstr("no area"));
}

TEST(PoseCheck, APoseLikeTheOneBeforeAsksForTheNumberOfTurns) {
  const Body body = free_bar();
  std::vector<KeyPose> poses = {{.time = 0, .positions = posed(body, at_rest)},
                                {.time = 1, .positions = posed(body, at_rest)}};
  EXPECT_THAT(refusal(body, poses), AllOf(HasSubstr("whole turn"), HasSubstr("more_turns")));
  for (const int turns : {0, 1}) {
    poses[1].more_turns = turns;
    EXPECT_EQ(refusal(body, poses), "not refused");
  }
}

TEST(PoseCheck, APoseMayComeBackLater) {
  const Body body = make_bar();
  EXPECT_EQ(
      refusal(body,
              {{0, posed(body, at_rest)}, {1, posed(body, bent(1))}, {2, posed(body, at_rest)}}),
      "not refused");
}

TEST(PoseCheck, ABodyThatPinsHoldMakesNoWholeTurns) {
  const Body body = make_bar();
  EXPECT_THAT(refusal(body, {{.time = 0, .positions = posed(body, at_rest)},
                             {.time = 1, .positions = posed(body, bent(1)), .more_turns = 1}}),
              HasSubstr("without pins"));
}

TEST(PoseCheck, ALoopEndsWhereItBegins) {
  const Body body = make_bar();
  std::vector<KeyPose> poses = {{0, posed(body, at_rest)}, {1, posed(body, bent(1))}};
  EXPECT_THROW(check_loop(poses), InputError);
  poses.push_back({2, posed(body, at_rest)});
  EXPECT_NO_THROW(check_loop(poses));
}

TEST(PoseSettings, ValuesThatMakeNoSenseAreNamed) {
  PoseSettings settings;
  EXPECT_NO_THROW(settings.validate());
  settings.rest_shift = 2;
  EXPECT_THROW(settings.validate(), InputError);
}

}  // namespace
}  // namespace retake
