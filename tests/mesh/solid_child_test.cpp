// The mesher's child process: what it answers, and what happens when it does not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ball_surface.h"
#include "retake/mesh/child_program.h"
#include "retake/mesh/mesher_message.h"
#include "retake/mesh/solid_mesher.h"
#include "temporary_folder.h"

namespace retake {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

fs::path script(const TemporaryFolder& folder, const std::string& commands) {
  const fs::path path = folder.put("mesher", "#!/bin/sh\n" + commands + "\n");
  fs::permissions(path, fs::perms::owner_all);
  return path;
}

// The note of a ball that was meshed although its mesher does `commands`.
std::string note_after(const std::string& commands, double time_limit = 30) {
  const TemporaryFolder folder;
  const SolidMesh solid = mesh_solid(
      ball_surface(), {.cell = 0.2, .time_limit = time_limit, .mesher = script(folder, commands)});
  EXPECT_GT(solid.tets.tet_count(), 100);
  EXPECT_THAT(solid.how, HasSubstr("lattice"));
  return solid.notes.empty() ? "" : solid.notes.front();
}

class CancelledSoon : public Progress {
 public:
  bool cancelled() const override { return ++asked_ > 3; }

 private:
  void report(std::string_view, double) override {}
  mutable int asked_ = 0;
};

TEST(ChildProgram, GivesBackAllThatItSaysToAllThatItIsTold) {
  const std::string much(5'000'000, 'x');  // more than a socket holds
  const ChildAnswer answer = ask_program("/bin/cat", much, 60, "cat", Progress::silent());
  ASSERT_TRUE(answer.output) << answer.failure;
  EXPECT_EQ(*answer.output, much);
}

TEST(ChildProgram, SaysWhyThereIsNoAnswer) {
  const auto failure = [](const fs::path& program, double seconds) {
    return ask_program(program, "input", seconds, "test", Progress::silent()).failure;
  };
  const TemporaryFolder folder;
  EXPECT_THAT(failure(folder / "absent", 30), HasSubstr("could not be started"));
  EXPECT_THAT(failure(script(folder, "exit 3"), 30), HasSubstr("status 3"));
  EXPECT_THAT(failure(script(folder, "kill -9 $$"), 30), HasSubstr("signal 9"));
  EXPECT_THAT(failure(script(folder, "exec sleep 600"), 0.1), HasSubstr("longer than 0.1 s"));
}

TEST(ChildProgram, IsEndedWhenItIsCancelled) {
  const TemporaryFolder folder;
  CancelledSoon progress;
  EXPECT_THROW(ask_program(script(folder, "exec sleep 600"), "", 600, "test", progress), Cancelled);
}

TEST(SolidMesher, FallsBackToTheLatticeAndSaysWhy) {
  EXPECT_THAT(note_after("kill -9 $$"), HasSubstr("signal 9"));
  EXPECT_THAT(note_after("exec sleep 600", 0.1), HasSubstr("longer than 0.1 s"));
  EXPECT_THAT(note_after("cat >/dev/null; echo tets"), HasSubstr("something else"));
  EXPECT_THAT(note_after("exit 1"), HasSubstr("status 1"));
  const SolidMesh absent = mesh_solid(ball_surface(), {.cell = 0.2, .mesher = "/nowhere/mesher"});
  EXPECT_THAT(absent.notes.front(), HasSubstr("not there"));
}

TEST(SolidMesher, DoesNotTakeTetsThatAreNoGood) {
  const TemporaryFolder folder;
  const auto note_on = [&](const TetMesh& tets) {
    folder.put("answer", to_bytes(MesherAnswer{tets, true}));
    return note_after("cat >/dev/null; cat '" + (folder / "answer").string() + "'");
  };
  EXPECT_THAT(note_on({}), HasSubstr("made no tets"));
  TetMesh tet;  // far from the ball
  tet.positions.resize(3, 4);
  tet.positions << 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1;
  tet.tets.resize(4, 1);
  tet.tets << 0, 1, 2, 3;
  EXPECT_THAT(note_on(tet), HasSubstr("empty"));
  tet.tets << 1, 0, 2, 3;
  EXPECT_THAT(note_on(tet), HasSubstr("without volume"));
}

TEST(MesherMessage, ComesBackAsItWas) {
  const MesherRequest request{ball_surface(), 0.125, true};
  const MesherRequest read = request_from_bytes(to_bytes(request));
  EXPECT_EQ(read.surface.positions, request.surface.positions);
  EXPECT_EQ(read.surface.triangles, request.surface.triangles);
  EXPECT_EQ(read.cell, 0.125);
  EXPECT_TRUE(read.wrap);
  const std::string bytes = to_bytes(request);
  EXPECT_THROW(request_from_bytes(bytes.substr(0, bytes.size() - 1)), InputError);
  EXPECT_THROW(request_from_bytes(""), InputError);
  EXPECT_THROW(answer_from_bytes(bytes), InputError);
}

class Cgal : public testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(RETAKE_MESHER_PROGRAM)) GTEST_SKIP() << "retake-mesher has not been built";
  }
  SolidMesh meshed(const TriangleMesh& surface) const {
    return mesh_solid(surface, {.cell = 0.15, .mesher = RETAKE_MESHER_PROGRAM});
  }
};

TEST_F(Cgal, FillsAClosedSurfaceAsItIs) {
  const SolidMesh solid = meshed(ball_surface());
  EXPECT_THAT(solid.how, HasSubstr("refinement of the surface"));
  EXPECT_NEAR(solid.fill, 1, 0.1);
}

TEST_F(Cgal, WrapsASurfaceThatCrossesItself) {
  const SolidMesh solid = meshed(both(ball_surface(), moved(ball_surface(), {0.6, 0, 0})));
  EXPECT_THAT(solid.how, HasSubstr("wrap"));
}

TEST_F(Cgal, GivesTheSameTetsAgain) {
  const SolidMesh first = meshed(ball_surface()), second = meshed(ball_surface());
  EXPECT_EQ(first.tets.positions, second.tets.positions);
  EXPECT_EQ(first.tets.tets, second.tets.tets);
}

}  // namespace
}  // namespace retake
