#include "retake/shot/motion_cache.h"

#include <gtest/gtest.h>

#include "retake/shot/sources/simulate.h"
#include "shot/example_shots.h"
#include "temporary_folder.h"

namespace retake {

namespace {

Obstacle floor_at(double height) {
  return {.shape = PlaneObstacle{.point = Vec3(0, height, 0), .normal = Vec3::UnitY()}};
}

// Two tets that fall onto a floor.
Shot falling() {
  Shot shot = plain_shot();
  shot.source = SimulateSource();
  shot.setup.options.frames = 12;
  shot.setup.obstacles = {floor_at(-0.2)};
  return shot;
}

bool same(const SimulationResult& a, const SimulationResult& b) {
  if (a.motion.frames != b.motion.frames || a.motion.fps != b.motion.fps ||
      a.contacts.size() != b.contacts.size())
    return false;
  for (std::size_t i = 0; i < a.contacts.size(); ++i) {
    if (a.contacts[i].frame != b.contacts[i].frame ||
        a.contacts[i].vertex != b.contacts[i].vertex ||
        a.contacts[i].normal != b.contacts[i].normal)
      return false;
  }
  return true;
}

// Counts what the simulator reports on its way.
class Steps : public Progress {
 public:
  int count = 0;
  bool cancelled() const override { return false; }

 private:
  void report(std::string_view, double) override { ++count; }
};

std::filesystem::path only_motion(const std::filesystem::path& folder) {
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".pc2") return entry.path();
  return {};
}

}  // namespace

TEST(MotionCache, TheSecondTimeItIsReadAndTheSameToTheBit) {
  const TemporaryFolder folder;
  Steps first_steps, second_steps;
  const SimulationResult first = cached_motion(falling(), {.folder = folder.path()}, first_steps);
  const SimulationResult second = cached_motion(falling(), {.folder = folder.path()}, second_steps);
  EXPECT_TRUE(same(first, second));
  EXPECT_TRUE(same(first, make_motion(falling())));
  EXPECT_FALSE(first.contacts.empty());
  EXPECT_GT(first_steps.count, 5);
  EXPECT_LE(second_steps.count, 1);
}

TEST(MotionCache, WhateverChangesTheMotionChangesItsName) {
  const std::string key = motion_cache_key(falling().body(), falling().setup);
  Shot softer = falling(), faster = falling(), lower = falling(), thrown = falling();
  softer.bodies.only().materials[0].young *= 0.5;
  faster.setup.options.fps *= 2;
  lower.setup.obstacles = {floor_at(-0.3)};
  thrown.setup.launch.velocity.x() = 1;
  for (const Shot& other : {softer, faster, lower, thrown}) {
    EXPECT_NE(motion_cache_key(other.body(), other.setup), key);
  }
  EXPECT_EQ(motion_cache_key(falling().body(), falling().setup), key);
}

TEST(MotionCache, ADamagedFileIsSimulatedAnew) {
  const TemporaryFolder folder;
  const SimulationResult first = cached_motion(falling(), {.folder = folder.path()});
  const std::filesystem::path file = only_motion(folder.path());
  std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
  EXPECT_TRUE(same(cached_motion(falling(), {.folder = folder.path()}), first));
}

TEST(MotionCache, AFolderThatCannotBeWrittenIsNoProblem) {
  const TemporaryFolder folder;
  folder.put("file", "in the way");
  EXPECT_TRUE(same(cached_motion(falling(), {.folder = folder / "file" / "below"}),
                   make_motion(falling())));
}

}  // namespace retake
