// `retake import`: files of one's own become a shot.
#include "apps/cli/commands.h"
#include "apps/cli/finding_report.h"
#include "apps/cli/import_arguments.h"
#include "apps/cli/json_report.h"
#include "apps/cli/output_check.h"
#include "retake/mesh/ascii_text.h"
#include "retake/numerics/stopwatch.h"

namespace retake::cli {

namespace {

void print_findings(const std::vector<ImportFinding>& findings) {
  for (const ImportFinding& finding : findings) {
    fmt::print("{}\n", sentence_of(finding));
  }
}

const char* kind_of(const Body& body) {
  if (body.is_shell()) return "shell";
  return body.interior ? "solid" : "tets";
}

Json imported_to_json(const ImportedFile& imported, const std::string& output, double seconds) {
  const Body& body = imported.shot.body();
  const Origin& origin = *imported.shot.origin;
  return {{"shot", output},
          {"body", kind_of(body)},
          {"vertices", body.vertex_count()},
          {"file_vertices", origin.body_vertex_of_file_vertex.empty()
                                ? body.vertex_count()
                                : std::ssize(origin.body_vertex_of_file_vertex)},
          {"tets", body.tet_count()},
          {"pins", body.pins.size()},
          {"frames", imported.frame_count},
          {"fps", origin.fps},
          {"start_frame", origin.start_frame},
          {"up", up_axis_names().at(static_cast<std::size_t>(origin.up))},
          {"meters_per_unit", origin.meters_per_unit},
          {"assumptions", imported.report.assumptions},
          {"findings", findings_to_json(imported.report.findings)},
          {"seconds", seconds}};
}

void print_import(const ImportedFile& imported, const std::string& output, double seconds) {
  for (const std::string& assumption : imported.report.assumptions) {
    fmt::print("- {}\n", assumption);
  }
  print_findings(imported.report.findings);
  const Body& body = imported.shot.body();
  fmt::print("wrote {}: {} of {} vertices", output, kind_of(body), body.vertex_count());
  if (body.tet_count() > 0) fmt::print(" and {} tets", body.tet_count());
  fmt::print(", {} pins, {} frames, in {:.1f} s\nretake edit {} opens it\n", body.pins.size(),
             imported.frame_count, seconds, output);
}

}  // namespace

void ImportCommand::run(const CommonOptions& common) const {
  if (ending_of(output) != ".json") {
    throw InputError({.what = "a shot is a JSON file",
                      .where = output,
                      .expected = "a name that ends with .json",
                      .advice = "`retake solve` writes motions in other formats"});
  }
  const FoldersFor folders(output);
  check_writable({output});
  TerminalProgress progress = common.progress();
  const Stopwatch watch;
  ImportedFile imported;
  try {
    imported = import_to_file(to_request(*this), output, {.overwrite = replace}, progress);
  } catch (const ImportRefused& refused) {
    progress.finish();
    if (!common.json) print_findings(refused.findings());
    throw;
  }
  progress.finish();
  if (common.json) {
    print_json(imported_to_json(imported, output, watch.seconds()));
    return;
  }
  print_import(imported, output, watch.seconds());
}

}  // namespace retake::cli
