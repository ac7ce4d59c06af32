// Animations and poses that nobody on this project made: each imports without a word of help, and
// one handle is dragged. Prints a table.
#include <cstdio>

#include <Eigen/Geometry>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data_folder.h"
#include "retake/numerics/stopwatch.h"
#include "retake/shot/evaluation.h"
#include "retake/shot/sources/cache.h"
#include "shot/import_samples.h"

namespace retake {

namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

struct Row {
  const char* name;
  std::vector<const char*> files;  // below the data folder
};

const std::vector<Row> animations = {
    {"elastic_cow", {"anim/elastic_cow/elastic_cow.obj", "anim/elastic_cow/elastic_cow.pc2"}},
    {"faerie_pc2", {"anim/faerie_pc2/faerie.obj", "anim/faerie_pc2/faerie.pc2"}},
    {"fish_tet", {"anim/fish_tet/fish.mesh", "anim/fish_tet/fish.pc2"}},
    {"flag_obj", {"anim/flag_obj"}},
    {"AnimatedMorphCube", {"anim/gltf/AnimatedMorphCube.glb"}},
    {"AnimatedMorphSphere", {"anim/gltf/AnimatedMorphSphere.gltf"}},
    {"Fox", {"anim/gltf/Fox.glb"}},
    {"MorphStressTest", {"anim/gltf/MorphStressTest.glb"}},
    {"RiggedSimple", {"anim/gltf/RiggedSimple.glb"}},
    {"faerie.md2", {"anim/md2/faerie.md2"}},
    {"flag.md2", {"anim/md2/flag.md2"}},
    {"cheburashka", {"poses/cheburashka"}},
    {"cylinder", {"poses/cylinder"}}};

ImportRequest request_of(const Row& row) {
  ImportRequest request;
  for (const char* file : row.files) request.files.push_back(data_folder() / file);
  return request;
}

const char* kind_of(const Body& body) {
  if (body.is_shell()) return "shell";
  return body.interior ? "solid" : "tets";
}

double diagonal_of(const Body& body) {
  const Points& x = body.rest_positions;
  return (x.rowwise().maxCoeff() - x.rowwise().minCoeff()).norm();
}

// The vertex that moves farthest: what a hand would take hold of.
int vertex_to_drag(const Motion& motion) {
  Eigen::Matrix3Xf low = motion.frames.front(), high = low;
  for (const FrameView& frame : motion.frames) {
    low = low.cwiseMin(frame);
    high = high.cwiseMax(frame);
  }
  Eigen::Index vertex = 0;
  (high - low).colwise().norm().maxCoeff(&vertex);
  return static_cast<int>(vertex);
}

struct HandleError {
  double part = 0;  // of the drag by which the handle misses its target
  HandleStop stop = HandleStop::converged;
};

// Drags by a twentieth of the size, across the line to the middle.
HandleError handle_error(Shot& shot) {
  const int frame = frame_count(shot) / 2, vertex = vertex_to_drag(cache_of(shot));
  const FrameView input = cache_of(shot).frames[static_cast<std::size_t>(frame)];
  const Vec3 at = input.col(vertex).cast<double>();
  const Vec3 out = at - Vec3(input.rowwise().mean().cast<double>());
  const double drag = 0.05 * diagonal_of(shot.body());
  WishLayer edit;
  edit.settings.modes = 150;
  LayerWish wish{.id = 2, .wish = {}};
  wish.wish.frame = frame;
  wish.wish.point = {{vertex, 1.0}};
  wish.wish.target = at + drag * out.unitOrthogonal();
  edit.wishes.push_back(wish);
  shot.layers.push_back({.id = 1, .name = "Edit", .content = edit});
  Evaluation evaluation(shot);
  const Vec3 moved = evaluation.frame(frame).col(vertex).cast<double>() - at;
  EXPECT_GT(moved.norm(), 0.1 * drag);
  const EditReport& report = *evaluation.report(1);
  return {report.wishes.front().miss / drag, report.stop};
}

}  // namespace

TEST(ImportData, EveryAnimationAndPoseSetImportsAndAHandleIsDragged) {
  RETAKE_NEED_DATA(data_folder() / "anim");
  std::printf("%-20s %-6s %8s %7s %7s %7s %13s  %s\n", "animation", "body", "vertices", "tets",
              "frames", "seconds", "handle error", "stopped");
  for (const Row& row : animations) {
    const Stopwatch watch;
    Imported imported = import_shot(request_of(row));
    Shot& shot = imported.shot;
    const double seconds = watch.seconds();
    const HandleError error = handle_error(shot);
    const Body& body = shot.body();
    std::printf("%-20s %-6s %8d %7td %7d %7.2f %12.4f%%  %s\n", row.name, kind_of(body),
                body.vertex_count(), body.tet_count(), frame_count(shot), seconds, 100 * error.part,
                name_of(error.stop));
    EXPECT_LT(error.part, 0.05) << row.name;
    EXPECT_FALSE(imported.report.assumptions.empty()) << row.name;
  }
  EXPECT_THAT(refusal_of({.files = {data_folder() / "anim/mdd/cube.mdd"}}),
              HasSubstr("points without faces"));
  std::printf("%-20s refused: a cache of points without a mesh\n", "mdd/cube");
}

// How all of them are filled is a test of the mesher's own.
TEST(ImportData, SurfacesThatAreOpenLooseCrossingOrBranchedBecomeBodies) {
  RETAKE_NEED_DATA(data_folder() / "tri");
  const auto body_of = [](const char* file) {
    return import_shot({.files = {data_folder() / "tri" / file}}).shot.body();
  };
  for (const char* file :
       {"cube_no_bottom.obj", "soup.stl", "doubleLoopWithCube.obj", "joined_tetrahedra.obj"}) {
    EXPECT_STREQ(kind_of(body_of(file)), "solid") << file;
  }
  EXPECT_STREQ(kind_of(body_of("sheet1000.obj")), "shell");
}

TEST(ImportData, EverythingBadIsRefusedWithItsFile) {
  RETAKE_NEED_DATA(data_folder() / "bad");
  for (const auto& entry : fs::directory_iterator(data_folder() / "bad")) {
    const std::string refusal = refusal_of({.files = {entry.path()}});
    EXPECT_THAT(refusal, HasSubstr(entry.path().filename().string()));
  }
}

}  // namespace retake
