#include <cmath>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data_folder.h"
#include "retake/mesh/gltf_scene.h"
#include "retake/mesh/mesh_file.h"
#include "retake/mesh/motion_file.h"
#include "retake/numerics/errors.h"
#include "temporary_folder.h"

namespace retake {
namespace {

using testing::HasSubstr;

// A triangle in a buffer of base64: nine float32 of positions, then what a test appends.
constexpr const char* triangle_base64 =
    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA";  // (0,0,0) (1,0,0) (0,1,0)

std::string triangle_file(const std::string& nodes, const std::string& more = "") {
  return R"({"asset": {"version": "2.0"}, "buffers": [{"byteLength": 36, "uri": "data:;base64,)" +
         std::string(triangle_base64) +
         R"("}], "bufferViews": [{"buffer": 0, "byteLength": 36}], "accessors": [{"bufferView": 0,
         "componentType": 5126, "type": "VEC3", "count": 3, "min": [0, 0, 0], "max": [1, 1, 0]}],
         "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}], "nodes": )" +
         nodes + more + "}";
}

MeshFile read_text(const std::string& text) {
  const TemporaryFolder folder;  // its own, since tests run beside each other
  return read_mesh(folder.put("scene.gltf", text));
}

std::string refusal(const std::string& text) {
  try {
    read_text(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "not refused";
}

TEST(Gltf, ParentsCarryTheirChildren) {
  const MeshFile file = read_text(triangle_file(
      R"([{"translation": [0, 0, 5], "scale": [2, 2, 2], "children": [1]}, {"mesh": 0, "translation": [1, 0, 0]}])"));
  const Points& x = file.triangles->positions;
  EXPECT_LT((x.col(0) - Vec3(2, 0, 5)).norm(), 1e-6);
  EXPECT_LT((x.col(1) - Vec3(4, 0, 5)).norm(), 1e-6);
}

TEST(Gltf, ANodeThatIsItsOwnGrandparentIsRefused) {
  EXPECT_THAT(refusal(triangle_file(R"([{"mesh": 0, "children": [1]}, {"children": [0]}])",
                                    R"(, "scenes": [{"nodes": [0]}])")),
              HasSubstr("shown twice"));
}

TEST(Gltf, AnAccessorPastItsBufferIsRefusedByItsPlace) {
  std::string text = triangle_file(R"([{"mesh": 0}])");
  text.replace(text.find("\"count\": 3"), 10, "\"count\": 4");
  EXPECT_THAT(refusal(text), HasSubstr("accessors/0"));
}

TEST(Gltf, ACountThatNoFileCanHoldAllocatesNothing) {
  std::string text = triangle_file(R"([{"mesh": 0}])");
  text.replace(text.find("\"bufferView\": 0,"), 16, "");
  text.replace(text.find("\"count\": 3"), 10, "\"count\": 2000000000");
  EXPECT_THAT(refusal(text), HasSubstr("more elements than the file can hold"));
}

TEST(Gltf, BuffersOutsideOfTheFilesFolderAreRefused) {
  for (const std::string uri : {"../secret.bin", "/etc/passwd", "https://example.org/a.bin"}) {
    std::string text = triangle_file(R"([{"mesh": 0}])");
    const std::string data = "data:;base64," + std::string(triangle_base64);
    text.replace(text.find(data), data.size(), uri);
    EXPECT_THAT(refusal(text), HasSubstr("outside of the file's own folder"));
  }
}

TEST(Gltf, CompressedMeshesAreRefusedWithAdvice) {
  EXPECT_THAT(refusal(triangle_file(R"([{"mesh": 0}])",
                                    R"(, "extensionsRequired": ["KHR_draco_mesh_compression"])")),
              HasSubstr("without compression"));
}

TEST(Gltf, CurvesHoldTheirEndsAndMeetTheirKeys) {
  GltfCurve curve;
  curve.times = Eigen::Vector2f(1, 3);
  curve.values = Eigen::RowVector2f(10, 20);
  EXPECT_EQ(curve.at(0)[0], 10);
  EXPECT_EQ(curve.at(1)[0], 10);
  EXPECT_FLOAT_EQ(curve.at(2)[0], 15);
  EXPECT_EQ(curve.at(9)[0], 20);
  curve.between = GltfCurve::Between::step;
  EXPECT_EQ(curve.at(2.9)[0], 10);
}

TEST(Gltf, RotationsTurnAtASteadySpeedTheShorterWay) {
  GltfCurve curve;
  curve.path = GltfPath::rotation;
  curve.times = Eigen::Vector2f(0, 1);
  curve.values.resize(4, 2);
  curve.values.col(0) = Eigen::Vector4f(0, 0, 0, 1);
  const double half = std::numbers::pi / 4;  // a quarter turn about z, with the other sign
  curve.values.col(1) = -Eigen::Vector4f(0, 0, static_cast<float>(std::sin(half)),
                                         static_cast<float>(std::cos(half)));
  const Eigen::Quaternionf third(Eigen::Vector4f(curve.at(1.0 / 3)).data());
  EXPECT_NEAR(third.angularDistance(Eigen::Quaternionf::Identity()), std::numbers::pi / 6, 1e-6);
}

// A parabola is a cubic: with its own slopes as tangents the spline is the parabola itself.
TEST(Gltf, ACubicSplineReproducesAParabola) {
  GltfCurve curve;
  curve.between = GltfCurve::Between::cubic;
  curve.times = Eigen::Vector2f(1, 3);
  curve.values.resize(1, 6);
  curve.values << 0, 1, 2, 6, 9, 0;  // x = t²: slopes 2 and 6
  for (const double t : {1.0, 1.5, 2.25, 3.0}) EXPECT_NEAR(curve.at(t)[0], t * t, 1e-5);
}

TEST(GltfData, MorphTargetsMoveAsTheirWeightsSay) {
  const auto path = data_folder() / "anim" / "gltf" / "AnimatedMorphCube.glb";
  RETAKE_NEED_DATA(path);
  const GltfScene scene{GltfFile(read_file(path))};
  ASSERT_EQ(scene.clips().size(), 1u);
  const GltfClip& clip = scene.clips().front();
  ASSERT_EQ(clip.curves.size(), 1u);
  // Positions are linear in the weights: a frame is the rest shape and weighted differences.
  GltfClip still = clip;
  const auto with_weights = [&](float a, float b) {
    still.curves[0].times = Eigen::VectorXf::Zero(1);
    still.curves[0].values = Eigen::Vector2f(a, b);
    return scene.positions(&still, 0);
  };
  const Eigen::Matrix3Xf none = with_weights(0, 0), first = with_weights(1, 0),
                         second = with_weights(0, 1);
  ASSERT_GT((first - none).norm(), 0);
  const double time = 0.3 * clip.duration;
  const Eigen::VectorXf w = clip.curves[0].at(time);
  const Eigen::Matrix3Xf expected = none + w[0] * (first - none) + w[1] * (second - none);
  EXPECT_LT((scene.positions(&clip, time) - expected).norm(), 1e-5 * none.norm());
}

TEST(GltfData, ASkinThatStandsAtItsBindPoseShowsItsMesh) {
  const auto path = data_folder() / "anim" / "gltf" / "RiggedSimple.glb";
  RETAKE_NEED_DATA(path);
  const MotionReader reader(path, {.fps = 24});
  EXPECT_EQ(reader.info().point_count, 160);
  EXPECT_EQ(reader.info().frame_count, 51);
  const Points rest = read_mesh(path).triangles->positions;
  const Points first = reader.frame(0).cast<double>();
  EXPECT_LT((first - rest).colwise().norm().maxCoeff(), 1e-3 * rest.norm());
  const Points middle = reader.frame(25).cast<double>();
  EXPECT_GT((middle - rest).colwise().norm().maxCoeff(), 0.1);
}

TEST(GltfData, EveryClipOfTheFoxCanBeChosenByNameOrNumber) {
  const auto path = data_folder() / "anim" / "gltf" / "Fox.glb";
  RETAKE_NEED_DATA(path);
  const MotionReader run(path, {.fps = 24, .clip = "Run"});
  const MotionReader last(path, {.fps = 24, .clip = "2"});
  EXPECT_EQ(run.frame(5), last.frame(5));
  const MotionReader survey(path, {.fps = 24});
  EXPECT_NE(run.info().frame_count, survey.info().frame_count);
  EXPECT_THROW(MotionReader(path, {.fps = 24, .clip = "Swim"}), InputError);
}

TEST(Md2Data, FramesAgreeWithTheCacheMadeFromThem) {
  const auto folder = data_folder() / "anim";
  RETAKE_NEED_DATA(folder);
  const MotionReader model(folder / "md2" / "faerie.md2");
  const MotionReader cache(folder / "faerie_pc2" / "faerie.pc2");
  ASSERT_EQ(model.info().frame_count, cache.info().frame_count);
  for (const int frame : {0, 77, 197}) {
    EXPECT_LT((model.frame(frame) - cache.frame(frame)).cwiseAbs().maxCoeff(), 1e-4);
  }
}

TEST(Md2Data, TheFlagFacesOutwards) {
  const auto path = data_folder() / "anim" / "md2" / "flag.md2";
  RETAKE_NEED_DATA(path);
  const TriangleMesh mesh = *read_mesh(path).triangles;
  double volume = 0;
  for (const auto& t : mesh.triangles.colwise()) {
    volume +=
        mesh.positions.col(t[0]).dot(mesh.positions.col(t[1]).cross(mesh.positions.col(t[2])));
  }
  EXPECT_GT(volume, 0);
}

}  // namespace
}  // namespace retake
