// Pictures of a shot one after the other: a frame each, or once around on a turntable.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "apps/server/engine/shot_picture.h"
#include "retake/mesh/staged_files.h"
#include "retake/numerics/errors.h"
#include "retake/picture/png.h"

namespace retake {

namespace {

namespace fs = std::filesystem;

// "film/turn_####.png" is "turn_" in the folder "film", with four digits.
struct PicturePattern {
  fs::path folder;
  std::string prefix;
  std::size_t digits = 0;

  std::string name(int number) const {
    std::string text = std::to_string(number);
    if (text.size() < digits) text.insert(0, digits - text.size(), '0');
    return prefix + text + ".png";
  }

  bool holds(const std::string& name) const {
    if (!name.starts_with(prefix) || !name.ends_with(".png")) return false;
    const std::string number = name.substr(prefix.size(), name.size() - prefix.size() - 4);
    return number.size() >= digits && !number.empty() &&
           number.find_first_not_of("0123456789") == std::string::npos;
  }
};

PicturePattern parse_pattern(const fs::path& path) {
  const std::string stem = path.stem().string();
  const std::size_t marks = stem.find_last_not_of('#') + 1;
  if (marks == stem.size()) {
    throw InputError({.what = "pictures one after the other need a place for their number",
                      .where = path.string(),
                      .expected = "a name such as turn_####.png"});
  }
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  return {folder, stem.substr(0, marks), stem.size() - marks};
}

std::set<std::string> older_pictures(const PicturePattern& pattern) {
  std::set<std::string> names;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(pattern.folder, none)) {
    const std::string name = entry.path().filename().string();
    if (pattern.holds(name)) names.insert(name);
  }
  return names;
}

Eigen::AlignedBox3d box_of(const Motion& motion) {
  Eigen::AlignedBox3d box;
  for (const FrameView& frame : motion.frames) {
    box.extend(frame.rowwise().minCoeff().cast<double>());
    box.extend(frame.rowwise().maxCoeff().cast<double>());
  }
  return box;
}

// Once around the middle of all that happens, at the height from which the shot is seen, and far
// enough away that it fits from every side.
std::vector<Camera> cameras_around(const Shot& shot, const Motion& motion, int count) {
  const Eigen::AlignedBox3d box = box_of(motion);
  const Vec3 direction = shot.view.target - shot.view.eye;
  const FramingOptions framing = {.vertical_field_of_view = shot.view.vertical_field_of_view,
                                  .aspect = picture_aspect};
  std::vector<Camera> cameras;
  double distance = 0;
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * std::numbers::pi * i / count;
    const Vec3 turned = Eigen::AngleAxisd(angle, Vec3::UnitY()) * direction.normalized();
    cameras.push_back(frame_to_fit(box, turned, framing));
    distance = std::max(distance, (cameras.back().eye - box.center()).norm());
    cameras.back().target = turned;
  }
  for (Camera& camera : cameras) {
    camera.eye = box.center() - distance * camera.target;
    camera.target = box.center();
  }
  return cameras;
}

}  // namespace

bool sequence_exists(const fs::path& pattern) {
  return !older_pictures(parse_pattern(pattern)).empty();
}

int save_sequence(const Shot& shot, const Motion& motion, const SequenceRequest& request,
                  const fs::path& pattern, Progress& progress) {
  const PicturePattern names = parse_pattern(pattern);
  const int count = request.turntable > 0 ? request.turntable : motion.frame_count();
  const std::vector<int> frames = spread_frames(motion.frame_count(), count);
  const std::vector<Camera> cameras =
      request.turntable > 0 ? cameras_around(shot, motion, count)
                            : std::vector<Camera>(static_cast<std::size_t>(count), camera_of(shot));
  const int first =
      request.turntable > 0 ? 0 : std::max(0, static_cast<int>(std::lround(motion.start_frame)));
  const PictureOptions options = options_for(request.width > 0 ? request.width : 640, 16);
  ShotPicture picture(shot);
  StagedFiles files(names.folder);
  for (int i = 0; i < count; ++i) {
    PartOfProgress part(progress, static_cast<double>(i) / count,
                        static_cast<double>(i + 1) / count);
    const auto at = static_cast<std::size_t>(i);
    picture.look_from(cameras[at]);
    const auto& positions = motion.frames[static_cast<std::size_t>(frames[at])];
    files.write(names.name(first + i), png_bytes(picture.draw(positions, options, part)));
  }
  files.publish(older_pictures(names));
  return count;
}

}  // namespace retake
