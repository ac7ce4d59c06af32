// Files that a page has brought.
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "editor/small_editor.h"

namespace retake::server {

namespace {

namespace fs = std::filesystem;

const std::string drop = "0123456789abcdef0123456789abcdef";

// A tent of four triangles whose tip goes up and down.
std::string tent(double height) {
  std::ostringstream text;
  text << "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nv 0.5 " << height << " 0.5\n"
       << "f 5 2 1\nf 5 3 2\nf 5 4 3\nf 5 1 4\n";
  return text.str();
}

// Brings a sequence of so many meshes; gives back their names.
std::vector<std::string> bring(const SmallEditor& small, int count) {
  const fs::path folder = small.uploads() / drop;
  fs::create_directories(folder);
  std::vector<std::string> names;
  for (int frame = 0; frame < count; ++frame) {
    names.push_back("tent_" + std::to_string(100 + frame) + ".obj");
    std::ofstream(folder / names.back()) << tent(0.5 + 0.05 * (frame % 4));
  }
  return names;
}

}  // namespace

TEST(Importing, TellsWhatItMakesOfTheFilesBeforeItDoes) {
  SmallEditor small;
  small.hello();
  const std::vector<std::string> names = bring(small, 12);
  const Json outlook = small.demand({{"type", "examine"}, {"drop", drop}, {"files", names}});
  EXPECT_EQ(outlook["type"], "outlook");
  EXPECT_EQ(outlook["name"], "tent");
  EXPECT_EQ(outlook["vertices"], 5);
  EXPECT_EQ(outlook["frames"], 12);
  EXPECT_EQ(outlook["up"], "y");
  EXPECT_EQ(outlook["unit"], 1);
  EXPECT_EQ(outlook["body"], "shell");
  EXPECT_FALSE(outlook["assumptions"].empty());
}

TEST(Importing, OpensTheFilesAsTheyWereSaidToBeAndForgetsThem) {
  SmallEditor small;
  small.hello();
  const std::vector<std::string> names = bring(small, 12);
  small.demand({{"type", "import"},
                {"drop", drop},
                {"files", names},
                {"up", "z"},
                {"unit", 0.01},
                {"fps", 30},
                {"body", "shell"}});
  const Json opened = small.tab().newest("opened");
  EXPECT_EQ(opened["name"], "tent");
  EXPECT_EQ(opened["frames"], 12);
  EXPECT_EQ(opened["fps"], 30);
  EXPECT_NEAR(opened["size"].get<double>(), 0.015, 0.005);
  EXPECT_FALSE(opened["notes"].empty());
  EXPECT_FALSE(fs::exists(small.uploads() / drop));
}

TEST(Importing, WhatCannotBeImportedStaysForAnotherTry) {
  SmallEditor small;
  small.hello();
  const std::vector<std::string> names = bring(small, 1);
  EXPECT_EQ(
      small.ask({{"type", "import"}, {"drop", drop}, {"files", names}, {"body", "tets"}})["type"],
      "problem");
  EXPECT_TRUE(fs::exists(small.uploads() / drop / names.front()));
  small.demand({{"type", "import"}, {"drop", drop}, {"files", names}});
}

TEST(Importing, ReachesNothingButWhatWasBrought) {
  SmallEditor small;
  small.hello();
  const std::vector<std::string> names = bring(small, 1);
  std::ofstream(small.uploads() / "secret.obj") << tent(1);
  fs::create_symlink(small.uploads() / "secret.obj", small.uploads() / drop / "link.obj");
  const auto refused = [&](const std::string& folder, const Json& files) {
    const Json answer = small.ask({{"type", "examine"}, {"drop", folder}, {"files", files}});
    return answer["type"] == "problem";
  };
  EXPECT_TRUE(refused(drop, {"../secret.obj"}));
  EXPECT_TRUE(refused(drop, {"link.obj"}));
  EXPECT_TRUE(refused(drop, {"none.obj"}));
  EXPECT_TRUE(refused(drop, {(small.uploads() / "secret.obj").string()}));
  EXPECT_TRUE(refused("..", {"secret.obj"}));
  EXPECT_TRUE(refused(".", {"secret.obj"}));
  EXPECT_TRUE(refused("", {"secret.obj"}));
  EXPECT_TRUE(refused(drop, Json::array()));
  EXPECT_TRUE(refused(drop, {1}));
  EXPECT_FALSE(refused(drop, names));
}

}  // namespace retake::server
