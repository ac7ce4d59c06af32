#include "apps/server/engine/shot_picture.h"

#include <algorithm>
#include <cmath>

#include "apps/server/engine/shot_sheet.h"
#include "retake/numerics/errors.h"
#include "retake/picture/png.h"

namespace retake {

namespace {

PictureMesh body_mesh(const Shot& shot) {
  const Body& body = shot.body();
  PictureMesh mesh;
  mesh.colors = shot.color;
  if (body.render_surface) {
    mesh.mesh = body.render_surface->mesh;
    if (body.render_surface->colors.cols() > 0) mesh.colors = body.render_surface->colors;
  } else {
    mesh.mesh = {body.rest_positions, body.triangles};
  }
  return mesh;
}

std::vector<PictureMesh> all_meshes(const Shot& shot) {
  std::vector<PictureMesh> meshes = {body_mesh(shot)};
  for (const Prop& prop : shot.props) {
    meshes.push_back({.mesh = prop.mesh, .colors = prop.color, .crease_angle = 30});
  }
  return meshes;
}

// A floor at 0, or below all that the frames show: it hides nothing.
PictureOptions above_floor(PictureOptions options, const Motion& motion,
                           const std::vector<int>& frames) {
  for (const int frame : frames) {
    const double lowest = motion.frames[static_cast<std::size_t>(frame)].row(1).minCoeff();
    if (options.ground_height) options.ground_height = std::min(*options.ground_height, lowest);
  }
  return options;
}

}  // namespace

Camera camera_of(const Shot& shot) {
  return {shot.view.eye, shot.view.target, shot.view.vertical_field_of_view};
}

PictureOptions options_for(int width, int samples) {
  PictureOptions options;
  options.width = width;
  options.height = static_cast<int>(std::lround(width / picture_aspect));
  options.samples = samples;
  return options;
}

std::vector<int> spread_frames(int frame_count, int wanted) {
  std::vector<int> frames;
  for (int i = 0; i < wanted; ++i) {
    const double share = wanted == 1 ? 0 : static_cast<double>(i) / (wanted - 1);
    frames.push_back(static_cast<int>(std::lround(share * (frame_count - 1))));
  }
  return frames;
}

void check_frame(int frame, int count, const std::string& option) {
  if (frame >= 0 && frame < count) return;
  throw InputError({.what = "no such frame",
                    .where = option,
                    .expected = "0 to " + std::to_string(count - 1),
                    .found = std::to_string(frame)});
}

ShotPicture::ShotPicture(const Shot& shot)
    : body_(shot.body()), camera_(camera_of(shot)), renderer_(all_meshes(shot)) {}

Points ShotPicture::drawn(const Eigen::Matrix3Xf& positions) const {
  return body_.render_surface ? apply(body_.render_surface->embedding, positions).cast<double>()
                              : positions.cast<double>();
}

Image ShotPicture::draw(const Eigen::Matrix3Xf& positions, const PictureOptions& options,
                        Progress& progress) {
  renderer_.move(0, drawn(positions));
  return renderer_.render(camera_, options, progress);
}

std::vector<Image> draw_frames(const Shot& shot, const Motion& motion,
                               const std::vector<int>& frames, const Camera& camera,
                               const PictureOptions& wanted, Progress& progress) {
  const PictureOptions options = above_floor(wanted, motion, frames);
  ShotPicture picture(shot);
  picture.look_from(camera);
  std::vector<Image> images;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const double count = static_cast<double>(frames.size());
    PartOfProgress part(progress, static_cast<double>(i) / count,
                        static_cast<double>(i + 1) / count);
    images.push_back(
        picture.draw(motion.frames[static_cast<std::size_t>(frames[i])], options, part));
  }
  return images;
}

void save_picture(const Shot& shot, const Motion& motion, const PictureRequest& request,
                  const std::filesystem::path& file, Progress& progress) {
  using Kind = PictureRequest::Kind;
  const auto width = [&](int suitable) { return request.width > 0 ? request.width : suitable; };
  if (request.kind == Kind::frame) {
    check_frame(request.frame, motion.frame_count());
    save_png(file, draw_frames(shot, motion, {request.frame}, camera_of(shot),
                               options_for(width(1280), 32), progress)
                       .front());
  } else if (request.kind == Kind::sheet) {
    save_png(file, draw_sheet(shot, motion, request, progress));
  } else {
    constexpr double shown_fps = 12;
    const int every = std::max(1, static_cast<int>(std::lround(motion.fps / shown_fps)));
    std::vector<int> frames;
    for (int frame = 0; frame < motion.frame_count(); frame += every) frames.push_back(frame);
    save_apng(
        file,
        draw_frames(shot, motion, frames, camera_of(shot), options_for(width(480), 8), progress),
        motion.fps / every);
  }
}

Image draw_poster(const Shot& shot, const Motion& motion, int width, Progress& progress) {
  constexpr double share = 0.4;  // of the motion that has passed
  const int frame = static_cast<int>(share * (motion.frame_count() - 1));
  return draw_frames(shot, motion, {frame}, camera_of(shot), options_for(width, 32), progress)
      .front();
}

}  // namespace retake
