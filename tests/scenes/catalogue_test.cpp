#include <gmock/gmock.h>

#include "scenes/scene.h"

namespace retake {
namespace {

TEST(Catalogue, RefusesAnUnknownNameAndSaysWhichIsNearest) {
  try {
    build_scene("brigde");
    FAIL() << "an unknown scene was built";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("brigde"));
    EXPECT_THAT(error.complaint().advice, testing::HasSubstr("'bridge'"));
  }
}

TEST(Catalogue, ListsTheEightScenesOfTheWelcomePage) {
  std::vector<std::string> names;
  for (const SceneInfo& info : scene_list()) names.push_back(info.name);
  EXPECT_THAT(names, testing::ElementsAre("bridge", "dino", "curtain", "flower", "gull", "tumble",
                                          "beam", "plush"));
}

TEST(Catalogue, GivesEverySceneItsNameAndBlurb) {
  const Scene scene = build_scene("beam");
  EXPECT_EQ(scene.name, "beam");
  EXPECT_EQ(scene.body.name, "beam");
  EXPECT_FALSE(scene.blurb.empty());
}

}  // namespace
}  // namespace retake
