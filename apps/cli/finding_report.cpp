#include "apps/cli/finding_report.h"

namespace retake::cli {

namespace {

const char* name_of(Severity severity) {
  constexpr const char* names[] = {"note", "warning", "error"};
  return names[static_cast<int>(severity)];
}

}  // namespace

Json findings_to_json(const std::vector<ImportFinding>& findings) {
  Json json = Json::array();
  for (const ImportFinding& finding : findings) {
    Json item = to_json(finding.complaint);
    item["severity"] = name_of(finding.severity);
    item["object"] = finding.object;
    if (finding.frame >= 0) item["frame"] = finding.frame;
    if (finding.vertex >= 0) item["vertex"] = finding.vertex;
    json.push_back(std::move(item));
  }
  return json;
}

std::string sentence_of(const ImportFinding& finding) {
  return std::string(name_of(finding.severity)) + ": " + to_sentence(finding.complaint);
}

}  // namespace retake::cli
