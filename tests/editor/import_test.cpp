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

// Brings the same tent as glTF whose numbers lie in a file beside it.
void bring_gltf(const SmallEditor& small) {
  const fs::path folder = small.uploads() / drop;
  fs::create_directories(folder);
  const std::vector<float> places = {0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0.5F, 0.5F, 0.5F};
  const std::vector<std::uint16_t> corners = {4, 1, 0, 4, 2, 1, 4, 3, 2, 4, 0, 3};
  std::ofstream numbers(folder / "tent.bin", std::ios::binary);
  numbers.write(reinterpret_cast<const char*>(places.data()), 60);
  numbers.write(reinterpret_cast<const char*>(corners.data()), 24);
  std::ofstream(folder / "tent.gltf") << R"({
    "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
    "buffers": [{"uri": "tent.bin", "byteLength": 84}],
    "bufferViews": [{"buffer": 0, "byteLength": 60}, {"buffer": 0, "byteOffset": 60, "byteLength": 24}],
    "accessors": [
      {"bufferView": 0, "componentType": 5126, "count": 5, "type": "VEC3", "min": [0, 0, 0], "max": [1, 0.5, 1]},
      {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"}]})";
}

}  // namespace

TEST(Importing, TakesTheNumbersOfAGltfFromTheFileBesideItInAnyOrder) {
  std::vector<std::string> names = {"tent.bin", "tent.gltf"};
  for (int order = 0; order < 2; ++order, std::swap(names[0], names[1])) {
    SmallEditor small;
    small.hello();
    bring_gltf(small);
    const Json outlook = small.demand({{"type", "examine"}, {"drop", drop}, {"files", names}});
    EXPECT_EQ(outlook["name"], "tent");
    EXPECT_EQ(outlook["vertices"], 5);
    small.demand({{"type", "import"}, {"drop", drop}, {"files", names}});
    EXPECT_EQ(small.tab().newest("opened")["vertices"], 5);
  }
}

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
