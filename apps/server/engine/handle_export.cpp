// Motions and pictures on their way out.
#include "apps/server/engine/deferred_job.h"
#include "apps/server/engine/descriptions.h"
#include "apps/server/engine/shot_sheet.h"
#include "apps/server/engine/show.h"
#include "retake/numerics/errors.h"
#include "retake/shot/usd_edits.h"

namespace retake::server {

namespace {

namespace fs = std::filesystem;

Look read_export_look(const Desk& desk, JsonFields& fields) {
  Look look;
  fields.read_enum("what", what_names, look.what);
  fields.read("layer", look.layer);
  if (look.what == What::layer && !has_layer(desk, look.layer)) {
    fields.refuse("layer", {.what = "no such layer", .found = std::to_string(look.layer)});
  }
  return look;
}

FrameRange read_frames(const Desk& desk, JsonFields& fields) {
  const int last = desk.shot->evaluation.frame_count() - 1;
  const auto given = fields.read_frame_pair("frames");
  if (!given) return {0, last};
  if (given->first >= 0 && given->first <= given->second && given->second <= last) {
    return {given->first, given->second};
  }
  fields.refuse("frames", {.what = "no such frames", .expected = "0 to " + std::to_string(last)});
}

const std::vector<std::string> export_mesh_names = {"simulation", "render"};

// As the page asks for it; the page says itself that a file is there already.
ExportOptions read_export_options(const Desk& desk, JsonFields& fields) {
  ExportOptions options;
  options.frames = read_frames(desk, fields);
  fields.read_enum("mesh", export_mesh_names, options.mesh);
  fields.read("replace", options.replace);
  MorphOptions morphs;
  const bool has_count = fields.has("morphs"), has_error = fields.has("morph_error");
  fields.read("morphs", morphs.count);
  fields.read("morph_error", morphs.error);
  if (has_count || has_error) options.morphs = morphs;
  return options;
}

// What is written and drawn, without the motion.
Shot shape_of(const Shot& shot) {
  Shot part;
  part.name = shot.name;
  part.bodies.only() = shot.body();
  part.props = shot.props;
  part.view = shot.view;
  part.color = shot.color;
  part.origin = shot.origin;
  return part;
}

bool is_sequence(const fs::path& file) {
  return file.filename().string().find('#') != std::string::npos;
}

// What a tab wants written.
struct Wanted {
  fs::path file;
  Look look;
  ExportOptions options;
  UsdOver over;       // without a base: none
  int turntable = 0;  // pictures once around; 0: none

  bool draws() const { return file.extension() == ".png"; }

  void check(const Shot& shot) const {
    if (!over.base.empty()) {
      check_usd_edits(file, over, options);
    } else if (!draws()) {
      check_export_file(file, options);
      exported_mesh(shot, file, options.mesh);
    } else if (!options.replace && (is_sequence(file) ? sequence_exists(file) : fs::exists(file))) {
      throw InputError({.what = "the file is there already", .where = file.string()});
    }
  }
};

// A layer over the person's own USD file, which lies in a folder that was opened.
UsdOver read_over(const Desk& desk, JsonFields& fields) {
  UsdOver over;
  std::string base;
  fields.read("over", base);
  fields.read("prim", over.prim);
  if (base.empty()) return over;
  over.base = desk.folders.checked(base);
  if (!fs::is_regular_file(over.base)) {
    fields.refuse("over", {.what = "no such file", .found = over.base.string()});
  }
  if (fields.has("frames")) {
    fields.refuse("frames", {.what = "an edits-only layer carries all frames"});
  }
  return over;
}

Wanted read_wanted(const Desk& desk, JsonFields& fields) {
  Wanted wanted;
  wanted.file = desk.folders.checked(fields.required_text("file"));
  wanted.look = read_export_look(desk, fields);
  wanted.options = read_export_options(desk, fields);
  wanted.over = read_over(desk, fields);
  fields.read("turntable", wanted.turntable);
  fields.finish();
  wanted.check(desk.document_shot());
  return wanted;
}

// All that is written from: of the shot as it was when it was asked for.
struct ExportSource {
  Shot shape;
  std::shared_ptr<const Motion> source, motion;
  std::vector<FrameMark> marks;  // of a contact sheet
};

void write_pictures(const Wanted& wanted, const ExportSource& from, Progress& progress) {
  const FrameRange& frames = wanted.options.frames;
  const Motion motion = gathered(stream_of(*from.motion), frames);
  if (is_sequence(wanted.file)) {
    save_sequence(from.shape, motion, {.turntable = wanted.turntable}, wanted.file, progress);
  } else {
    save_picture(from.shape, motion, {.first_label = frames.first, .marks = from.marks},
                 wanted.file, progress);
  }
}

Json write_over(const Wanted& wanted, const ExportSource& from, Progress& progress) {
  const UsdEditsReport report =
      export_usd_edits(from.shape, stream_of(*from.source), stream_of(*from.motion), wanted.file,
                       wanted.over, wanted.options, progress);
  return {{"prim", report.prim},
          {"samples", report.samples},
          {"changed_samples", report.changed},
          {"keeps_normals", report.has_normals}};
}

Json write_motion_file(const Wanted& wanted, const ExportSource& from, Progress& progress) {
  const MotionWriteReport report =
      export_motion(from.shape, stream_of(*from.motion), wanted.file, wanted.options, progress);
  const FrameRange& frames = wanted.options.frames;
  Json told = {
      {"frames", frames.last - frames.first + 1},
      {"points", exported_mesh(from.shape, wanted.file, wanted.options.mesh).vertex_count}};
  if (wanted.options.morphs) {
    told["morphs"] = report.morph_targets;
    told["morph_error"] = report.largest_error_of_size;
  }
  return told;
}

// Gives what is told about the file.
Json write(const Wanted& wanted, const ExportSource& from, Progress& progress) {
  const std::string name = wanted.file.string();
  Json answer = {{"type", "saved"}, {"file", name}, {"exported", name}};
  if (wanted.draws()) {
    write_pictures(wanted, from, progress);
  } else if (!wanted.over.base.empty()) {
    answer.update(write_over(wanted, from, progress));
  } else {
    answer.update(write_motion_file(wanted, from, progress));
  }
  return answer;
}

Answer export_request(Desk& desk, Request& request) {
  const Wanted wanted = read_wanted(desk, request.fields);
  const auto prepare = [&desk, wanted, tab = request.tab,
                        replies = request.replies](Progress& progress) -> Jobs::Work {
    const auto from = std::make_shared<const ExportSource>(
        ExportSource{shape_of(desk.document_shot()), desk.shot->evaluation.shared_source(progress),
                     desk.pictures->motion(wanted.look, progress),
                     marks_of(desk.document_shot(), wanted.options.frames)});
    return [&desk, wanted, from, tab, replies](Job& job) {
      PartOfProgress part(job, share_of_evaluation, 1);
      desk.audience.answer(tab, replies, write(wanted, *from, part));
    };
  };
  const int layer = wanted.look.what == What::result ? Deferred::top_layer : wanted.look.layer;
  defer_job(desk, request, "Exporting " + wanted.file.filename().string(), layer, prepare);
  return std::nullopt;
}

}  // namespace

void add_export_rules(Rules& rules) { rules["export"] = {export_request}; }

}  // namespace retake::server
