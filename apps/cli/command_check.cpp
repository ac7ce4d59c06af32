// `retake check`: says what is in a file and what is wrong with it.
#include <algorithm>

#include "apps/cli/arguments.h"
#include "apps/cli/json_report.h"
#include "retake/mesh/motion_file.h"
#include "retake/mesh/report.h"
#include "retake/shot/shot.h"

namespace retake::cli {

namespace {

namespace fs = std::filesystem;

// What one file turned out to be: facts for people, the same for programs.
struct FileReport {
  Json json;
  std::vector<std::string> lines;
  bool sound = true;
};

std::string box(const Vec3& low, const Vec3& high) {
  const Vec3 size = high - low;
  return fmt::format("{:.4g} x {:.4g} x {:.4g}", size.x(), size.y(), size.z());
}

std::string sentence(const MeshFinding& finding) {
  std::string text = fmt::format("{}: {}", finding.what, finding.count);
  if (!finding.examples.empty()) {
    text += " (";
    for (std::size_t i = 0; i < finding.examples.size(); ++i) {
      text += (i == 0 ? "" : ", ") + std::to_string(finding.examples[i]);
    }
    text += finding.count > static_cast<int>(finding.examples.size()) ? ", ...)" : ")";
  }
  if (!finding.action.empty()) text += "; " + finding.action;
  return text;
}

Json to_json(const MeshFinding& finding) {
  return {{"what", finding.what},
          {"count", finding.count},
          {"examples", finding.examples},
          {"action", finding.action},
          {"harmful", finding.is_harmful}};
}

FileReport check_mesh(const fs::path& path) {
  const MeshReport mesh = describe(read_mesh(path, {.repair = false}));
  FileReport report;
  report.sound = mesh.is_sound();
  report.json = {
      {"format", mesh.format},       {"vertices", mesh.vertices}, {"tets", mesh.tets},
      {"triangles", mesh.triangles}, {"volume", mesh.volume},     {"components", mesh.components},
      {"closed", mesh.is_closed},    {"findings", Json::array()}, {"notes", mesh.notes}};
  report.lines.push_back(fmt::format("{}: {} vertices, {} tets, {} triangles, {} component{}",
                                     mesh.format, mesh.vertices, mesh.tets, mesh.triangles,
                                     mesh.components, mesh.components == 1 ? "" : "s"));
  report.lines.push_back(fmt::format("size {}, volume {:.4g}, surface {}", box(mesh.low, mesh.high),
                                     mesh.volume, mesh.is_closed ? "closed" : "open"));
  if (mesh.tets > 0) {
    report.lines.push_back(fmt::format("dihedral angles {:.1f} to {:.1f} degrees",
                                       mesh.dihedral_angle.least, mesh.dihedral_angle.greatest));
  }
  for (const MeshFinding& finding : mesh.findings) {
    report.json["findings"].push_back(to_json(finding));
    report.lines.push_back((finding.is_harmful ? "problem: " : "note: ") + sentence(finding));
  }
  for (const std::string& note : mesh.notes) report.lines.push_back("note: " + note);
  return report;
}

// Reads every frame, one at a time; a frame that is not finite throws.
FileReport check_motion(const fs::path& path, Progress& progress) {
  const MotionReader reader(path);
  const MotionInfo& info = reader.info();
  int still = 0;
  Eigen::Matrix3Xf previous;
  for (int frame = 0; frame < info.frame_count; ++frame) {
    progress.update("reading frames", static_cast<double>(frame) / info.frame_count);
    Eigen::Matrix3Xf positions = reader.frame(frame);
    if (frame > 0 && positions == previous) ++still;
    previous = std::move(positions);
  }
  FileReport report;
  report.json = {{"points", info.point_count},
                 {"frames", info.frame_count},
                 {"fps", info.fps},
                 {"start_frame", info.start_frame},
                 {"repeated_frames", still}};
  report.lines.push_back(fmt::format("motion: {} points, {} frames from {:g}, {:g} fps",
                                     info.point_count, info.frame_count, info.start_frame,
                                     info.fps));
  if (still > 0)
    report.lines.push_back(fmt::format("note: {} frames repeat the one before", still));
  return report;
}

FileReport check_shot(const fs::path& path) {
  const Shot shot = read_shot(path);
  const Body& body = shot.setup.body;
  const int frames = shot.cache ? shot.cache->frame_count() : 0;
  FileReport report;
  report.json = {{"shot", shot.name},        {"vertices", body.vertex_count()},
                 {"tets", body.tets.cols()}, {"triangles", body.triangles.cols()},
                 {"frames", frames},         {"contacts", shot.contacts.size()}};
  report.lines.push_back(fmt::format("shot '{}': {} vertices, {} tets, {} pins, {} frames",
                                     shot.name, body.vertex_count(), body.tets.cols(),
                                     body.pins.size(), frames));
  return report;
}

FileReport check_file(const fs::path& path, Progress& progress) {
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char letter) { return std::tolower(letter); });
  if (ending == ".json") return check_shot(path);
  const bool motion = ending == ".pc2" || ending == ".mdd" || fs::is_directory(path) ||
                      path.filename().string().find('#') != std::string::npos;
  return motion ? check_motion(path, progress) : check_mesh(path);
}

}  // namespace

void CheckCommand::run(const CommonOptions& common) const {
  TerminalProgress progress = common.progress();
  Json reports = Json::array();
  bool sound = true;
  for (const std::string& file : files) {
    FileReport report;
    try {
      report = check_file(file, progress);
    } catch (const Error& error) {
      report = {.json = {{"error", error.what()}}, .lines = {error.what()}, .sound = false};
    }
    progress.finish();
    sound = sound && report.sound;
    Json json = {{"file", file}, {"sound", report.sound}};
    json.update(report.json);
    reports.push_back(json);
    if (common.json) continue;
    fmt::print("{}  {}\n", report.sound ? "ok     " : "PROBLEM", file);
    for (const std::string& line : report.lines) fmt::print("         {}\n", line);
  }
  if (common.json) print_json({{"files", reports}});
  if (!sound) throw ExitCode{exit_problem};
}

}  // namespace retake::cli
