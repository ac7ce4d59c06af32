#include "retake/mesh/file_bytes.h"

#include "retake/mesh/random_access_file.h"

namespace retake {

FileBytes read_file(const std::filesystem::path& path) {
  const RandomAccessFile file(path);
  FileBytes result = {path, std::string(file.size(), '\0')};
  file.read(0, result.bytes.data(), result.bytes.size());
  return result;
}

}  // namespace retake
