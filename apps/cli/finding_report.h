#pragma once
#include "apps/cli/json_report.h"
#include "retake/shot/import_finding.h"

namespace retake::cli {

Json findings_to_json(const std::vector<ImportFinding>& findings);

// "warning: the whole body jumps ..."
std::string sentence_of(const ImportFinding& finding);

}  // namespace retake::cli
