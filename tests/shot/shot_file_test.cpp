#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retake/modes/mode_cache.h"
#include "retake/numerics/errors.h"
#include "retake/shot/shot.h"
#include "retake/shot/sources/cache.h"
#include "shot/example_shots.h"
#include "temporary_folder.h"

namespace retake {

using testing::AllOf;
using testing::HasSubstr;

namespace {

namespace fs = std::filesystem;

// The message with which a shot is refused after `from` in its JSON was replaced by `to`.
std::string refusal_after(const std::string& from, const std::string& to) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "wobble.json";
  write_shot(rich_shot(), file);
  std::string text = bytes_of(file);
  const auto place = text.find(from);
  EXPECT_NE(place, std::string::npos) << from;
  text.replace(place, from.size(), to);
  std::ofstream(file) << text;
  try {
    read_shot(file);
  } catch (const Error& error) {
    return error.what();
  }
  return "not refused";
}

}  // namespace

TEST(ShotFile, WritingWhatWasReadGivesTheSameFiles) {
  const TemporaryFolder first, second;
  write_shot(rich_shot(), first.path() / "wobble.json");
  write_shot(read_shot(first.path() / "wobble.json"), second.path() / "wobble.json");
  int files = 0;
  for (const auto& entry : fs::directory_iterator(first.path())) {
    const fs::path name = entry.path().filename();
    EXPECT_EQ(bytes_of(entry.path()), bytes_of(second.path() / name)) << name;
    ++files;
  }
  EXPECT_EQ(files, 7);  // json, veg, render.ply, pc2, contacts.json, rod.ply, pose14.pc2
}

TEST(ShotFile, KeepsTheInteriorOfASurfaceExactly) {
  const TemporaryFolder folder;
  const Body body = surface_shot().body();
  write_shot(surface_shot(), folder / "skin.json");
  const Body read = read_shot(folder / "skin.json").body();
  EXPECT_EQ(read.rest_positions, body.rest_positions);
  EXPECT_EQ(read.triangles, body.triangles);
  EXPECT_EQ(read.tets.cols(), 0);
  EXPECT_EQ(read.pins, body.pins);
  ASSERT_TRUE(read.interior);
  EXPECT_EQ(read.interior->rest_positions, body.interior->rest_positions);
  EXPECT_EQ(read.interior->tets, body.interior->tets);
  EXPECT_EQ(read.interior->surface.vertices, body.interior->surface.vertices);
  EXPECT_EQ(read.interior->surface.weights, body.interior->surface.weights);
  EXPECT_EQ(read.interior->fill, body.interior->fill);
  EXPECT_EQ(read.material_of_element, body.material_of_element);
  EXPECT_EQ(read.materials[1].young, body.materials[1].young);
  EXPECT_EQ(mode_cache_key(read, 1e-8), mode_cache_key(body, 1e-8));
}

TEST(ShotFile, RefusesAnInteriorWithoutTets) {
  const TemporaryFolder folder;
  write_shot(surface_shot(), folder / "skin.json");
  std::string text = bytes_of(folder / "skin.json");
  text.replace(text.find("skin.interior.veg"), 17, "skin.obj");
  folder.put("skin.json", text);
  EXPECT_THROW(read_shot(folder / "skin.json"), InputError);
}

TEST(ShotFile, KeepsBodyContactsAndMotionExactly) {
  const TemporaryFolder folder;
  const Shot shot = rich_shot();
  write_shot(shot, folder.path() / "wobble.json");
  const Shot read = read_shot(folder.path() / "wobble.json");
  EXPECT_EQ(read.body().rest_positions, shot.body().rest_positions);
  EXPECT_EQ(read.body().tets, shot.body().tets);
  EXPECT_EQ(read.body().pins, shot.body().pins);
  for (int tet = 0; tet < 2; ++tet) {
    EXPECT_EQ(read.body().material_of(tet).young, shot.body().material_of(tet).young);
  }
  EXPECT_EQ(cache_of(read).frames.size(), 12u);
  EXPECT_EQ(cache_of(read).frames[2], cache_of(shot).frames[2]);
  ASSERT_EQ(read.contacts.size(), 2u);
  EXPECT_EQ(read.contacts[1].normal, shot.contacts[1].normal);
  EXPECT_EQ(read.body().render_surface->colors, shot.body().render_surface->colors);
}

TEST(ShotFile, UnknownKeysAreRefusedByNameAndPlace) {
  EXPECT_THAT(refusal_after("\"substeps\"", "\"substepps\""),
              AllOf(HasSubstr("wobble.json, simulation"), HasSubstr("'substepps'"),
                    HasSubstr("'substeps'")));
}

TEST(ShotFile, NewerVersionsAreRefused) {
  EXPECT_THAT(refusal_after("\"retake\": 1", "\"retake\": 2"),
              AllOf(HasSubstr("newer Retake"), HasSubstr("Update the program")));
}

TEST(ShotFile, OptionsThatMakeNoSenseAreRefused) {
  EXPECT_THAT(refusal_after("\"fps\": 30.0", "\"fps\": -1"), HasSubstr("fps"));
}

TEST(ShotFile, PinsThatDoNotExistAreRefused) {
  EXPECT_THAT(refusal_after("\"pins\": [\n      0,\n      2", "\"pins\": [\n      0,\n      77"),
              AllOf(HasSubstr("77"), HasSubstr("pin")));
}

TEST(ShotFile, PinsMayStandInAnyOrder) {
  EXPECT_EQ(refusal_after("\"pins\": [\n      0,\n      2", "\"pins\": [\n      2,\n      0"),
            "not refused");
}

TEST(ShotFile, PinsThatStandTwiceAreRefused) {
  EXPECT_THAT(refusal_after("\"pins\": [\n      0,\n      2", "\"pins\": [\n      2,\n      2"),
              AllOf(HasSubstr("pinned twice"), HasSubstr("2")));
}

TEST(ShotFile, PathsThatLeadNoPinsAreRefused) {
  for (const char* pin : {"-300", "500000000", "1"}) {
    EXPECT_THAT(
        refusal_after("\"pins\": [\n          0", std::string("\"pins\": [\n          ") + pin),
        AllOf(HasSubstr("pin path 0"), HasSubstr(pin)));
  }
}

TEST(ShotFile, ObstaclesThatMakeNoSenseAreRefused) {
  EXPECT_THAT(refusal_after("\"radius\": 0.7", "\"radius\": -1"), HasSubstr("'ball'"));
  EXPECT_THAT(refusal_after("\"steps\": 7", "\"steps\": 2000000000"), HasSubstr("'stairs'"));
}

TEST(ShotFile, NamesDoNotLeadOutOfTheFolder) {
  const TemporaryFolder folder;
  Shot shot = rich_shot();
  shot.props.front().name = "../evil";
  EXPECT_THROW(write_shot(shot, folder / "shot/wobble.json"), InputError);
  EXPECT_FALSE(fs::exists(folder / "wobble.evil.ply"));
  EXPECT_TRUE(fs::is_empty(folder / "shot"));  // nothing half-written is left
}

TEST(ShotFile, AFailureLeavesTheOldShotWhole) {
  const TemporaryFolder folder;
  write_shot(rich_shot(), folder / "wobble.json");
  const std::string before = bytes_of(folder / "wobble.pc2");
  Shot broken = rich_shot();
  cache_of(broken).frames.pop_back();
  broken.props.front().name = "a/b";
  EXPECT_THROW(write_shot(broken, folder / "wobble.json"), InputError);
  EXPECT_EQ(bytes_of(folder / "wobble.pc2"), before);
  EXPECT_NO_THROW(read_shot(folder / "wobble.json"));
}

TEST(ShotFile, AMissingFileIsNamed) {
  EXPECT_THAT(refusal_after("wobble.veg", "gone.veg"), HasSubstr("gone.veg"));
  EXPECT_THAT(refusal_after("wobble.pc2", "gone.pc2"),
              testing::AllOf(HasSubstr("gone.pc2"), HasSubstr("source.file")));
}

TEST(ShotFile, ACacheOfAnotherMeshNamesBothCountsAndTheFrame) {
  const TemporaryFolder folder;
  Shot shot = rich_shot();
  FrameList& frames = cache_of(shot).frames;
  for (std::size_t t = 0; t < frames.size(); ++t) frames.put(t, frames[t].leftCols(4));
  shot.contacts.clear();
  shot.layers.clear();
  write_shot(shot, folder.path() / "wobble.json");
  try {
    read_shot(folder.path() / "wobble.json");
    FAIL() << "not refused";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(),
                AllOf(HasSubstr("frame 0"), HasSubstr("5 vertices"), HasSubstr("found 4")));
  }
}

}  // namespace retake
