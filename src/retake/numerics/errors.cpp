#include "retake/numerics/errors.h"

#include <utility>

namespace retake {

std::string to_sentence(const Complaint& complaint) {
  std::string sentence;
  if (!complaint.where.empty()) sentence += complaint.where + ": ";
  sentence += complaint.what;
  if (!complaint.expected.empty() || !complaint.found.empty()) {
    sentence += " (";
    if (!complaint.expected.empty()) sentence += "expected " + complaint.expected;
    if (!complaint.expected.empty() && !complaint.found.empty()) sentence += ", ";
    if (!complaint.found.empty()) sentence += "found " + complaint.found;
    sentence += ")";
  }
  sentence += ".";
  if (!complaint.advice.empty()) {
    const bool asks = complaint.advice.back() == '?';
    sentence += " " + complaint.advice + (asks ? "" : ".");
  }
  return sentence;
}

Error::Error(Complaint complaint)
    : std::runtime_error(to_sentence(complaint)), complaint_(std::move(complaint)) {}

}  // namespace retake
