#include "retake/shot/import_reading.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "retake/mesh/ascii_text.h"
#include "retake/mesh/bounding_box.h"
#include "retake/mesh/gltf_clips.h"
#include "retake/mesh/repair.h"

namespace retake {

namespace {

namespace fs = std::filesystem;

constexpr double weld_tolerance = 5e-7;  // of the size; what goes out again differs by no more
constexpr double usual_fps = 24;

Eigen::MatrixXi elements_of(const MeshFile& mesh) {
  return mesh.tets ? Eigen::MatrixXi(mesh.tets->tets) : Eigen::MatrixXi(mesh.triangles->triangles);
}

std::string short_text(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

void open_frames(ImportReading& reading) {
  const ImportRequest& request = reading.request;
  ImportFrames& frames = reading.plan.frames;
  frames = open_import_frames(reading.files,
                              {{request.fps.value_or(usual_fps), request.clip}, request.hold});
  if (frames.empty()) return;
  const bool is_gltf = ending_of(reading.files.motion).starts_with(".gl");
  if (!request.fps && !frames.info.fps_is_known) {
    reading.assume((is_gltf ? "baked at " : "") + short_text(frames.info.fps) +
                   " frames per second, which the file does not say (--fps says otherwise)");
  }
  if (request.fps && frames.info.fps_is_known) frames.info.fps = *request.fps;
  if (request.start_frame) frames.info.start_frame = *request.start_frame;
  if (frames.hold > 1 && !request.poses) {
    reading.assume(std::to_string(reading.files.poses.size()) + " poses, each held for " +
                   std::to_string(frames.hold) +
                   " frames (--hold says otherwise; 1: a frame each)");
  }
  if (!is_gltf || !request.clip.empty()) return;
  const std::vector<std::string> clips = gltf_clips(reading.files.motion);
  if (clips.size() < 2) return;
  std::string others;
  for (std::size_t i = 1; i < clips.size(); ++i) others += (i > 1 ? ", " : "") + clips[i];
  reading.assume("clip '" + clips.front() + "' (--clip for another: " + others + ")");
}

void check_counts(ImportReading& reading) {
  const ImportFrames& frames = reading.plan.frames;
  const auto vertices = static_cast<int>(reading.positions().cols());
  if (frames.empty() || frames.info.point_count == vertices) return;
  throw InputError({.what = "the cache belongs to another mesh",
                    .where = reading.files.motion.string(),
                    .expected = std::to_string(vertices) + " points, as " +
                                reading.files.mesh.filename().string() + " has vertices",
                    .found = std::to_string(frames.info.point_count),
                    .advice = "Give the mesh that the cache was made with, or export both again"});
}

double size_of(const Points& x) { return bounding_box(x).diagonal(); }

// The mesh may be of another unit than its cache, or the cache of a mesh with as many vertices.
void fit_mesh_to_frames(ImportReading& reading) {
  const ShapeMatch match =
      match_shape(reading.positions(), elements_of(reading.mesh), reading.plan.frames.frame(0));
  const std::string where = reading.files.motion.string() + ", frame 0";
  const std::string as_in_mesh = "edges as long as in " + reading.files.mesh.filename().string();
  const std::string found = short_text(match.edges) + " times as long";
  if (!match.is_same_mesh()) {
    throw ImportRefused(
        {{Severity::error,
          object_name(reading.files),
          0,
          -1,
          {.what = "the frames do not have the shape of the mesh: its vertices are numbered "
                   "otherwise, or it is another mesh",
           .where = where,
           .expected = as_in_mesh,
           .found = found + ", with a size " + short_text(match.size) + " times as large",
           .advice = "Export mesh and cache again from the same object"}}});
  }
  if (match.is_same_size()) return;
  reading.positions() *= match.edges;
  reading.plan.report.findings.push_back({Severity::warning,
                                          object_name(reading.files),
                                          0,
                                          -1,
                                          {.what = "the mesh is of another size than its frames",
                                           .where = where,
                                           .expected = as_in_mesh,
                                           .found = found,
                                           .advice = "The mesh was scaled to the frames"}});
}

}  // namespace

std::string object_name(const ImportFiles& files) {
  if (!files.poses.empty()) return files.poses.front().parent_path().filename().string();
  if (fs::is_directory(files.motion)) return files.motion.filename().string();
  return files.mesh.stem().string();
}

ImportReading read_import(const ImportRequest& request, Progress& progress) {
  progress.update("reading the mesh", 0);
  ImportReading reading = {request, sort_import_files(request.files), {}, {}};
  reading.assume(reading.files.assumptions);
  reading.mesh = read_mesh(reading.files.mesh, {.repair = false});
  if (reading.mesh.tets) reading.mesh = repaired(std::move(reading.mesh));
  reading.assume(reading.mesh.notes);
  open_frames(reading);
  check_counts(reading);
  if (!reading.plan.frames.empty()) fit_mesh_to_frames(reading);
  return reading;
}

FrameFacts examine_frames(ImportReading& reading, Progress& progress) {
  const ImportFrames& frames = reading.plan.frames;
  const fs::path& motion = reading.files.motion;
  FrameFacts facts = {
      FrameCheck({.name = object_name(reading.files),
                  .motion_file = (motion.empty() ? reading.files.mesh : motion).string(),
                  .size = size_of(reading.positions()),
                  .is_pose_set = !reading.files.poses.empty()}),
      {}};
  if (reading.mesh.triangles) facts.welding.emplace(*reading.mesh.triangles, weld_tolerance);
  for (int t = 0; t < frames.info.frame_count; t += frames.hold) {
    progress.update("checking frames", static_cast<double>(t) / frames.info.frame_count);
    try {
      const Eigen::Matrix3Xf positions = frames.frame(t);
      facts.check.add_frame(t, positions);
      if (facts.welding) facts.welding->add_frame(positions);
    } catch (const InputError& error) {
      facts.check.add_unreadable(t, error.complaint());
    }
    if (facts.check.has_too_many_errors()) break;
  }
  auto& findings = reading.plan.report.findings;
  for (ImportFinding& finding : facts.check.finish()) findings.push_back(std::move(finding));
  const auto is_error = [](const ImportFinding& f) { return f.severity == Severity::error; };
  if (std::any_of(findings.begin(), findings.end(), is_error)) throw ImportRefused(findings);
  return facts;
}

}  // namespace retake
