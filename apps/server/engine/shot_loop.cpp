#include "apps/server/engine/shot_loop.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "apps/server/engine/shot_sheet.h"
#include "retake/numerics/errors.h"
#include "retake/picture/contact_sheet.h"
#include "retake/picture/png.h"
#include "retake/spacetime/held_points.h"

namespace retake {

namespace {

// The editor's colours of what came in, what goes out, and handles.
constexpr Rgba input_color = rgb(0xe9b949), result_color = rgb(0x5bb8ec),
               handle_color = rgb(0xf57ab8);
constexpr Rgba backdrop = rgb(0x0c0e10), track_color = rgb(0x343a42);
constexpr int gap = 6;  // pixels between the sides and around them

// Every so manieth frame is drawn.
int frame_step(const Motion& motion) {
  constexpr double shown_fps = 12;
  constexpr int most_pictures = 300;
  const int by_rate = static_cast<int>(std::lround(motion.fps / shown_fps));
  return std::max({1, by_rate, (motion.frame_count() + most_pictures - 1) / most_pictures});
}

// The frames of the input that are drawn, then those of the result.
Motion both(const Motion& input, const Motion& result, int step) {
  Motion frames{.fps = input.fps};
  for (const Motion* motion : {&input, &result}) {
    for (int frame = 0; frame < motion->frame_count(); frame += step) {
      frames.frames.push_back(motion->frames[static_cast<std::size_t>(frame)]);
    }
  }
  return frames;
}

void draw_ring(Image& image, const Eigen::Vector2d& center, double radius, Rgba color) {
  constexpr int sides = 32;
  const auto corner = [&](int i) -> Eigen::Vector2d {
    const double angle = 2 * std::numbers::pi * i / sides;
    return center + radius * Eigen::Vector2d(std::cos(angle), std::sin(angle));
  };
  for (int i = 0; i < sides; ++i) draw_line(image, corner(i), corner(i + 1), radius / 5, color);
}

void draw_dot(Image& image, const Eigen::Vector2d& center, double radius, Rgba color) {
  draw_disc(image, center, 1.35 * radius, backdrop);
  draw_disc(image, center, radius, color);
}

// One side of the pictures.
struct Side {
  const Motion& motion;
  Rgba color;  // of the dots
  bool holds;  // rings stand where handles hold their points
};

void draw_marks(Image& image, const Side& side, int frame, const std::vector<FrameMark>& marks,
                const Camera& camera) {
  const double radius = image.width / 80.0;
  const auto pixel = [&](int at, const WeightedPoint& point) {
    const FrameView& positions = side.motion.frames[static_cast<std::size_t>(at)];
    return project(camera, position_in(positions, point), image.width, image.height).pixel;
  };
  for (const FrameMark& mark : marks) {
    for (const WeightedPoint& point : mark.points) {
      if (side.holds) draw_ring(image, pixel(mark.frame, point), 2.2 * radius, handle_color);
      draw_dot(image, pixel(frame, point), radius, side.color);
    }
  }
}

// Below the pictures: how much of the motion has passed, and where handles are.
Image with_time(const Image& row, double share, const std::vector<double>& marks) {
  const double height = std::max(14.0, row.width / 40.0), middle = row.height + height / 2 - gap;
  const double left = gap + height / 2, length = row.width - 2 * left;
  Image image(row.width, row.height + static_cast<int>(height), backdrop);
  paste(image, row, 0, 0);
  const auto at = [&](double part) { return Eigen::Vector2d(left + part * length, middle); };
  draw_line(image, at(0), at(1), height / 6, track_color);
  draw_line(image, at(0), at(share), height / 6, result_color);
  for (const double mark : marks) draw_dot(image, at(mark), height / 4, handle_color);
  draw_disc(image, at(share), height / 5, rgb(0xffffff));
  return image;
}

}  // namespace

Loop draw_loop(const Shot& shot, const Motion& input, const Motion& result,
               const LoopRequest& request, Progress& progress) {
  const int step = frame_step(result), last = std::max(1, result.frame_count() - 1);
  const Motion drawn = both(input, result, step);
  const int count = drawn.frame_count() / 2;
  const std::vector<int> frames = spread_frames(2 * count, 2 * count);
  const SheetView view = view_of_all(shot, drawn, frames);
  PictureOptions options = options_for(request.width > 0 ? request.width : 360, 16);
  options.height = static_cast<int>(std::lround(options.width / view.aspect));
  std::vector<Image> images = draw_frames(shot, drawn, frames, view.camera, options, progress);
  const ContactSheetOptions row{.gap = gap,
                                .backdrop = backdrop,
                                .labels = {"input", "result"},
                                .label_height = std::max(4.0, options.width / 30.0)};
  std::vector<double> times;
  for (const FrameMark& mark : request.marks) {
    if (!mark.points.empty()) times.push_back(static_cast<double>(mark.frame) / last);
  }
  Loop loop{.pictures = {}, .fps = result.fps / step};
  for (int i = 0; i < count; ++i) {
    Image& before = images[static_cast<std::size_t>(i)];
    Image& after = images[static_cast<std::size_t>(count + i)];
    draw_marks(before, {input, input_color, false}, i * step, request.marks, view.camera);
    draw_marks(after, {result, handle_color, true}, i * step, request.marks, view.camera);
    const double share = static_cast<double>(i * step) / last;
    loop.pictures.push_back(with_time(side_by_side({before, after}, row), share, times));
  }
  return loop;
}

void save_loop(const Shot& shot, const Motion& input, const Motion& result,
               const LoopRequest& request, const std::filesystem::path& file, Progress& progress) {
  const Loop loop = draw_loop(shot, input, result, request, progress);
  save_apng(file, loop.pictures, loop.fps);
}

}  // namespace retake
