// What an import refuses or warns of, in which words.
#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retake/shot/sources/cache.h"
#include "shot/import_samples.h"

namespace retake {

namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

// The findings of an import that may be refused.
std::vector<ImportFinding> findings_of(const ImportRequest& request) {
  try {
    return import_shot(request).report.findings;
  } catch (const ImportRefused& refused) {
    return refused.findings();
  }
}

}  // namespace

TEST(ImportRefusal, NamesTheCountsOfMeshAndCacheThatDoNotBelongTogether) {
  const SheetFolder folder;
  write_mesh(folder / "other.obj", sheet(6));
  EXPECT_THAT(
      refusal_of({.files = {folder / "other.obj", folder / "sheet.pc2"}}),
      AllOf(HasSubstr("another mesh"), HasSubstr("36"), HasSubstr("25"), HasSubstr("other.obj")));
}

TEST(ImportRefusal, OfAMeshWithAsManyVerticesInAnotherOrder) {
  const SheetFolder folder(8, 12);
  std::vector<int> order(144);
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), std::mt19937(1));
  TriangleMesh other = folder.mesh;
  other.positions = Points(folder.mesh.positions(Eigen::all, order));
  write_mesh(folder / "other.obj", other);
  EXPECT_THAT(refusal_of({.files = {folder / "other.obj", folder / "sheet.pc2"}}),
              HasSubstr("numbered otherwise"));
}

TEST(ImportRefusal, NamesFrameAndPointThatAreNotFinite) {
  const SheetFolder folder;
  Motion motion = folder.motion;
  motion.frames.change(4)(1, 9) = std::numeric_limits<float>::quiet_NaN();
  motion.frames.change(7)(1, 3) = std::numeric_limits<float>::infinity();
  write_motion(folder / "nan.pc2", motion);
  const auto findings = findings_of({.files = {folder / "sheet.obj", folder / "nan.pc2"}});
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[0].severity, Severity::error);
  EXPECT_EQ(findings[0].frame, 4);
  EXPECT_THAT(findings[0].complaint.where, AllOf(HasSubstr("nan.pc2"), HasSubstr("point 9")));
  EXPECT_EQ(findings[1].frame, 7);
}

TEST(ImportRefusal, OfAVertexThatLiesAbsurdlyFarAway) {
  const SheetFolder folder;
  Motion motion = folder.motion;
  motion.frames.change(6)(0, 11) = 1e30f;
  write_motion(folder / "far.pc2", motion);
  const auto findings = findings_of({.files = {folder / "sheet.obj", folder / "far.pc2"}});
  ASSERT_FALSE(findings.empty());
  EXPECT_EQ(findings[0].severity, Severity::error);
  EXPECT_EQ(findings[0].frame, 6);
  EXPECT_EQ(findings[0].vertex, 11);
  EXPECT_THAT(findings[0].complaint.where, AllOf(HasSubstr("frame 6"), HasSubstr("vertex 11")));
}

TEST(ImportWarning, TellsJumpsOfTheWholeAndOfSingleVertices) {
  const SheetFolder folder(40, 12);
  Motion motion = folder.motion;
  for (std::size_t t = 20; t < 40; ++t) motion.frames.change(t).row(0).array() += 5;
  motion.frames.change(30)(2, 100) += 20;
  write_motion(folder / "jump.pc2", motion);
  const auto findings = findings_of({.files = {folder / "sheet.obj", folder / "jump.pc2"}});
  ASSERT_GE(findings.size(), 2u);
  EXPECT_EQ(findings[0].severity, Severity::warning);
  EXPECT_EQ(findings[0].frame, 20);
  EXPECT_THAT(findings[0].complaint.what, HasSubstr("whole body jumps"));
  EXPECT_EQ(findings[1].frame, 30);
  EXPECT_EQ(findings[1].vertex, 100);
}

TEST(ImportWarning, TellsFramesThatRepeatTheOneBefore) {
  const SheetFolder folder(20);
  Motion motion = folder.motion;
  motion.frames.put(8, motion.frames[7]);
  motion.frames.put(9, motion.frames[7]);
  motion.frames.put(19, motion.frames[18]);
  write_motion(folder / "frozen.pc2", motion);
  const auto findings = findings_of({.files = {folder / "sheet.obj", folder / "frozen.pc2"}});
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[0].severity, Severity::warning);
  EXPECT_THAT(findings[0].complaint.found, HasSubstr("2 frame(s), 8 to 9"));
  EXPECT_EQ(findings[1].severity, Severity::note);  // motions come to rest
}

TEST(ImportWarning, TellsACacheOfAnotherUnitAndFitsTheMeshToIt) {
  const SheetFolder folder;
  Motion motion = folder.motion;
  for (std::size_t t = 0; t < motion.frames.size(); ++t) motion.frames.change(t) *= 100;
  write_motion(folder / "cm.pc2", motion);
  const Imported imported = import_shot({.files = {folder / "sheet.obj", folder / "cm.pc2"}});
  ASSERT_EQ(imported.report.findings.size(), 1u);
  EXPECT_THAT(imported.report.findings[0].complaint.found, HasSubstr("100"));
  EXPECT_EQ(imported.shot.origin->meters_per_unit, 0.01);
  EXPECT_NEAR(imported.shot.body().rest_positions.row(0).maxCoeff(), 1, 0.1);
}

TEST(ImportRefusal, OfArchivesFoldersAndFilesThatAreNotThere) {
  const SheetFolder folder;
  folder.put("mesh.obj", std::string("PK\3\4 and so on"));
  folder.put("cache.pc2", std::string("\x1F\x8B\x08 and so on"));
  fs::create_directory(folder / "empty");
  EXPECT_THAT(refusal_of({.files = {folder / "mesh.obj"}}),
              AllOf(HasSubstr("ZIP"), HasSubstr("Unpack")));
  EXPECT_THAT(refusal_of({.files = {folder / "sheet.obj", folder / "cache.pc2"}}),
              HasSubstr("gzip"));
  EXPECT_THAT(refusal_of({.files = {folder / "empty"}}), HasSubstr("folder without meshes"));
  EXPECT_THAT(refusal_of({.files = {folder / "sheet.obj", folder / "empty"}}),
              HasSubstr("no numbered OBJ or PLY files"));
  EXPECT_THAT(refusal_of({.files = {folder / "none.obj"}}),
              AllOf(HasSubstr("none.obj"), HasSubstr("no such file")));
  fs::create_symlink("circle.obj", folder / "circle.obj");
  EXPECT_THAT(refusal_of({.files = {folder / "circle.obj"}}),
              AllOf(HasSubstr("circle.obj"), HasSubstr("cannot be reached")));
  EXPECT_THAT(refusal_of({.files = {}}), HasSubstr("no mesh"));
  folder.put("notes.txt", "words");
  EXPECT_THAT(refusal_of({.files = {folder / "notes.txt"}}),
              AllOf(HasSubstr("notes.txt"), HasSubstr("'.txt'"), HasSubstr(".obj"),
                    HasSubstr(".pc2"), HasSubstr("retake import MESH")));
  EXPECT_THAT(refusal_of({.files = {folder / "sheet.pc2", folder / "sheet.pc2"}}),
              HasSubstr("more than one cache"));
}

TEST(ImportRefusal, OfACacheAloneUnlessItsMeshLiesBesideIt) {
  const SheetFolder folder;
  fs::copy_file(folder / "sheet.pc2", folder / "alone.pc2");
  EXPECT_THAT(refusal_of({.files = {folder / "alone.pc2"}}), HasSubstr("points without faces"));
  EXPECT_EQ(refusal_of({.files = {folder / "sheet.pc2"}}), "accepted");
}

TEST(ImportRefusal, OfHeadersThatCannotBe) {
  const SheetFolder folder;
  std::string bytes = bytes_of(folder / "sheet.pc2");
  bytes[31] = '\x7F';  // two thousand million frames
  folder.put("huge.pc2", bytes);
  folder.put("short.pc2", bytes.substr(0, 20));
  EXPECT_THAT(refusal_of({.files = {folder / "sheet.obj", folder / "huge.pc2"}}),
              HasSubstr("too short for the frames"));
  EXPECT_THAT(refusal_of({.files = {folder / "sheet.obj", folder / "short.pc2"}}),
              HasSubstr("ends too early"));
}

TEST(ImportRefusal, OfPosesThatAreNotOfOneMesh) {
  const SheetFolder folder;
  TriangleMesh other = folder.mesh;
  std::swap(other.triangles(0, 0), other.triangles(1, 0));
  write_mesh(folder / "other.obj", other);
  write_mesh(folder / "more.obj", sheet(6));
  EXPECT_THAT(refusal_of({.files = {folder / "sheet.obj", folder / "other.obj"}}),
              HasSubstr("other faces"));
  EXPECT_THAT(refusal_of({.files = {folder / "sheet.obj", folder / "more.obj"}}),
              HasSubstr("expected 25 as in sheet.obj, found 36"));
}

TEST(ImportRefusal, OfPinsAndBodiesThatDoNotFit) {
  const SheetFolder folder;
  ImportRequest request = folder.request();
  request.body = BodyChoice::tets;
  EXPECT_THAT(refusal_of(request), HasSubstr("without tets"));
  request = folder.request();
  request.pins = PinChoice::given;
  request.pinned = {25};
  EXPECT_THAT(refusal_of(request), HasSubstr("expected 0 to 24, found 25"));
}

TEST(Import, TakesNamesWithSpacesAndLettersOfAnyKindAndLinks) {
  const SheetFolder folder;
  const fs::path place = folder / "Fahne im Wind – 旗";
  fs::create_directory(place);
  fs::copy_file(folder / "sheet.obj", place / "große Fahne.obj");
  fs::create_symlink(folder / "sheet.pc2", place / "große Fahne.pc2");
  const ImportRequest request = {.files = {place / "große Fahne.pc2", place / "große Fahne.obj"}};
  import_to_file(request, place / "große Fahne.json");
  const Shot shot = read_shot(place / "große Fahne.json");
  EXPECT_EQ(cache_of(shot).frames, folder.motion.frames);
  EXPECT_EQ(shot.origin->mesh_file, place / "große Fahne.obj");
}

}  // namespace retake
