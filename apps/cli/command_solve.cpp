// `retake solve`: a shot's layers evaluated into a point cache, with a report of how well they did.
#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "apps/cli/json_report.h"
#include "apps/cli/output_check.h"
#include "apps/cli/solve_command.h"
#include "apps/cli/solve_report.h"
#include "apps/server/engine/shot_picture.h"
#include "retake/mesh/atomic_file.h"
#include "retake/numerics/stopwatch.h"
#include "retake/shot/evaluation.h"
#include "retake/shot/motion_cache.h"

namespace retake::cli {

namespace {

// Else a folder or a pattern of files, which the writer makes.
bool names_a_file(const std::string& output) {
  return std::filesystem::path(output).has_extension() && output.find('%') == std::string::npos &&
         output.find('#') == std::string::npos;
}

bool is_saved_edit(const std::string& output) { return output.ends_with(".retake-edit"); }

FrameRange span_of(const std::string& text, int frame_count) {
  if (text.empty()) return {0, frame_count - 1};
  FrameRange span;
  char colon = 0, rest = 0;
  const int read = std::sscanf(text.c_str(), "%d%c%d%c", &span.first, &colon, &span.last, &rest);
  if (read != 3 || colon != ':' || span.first > span.last) {
    throw InputError(
        {.what = "frames", .where = "--frames", .expected = "FIRST:LAST", .found = text});
  }
  check_frame(span.first, frame_count, "--frames");
  check_frame(span.last, frame_count, "--frames");
  return span;
}

// Largest distance of any vertex from where the source has it, per frame, m.
std::vector<double> edit_sizes(const Motion& source, const Motion& edited) {
  std::vector<double> sizes;
  for (std::size_t t = 0; t < edited.frames.size(); ++t) {
    sizes.push_back((edited.frames[t] - source.frames[t]).colwise().norm().maxCoeff());
  }
  return sizes;
}

// What is told about the file beside its frames.
struct Written {
  Json json = Json::object();
  std::string words;
};

Written write_edits(const SolveCommand& command, const ExportOptions& how, const Shot& shot,
                    const Motion& source, const Motion& result, Progress& progress) {
  const UsdEditsReport report = export_usd_edits(shot, stream_of(source), stream_of(result),
                                                 command.output, command.over, how, progress);
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

Written write_motion_file(const SolveCommand& command, const ExportOptions& how, const Shot& shot,
                          const Motion& result, Progress& progress) {
  const MotionWriteReport report =
      export_motion(shot, stream_of(result), command.output, how, progress);
  if (!how.morphs) return {};
  return {
      {{"morph_targets", report.morph_targets},
       {"morph_error", report.largest_error},
       {"morph_error_of_size", report.largest_error_of_size}},
      fmt::format("{} morph targets: no vertex is off by more than {:.4g} m ({:.4g} of the size)\n",
                  report.morph_targets, report.largest_error, report.largest_error_of_size)};
}

bool is_picture(const std::string& output) { return output.ends_with(".png"); }
bool is_picture_sequence(const std::string& output) {
  return is_picture(output) && output.find('#') != std::string::npos;
}

Written write_pictures(const SolveCommand& command, const ExportOptions& how, const Shot& shot,
                       const Motion& result, Progress& progress) {
  const Motion motion = part_of(result, how.frames);
  if (!is_picture_sequence(command.output)) {
    save_picture(shot, motion,
                 {.tiles = command.tiles, .first_label = how.frames.first, .width = command.width},
                 command.output, progress);
    return {{{"pictures", 1}}, ""};
  }
  const int count =
      save_sequence(shot, motion, {.turntable = command.turntable, .width = command.width},
                    command.output, progress);
  return {{{"pictures", count}}, fmt::format("{} pictures\n", count)};
}

Written write_output(const SolveCommand& command, const ExportOptions& how, const Shot& shot,
                     const Motion& source, const Motion& result, Progress& progress) {
  if (is_picture(command.output)) return write_pictures(command, how, shot, result, progress);
  if (command.over.base.empty()) return write_motion_file(command, how, shot, result, progress);
  return write_edits(command, how, shot, source, result, progress);
}

Json layers_to_json(const Shot& shot, const Evaluation& evaluation) {
  Json json = Json::array();
  for (const Layer& layer : shot.layers) {
    const EditReport* found = evaluation.report(layer.id);
    if (found == nullptr) continue;
    json.push_back(layer_to_json(layer, *found, evaluation.motion_edit(layer.id)));
  }
  return json;
}

}  // namespace

void SolveCommand::check_pictures() const {
  if (!is_picture_sequence(output)) {
    if (turntable > 0) {
      throw InputError({.what = "a turntable is many pictures",
                        .expected = "a name such as turn_####.png",
                        .found = output});
    }
    check_new_files({output}, written.replace);
  } else if (!written.replace && sequence_exists(output)) {
    throw InputError(
        {.what = "pictures of that name are there already",
         .where = output,
         .advice = "Choose another name, or say that they shall be replaced (--replace)"});
  }
}

// All that can be refused before the work begins.
void SolveCommand::check() const {
  if (is_saved_edit(output)) {
    check_new_files({output}, written.replace);
  } else if (is_picture(output)) {
    check_pictures();
  } else if (over.base.empty()) {
    check_export_file(output, written);
  } else {
    check_usd_edits(output, over, written);
  }
  if (!over.base.empty() && !frames.empty()) {
    throw InputError({.what = "an edits-only layer carries all frames", .where = "--frames"});
  }
  check_new_files({report, picture}, written.replace);
  check_writable({report, picture, names_a_file(output) ? output : ""});
}

void SolveCommand::save_edit(const Shot& shot, const Notes& notes,
                             const CommonOptions& common) const {
  TerminalProgress progress = common.progress();
  const SavedEdit saved = edit_of(shot, cached_motion(shot, {}, progress).motion);
  write_edit(saved, output);
  progress.finish();
  if (common.json) {
    print_json({{"output", output},
                {"layers", saved.layers.size()},
                {"vertices", saved.mesh.vertices},
                {"notes", notes}});
  } else {
    fmt::print("wrote {}: layers: {}, for a mesh of {} vertices\n", output, saved.layers.size(),
               saved.mesh.vertices);
  }
}

void SolveCommand::run(const CommonOptions& common) const {
  check();
  TerminalProgress progress = common.progress();
  const Stopwatch watch;
  auto [shot, notes] = open_input(input, progress);
  if (!edit.empty()) {
    const Notes more = lay_onto(shot, cached_motion(shot, {}, progress).motion,
                                read_edit(edit, shot.setup.body), targets);
    notes.insert(notes.end(), more.begin(), more.end());
  }
  print_notes(notes);
  if (is_saved_edit(output)) return save_edit(shot, notes, common);
  ExportOptions how = written;
  how.frames = span_of(frames, frame_count(shot));
  const int exported_frames = how.frames.last - how.frames.first + 1;
  const int vertices = exported_mesh(shot, output, how.mesh).vertex_count;
  Evaluation evaluation(shot, make_evaluator, progress);
  const double opened = watch.seconds();
  const std::shared_ptr<const Motion> motion = evaluation.motion(progress);
  const double evaluated = watch.seconds();
  const Written file = write_output(*this, how, shot, evaluation.source(), *motion, progress);
  if (!picture.empty()) save_picture(shot, *motion, {}, picture, progress);
  progress.finish();

  const std::vector<double> sizes = edit_sizes(evaluation.source(), *motion);
  const double largest = *std::max_element(sizes.begin(), sizes.end());
  Json json = {{"output", output},
               {"frames", exported_frames},
               {"vertices", vertices},
               {"source_s", opened},
               {"layers_s", evaluated - opened},
               {"largest_edit_m", largest},
               {"edit_size_m", sizes},
               {"notes", notes},
               {"layers", layers_to_json(shot, evaluation)}};
  json.update(file.json);
  if (!report.empty()) write_file(report, json_text(json) + "\n");
  if (common.json) {
    print_json(json);
    return;
  }
  for (const Layer& layer : shot.layers) {
    if (const EditReport* found = evaluation.report(layer.id)) print_layer(layer.name, *found);
  }
  fmt::print("wrote {}: {} frames; the edit moves a vertex by up to {:.3g} m\n{}", output,
             exported_frames, largest, file.words);
}

}  // namespace retake::cli
