// `retake scene`: lists the built-in scenes, writes one as a shot, draws it.

#include "apps/cli/commands.h"
#include "apps/cli/json_report.h"
#include "apps/cli/output_check.h"
#include "apps/server/engine/shot_picture.h"
#include "retake/numerics/errors.h"
#include "retake/picture/contact_sheet.h"
#include "retake/picture/png.h"
#include "retake/shot/sources/cache.h"
#include "retake/shot/staged_shot.h"

namespace retake::cli {

namespace {

void list_scenes(const CommonOptions& common) {
  if (common.json) {
    Json scenes = Json::array();
    for (const SceneInfo& info : scene_list()) {
      scenes.push_back({{"name", info.name}, {"blurb", info.blurb}, {"full", info.has_full_size}});
    }
    print_json({{"scenes", scenes}});
    return;
  }
  for (const SceneInfo& info : scene_list()) {
    fmt::print("{:<10} {}{}\n", info.name, info.blurb, info.has_full_size ? "  (also --full)" : "");
  }
  fmt::print("\nretake scene NAME -o FOLDER writes one as a shot, --picture FILE draws it.\n");
}

// Every scene in one picture, named.
void draw_gallery(const std::string& file, int width, Progress& progress) {
  ContactSheetOptions sheet{.columns = 4};
  std::vector<Image> posters;
  for (const SceneInfo& info : scene_list()) {
    const Shot shot = to_shot(build_scene(info.name, SceneSize::standard, progress), progress);
    posters.push_back(draw_poster(shot, make_motion(shot, progress).motion, width, progress));
    sheet.labels.push_back(info.name);
  }
  save_png(file, contact_sheet(posters, sheet));
}

void make_gallery(const std::string& file, int width, const CommonOptions& common) {
  TerminalProgress progress = common.progress();
  draw_gallery(file, width > 0 ? width : 400, progress);
  progress.finish();
  if (common.json) {
    print_json({{"picture", file}, {"scenes", scene_list().size()}});
  } else {
    fmt::print("wrote {}\n", file);
  }
}

PictureRequest picture_request(const SceneCommand& options) {
  PictureRequest request{.tiles = options.tiles, .width = options.width};
  if (options.animate) request.kind = PictureRequest::Kind::animation;
  if (options.frame) {
    request.kind = PictureRequest::Kind::frame;
    request.frame = *options.frame;
  }
  return request;
}

std::filesystem::path shot_file(const SceneCommand& options) {
  return std::filesystem::path(options.folder) / (options.name + ".json");
}

// What can be told to be wrong before any work is done.
void check_options(const SceneCommand& options) {
  if (options.name.empty() && !(options.picture.empty() && options.folder.empty())) {
    throw InputError({.what = "--picture and -o need the name of a scene",
                      .advice = "`retake scene` lists the names, --gallery draws all"});
  }
  if (!options.name.empty() && !options.gallery.empty()) {
    throw InputError({.what = "--gallery draws all scenes; leave the name out"});
  }
  const std::string shot = options.folder.empty() ? "" : shot_file(options).string();
  check_new_files({options.picture, options.gallery, shot}, options.replace);
  check_writable({options.picture, options.gallery});
  check_folder(options.folder);
}

int frames_of(const Shot& shot) { return frame_count(shot); }

Json describe(const Shot& shot, const SimulationResult& result) {
  const Body& body = shot.body();
  return {{"name", shot.name},
          {"vertices", body.vertex_count()},
          {"tets", body.tet_count()},
          {"triangles", body.triangles.cols()},
          {"render_vertices", body.render_surface ? body.render_surface->mesh.vertex_count() : 0},
          {"pins", body.pins.size()},
          {"frames", result.motion.frame_count()},
          {"fps", result.motion.fps},
          {"contacts", result.contacts.size()},
          {"seconds", result.report.seconds}};
}

}  // namespace

void SceneCommand::run(const CommonOptions& common) const {
  check_options(*this);
  if (name.empty()) {
    gallery.empty() ? list_scenes(common) : make_gallery(gallery, width, common);
    return;
  }
  TerminalProgress progress = common.progress();
  Shot shot = to_shot(build_scene(name, size, progress), progress);
  if (frame) check_frame(*frame, frames_of(shot));
  SimulationResult result = make_motion(shot, progress);
  if (!picture.empty()) {
    save_picture(shot, result.motion, picture_request(*this), picture, progress);
  }
  Json report = describe(shot, result);
  if (!folder.empty()) {
    shot.source = CachedSource(std::move(result.motion));
    shot.contacts = std::move(result.contacts);
    const StagedShot staged = stage_shot(shot, shot_file(*this));
    for (const auto& target : staged.staging->targets()) check_new_files({target}, replace);
    staged.publish();
    report["shot"] = shot_file(*this).string();
  }
  progress.finish();
  if (!picture.empty()) report["picture"] = picture;
  if (common.json) {
    print_json(report);
    return;
  }
  fmt::print("{}: {} vertices, {} {}, {} frames, {} contacts\n", shot.name,
             shot.body().vertex_count(),
             shot.body().is_shell() ? shot.body().triangles.cols() : shot.body().tet_count(),
             shot.body().is_shell() ? "triangles" : "tets", report["frames"].get<int>(),
             report["contacts"].get<int>());
  if (report.contains("shot")) fmt::print("wrote {}\n", report["shot"].get<std::string>());
  if (report.contains("picture")) fmt::print("wrote {}\n", picture);
}

}  // namespace retake::cli
