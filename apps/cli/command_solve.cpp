// `retake solve`: a shot's layers evaluated into a point cache, with a report of how well they did.
#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "apps/cli/json_report.h"
#include "apps/cli/output_check.h"
#include "apps/cli/solve_command.h"
#include "apps/cli/solve_output.h"
#include "apps/cli/solve_report.h"
#include "apps/server/engine/shot_loop.h"
#include "apps/server/engine/shot_sheet.h"
#include "retake/mesh/ascii_text.h"
#include "retake/mesh/atomic_file.h"
#include "retake/numerics/errors.h"
#include "retake/numerics/stopwatch.h"
#include "retake/shot/evaluation.h"
#include "retake/shot/motion_cache.h"
#include "retake/shot/shot_bodies.h"

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
  char mark = 0, rest = 0;
  const int read = std::sscanf(text.c_str(), "%d%c%d%c", &span.first, &mark, &span.last, &rest);
  if (read != 3 || (mark != ':' && mark != '-') || span.first > span.last) {
    throw InputError({.what = "not a range of frames",
                      .where = "--frames",
                      .expected = "FIRST:LAST or FIRST-LAST, counted from 0",
                      .found = text});
  }
  check_frame(span.first, frame_count, "--frames");
  check_frame(span.last, frame_count, "--frames");
  return span;
}

// The frames of an evaluation, finished when they are asked for; it outlives them.
FrameStream edited_frames(Evaluation& evaluation, Progress& progress) {
  const MotionInfo info = {.point_count = evaluation.stage().body.vertex_count(),
                           .frame_count = evaluation.frame_count(),
                           .fps = evaluation.fps(),
                           .start_frame = evaluation.start_frame()};
  return {info, [&](int frame) { return evaluation.frame(frame, progress); }};
}

// Those below all layers.
FrameStream source_frames(Evaluation& evaluation, Progress& progress) {
  FrameStream frames = edited_frames(evaluation, progress);
  frames.frame = [&](int frame) { return evaluation.source_motion().frame(frame); };
  return frames;
}

void evaluate(Evaluation& evaluation, const FrameRange& frames, Progress& progress) {
  for (int frame = frames.first; frame <= frames.last; ++frame) {
    progress.update("evaluating frames",
                    static_cast<double>(frame - frames.first) / (frames.last - frames.first + 1));
    evaluation.frame(frame, progress);
  }
}

Json layers_to_json(const Shot& shot, const Evaluation& evaluation) {
  Json json = Json::array();
  const BodySpans bodies = spans_of(shot.bodies.several());
  for (const Layer& layer : shot.layers) {
    const EditReport* found = evaluation.report(layer.id);
    if (found == nullptr) continue;
    json.push_back(layer_to_json(layer, *found, bodies));
    const std::optional<EditCourse> course = evaluation.course(layer.id);
    if (!course) continue;
    add_forces(json.back(), *course);
    add_drifts(json.back(), evaluation.contact_drifts(layer.id, Progress::silent()), bodies);
  }
  return json;
}

void print_files(const Json& files, const Json& report, const std::string& words) {
  for (const Json& file : files) {
    fmt::print("wrote {}: {} frames\n", file["output"].get<std::string>(),
               report["frames"].get<int>());
  }
  fmt::print("the edit moves a vertex by up to {:.3g} m\n{}",
             report["largest_edit_m"].get<double>(), words);
  print_elements(report["elements"]);
}

void print_layers(const Shot& shot, const Evaluation& evaluation) {
  if (active_layers(shot.layers).empty()) {
    fmt::print(
        "no layer counts, so the motion goes out as it came; a layer with a handle edits it "
        "(docs/shot.md)\n");
  }
  const BodySpans bodies = spans_of(shot.bodies.several());
  for (const Layer& layer : shot.layers) {
    if (const EditReport* found = evaluation.report(layer.id)) print_layer(layer, *found, bodies);
  }
}

// Before the frames are there. Throws InputError for a mesh that cannot be written.
Json describe(const SolveOutput& output, const Shot& shot, const ExportOptions& how) {
  Json json = {{"output", output.file}};
  if (output.body == nullptr) {
    json["vertices"] = exported_mesh(shot, output.file, how.mesh).vertex_count;
  } else {
    const Shot shape = shape_of_body(shot, *output.body);
    json["body"] = output.body->body.name;
    json["vertices"] = exported_mesh(shape, output.file, how.mesh).vertex_count;
  }
  return json;
}

}  // namespace

void SolveCommand::check_pictures(const std::string& file) const {
  if (!is_picture_sequence(file)) {
    if (turntable > 0) {
      throw InputError({.what = "a turntable is many pictures",
                        .expected = "a name such as turn_####.png",
                        .found = file});
    }
    check_new_files({file}, written.replace);
  } else if (!written.replace && sequence_exists(file)) {
    throw InputError(
        {.what = "pictures of that name are there already",
         .where = file,
         .advice = "Choose another name, or say that they shall be replaced (--replace)"});
  }
}

void SolveCommand::check_file(const std::string& file) const {
  if (is_saved_edit(file)) {
    check_new_files({file}, written.replace);
  } else if (is_picture(file)) {
    check_pictures(file);
  } else if (over.base.empty()) {
    check_export_file(file, written);
  } else {
    check_usd_edits(file, over, written);
  }
}

// All that can be refused before the work begins.
void SolveCommand::check() const {
  if (!each_body) check_file(output);
  if (is_saved_edit(output) && (each_body || !body.empty())) {
    throw InputError({.what = "the layers alone are those of all bodies", .where = output});
  }
  if (!over.base.empty() && each_body) {
    throw InputError({.what = "a layer over one file is of one body",
                      .where = "--each-body",
                      .advice = "Name the body (--body) and its mesh (--prim)"});
  }
  if (!over.base.empty() && !frames.empty()) {
    throw InputError({.what = "an edits-only layer carries all frames", .where = "--frames"});
  }
  check_new_files({report, picture, loop}, written.replace);
  check_writable({report, picture, loop, names_a_file(output) && !each_body ? output : ""});
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

// With the saved edit on top, where one is given.
ShotReading SolveCommand::open(Progress& progress) const {
  const std::filesystem::path file = input.what;
  if (edit.empty() && std::filesystem::is_regular_file(file) && ending_of(file) != ".json") {
    throw InputError({.what = "a mesh has no edit to solve",
                      .where = file.string(),
                      .expected = "a shot (.json) or a scene",
                      .advice = "`retake import` makes a shot of it and its motion; `retake "
                                "simulate` lets it move"});
  }
  ShotReading reading = open_input(input, progress);
  if (!edit.empty()) {
    Shot& shot = reading.shot;
    const Notes more = lay_onto(shot, cached_motion(shot, {}, progress).motion,
                                read_edit(edit, shot.body()), targets);
    reading.notes.insert(reading.notes.end(), more.begin(), more.end());
  }
  print_notes(reading.notes);
  return reading;
}

PictureRequest SolveCommand::sheet_of(const Shot& shot, const FrameRange& span,
                                      const ShotBody* part) const {
  return {.tiles = tiles,
          .first_label = span.first,
          .width = width,
          .marks = marks_of(shot, span, part)};
}

void SolveCommand::run(const CommonOptions& common) const {
  check();
  TerminalProgress progress = common.progress();
  const Stopwatch watch;
  const auto [shot, notes] = open(progress);
  if (is_saved_edit(output)) return save_edit(shot, notes, common);
  const std::vector<SolveOutput> outputs = outputs_of(*this, shot);
  for (const SolveOutput& each : outputs) check_file(each.file);
  ExportOptions how = written;
  how.frames = span_of(frames, frame_count(shot));
  Json files = Json::array();
  for (const SolveOutput& each : outputs) files.push_back(describe(each, shot, how));
  Evaluation evaluation(shot, make_evaluator, progress);
  const double opened = watch.seconds();
  evaluate(evaluation, how.frames, progress);
  const double evaluated = watch.seconds();
  const FrameStream source = source_frames(evaluation, progress);
  const FrameStream edited = edited_frames(evaluation, progress);
  std::string words;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const Written file = write_output(*this, outputs[i], how, shot, source, edited, progress);
    words += file.words;
    files[i].update(file.json);
  }
  if (!picture.empty()) {
    save_picture(shot, gathered(edited, how.frames), sheet_of(shot, how.frames, nullptr), picture,
                 progress);
  }
  if (!loop.empty()) {
    save_loop(shot, gathered(source, how.frames), gathered(edited, how.frames),
              {.width = width, .marks = marks_of(shot, how.frames)}, loop, progress);
  }
  progress.finish();
  Json json = {{"output", output},
               {"first_frame", how.frames.first},
               {"frames", how.frames.last - how.frames.first + 1},
               {"source_s", opened},
               {"layers_s", evaluated - opened}};
  json.update(edit_to_json(shot.body(), source, edited, how.frames));
  json["notes"] = notes;
  if (each_body) json["outputs"] = files;
  if (!each_body) json.update(files.front());
  if (common.json || !report.empty()) json["layers"] = layers_to_json(shot, evaluation);
  if (!report.empty()) write_file(report, json_text(json) + "\n");
  if (common.json) return print_json(json);
  print_layers(shot, evaluation);
  print_files(files, json, words);
}

}  // namespace retake::cli
