#pragma once
#include <exception>
#include <stdexcept>
#include <string>

namespace retake {

// What a person needs in order to put a problem right. Empty parts are left out of the message.
struct Complaint {
  std::string what;      // "vertex index out of range"
  std::string where;     // "cow.obj, line 12" or "body 'dino', frame 7, vertex 31"
  std::string expected;  // "1 to 8"
  std::string found;     // "9"
  std::string advice;    // "export the mesh again with all its vertices"
};

// "where: what (expected E, found F). Advice."
std::string to_sentence(const Complaint& complaint);

class Error : public std::runtime_error {
 public:
  explicit Error(Complaint complaint);
  const Complaint& complaint() const { return complaint_; }

 private:
  Complaint complaint_;
};

// A file, option or value that a person gave is wrong.
class InputError : public Error {
 public:
  using Error::Error;
};

// The system refused: disk full, no permission, file gone.
class FileError : public Error {
 public:
  using Error::Error;
};

// A computation cannot go on: a matrix that must be positive definite is not.
class SolveError : public Error {
 public:
  using Error::Error;
};

// Somebody asked to stop; see Progress.
class Cancelled : public std::exception {
 public:
  const char* what() const noexcept override { return "cancelled"; }
};

}  // namespace retake
