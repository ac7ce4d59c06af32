#include "apps/server/engine/shot_sheet.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "retake/picture/contact_sheet.h"
#include "retake/picture/lettering.h"
#include "retake/shot/pose_source.h"
#include "retake/shot/sources/poses.h"
#include "retake/spacetime/held_points.h"

namespace retake {

namespace {

constexpr double margin = 0.12;           // of a tile's width and height, free on each side
constexpr double label_share = 1.0 / 30;  // height of a label over the width of a tile

// Gathers what happens at a frame of the span, by vertices of the body that is drawn.
class MarkGatherer {
 public:
  MarkGatherer(const FrameRange& span, const ShotBody* body) : span_(span), body_(body) {}

  void add(int frame, const std::string& name, const WeightedPoint& point) {
    if (!span_.contains(frame) || !shows(point)) return;
    FrameMark& mark = marks_[frame - span_.first];
    if (!name.empty()) mark.label += (mark.label.empty() ? "" : ", ") + name;
    if (point.empty()) return;
    mark.points.push_back(point);
    for (WeightedVertex& each : mark.points.back()) each.vertex -= first();
  }

  std::vector<FrameMark> take() {
    std::vector<FrameMark> marks;
    for (auto& [frame, mark] : marks_) {
      mark.frame = frame;
      marks.push_back(std::move(mark));
    }
    return marks;
  }

 private:
  int first() const { return body_ == nullptr ? 0 : body_->first_vertex; }

  // Points of other bodies are not there; a pose has none, and is of all.
  bool shows(const WeightedPoint& point) const {
    return body_ == nullptr || std::ranges::all_of(point, [&](const WeightedVertex& each) {
             return each.vertex >= first() && each.vertex < first() + body_->body.vertex_count();
           });
  }

  FrameRange span_;
  const ShotBody* body_;
  std::map<int, FrameMark> marks_;
};

void add_layer(MarkGatherer& marks, const Layer& layer) {
  for (const LayerMark& mark : layer.content->marks()) {
    if (mark.counts) marks.add(mark.frame, mark.name, mark.point);
  }
}

// So many of them, evenly, with the first and the last.
std::vector<int> thinned(const std::vector<int>& frames, int count) {
  std::vector<int> kept;
  for (const int i : spread_frames(static_cast<int>(frames.size()), count)) {
    kept.push_back(frames[static_cast<std::size_t>(i)]);
  }
  return kept;
}

// Lets go of the frame nearest to `taken` that is neither marked nor an end.
void drop_nearest(std::set<int>& frames, int taken, const std::set<int>& marked) {
  auto nearest = frames.end();
  for (auto each = frames.begin(); each != frames.end(); ++each) {
    if (marked.contains(*each) || each == frames.begin() || std::next(each) == frames.end())
      continue;
    if (nearest == frames.end() || std::abs(*each - taken) < std::abs(*nearest - taken))
      nearest = each;
  }
  if (nearest != frames.end()) frames.erase(nearest);
}

// Width over height of what the camera sees of the points.
double aspect_of(const Camera& camera, const Points& points) {
  Eigen::AlignedBox2d seen;
  for (Eigen::Index i = 0; i < points.cols(); ++i) {
    seen.extend(project(camera, points.col(i), 1, 1).pixel);
  }
  return seen.sizes().x() / std::max(1e-9, seen.sizes().y());
}

void draw_points(Image& tile, const FrameMark& mark, const Eigen::Matrix3Xf& frame,
                 const Camera& camera, Rgba color) {
  const double radius = tile.width / 90.0;
  for (const WeightedPoint& point : mark.points) {
    const Projection at = project(camera, position_in(frame, point), tile.width, tile.height);
    draw_disc(tile, at.pixel, 1.4 * radius, rgb(0x0c0e10));
    draw_disc(tile, at.pixel, radius, color);
  }
}

// "60  mast top", or the number alone where the tile is too narrow for the name.
std::string label_of(int number, const FrameMark* mark, double room, double height) {
  const std::string plain = std::to_string(number);
  if (mark == nullptr || mark->label.empty()) return plain;
  const std::string named = plain + "  " + mark->label;
  return text_width(named, height) <= room ? named : plain;
}

const FrameMark* mark_at(const std::vector<FrameMark>& marks, int frame) {
  const auto found = std::ranges::find(marks, frame, &FrameMark::frame);
  return found == marks.end() ? nullptr : &*found;
}

}  // namespace

std::vector<FrameMark> marks_of(const Shot& shot, const FrameRange& frames, const ShotBody* body) {
  MarkGatherer marks(frames, body);
  if (const auto poses = poses_of(shot)) {
    for (const PoseKey& key : poses->keys) marks.add(key.frame, key.name, {});
  }
  for (const Layer* layer : active_layers(shot.layers)) add_layer(marks, *layer);
  return marks.take();
}

std::vector<int> sheet_frames(int frame_count, int tiles, const std::vector<int>& marked) {
  constexpr int most_marked = 60;
  const int count = static_cast<int>(marked.size());
  const std::vector<int> kept = thinned(marked, std::min(count, most_marked));
  const std::vector<int> even = spread_frames(frame_count, std::min(frame_count, tiles));
  std::set<int> frames(even.begin(), even.end());
  const std::set<int> held(kept.begin(), kept.end());
  for (const int frame : kept) {
    if (!frames.insert(frame).second) continue;
    drop_nearest(frames, frame, held);
  }
  return {frames.begin(), frames.end()};
}

SheetView view_of_all(const Shot& shot, const Motion& motion, const std::vector<int>& frames) {
  const ShotPicture picture(shot);
  Points all;
  for (const int frame : frames) {
    const Points drawn = picture.drawn(motion.frames[static_cast<std::size_t>(frame)]);
    all.conservativeResize(3, all.cols() + drawn.cols());
    all.rightCols(drawn.cols()) = drawn;
  }
  const Vec3 direction = shot.view.target - shot.view.eye;
  FramingOptions framing = {.vertical_field_of_view = shot.view.vertical_field_of_view,
                            .aspect = picture_aspect,
                            .margin = margin};
  framing.aspect = std::clamp(aspect_of(frame_to_fit(all, direction, framing), all), 0.8, 2.0);
  return {frame_to_fit(all, direction, framing), framing.aspect};
}

Image draw_sheet(const Shot& shot, const Motion& motion, const PictureRequest& request,
                 Progress& progress) {
  std::vector<int> marked;
  for (const FrameMark& mark : request.marks) marked.push_back(mark.frame);
  const std::vector<int> frames = sheet_frames(motion.frame_count(), request.tiles, marked);
  const SheetView view = view_of_all(shot, motion, frames);
  PictureOptions options = options_for(request.width > 0 ? request.width : 400, 16);
  options.height = static_cast<int>(std::lround(options.width / view.aspect));
  std::vector<Image> tiles = draw_frames(shot, motion, frames, view.camera, options, progress);
  ContactSheetOptions sheet{.columns = 4};
  sheet.label_height = std::max(4.0, label_share * options.width);
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const FrameMark* mark = mark_at(request.marks, frames[i]);
    sheet.labels.push_back(label_of(request.first_label + frames[i], mark,
                                    options.width - 2 * sheet.label_height, sheet.label_height));
    sheet.marked.push_back(mark != nullptr);
    if (mark == nullptr) continue;
    draw_points(tiles[i], *mark, motion.frames[static_cast<std::size_t>(frames[i])], view.camera,
                sheet.mark_color);
  }
  return contact_sheet(tiles, sheet);
}

}  // namespace retake
