// Laws of warping on a real mesh: the bridge of Barbic 2012, 31,746 tets of uneven quality.
#include <gtest/gtest.h>

#include "data_folder.h"
#include "retake/elasticity/body_file.h"
#include "retake/rotation_strain/warp.h"
#include "rotation_strain/motions.h"

namespace retake {
namespace {

using Frame = Eigen::Matrix3Xf;

class BridgeWarp : public testing::Test {
 protected:
  void SetUp() override {
    const auto file = data_folder() / "papers" / "bridge" / "bridge.abq";
    RETAKE_NEED_DATA(file);
    bridge = read_body(file);
    bridge.pins = read_pinned_vertices(file.parent_path() / "con_nodes.bou", bridge.vertex_count());
    const double size = size_of(bridge);
    for (int f = 0; f < 16; ++f) {
      poses.push_back([=](const Vec3& x) {
        return Vec3(x + 0.003 * f * size *
                            Vec3(0, std::sin(4 * x.x() / size), std::cos(3 * x.y() / size)));
      });
    }
    edit = edit_of(bridge, [=](const Vec3& x) {
      return Vec3(0.05 * size * Vec3(std::sin(5 * x.y() / size), std::sin(6 * x.x() / size), 0));
    });
  }

  Body bridge;
  std::vector<Pose> poses;
  Frame edit;
};

TEST_F(BridgeWarp, AgreesWithItselfFromProbesAndManyFrames) {
  const Warp warp(bridge, motion_of(bridge, poses));
  const Frame whole = warp.warp(7, edit);
  const double size = size_of(bridge);
  for (int v = 5; v < bridge.vertex_count(); v += 1999) {
    const Vec3 probed = warp.probe(*warp.probe({{v, 1.0}}), 7, edit).position;
    EXPECT_LT((probed - whole.col(v).cast<double>()).norm(), 1e-6 * size) << v;
  }
  const std::vector<int> frames(16, 7);
  const auto together = warp.warp(frames, edit.reshaped().replicate(1, 16));
  EXPECT_LT((together[3] - whole).colwise().norm().maxCoeff(), 1e-6 * size);
}

TEST_F(BridgeWarp, OfNoEditIsTheInputToTheBit) {
  const auto input = motion_of(bridge, poses);
  const Frame none = Frame::Zero(3, bridge.vertex_count());
  EXPECT_EQ(Warp(bridge, input).warp(15, none), input->frames[15]);
}

}  // namespace
}  // namespace retake
