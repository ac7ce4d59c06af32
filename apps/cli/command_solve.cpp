// `retake solve`: a shot's layers evaluated into a point cache, with a report of how well they did.
#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "apps/cli/commands.h"
#include "apps/cli/json_report.h"
#include "apps/cli/output_check.h"
#include "apps/cli/shot_picture.h"
#include "retake/mesh/atomic_file.h"
#include "retake/mesh/motion_file.h"
#include "retake/numerics/stopwatch.h"
#include "retake/shot/evaluation.h"

namespace retake::cli {

namespace {

// Else a folder or a pattern of files, which the writer makes.
bool names_a_file(const std::string& output) {
  return std::filesystem::path(output).has_extension() && output.find('%') == std::string::npos &&
         output.find('#') == std::string::npos;
}

struct FrameSpan {
  int first = 0, last = 0;
};

FrameSpan span_of(const std::string& text, int frame_count) {
  if (text.empty()) return {0, frame_count - 1};
  FrameSpan span;
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

Json wish_to_json(const WishReport& wish) {
  Json json = {{"id", wish.id},
               {"name", wish.name},
               {"frame", wish.frame},
               {"miss_m", wish.miss},
               {"free_miss_m", wish.free_miss},
               {"contradicts", wish.contradicts}};
  for (Eigen::Index i = 0; i < wish.freed_directions.cols(); ++i) {
    const Vec3 direction = wish.freed_directions.col(i);
    json["freed_directions"].push_back({direction.x(), direction.y(), direction.z()});
  }
  return json;
}

Json layer_to_json(const Layer& layer, const EditReport& report, const MotionEdit* edit) {
  Json json = {{"layer", layer.name},
               {"iterations", report.iterations},
               {"degenerate", report.degenerate},
               {"contacts", report.contacts},
               {"contact_sites", report.contact_sites},
               {"obstacle_rows", report.one_sided_active},
               {"worst_penetration_m", report.worst_penetration},
               {"cost", report.cost},
               {"solve_s", report.solve_seconds},
               {"wishes", Json::array()}};
  for (const WishReport& wish : report.wishes) json["wishes"].push_back(wish_to_json(wish));
  if (edit != nullptr) {
    const VecX force = edit->control_force();
    json["control_force"] = std::vector<double>(force.begin(), force.end());
  }
  return json;
}

// Largest distance of any vertex from where the source has it, per frame, m.
std::vector<double> edit_sizes(const Motion& source, const Motion& edited) {
  std::vector<double> sizes;
  for (std::size_t t = 0; t < edited.frames.size(); ++t) {
    sizes.push_back((edited.frames[t] - source.frames[t]).colwise().norm().maxCoeff());
  }
  return sizes;
}

void write_frames(const std::string& output, const Motion& motion, const FrameSpan& span,
                  const Body& body) {
  MotionWriter writer(output, body.vertex_count(),
                      {.fps = motion.fps,
                       .start_frame = motion.start_frame + span.first,
                       .frame_count = span.last - span.first + 1,
                       .triangles = body.triangles});
  for (int t = span.first; t <= span.last; ++t)
    writer.append(motion.frames[static_cast<std::size_t>(t)]);
  writer.finish();
}

void print_wishes(const Evaluation& evaluation, const Shot& shot) {
  for (const Layer& layer : shot.layers) {
    const EditReport* report = evaluation.report(layer.id);
    if (report == nullptr) continue;
    const std::string& name = layer.name;
    for (const WishReport& wish : report->wishes) {
      fmt::print("{}, {}: frame {}, misses by {:.2g} m", name,
                 wish.name.empty() ? fmt::format("wish {}", wish.id) : wish.name, wish.frame,
                 wish.miss);
      if (wish.free_miss > 0)
        fmt::print(
            " (and by {:.2g} m along a stiff direction left free; \"stiff_axes\": \"locked\" holds "
            "it)",
            wish.free_miss);
      for (const int other : wish.contradicts) fmt::print("; contradicts wish {}", other);
      fmt::print("\n");
    }
    if (report->degenerate) {
      fmt::print("{}: stopped short of its wishes, or the body would have been turned inside out\n",
                 name);
    }
    if (report->contact_sites > 0) {
      fmt::print("{}: {} contacts kept as {} sites\n", name, report->contacts,
                 report->contact_sites);
    }
  }
}

}  // namespace

void SolveCommand::run(const CommonOptions& common) const {
  check_writable({report, picture, names_a_file(output) ? output : ""});
  TerminalProgress progress = common.progress();
  const Stopwatch watch;
  const Shot shot = open_input(input, progress);
  const FrameSpan span = span_of(frames, frame_count(shot));
  Evaluation evaluation(shot, make_evaluator, progress);
  const double opened = watch.seconds();
  const std::shared_ptr<const Motion> motion = evaluation.motion(progress);
  const double evaluated = watch.seconds();
  write_frames(output, *motion, span, shot.setup.body);
  if (!picture.empty()) save_picture(shot, *motion, {}, picture, progress);
  progress.finish();

  const std::vector<double> sizes = edit_sizes(evaluation.source(), *motion);
  Json json = {{"output", output},
               {"frames", span.last - span.first + 1},
               {"vertices", shot.setup.body.vertex_count()},
               {"source_s", opened},
               {"layers_s", evaluated - opened},
               {"largest_edit_m", *std::max_element(sizes.begin(), sizes.end())},
               {"edit_size_m", sizes},
               {"layers", Json::array()}};
  for (const Layer& layer : shot.layers) {
    const EditReport* found = evaluation.report(layer.id);
    if (found == nullptr) continue;
    json["layers"].push_back(layer_to_json(layer, *found, evaluation.motion_edit(layer.id)));
  }
  if (!report.empty()) write_file(report, json_text(json) + "\n");
  if (common.json) {
    print_json(json);
    return;
  }
  print_wishes(evaluation, shot);
  fmt::print("wrote {}: {} frames; the edit moves a vertex by up to {:.3g} m\n", output,
             span.last - span.first + 1, *std::max_element(sizes.begin(), sizes.end()));
}

}  // namespace retake::cli
