// Motions too long for memory: their frames lie in a file, and nothing else is different.
#include "retake/shot/long_motion.h"

#include <gtest/gtest.h>

#include "elasticity/bar.h"
#include "retake/mesh/surface.h"
#include "retake/shot/evaluation.h"
#include "retake/shot/sources/cache.h"
#include "temporary_folder.h"

namespace retake {

namespace {

constexpr std::size_t long_enough = 24;

// A bar that is held at its left end and sways.
Shot swaying_bar() {
  Shot shot;
  shot.bodies.only() = make_bar({.cells = {6, 1, 1}});
  Body& body = shot.bodies.only();
  body.triangles = surface_triangles({body.rest_positions, body.tets});
  shot.source = CachedSource();
  for (std::size_t t = 0; t < long_enough; ++t) {
    Points bent = body.rest_positions;
    bent.row(1).array() += 0.1 * std::sin(0.3 * static_cast<double>(t)) *
                           (bent.row(0).array() - bent.row(0).minCoeff()).square();
    cache_of(shot).frames.push_back(bent.cast<float>());
  }
  return shot;
}

Layer pull(int id, const Shot& shot, int frame, std::optional<std::pair<int, int>> window = {}) {
  const int tip = shot.body().vertex_count() - 1;
  Wish wish;
  wish.directions = Mat3::Identity().rightCols(2);
  wish.frame = frame;
  wish.point = {{tip, 1}};
  wish.target = cache_of(shot).frames[static_cast<std::size_t>(frame)].col(tip).cast<double>() +
                Vec3(0, 0.04, 0.01);
  WishLayer green;
  green.settings.modes = 12;
  green.settings.window = window;
  green.wishes = {{id + 1, wish}};
  return {.id = id, .name = "pull", .content = green};
}

// The same with its frames in a file.
Shot stored(Shot shot, const TemporaryFolder& folder) {
  FrameList list(FrameStore::open(folder.path(), shot.body().vertex_count()));
  for (const FrameView& frame : cache_of(shot).frames) list.push_back(frame);
  cache_of(shot).frames = std::move(list);
  return shot;
}

class LongMotionTest : public testing::Test {
 protected:
  void SetUp() override { setenv("RETAKE_CACHE", folder.path().c_str(), 1); }
  void TearDown() override { unsetenv("RETAKE_CACHE"); }

  TemporaryFolder folder;
  Shot shot = swaying_bar();
};

}  // namespace

TEST_F(LongMotionTest, EditsOfStoredFramesAreThoseOfFramesInMemoryToTheBit) {
  Layer upper = pull(20, shot, 17, std::pair(11, 22));
  upper.weight = {{{0, 0.5}}};
  shot.layers = {pull(10, shot, 8), upper};
  Evaluation in_memory(shot), in_file(stored(shot, folder));
  EXPECT_EQ(in_file.motion()->frames, in_memory.motion()->frames);
  EXPECT_EQ(in_file.frame(9), in_memory.frame(9));
  EXPECT_NE(in_file.motion()->frames, in_file.source().frames);
}

TEST_F(LongMotionTest, FramesOutsideOfTheWindowAreTheSourcesOwn) {
  shot.layers = {pull(10, shot, 8, std::pair(4, 14))};
  Evaluation evaluation(stored(shot, folder));
  const auto result = evaluation.motion();
  for (const std::size_t t : {0u, 3u, 15u, 23u}) {
    EXPECT_EQ(result->frames[t].data(), evaluation.source().frames[t].data()) << t;
  }
  EXPECT_NE(result->frames[8].data(), evaluation.source().frames[8].data());
}

TEST_F(LongMotionTest, EditsAreTakenBackWithoutTrace) {
  shot.layers = {pull(10, shot, 8)};
  Evaluation evaluation(stored(shot, folder));
  const auto first = evaluation.motion();
  std::vector<Layer> other = shot.layers;
  other[0].content.get<WishLayer>().wishes[0].wish.target.y() += 0.02;
  evaluation.set_layers(other);
  EXPECT_NE(evaluation.motion()->frames, first->frames);
  evaluation.set_layers(shot.layers);
  EXPECT_EQ(evaluation.motion()->frames, first->frames);
}

TEST_F(LongMotionTest, OnlyLongMotionsLieInAFile) {
  EXPECT_EQ(list_for(13'000, 600).store(), nullptr);
  EXPECT_NE(list_for(100'000, 1000).store(), nullptr);
}

}  // namespace retake
