#include "retake/picture/contact_sheet.h"

#include <algorithm>

#include "retake/numerics/errors.h"
#include "retake/picture/lettering.h"

namespace retake {

namespace {

void check(bool holds, const std::string& what, const std::string& expected, double found) {
  if (holds) return;
  throw InputError({.what = what,
                    .where = "contact sheet",
                    .expected = expected,
                    .found = std::to_string(static_cast<long long>(found))});
}

}  // namespace

void ContactSheetOptions::validate() const {
  check(columns >= 1, "columns out of range", "at least 1", columns);
  check(gap >= 0 && gap <= 1000, "gap out of range", "0 to 1000 pixels", gap);
  check(label_height >= 4 && label_height <= 1000, "label height out of range", "4 to 1000 pixels",
        label_height);
}

Image contact_sheet(const std::vector<Image>& images, const ContactSheetOptions& options) {
  options.validate();
  const int count = static_cast<int>(images.size());
  check(count > 0, "there is no picture", "at least 1", count);
  const auto check_count = [&](std::size_t found, const std::string& what) {
    check(found == 0 || found == images.size(), "wrong number of " + what,
          "none or " + std::to_string(count), static_cast<double>(found));
  };
  check_count(options.labels.size(), "labels");
  check_count(options.marked.size(), "marks");
  int width = 0, height = 0;
  for (const Image& image : images) {
    width = std::max(width, image.width);
    height = std::max(height, image.height);
  }
  const int columns = std::min(options.columns, count), rows = (count + columns - 1) / columns;
  const int step_x = width + options.gap, step_y = height + options.gap;
  constexpr int largest = 65535;  // pixels a side
  check(step_x <= largest / columns && step_y <= largest / rows, "sheet too large",
        "at most 65535 pixels a side",
        std::max<double>(step_x * 1.0 * columns, step_y * 1.0 * rows));
  Image sheet(columns * step_x + options.gap, rows * step_y + options.gap, options.backdrop);
  for (int i = 0; i < count; ++i) {
    const int left = options.gap + i % columns * step_x, top = options.gap + i / columns * step_y;
    const auto at = static_cast<std::size_t>(i);
    const bool marked = !options.marked.empty() && options.marked[at];
    if (marked) {
      const int edge = options.gap / 2;  // of the gap, on each side
      paste(sheet, Image(width + 2 * edge, height + 2 * edge, options.mark_color), left - edge,
            top - edge);
    }
    paste(sheet, images[at], left, top);
    if (options.labels.empty()) continue;
    const double inset = 0.8 * options.label_height;
    draw_text(sheet, options.labels[at], left + inset, top + height - inset, options.label_height,
              marked ? options.mark_color : options.label_color);
  }
  return sheet;
}

Image side_by_side(const std::vector<Image>& images, ContactSheetOptions options) {
  options.columns = std::max(1, static_cast<int>(images.size()));
  return contact_sheet(images, options);
}

}  // namespace retake
