// `retake check MESH CACHE`: whether the two belong together, before anything is made of them.
#include <algorithm>
#include <filesystem>

#include <fmt/core.h>

#include "apps/cli/file_report.h"
#include "apps/cli/finding_report.h"
#include "retake/mesh/ascii_text.h"
#include "retake/shot/import_reading.h"

namespace retake::cli {

namespace {

namespace fs = std::filesystem;

bool is_error(const ImportFinding& finding) { return finding.severity == Severity::error; }

std::string verdict(const ImportReading& reading, const std::vector<ImportFinding>& findings) {
  if (std::any_of(findings.begin(), findings.end(), is_error)) return "not fit for an import";
  return fmt::format("{} frames of {} points fit the mesh", reading.plan.frames.info.frame_count,
                     reading.plan.frames.info.point_count);
}

}  // namespace

bool is_motion_file(const std::string& file) {
  const std::string ending = ending_of(file);
  return ending == ".pc2" || ending == ".mdd" || fs::is_directory(file) ||
         fs::path(file).filename().string().find('#') != std::string::npos;
}

bool is_pair(const std::vector<std::string>& files) {
  const auto is_shot = [](const std::string& file) { return ending_of(file) == ".json"; };
  return files.size() == 2 && is_motion_file(files[0]) != is_motion_file(files[1]) &&
         std::none_of(files.begin(), files.end(), is_shot);
}

FileReport check_pair(const std::vector<std::string>& files, Progress& progress) {
  ImportRequest request;
  request.files.assign(files.begin(), files.end());
  PartOfProgress opening(progress, 0, 0.1), checking(progress, 0.1, 1);
  ImportReading reading = read_import(request, opening);
  std::vector<ImportFinding> findings;
  try {
    examine_frames(reading, checking);
    findings = reading.plan.report.findings;
  } catch (const ImportRefused& refused) {
    findings = refused.findings();
  }
  FileReport report;
  report.sound = std::none_of(findings.begin(), findings.end(), is_error);
  report.json = {{"frames", reading.plan.frames.info.frame_count},
                 {"points", reading.plan.frames.info.point_count},
                 {"findings", findings_to_json(findings)}};
  report.lines.push_back(verdict(reading, findings));
  for (const ImportFinding& finding : findings) report.lines.push_back(sentence_of(finding));
  return report;
}

}  // namespace retake::cli
