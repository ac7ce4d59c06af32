#include "retake/shot/usd_edits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retake/mesh/usda_layer.h"
#include "retake/numerics/errors.h"
#include "temporary_folder.h"

namespace retake {
namespace {

using testing::HasSubstr;

constexpr int sample_count = 6;

Shot triangle() {
  Shot shot;
  Body& body = shot.bodies.only();
  body.rest_positions = Points::Identity(3, 3);
  body.triangles = Eigen::Vector3i(0, 1, 2);
  return shot;
}

// A triangle that grows; the edit lifts its first corner at frames 2 and 3.
Motion growing(bool edited) {
  Motion motion = {24, 10, {}};
  for (int i = 0; i < sample_count; ++i) {
    Eigen::Matrix3f frame = (1.0f + static_cast<float>(i)) * Eigen::Matrix3f::Identity();
    if (edited && (i == 2 || i == 3)) frame(1, 0) += 0.5f;
    motion.frames.push_back(frame);
  }
  return motion;
}

// What somebody else might have written: other spellings, a sample between frames, another mesh, a
// comment, a string and a variant that only look like structure.
std::string users_scene(const std::string& extra_metadata = "") {
  std::string text =
      "#usda 1.0\n(\n    doc = \"a } brace\"\n    upAxis = \"Z\"\n" + extra_metadata +
      "    metersPerUnit = 0.01\n)\n# { not a brace\ndef Xform \"World\" (\n"
      "    kind = \"component\"\n)\n{\n    variantSet \"look\" = {\n"
      "        \"red\" {\n            def Mesh \"other\"\n            {\n"
      "                point3f[] points = [(0, 0, 0)]\n            }\n        }\n    }\n"
      "    double3 xformOp:translate = (1, 2, 3)\n    def Mesh \"body\"\n    {\n"
      "        point3f[] points.timeSamples = {\n";
  for (int i = 0; i < sample_count; ++i) {
    const std::string s = std::to_string(i + 1) + ".000";
    text += "            " + std::to_string(10 + i) + ": [(" + s + ", 0, 0), (0, " + s +
            ", 0), (0, 0, " + s + ")],\n";
  }
  text += "            12.5: [(3.5, 0, 0), (0, 3.5, 0), (0, 0, 3.5)],\n";
  return text +
         "        }\n        normal3f[] normals = [(0, 0, 1)] (interpolation = \"constant\")\n"
         "    }\n}\n";
}

UsdEditsReport export_over(const std::filesystem::path& file, const UsdOver& over) {
  const Motion source = growing(false), result = growing(true);
  return export_usd_edits(triangle(), stream_of(source), stream_of(result), file, over, {});
}

TEST(UsdEdits, ChangeTheEditedFramesAloneAndCopyTheOthersLetterByLetter) {
  const TemporaryFolder folder;
  folder.put("user.usda", users_scene());
  const UsdEditsReport report = export_over(folder / "edits.usda", {.base = folder / "user.usda"});
  EXPECT_EQ(report.prim, "/World/body");
  EXPECT_EQ(report.samples, 7);
  EXPECT_EQ(report.changed, 3);
  EXPECT_TRUE(report.has_normals);
  const UsdaLayer before = read_usda_layer(folder / "user.usda");
  std::string text = bytes_of(folder / "edits.usda");  // as if it were a file of its own
  const std::size_t over = text.rfind("over \"body\"");
  folder.put("edits_as_def.usda", text.replace(over, 4, "def Mesh"));
  const UsdaLayer after = read_usda_layer(folder / "edits_as_def.usda");
  const auto& was = find_mesh(before, "/World/body", 3)->samples;
  const auto& is = find_mesh(after, "/World/body", 3)->samples;
  ASSERT_EQ(is.size(), was.size());
  const Motion result = growing(true);
  for (std::size_t i = 0; i < was.size(); ++i) {
    EXPECT_EQ(is[i].time, was[i].time);
    const bool edited = i == 2 || i == 3 || i == 6;
    EXPECT_EQ(is[i].text == was[i].text, !edited) << i;
    if (i < 6) {
      EXPECT_EQ(parse_points(is[i].text), result.frames[i]) << i;
    }
  }
  Eigen::Matrix3f between = 3.5f * Eigen::Matrix3f::Identity();
  between(1, 0) = 0.5f;  // the change of frames 2 and 3, on what the user has between them
  EXPECT_TRUE(parse_points(is[6].text).isApprox(between, 1e-6f));
}

TEST(UsdEdits, SayOfTheStageWhatTheUsersFileSays) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "out");
  folder.put("my scene.usda", users_scene("    timeCodesPerSecond = 24\n"));
  export_over(folder / "out/edits.usda", {.base = folder / "my scene.usda"});
  const std::string text = bytes_of(folder / "out/edits.usda");
  EXPECT_THAT(text, HasSubstr("upAxis = \"Z\""));
  EXPECT_THAT(text, HasSubstr("metersPerUnit = 0.01"));
  EXPECT_THAT(text, HasSubstr("timeCodesPerSecond = 24"));
  EXPECT_THAT(text, HasSubstr("@../my scene.usda@"));
  EXPECT_THAT(text, testing::Not(HasSubstr("brace")));
}

TEST(UsdEdits, OfABinaryFileCarryAllFramesOfTheMotion) {
  const TemporaryFolder folder;
  folder.put("user.usdc", "PXR-USDC and so on");
  EXPECT_THROW(export_over(folder / "edits.usda", {.base = folder / "user.usdc"}), InputError);
  const UsdEditsReport report =
      export_over(folder / "edits.usda", {.base = folder / "user.usdc", .prim = "/a/b"});
  EXPECT_EQ(report.samples, sample_count);
  EXPECT_EQ(report.changed, 2);
  EXPECT_THAT(bytes_of(folder / "edits.usda"),
              testing::AllOf(HasSubstr("@./user.usdc@"), HasSubstr("over \"b\""),
                             HasSubstr("startTimeCode = 10")));
}

TEST(UsdEdits, AreRefusedForAnotherMotionAndLeaveNothing) {
  const TemporaryFolder folder;
  std::string scene = users_scene();
  scene.replace(scene.find("(3.000"), 6, "(3.100");
  folder.put("user.usda", scene);
  EXPECT_THROW(export_over(folder / "edits.usda", {.base = folder / "user.usda"}), InputError);
  EXPECT_THROW(
      export_over(folder / "e.usda", {.base = folder / "user.usda", .prim = "/World/other"}),
      InputError);
  EXPECT_THROW(export_over(folder / "user.usda", {.base = folder / "user.usda"}), InputError);
  EXPECT_THROW(export_over(folder / "e.pc2", {.base = folder / "user.usda"}), InputError);
  EXPECT_EQ(bytes_of(folder / "user.usda"), scene);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(UsdEdits, TornTextIsRefusedWithItsLine) {
  const TemporaryFolder folder;
  const std::string scene = users_scene();
  for (std::size_t length = 7; length < scene.size() - 4; length += 13) {
    folder.put("user.usda", scene.substr(0, length));
    try {
      export_over(folder / "edits.usda", {.base = folder / "user.usda"});
      ADD_FAILURE() << "taken, cut after " << length;
    } catch (const InputError& error) {
      EXPECT_FALSE(error.complaint().where.empty());
    }
  }
}

}  // namespace
}  // namespace retake
