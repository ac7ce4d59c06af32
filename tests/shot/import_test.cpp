// Files of a person become a shot: what is guessed, what is decided, what is told.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retake/shot/import_body.h"
#include "retake/shot/import_guess.h"
#include "retake/shot/sources/cache.h"
#include "shot/import_samples.h"

namespace retake {

namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

}  // namespace

TEST(Import, OfASheetIsAShellPinnedWhereItNeverMoves) {
  const SheetFolder folder;
  const Imported imported = import_shot(folder.request());
  const Shot& shot = imported.shot;
  EXPECT_TRUE(shot.body().is_shell());
  EXPECT_THAT(shot.body().pins, ElementsAre(0, 1, 2, 3, 4));
  EXPECT_NE(shot.source.find<CachedSource>(), nullptr);
  ASSERT_NE(shot.source.find<CachedSource>(), nullptr);
  EXPECT_EQ(cache_of(shot).frames, folder.motion.frames);
  EXPECT_THAT(imported.report.assumptions, Contains(HasSubstr("open sheet")));
  EXPECT_THAT(imported.report.assumptions, Contains(HasSubstr("never move and are pinned")));
  EXPECT_THAT(imported.report.assumptions, Contains(HasSubstr("24 frames per second")));
  EXPECT_TRUE(imported.report.findings.empty());
}

TEST(Import, TakesWhatIsSaidInsteadOfGuessing) {
  const SheetFolder folder;
  ImportRequest request = folder.request();
  request.up = UpAxis::z;
  request.meters_per_unit = 0.01;
  request.fps = 30;
  request.start_frame = 101;
  request.pins = PinChoice::given;
  request.pinned = {7, 3, 7};
  request.thickness = 0.5;
  request.material = material_of_name("leaf");
  request.modes = 40;
  const Imported imported = import_shot(request);
  const Shot& shot = imported.shot;
  EXPECT_EQ(cache_of(shot).fps, 30);
  EXPECT_EQ(cache_of(shot).start_frame, 101);
  EXPECT_THAT(shot.body().pins, ElementsAre(3, 7));
  EXPECT_EQ(shot.body().thickness, 0.5);
  EXPECT_EQ(shot.body().materials.front().name, "leaf");
  ASSERT_EQ(shot.layers.size(), 1u);
  EXPECT_EQ(shot.layers.front().content.get<WishLayer>().settings.modes, 40);
  const Eigen::Vector3f top = cache_of(shot).frames[0].col(24);
  const Eigen::Vector3f file = folder.motion.frames[0].col(24);
  EXPECT_LT((top - 0.01f * Eigen::Vector3f(file.x(), file.z(), -file.y())).norm(), 1e-8f);
  EXPECT_THAT(imported.report.assumptions, Not(Contains(HasSubstr("--up"))));
  EXPECT_THAT(imported.report.assumptions, Not(Contains(HasSubstr("--unit"))));
}

TEST(Import, GuessesTheUnitFromTheSizeAndSaysSo) {
  const auto guess = [](const char* file, double size) {
    return guess_axes_and_unit({}, file, size * (sheet(2).positions.array() - 0.5).matrix());
  };
  EXPECT_EQ(guess("a.obj", 1.8).meters_per_unit, 1);
  EXPECT_EQ(guess("a.obj", 180).meters_per_unit, 0.01);
  EXPECT_EQ(guess("a.obj", 18000).meters_per_unit, 0.001);
  EXPECT_EQ(guess("a.glb", 40).meters_per_unit, 1);
  EXPECT_EQ(guess("a.glb", 155).meters_per_unit, 0.01);
  EXPECT_EQ(guess("a.md2", 60).up, UpAxis::z);
  EXPECT_EQ(guess("a.obj", 60).up, UpAxis::y);
  EXPECT_THAT(guess("a.obj", 180).assumptions, Contains(HasSubstr("centimetres")));
  EXPECT_EQ(meters_of_unit("in"), 0.0254);
  EXPECT_THROW(meters_of_unit("cubit"), InputError);
  EXPECT_THROW(up_axis_of("w"), InputError);
  EXPECT_THROW(material_of_name("cheese"), InputError);
}

TEST(Import, GuessesThatZIsUpForWhatStandsOnZ) {
  const auto up = [](const Vec3& low, const Vec3& high) {
    Points corners(3, 2);
    corners << low, high;
    return guess_axes_and_unit({}, "a.obj", corners).up;
  };
  EXPECT_EQ(up({-1, -1, 0}, {1, 1, 2}), UpAxis::z);
  EXPECT_EQ(up({-1, 0, -1}, {1, 2, 1}), UpAxis::y);
  EXPECT_EQ(up({0, 0, 0}, {1, 1, 1}), UpAxis::y);     // could be either
  EXPECT_EQ(up({-1, -1, -1}, {1, 1, 1}), UpAxis::y);  // stands nowhere
  EXPECT_EQ(up({-1, -1, 0}, {1, 1, 0}), UpAxis::y);   // flat
  EXPECT_EQ(up({-1, 0, 0}, {1, 0, 2}), UpAxis::y);    // a cloth that lies on y = 0
  EXPECT_EQ(up({0, -1, 0}, {9, 1, 9}), UpAxis::y);    // not over its middle
  EXPECT_EQ(up({-1, 0.1, 0}, {1, 42, 99}), UpAxis::y);
}

TEST(Import, OfAMeshWithoutAMotionStandsStill) {
  const SheetFolder folder;
  const Imported imported = import_shot({.files = {folder / "sheet.obj"}});
  EXPECT_NE(imported.shot.source.find<RestSource>(), nullptr);
  EXPECT_EQ(imported.shot.source.find<CachedSource>(), nullptr);
  EXPECT_GE(frame_count(imported.shot), 24);
  EXPECT_TRUE(imported.shot.body().pins.empty());
}

TEST(Import, ClosesSeamsAndKeepsTheFilesVerticesForTheWayOut) {
  const TemporaryFolder folder;
  folder.put("quads.obj", parted_quads());
  const Shot shot = import_shot({.files = {folder / "quads.obj"}}).shot;
  EXPECT_EQ(shot.body().vertex_count(), 6);
  EXPECT_EQ(shot.body().triangles.cols(), 4);
  EXPECT_THAT(shot.origin->body_vertex_of_file_vertex, ElementsAre(0, 1, 2, 3, 1, 4, 5, 2));
  const Polygons quads = {{4, 4}, {0, 1, 2, 3, 4, 5, 6, 7}};
  EXPECT_EQ(file_polygons(*shot.origin, shot.body().triangles), quads);
}

TEST(Import, LeavesVerticesApartThatPartInAnyFrame) {
  const TemporaryFolder folder;
  folder.put("quads.obj", parted_quads());
  const Points rest = read_mesh(folder / "quads.obj").triangles->positions;
  Motion motion = swaying(rest, 8);
  motion.frames.change(5)(2, 7) += 0.1f;  // vertex 7 lies at vertex 2 otherwise
  write_motion(folder / "quads.mdd", motion);
  const Shot shot = import_shot({.files = {folder / "quads.obj", folder / "quads.mdd"}}).shot;
  EXPECT_THAT(shot.origin->body_vertex_of_file_vertex, ElementsAre(0, 1, 2, 3, 1, 4, 5, 6));
}

TEST(Import, PinsVerticesOfNoFaceSoThatTheyFollowTheInput) {
  const SheetFolder folder;
  std::string obj = bytes_of(folder / "sheet.obj");
  folder.put("more.obj", "v 9 9 9\n" + obj.substr(0, obj.find("f ")) + "f 2 3 8\nf 2 8 7\n");
  const Shot shot = import_shot({.files = {folder / "more.obj"}}).shot;
  EXPECT_EQ(shot.body().vertex_count(), 26);
  EXPECT_THAT(shot.body().pins, Contains(0));
  EXPECT_THAT(shot.body().pins, Not(Contains(1)));
}

TEST(Import, OfFewMeshesHoldsEachAsAPoseWithTheRestFirst) {
  const SheetFolder folder;
  const TemporaryFolder poses;
  for (int k = 0; k < 3; ++k) {
    TriangleMesh pose = folder.mesh;
    pose.positions = folder.motion.frames[static_cast<std::size_t>(k)].cast<double>();
    write_mesh(poses / ("bow-" + std::to_string(k + 1) + ".obj"), pose);
  }
  write_mesh(poses / "bow_rest.obj", folder.mesh);
  const Imported imported = import_shot({.files = {poses.path()}});
  EXPECT_EQ(frame_count(imported.shot), 4 * 12);
  EXPECT_EQ(cache_of(imported.shot).frames[0], folder.mesh.positions.cast<float>());
  EXPECT_EQ(cache_of(imported.shot).frames[12], cache_of(imported.shot).frames[23]);
  EXPECT_THAT(imported.report.assumptions, Contains(HasSubstr("4 poses, each held")));
  EXPECT_EQ(frame_count(
                import_shot({.files = {poses / "bow-1.obj", poses / "bow-2.obj"}, .hold = 3}).shot),
            6);
}

TEST(Import, ReadsASequenceOfFilesAsAMotion) {
  const SheetFolder folder(9);
  write_motion(folder / "seq", folder.motion, folder.mesh.triangles);
  const Imported imported = import_shot({.files = {folder / "seq"}});
  EXPECT_EQ(imported.shot.name, "seq");
  EXPECT_EQ(cache_of(imported.shot).frames, folder.motion.frames);
}

TEST(Import, DecidesTheBodyByTheShapeOfTheSurface) {
  EXPECT_EQ(decide_body({.is_closed = true}).kind, BodyChoice::solid);
  EXPECT_EQ(decide_body({.is_closed = true, .is_thin = true}).kind, BodyChoice::shell);
  EXPECT_EQ(decide_body({.opening = 1}).kind, BodyChoice::shell);
  EXPECT_EQ(decide_body({.opening = 0.2}).kind, BodyChoice::solid);
  EXPECT_EQ(decide_body({.opening = 1, .loose_share = 1}).kind, BodyChoice::solid);
  EXPECT_NEAR(examine_shape(sheet(4)).opening, 1, 1e-12);
  EXPECT_FALSE(examine_shape(sheet(4)).is_closed);
}

TEST(Import, ToAFileIsTheSameShotAndNeverReplacesAnything) {
  const SheetFolder folder;
  const ImportedFile written = import_to_file(folder.request(), folder / "sheet.json");
  EXPECT_EQ(written.frame_count, 12);
  const Shot read = read_shot(folder / "sheet.json");
  const Shot direct = import_shot(folder.request()).shot;
  EXPECT_EQ(cache_of(read).frames, cache_of(direct).frames);
  EXPECT_EQ(*read.origin, *direct.origin);
  EXPECT_EQ(read.body().pins, direct.body().pins);
  EXPECT_THROW(import_to_file(folder.request(), folder / "sheet.json"), FileError);
  EXPECT_NO_THROW(import_to_file(folder.request(), folder / "sheet.json", {.overwrite = true}));
  folder.put("other.motion.pc2", "mine");
  EXPECT_THROW(import_to_file(folder.request(), folder / "other.json"), FileError);
  EXPECT_EQ(bytes_of(folder / "other.motion.pc2"), "mine");
  EXPECT_FALSE(std::filesystem::exists(folder / "other.json"));
}

}  // namespace retake
