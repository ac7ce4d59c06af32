#include "retake/picture/lettering.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace retake {

namespace {

// Polylines as pairs of digits x y: capitals stand on y = 2 and reach 8, small letters reach 6,
// tails go down to 0. A space lifts the pen; a doubled point is a dot.
struct Glyph {
  char letter;
  int width;  // grid units
  std::string_view strokes;
};

constexpr std::array glyphs = {
    Glyph{' ', 1, ""},
    Glyph{'0', 4, "183847433212030718"},
    Glyph{'1', 4, "072822 0242"},
    Glyph{'2', 4, "07183847460242"},
    Glyph{'3', 4, "0718384746354443321203 1535"},
    Glyph{'4', 4, "380444 3832"},
    Glyph{'5', 4, "480805354443321203"},
    Glyph{'6', 4, "473818070312324344351504"},
    Glyph{'7', 4, "084812"},
    Glyph{'8', 4, "15060718384746351504031232434435"},
    Glyph{'9', 4, "031232434738180706153546"},
    Glyph{'A', 4, "022842 1434"},
    Glyph{'B', 4, "02083847463505 3544433202"},
    Glyph{'C', 4, "4738180703123243"},
    Glyph{'D', 4, "02082846442202"},
    Glyph{'E', 4, "48080242 0535"},
    Glyph{'F', 4, "480802 0535"},
    Glyph{'G', 4, "47381807031232434525"},
    Glyph{'H', 4, "0208 4248 0545"},
    Glyph{'I', 0, "0802"},
    Glyph{'J', 3, "3833221203"},
    Glyph{'K', 4, "0208 4804 1542"},
    Glyph{'L', 4, "080242"},
    Glyph{'M', 4, "0208254842"},
    Glyph{'N', 4, "02084248"},
    Glyph{'O', 4, "183847433212030718"},
    Glyph{'P', 4, "02083847463505"},
    Glyph{'Q', 4, "183847433212030718 2442"},
    Glyph{'R', 4, "02083847463505 2542"},
    Glyph{'S', 4, "473818070615354443321203"},
    Glyph{'T', 4, "0848 2822"},
    Glyph{'U', 4, "080312324348"},
    Glyph{'V', 4, "082248"},
    Glyph{'W', 4, "0812263248"},
    Glyph{'X', 4, "0842 0248"},
    Glyph{'Y', 4, "082548 2522"},
    Glyph{'Z', 4, "08480242"},
    Glyph{'a', 3, "0516263532 341403122233"},
    Glyph{'b', 3, "0802 0516263533221203"},
    Glyph{'c', 3, "3526160503122233"},
    Glyph{'d', 3, "3832 3526160503122233"},
    Glyph{'e', 3, "04343526160503122233"},
    Glyph{'f', 2, "281712 0626"},
    Glyph{'g', 3, "3526160503122233 3631201001"},
    Glyph{'h', 3, "0802 0516263532"},
    Glyph{'i', 0, "0602 0808"},
    Glyph{'j', 1, "161100 1818"},
    Glyph{'k', 3, "0802 3603 1432"},
    Glyph{'l', 0, "0802"},
    Glyph{'m', 4, "0602 05162522 25364542"},
    Glyph{'n', 3, "0602 0516263532"},
    Glyph{'o', 3, "162635332212030516"},
    Glyph{'p', 3, "0600 0516263533221203"},
    Glyph{'q', 3, "3630 3526160503122233"},
    Glyph{'r', 2, "0602 051626"},
    Glyph{'s', 3, "35261605142433221203"},
    Glyph{'t', 2, "181322 0626"},
    Glyph{'u', 3, "0603122233 3632"},
    Glyph{'v', 4, "062246"},
    Glyph{'w', 4, "0612243246"},
    Glyph{'x', 3, "0632 0236"},
    Glyph{'y', 4, "0622 4610"},
    Glyph{'z', 3, "06360232"},
    Glyph{'.', 0, "0202"},
    Glyph{',', 0, "0201"},
    Glyph{':', 0, "0202 0505"},
    Glyph{'-', 3, "0535"},
    Glyph{'+', 4, "0545 2723"},
    Glyph{'=', 4, "0444 0646"},
    Glyph{'/', 3, "0238"},
    Glyph{'(', 1, "18070312"},
    Glyph{')', 1, "08171302"},
    Glyph{'%', 4, "0248 0808 4242"},
    Glyph{'!', 0, "0804 0202"},
    Glyph{'?', 4, "07183847462524 2222"},
    Glyph{'\'', 0, "0807"},
    Glyph{'_', 4, "0242"},
    Glyph{'#', 4, "1218 3238 0444 0646"},
    Glyph{'<', 3, "370533"},
    Glyph{'>', 3, "073503"},
};
constexpr Glyph unknown{'\0', 3, "0207373202"};
constexpr double gap = 1.7;    // between letters, in grid units
constexpr double units = 6.0;  // in the height of a capital

const Glyph& glyph_of(char letter) {
  const auto* found = std::find_if(glyphs.begin(), glyphs.end(),
                                   [&](const Glyph& glyph) { return glyph.letter == letter; });
  return found == glyphs.end() ? unknown : *found;
}

struct Segment {
  Eigen::Vector2d from, to;
};

std::vector<Segment> segments_of(const Glyph& glyph, const Eigen::Vector2d& origin, double scale) {
  std::vector<Segment> segments;
  const auto point = [&](std::size_t i) -> Eigen::Vector2d {
    return origin + scale * Eigen::Vector2d(glyph.strokes[i] - '0', '2' - glyph.strokes[i + 1]);
  };
  for (std::size_t i = 0; i + 3 < glyph.strokes.size();) {
    if (glyph.strokes[i + 2] == ' ') {
      i += 3;
      continue;
    }
    segments.push_back({point(i), point(i + 2)});
    i += 2;
  }
  return segments;
}

double distance_to(const Segment& segment, const Eigen::Vector2d& point) {
  const Eigen::Vector2d along = segment.to - segment.from, offset = point - segment.from;
  const double length2 = along.squaredNorm();
  const double t = length2 > 0 ? std::clamp(offset.dot(along) / length2, 0.0, 1.0) : 0.0;
  return (offset - t * along).norm();
}

// All strokes of a letter at once, so that where they meet the colour is not laid on twice.
void draw_segments(Image& image, const std::vector<Segment>& segments, double radius, Rgba color) {
  Eigen::Array2d low = Eigen::Array2d::Constant(std::numeric_limits<double>::max()), high = -low;
  for (const Segment& segment : segments) {
    low = low.min(segment.from.array()).min(segment.to.array());
    high = high.max(segment.from.array()).max(segment.to.array());
  }
  const int left = std::max(0, static_cast<int>(low.x() - radius - 1));
  const int right = std::min(image.width, static_cast<int>(high.x() + radius + 2));
  const int top = std::max(0, static_cast<int>(low.y() - radius - 1));
  const int bottom = std::min(image.height, static_cast<int>(high.y() + radius + 2));
  for (int y = top; y < bottom; ++y) {
    for (int x = left; x < right; ++x) {
      double distance = std::numeric_limits<double>::max();
      for (const Segment& segment : segments) {
        distance = std::min(distance, distance_to(segment, {x + 0.5, y + 0.5}));
      }
      const double coverage = std::clamp(radius + 0.5 - distance, 0.0, 1.0);
      if (coverage > 0) blend(image.at(x, y), color, coverage);
    }
  }
}

}  // namespace

double text_width(std::string_view text, double height) {
  double width = 0;
  for (const char letter : text) width += glyph_of(letter).width + gap;
  return text.empty() ? 0 : (width - gap) * height / units;
}

void draw_text(Image& image, std::string_view text, double left, double baseline, double height,
               Rgba color) {
  const double scale = height / units;
  const double radius = std::max(0.6, 0.07 * height);
  for (const char letter : text) {
    const Glyph& glyph = glyph_of(letter);
    const std::vector<Segment> segments = segments_of(glyph, {left, baseline}, scale);
    if (!segments.empty()) draw_segments(image, segments, radius, color);
    left += (glyph.width + gap) * scale;
  }
}

}  // namespace retake
