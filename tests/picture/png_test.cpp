#include "retake/picture/png.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <zlib.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "png_reader.h"
#include "retake/numerics/errors.h"
#include "temporary_folder.h"

namespace retake {
namespace {

class Png : public testing::Test {
 protected:
  const TemporaryFolder temporary;
  const std::filesystem::path& folder = temporary.path();
};

Image noise(int width, int height, bool opaque, unsigned seed) {
  std::mt19937 random(seed);
  Image image(width, height);
  for (Rgba& pixel : image.pixels) {
    const std::uint32_t bits = random();
    pixel = rgb(bits);
    if (!opaque) pixel.a = static_cast<std::uint8_t>(bits >> 24);
  }
  return image;
}

// Smooth in both directions, so that every filter has rows to win.
Image gradient(int width, int height) {
  Image image(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      image.at(x, y) = {static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(3 * y),
                        static_cast<std::uint8_t>(x * y / 7), 255};
    }
  }
  return image;
}

TEST_F(Png, ReturnsTheSamePixelsWhenReadBack) {
  const std::vector<Image> images = {noise(37, 21, true, 1), noise(1, 1, true, 2),
                                     noise(5, 300, false, 3), gradient(120, 90)};
  for (const Image& image : images) {
    save_png(folder / "a.png", image);
    const auto frames = read_png_frames(folder / "a.png");
    ASSERT_EQ(frames.size(), 1U);
    EXPECT_EQ(frames[0].image, image);
  }
}

TEST_F(Png, SaysThatItsColoursAreSrgbAndKeepsAlphaOnlyWhereNeeded) {
  save_png(folder / "opaque.png", noise(8, 8, true, 4));
  save_png(folder / "glass.png", noise(8, 8, false, 4));
  const auto opaque = read_png_chunks(folder / "opaque.png");
  const auto glass = read_png_chunks(folder / "glass.png");
  EXPECT_EQ(opaque.at(1).type, "sRGB");
  EXPECT_EQ(opaque.back().type, "IEND");
  EXPECT_EQ(opaque.at(0).data.at(9), 2);
  EXPECT_EQ(glass.at(0).data.at(9), 6);
}

TEST_F(Png, FiltersHalveASmoothPictureAgainstPlainDeflate) {
  const Image image = gradient(256, 256);
  save_png(folder / "a.png", image);
  uLongf plain = compressBound(4 * image.pixels.size());
  std::vector<Bytef> packed(plain);
  ASSERT_EQ(compress(packed.data(), &plain, &image.pixels[0].r, 4 * image.pixels.size()), Z_OK);
  EXPECT_LT(2 * std::filesystem::file_size(folder / "a.png"), plain);
}

TEST_F(Png, AnimationPlaysEveryFrameAtItsRate) {
  std::vector<Image> frames = {gradient(40, 30), gradient(40, 30), gradient(40, 30)};
  draw_disc(frames[1], {20, 12}, 5, rgb(0xff0000));
  save_apng(folder / "a.png", frames, 24);

  const auto chunks = read_png_chunks(folder / "a.png");
  EXPECT_EQ(chunks.at(2).type, "acTL");
  EXPECT_EQ(number_at(chunks.at(2).data, 0), 3U);
  EXPECT_EQ(number_at(chunks.at(2).data, 4), 0U);  // forever
  Image canvas(40, 30);
  const auto read = read_png_frames(folder / "a.png");
  ASSERT_EQ(read.size(), frames.size());
  for (std::size_t i = 0; i < frames.size(); ++i) {
    EXPECT_DOUBLE_EQ(read[i].delay, 1.0 / 24);
    paste(canvas, read[i].image, read[i].left, read[i].top);
    EXPECT_EQ(canvas, frames[i]) << i;
  }
}

TEST_F(Png, AnimationNumbersItsChunksWithoutGaps) {
  save_apng(folder / "a.png", {noise(6, 6, true, 1), noise(6, 6, true, 2), noise(6, 6, true, 3)},
            30);
  std::uint32_t expected = 0;
  for (const auto& [type, data] : read_png_chunks(folder / "a.png")) {
    if (type != "fcTL" && type != "fdAT") continue;
    EXPECT_EQ(number_at(data, 0), expected++);
  }
  EXPECT_EQ(expected, 5U);
}

TEST_F(Png, AnimationCountsItsFramesEachOfWhichLiesWithinTheFirst) {
  std::vector<Image> frames(5, gradient(40, 30));
  draw_disc(frames[1], {0, 0}, 5, rgb(0xff0000));  // at corners, where a part could reach beyond
  draw_disc(frames[2], {39.5, 29.5}, 4, rgb(0x00ff00));
  save_apng(folder / "a.png", frames, 12);
  const auto chunks = read_png_chunks(folder / "a.png");
  EXPECT_EQ(number_at(chunks.at(0).data, 0), 40U);
  EXPECT_EQ(number_at(chunks.at(0).data, 4), 30U);
  const auto controls = std::count_if(chunks.begin(), chunks.end(),
                                      [](const PngChunk& chunk) { return chunk.type == "fcTL"; });
  EXPECT_EQ(controls, 5);
  EXPECT_EQ(number_at(chunks.at(2).data, 0), 5U);  // of acTL
  const auto read = read_png_frames(folder / "a.png");
  ASSERT_EQ(read.size(), 5U);
  EXPECT_EQ(read[0].image, frames[0]);
  for (const ApngFrame& frame : read) {
    EXPECT_GE(std::min({frame.left, frame.top, frame.image.width - 1, frame.image.height - 1}), 0);
    EXPECT_LE(frame.left + frame.image.width, 40);
    EXPECT_LE(frame.top + frame.image.height, 30);
  }
}

TEST_F(Png, BrokenFrameRatesKeepTheirDelayToAMillisecond) {
  for (const double fps : {29.97, 0.5, 12.5}) {
    save_apng(folder / "a.png", {noise(4, 4, true, 1)}, fps);
    EXPECT_NEAR(read_png_frames(folder / "a.png").at(0).delay, 1 / fps, 0.5e-3);
  }
}

TEST_F(Png, RefusesToSaveNothing) {
  EXPECT_THROW(save_png(folder / "a.png", {}), InputError);
  EXPECT_THROW(save_apng(folder / "a.png", {}, 24), InputError);
  EXPECT_THROW(save_apng(folder / "a.png", {Image(2, 2)}, 0), InputError);
  EXPECT_THROW(save_apng(folder / "a.png", {Image(2, 2), Image(2, 3)}, 24), InputError);
  EXPECT_TRUE(std::filesystem::is_empty(folder));
}

TEST_F(Png, UnwritableTargetIsAFileErrorThatNamesIt) {
  std::ofstream(folder / "plain") << "a file, no folder";
  const auto target = folder / "plain" / "a.png";
  try {
    save_png(target, Image(2, 2));
    FAIL() << "nothing was thrown";
  } catch (const FileError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(target.string()));
  }
  EXPECT_THROW(save_png(folder, Image(2, 2)), FileError);  // a folder stands there
}

TEST_F(Png, LeavesNoPartialFileBeside) {
  save_png(folder / "a.png", Image(2, 2));
  save_png(folder / "a.png", Image(3, 3));
  const auto files = std::distance(std::filesystem::directory_iterator(folder), {});
  EXPECT_EQ(files, 1);
}

}  // namespace
}  // namespace retake
