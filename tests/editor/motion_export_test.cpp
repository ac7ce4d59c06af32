#include "apps/server/engine/motion_export.h"

#include <gtest/gtest.h>

#include "retake/mesh/motion_file.h"
#include "retake/numerics/errors.h"
#include "retake/numerics/progress.h"
#include "temporary_folder.h"

namespace retake::server {
namespace {

Body one_triangle() {
  Body body;
  body.rest_positions = Points::Identity(3, 3);
  body.triangles = Eigen::Vector3i(0, 1, 2);
  return body;
}

// Every format that the page offers; "" is a folder of OBJ files.
TEST(MotionExport, WritesAllThatThePageOffers) {
  const TemporaryFolder folder;
  Motion motion = {24, 0, {}};
  for (int i = 0; i < 3; ++i) motion.frames.push_back((1.0f + i) * Eigen::Matrix3f::Identity());
  for (const char* name : {"a.pc2", "a.mdd", "a.glb", "a.usda", "walk"}) {
    const auto file = folder / name;
    ASSERT_NO_THROW(check_export_name(file)) << name;
    export_motion(motion, {1, 2}, one_triangle(), file, Progress::silent());
    ASSERT_TRUE(std::filesystem::exists(file)) << name;
    if (file.extension() == ".usda") continue;  // written only
    const Motion back = read_motion(file);
    ASSERT_EQ(back.frame_count(), 2) << name;
    EXPECT_LT((back.frames[1] - motion.frames[2]).norm(), 1e-6f) << name;
  }
  EXPECT_THROW(check_export_name(folder / "a.fbx"), InputError);
}

}  // namespace
}  // namespace retake::server
