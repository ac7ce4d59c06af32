#include "retake/shot/import_finding.h"

#include <algorithm>

namespace retake {

namespace {

Complaint first_error(const std::vector<ImportFinding>& findings) {
  const auto is_error = [](const ImportFinding& f) { return f.severity == Severity::error; };
  const auto first = std::find_if(findings.begin(), findings.end(), is_error);
  if (first == findings.end()) return {.what = "the motion cannot be used"};
  Complaint complaint = first->complaint;
  const auto others = std::count_if(first + 1, findings.end(), is_error);
  if (others > 0) complaint.found += " (and " + std::to_string(others) + " more such errors)";
  return complaint;
}

}  // namespace

ImportRefused::ImportRefused(std::vector<ImportFinding> findings)
    : InputError(first_error(findings)), findings_(std::move(findings)) {}

}  // namespace retake
