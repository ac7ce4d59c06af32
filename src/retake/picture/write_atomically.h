#pragma once
#include <filesystem>
#include <string>

namespace retake {

// Writes beside `file` and renames, so that nobody ever sees half a file. Throws FileError.
void write_atomically(const std::filesystem::path& file, const std::string& bytes);

}  // namespace retake
