// `retake check`: says what is in a file and what is wrong with it.
#include <algorithm>

#include "apps/cli/arguments.h"
#include "apps/cli/file_report.h"
#include "retake/elasticity/body_file.h"
#include "retake/mesh/ascii_text.h"
#include "retake/mesh/motion_file.h"
#include "retake/mesh/report.h"
#include "retake/shot/shot.h"

namespace retake::cli {

namespace {

namespace fs = std::filesystem;

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

Json finding_to_json(const MeshFinding& finding) {
  return {{"what", finding.what},
          {"count", finding.count},
          {"examples", finding.examples},
          {"action", finding.action},
          {"harmful", finding.is_harmful}};
}

// A list for people stays short; programs get all of it.
void add_lines(FileReport& report, const std::vector<std::string>& lines) {
  constexpr std::size_t most = 20;
  const std::size_t shown = std::min(lines.size(), most);
  report.lines.insert(report.lines.end(), lines.begin(),
                      lines.begin() + static_cast<std::ptrdiff_t>(shown));
  if (lines.size() > shown) {
    report.lines.push_back(fmt::format("... and {} more", lines.size() - shown));
  }
}

void add_notes(FileReport& report, Notes notes) {
  for (std::string& note : notes) note.insert(0, "note: ");
  add_lines(report, notes);
}

// The materials with their values; those that make no sense are problems.
void tell_materials(const MeshFile& file, FileReport& report) {
  report.json["materials"] = Json::array();
  const std::vector<int> of_tets = material_of_tets(file);
  std::vector<std::string> lines;
  for (std::size_t m = 0; m < file.materials.size(); ++m) {
    const FileMaterial& material = file.materials[m];
    const auto tets = std::count(of_tets.begin(), of_tets.end(), static_cast<int>(m));
    Json json = {{"name", material.name},
                 {"density", material.density},
                 {"young", material.young},
                 {"poisson", material.poisson},
                 {"tets", tets}};
    lines.push_back(fmt::format("material '{}': {:g} kg/m³, Young {:g} Pa, Poisson {:g}, {} tets",
                                material.name, material.density, material.young, material.poisson,
                                tets));
    try {
      to_material(material);
    } catch (const Error& error) {
      report.sound = false;
      json["error"] = to_json(error.complaint());
      lines.back() = std::string("problem: ") + error.what();
    }
    report.json["materials"].push_back(json);
  }
  add_lines(report, lines);
}

void tell_sets(const MeshFile& file, FileReport& report) {
  report.json["sets"] = Json::array();
  std::vector<std::string> lines;
  const auto tell = [&](const std::string& name, const char* what, std::size_t count) {
    report.json["sets"].push_back({{"name", name}, {"of", what}, {"count", count}});
    lines.push_back(fmt::format("set '{}': {} {}", name, count, what));
  };
  for (const ElementSet& set : file.element_sets) {
    tell(set.name, file.tets ? "tets" : "triangles", set.elements.size());
  }
  for (const VertexSet& set : file.vertex_sets) tell(set.name, "vertices", set.vertices.size());
  add_lines(report, lines);
}

FileReport check_mesh(const fs::path& path) {
  const MeshFile file = read_mesh(path, {.repair = false});
  const MeshReport mesh = describe(file);
  FileReport report;
  report.sound = mesh.is_sound();
  report.json = {{"format", mesh.format},    {"vertices", mesh.vertices},
                 {"tets", mesh.tets},        {"triangles", mesh.triangles},
                 {"volume", mesh.volume},    {"components", mesh.components},
                 {"closed", mesh.is_closed}, {"findings", Json::array()}};
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
    report.json["findings"].push_back(finding_to_json(finding));
    report.lines.push_back((finding.is_harmful ? "problem: " : "note: ") + sentence(finding));
  }
  tell_materials(file, report);
  tell_sets(file, report);
  std::vector<std::string> notes = notes_on_materials(file);
  notes.insert(notes.begin(), mesh.notes.begin(), mesh.notes.end());
  report.json["notes"] = notes;
  add_notes(report, std::move(notes));
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
                 {"fps", info.fps_is_known ? Json(info.fps) : Json()},
                 {"start_frame", info.start_frame},
                 {"repeated_frames", still}};
  report.lines.push_back(
      fmt::format("motion: {} points, {} frames from {:g}, {}", info.point_count, info.frame_count,
                  info.start_frame,
                  info.fps_is_known ? fmt::format("{:g} fps", info.fps) : "frame rate not stored"));
  if (still > 0)
    report.lines.push_back(fmt::format("note: {} frames repeat the one before", still));
  return report;
}

FileReport check_shot(const fs::path& path, Progress& progress) {
  const auto [shot, notes] = open_input({.what = path.string()}, progress);
  const Body& body = shot.body();
  const int frames = frame_count(shot);
  FileReport report;
  report.json = {{"shot", shot.name},
                 {"vertices", body.vertex_count()},
                 {"tets", body.tet_count()},
                 {"triangles", body.triangles.cols()},
                 {"frames", frames},
                 {"contacts", shot.contacts.size()},
                 {"layers", shot.layers.size()},
                 {"notes", notes}};
  report.lines.push_back(
      fmt::format("shot '{}': {} vertices, {} tets, {} pins, {} frames, {} layer{}", shot.name,
                  body.vertex_count(), body.tet_count(), body.pins.size(), frames,
                  shot.layers.size(), shot.layers.size() == 1 ? "" : "s"));
  for (const auto& [name, first, count] : spans_of(shot.bodies.several())) {
    report.json["bodies"].push_back({{"name", name}, {"first_vertex", first}, {"vertices", count}});
    report.lines.push_back(fmt::format("body '{}': {} vertices from {}", name, count, first));
  }
  add_notes(report, notes);
  return report;
}

FileReport check_file(const fs::path& path, Progress& progress) {
  const std::string ending = ending_of(path);
  if (ending == ".json") return check_shot(path, progress);
  return is_motion_file(path) ? check_motion(path, progress) : check_mesh(path);
}

// What cannot be read is a report too.
template <class Check>
FileReport checked(const Check& check) {
  try {
    return check();
  } catch (const Error& error) {
    return {
        .json = {{"error", to_json(error.complaint())}}, .lines = {error.what()}, .sound = false};
  }
}

}  // namespace

void CheckCommand::run(const CommonOptions& common) const {
  TerminalProgress progress = common.progress();
  Json reports = Json::array();
  bool sound = true;
  const auto tell = [&](const std::string& what, const FileReport& report) {
    progress.finish();
    sound = sound && report.sound;
    Json json = {{"file", what}, {"sound", report.sound}};
    json.update(report.json);
    reports.push_back(json);
    if (common.json) return;
    fmt::print("{}  {}\n", report.sound ? "ok     " : "PROBLEM", what);
    for (const std::string& line : report.lines) fmt::print("         {}\n", line);
  };
  for (const std::string& file : files) {
    tell(file, checked([&] { return check_file(file, progress); }));
  }
  const auto is_read = [](const Json& report) { return !report.contains("error"); };
  if (is_pair(files) && std::all_of(reports.begin(), reports.end(), is_read)) {
    tell(files[0] + " with " + files[1], checked([&] { return check_pair(files, progress); }));
  }
  if (common.json) print_json({{"files", reports}});
  if (!sound) throw ExitCode{exit_problem};
}

}  // namespace retake::cli
