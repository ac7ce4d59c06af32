#include "retake/picture/image.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "retake/numerics/errors.h"
#include "retake/picture/contact_sheet.h"
#include "retake/picture/lettering.h"

namespace retake {
namespace {

const Rgba black = rgb(0x000000), white = rgb(0xffffff);

double sum_of_white(const Image& image) {
  double sum = 0;
  for (const Rgba& pixel : image.pixels) sum += pixel.g / 255.0;
  return sum;
}

TEST(Drawing, DiscHasItsArea) {
  for (const double radius : {2.5, 7.0, 15.3}) {
    Image image(40, 40, black);
    draw_disc(image, {20.3, 19.6}, radius, white);
    const double area = std::numbers::pi * radius * radius;
    EXPECT_NEAR(sum_of_white(image), area, 0.02 * area + 0.3);
  }
}

TEST(Drawing, LineHasLengthTimesWidthAtAnySlope) {
  for (const double angle : {0.0, 0.3, 0.785, 1.4}) {
    Image image(100, 100, black);
    const Eigen::Vector2d along(std::cos(angle), std::sin(angle));
    draw_line(image, Eigen::Vector2d(10.2, 10.7), Eigen::Vector2d(10.2, 10.7) + 70 * along, 3,
              white);
    const double area = 70 * 3 + std::numbers::pi * 1.5 * 1.5;  // with round ends
    EXPECT_NEAR(sum_of_white(image), area, 0.03 * area) << angle;
  }
}

TEST(Drawing, ThinLinesFadeWithTheirWidth) {
  Image thin(50, 50, black), thinner(50, 50, black);
  draw_line(thin, {5, 20}, {45, 27}, 0.8, white);
  draw_line(thinner, {5, 20}, {45, 27}, 0.4, white);
  EXPECT_NEAR(sum_of_white(thinner) / sum_of_white(thin), 0.5, 0.03);
}

TEST(Drawing, OutsideOfTheImageNothingHappens) {
  Image image(10, 10, black);
  draw_disc(image, {-50, 4}, 5, white);
  draw_line(image, {1e9, 0}, {2e9, 3}, 2, white);
  draw_line(image, {std::nan(""), 0}, {3, 3}, 2, white);
  EXPECT_EQ(image, Image(10, 10, black));
}

TEST(Drawing, BlendingOverNothingGivesTheColourItself) {
  Rgba pixel{0, 0, 0, 0};
  blend(pixel, {200, 100, 50, 255}, 0.5);
  EXPECT_EQ(pixel, (Rgba{200, 100, 50, 128}));
}

TEST(Lettering, EveryLetterLooksDifferent) {
  const std::string letters =
      "0123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz.,:-+=/()%!?'_#<>";
  std::vector<Image> drawn;
  for (const char letter : letters) {
    Image image(24, 28, black);
    draw_text(image, std::string(1, letter), 4, 20, 14, white);
    EXPECT_GT(sum_of_white(image), 1) << letter;
    EXPECT_EQ(std::find(drawn.begin(), drawn.end(), image), drawn.end()) << letter;
    drawn.push_back(image);
  }
}

TEST(Lettering, StaysInsideOfItsWidth) {
  const std::string text = "Frame 240, 3.20 s";
  const double width = text_width(text, 12);
  Image image(300, 40, black);
  draw_text(image, text, 10, 25, 12, white);
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      if (x < 8 || x > 12 + width) {
        EXPECT_EQ(image.at(x, y), black);
      }
    }
  }
}

TEST(Lettering, DigitsHaveOneWidthSoThatNumbersDoNotDance) {
  for (char digit = '1'; digit <= '9'; ++digit) {
    EXPECT_EQ(text_width(std::string(1, digit), 10), text_width("0", 10));
  }
}

TEST(ContactSheet, KeepsEveryPictureAndFillsTheGapsWithTheBackdrop) {
  std::vector<Image> images;
  for (int i = 0; i < 5; ++i)
    images.emplace_back(8, 6, rgb(0x101010U * static_cast<unsigned>(i + 1)));
  ContactSheetOptions options{.columns = 3, .gap = 2, .backdrop = rgb(0xff0000)};
  const Image sheet = contact_sheet(images, options);
  ASSERT_EQ(sheet.width, 3 * 8 + 4 * 2);
  ASSERT_EQ(sheet.height, 2 * 6 + 3 * 2);
  EXPECT_EQ(sheet.at(0, 0), options.backdrop);
  EXPECT_EQ(sheet.at(2, 2), images[0].at(0, 0));
  EXPECT_EQ(sheet.at(12, 10), images[4].at(0, 0));
  EXPECT_EQ(sheet.at(25, 12), options.backdrop);  // the cell that stays empty
  const auto gaps = std::count(sheet.pixels.begin(), sheet.pixels.end(), options.backdrop);
  EXPECT_EQ(gaps, sheet.width * sheet.height - 5 * 8 * 6);
}

TEST(ContactSheet, WritesLabelsIntoTheirPictures) {
  const std::vector<Image> images(2, Image(60, 40, black));
  const Image plain = contact_sheet(images),
              labelled = contact_sheet(images, {.labels = {"", "96"}});
  const auto changed = [&](int left, int right) {
    for (int y = 0; y < plain.height; ++y) {
      for (int x = left; x < right; ++x) {
        if (plain.at(x, y) != labelled.at(x, y)) return true;
      }
    }
    return false;
  };
  EXPECT_FALSE(changed(0, 72));
  EXPECT_TRUE(changed(72, 132));
}

TEST(ContactSheet, FramesAMarkedPictureInTheGapAndLeavesPicturesAsTheyAre) {
  const std::vector<Image> images(2, Image(8, 6, black));
  const ContactSheetOptions options{.gap = 4, .marked = {false, true}};
  const Image sheet = contact_sheet(images, options);
  EXPECT_EQ(sheet.at(4 + 8 + 4, 3), options.mark_color);
  EXPECT_EQ(sheet.at(4 + 8 + 4, 4), black);
  EXPECT_EQ(sheet.at(4, 3), options.backdrop);
  const auto framed = std::count(sheet.pixels.begin(), sheet.pixels.end(), options.mark_color);
  EXPECT_EQ(framed, 12 * 10 - 8 * 6);  // half of the gap on each side
}

TEST(ContactSheet, SideBySideIsOneRow) {
  const Image row = side_by_side(std::vector<Image>(7, Image(5, 4)), {.gap = 1});
  EXPECT_EQ(row.width, 7 * 6 + 1);
  EXPECT_EQ(row.height, 6);
}

TEST(ContactSheet, RefusesWhatDoesNotFit) {
  const std::vector<Image> images(2, Image(6, 4));
  EXPECT_THROW(contact_sheet({}), InputError);
  EXPECT_THROW(contact_sheet(images, {.columns = 0}), InputError);
  EXPECT_THROW(contact_sheet(images, {.gap = -1}), InputError);
  EXPECT_THROW(contact_sheet(images, {.labels = {"one"}}), InputError);
  EXPECT_THROW(contact_sheet(images, {.marked = {true}}), InputError);
}

}  // namespace
}  // namespace retake
