#include "apps/cli/solve_output.h"

#include <filesystem>

#include "apps/server/engine/shot_picture.h"
#include "retake/shot/shot_bodies.h"

namespace retake::cli {

namespace {

Written write_edits(const SolveCommand& command, const std::string& file, const ExportOptions& how,
                    const Shot& shot, const FrameStream& source, const FrameStream& result,
                    Progress& progress) {
  const UsdEditsReport report =
      export_usd_edits(shot, source, result, file, command.over, how, progress);
  std::string words = fmt::format("over {} of {}: {} of {} samples differ from it\n", report.prim,
                                  command.over.base.string(), report.changed, report.samples);
  if (report.has_normals)
    words += "its own normals stay as they are; drop them if it looks wrong\n";
  return {{{"prim", report.prim},
           {"samples", report.samples},
           {"changed_samples", report.changed},
           {"keeps_normals", report.has_normals}},
          words};
}

Written write_motion_file(const std::string& file, const ExportOptions& how, const Shot& shot,
                          const FrameStream& result, Progress& progress) {
  const MotionWriteReport report = export_motion(shot, result, file, how, progress);
  if (!how.morphs) return {};
  return {
      {{"morph_targets", report.morph_targets},
       {"morph_error", report.largest_error},
       {"morph_error_of_size", report.largest_error_of_size}},
      fmt::format("{} morph targets: no vertex is off by more than {:.4g} m ({:.4g} of the size)\n",
                  report.morph_targets, report.largest_error, report.largest_error_of_size)};
}

Written write_pictures(const SolveCommand& command, const std::string& file,
                       const PictureRequest& sheet, const Shot& shot, const Motion& motion,
                       Progress& progress) {
  if (!is_picture_sequence(file)) {
    save_picture(shot, motion, sheet, file, progress);
    return {{{"pictures", 1}}, ""};
  }
  const int count = save_sequence(
      shot, motion, {.turntable = command.turntable, .width = command.width}, file, progress);
  return {{{"pictures", count}}, fmt::format("{} pictures\n", count)};
}

Written write_one(const SolveCommand& command, const std::string& file, const ExportOptions& how,
                  const PictureRequest& sheet, const Shot& shot, const FrameStream& source,
                  const FrameStream& result, Progress& progress) {
  if (is_picture(file)) {
    return write_pictures(command, file, sheet, shot, gathered(result, how.frames), progress);
  }
  if (command.over.base.empty()) return write_motion_file(file, how, shot, result, progress);
  return write_edits(command, file, how, shot, source, result, progress);
}

// out.pc2 -> out.cup.pc2, walk_####.obj -> walk.cup_####.obj, a folder -> folder/cup.
std::string named_after(const std::string& output, const std::string& body) {
  const std::filesystem::path path = output;
  if (!path.has_extension()) return (path / body).string();
  std::string stem = path.stem().string();
  const std::size_t marks = stem.find_first_of("#%");
  const std::size_t separator = marks == std::string::npos || marks == 0 ? marks : marks - 1;
  const bool has_separator = separator != std::string::npos &&
                             std::string("_-.").find(stem[separator]) != std::string::npos;
  stem.insert(std::min(has_separator ? separator : marks, stem.size()), "." + body);
  return (path.parent_path() / (stem + path.extension().string())).string();
}

}  // namespace

bool is_picture(const std::string& output) { return output.ends_with(".png"); }
bool is_picture_sequence(const std::string& output) {
  return is_picture(output) && output.find('#') != std::string::npos;
}

std::vector<SolveOutput> outputs_of(const SolveCommand& command, const Shot& shot) {
  if (!command.each_body) {
    return {{command.output, command.body.empty() ? nullptr : &body_named(shot, command.body)}};
  }
  if (shot.bodies.several().empty()) {
    throw InputError({.what = "the shot has one body alone", .where = "--each-body"});
  }
  std::vector<SolveOutput> outputs;
  for (const ShotBody& body : shot.bodies.several()) {
    outputs.push_back({named_after(command.output, body.body.name), &body});
  }
  return outputs;
}

Written write_output(const SolveCommand& command, const SolveOutput& output,
                     const ExportOptions& how, const Shot& shot, const FrameStream& source,
                     const FrameStream& result, Progress& progress) {
  const PictureRequest sheet = command.sheet_of(shot, how.frames, output.body);
  if (output.body == nullptr) {
    return write_one(command, output.file, how, sheet, shot, source, result, progress);
  }
  const Shot shape = shape_of_body(shot, *output.body);
  return write_one(command, output.file, how, sheet, shape, stream_of_body(source, *output.body),
                   stream_of_body(result, *output.body), progress);
}

}  // namespace retake::cli
