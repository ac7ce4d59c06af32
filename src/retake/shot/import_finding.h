#pragma once
#include <string>
#include <vector>

#include "retake/numerics/errors.h"

namespace retake {

enum class Severity { note, warning, error };

// Something about the frames of a motion that a person should know.
struct ImportFinding {
  Severity severity = Severity::warning;
  std::string object;   // whose frames they are
  int frame = -1;       // from 0; -1: of none in particular
  int vertex = -1;      // of the file, from 0; -1: of none in particular
  Complaint complaint;  // what, where, expected, found, advice
};

// Frames that make no motion of the mesh. The message is that of the first error; `findings` has
// all that were found.
class ImportRefused : public InputError {
 public:
  explicit ImportRefused(std::vector<ImportFinding> findings);
  const std::vector<ImportFinding>& findings() const { return findings_; }

 private:
  std::vector<ImportFinding> findings_;
};

}  // namespace retake
