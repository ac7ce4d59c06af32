#include "retake/picture/write_atomically.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>
#include <unistd.h>

#include "retake/numerics/errors.h"

namespace retake {

namespace {
[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& reason) {
  throw FileError({.what = "cannot write the file: " + reason, .where = file.string()});
}
}  // namespace

void write_atomically(const std::filesystem::path& file, const std::string& bytes) {
  std::filesystem::path beside = file;
  beside += ".part" + std::to_string(::getpid());
  std::ofstream stream(beside, std::ios::binary);
  if (!stream) refuse(file, std::strerror(errno));
  stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  stream.close();
  std::error_code error;
  if (!stream) {
    const std::string reason = std::strerror(errno);
    std::filesystem::remove(beside, error);
    refuse(file, reason);
  }
  std::filesystem::rename(beside, file, error);
  if (error) {
    const std::string reason = error.message();
    std::filesystem::remove(beside, error);
    refuse(file, reason);
  }
}

}  // namespace retake
