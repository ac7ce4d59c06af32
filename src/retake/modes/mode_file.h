#pragma once
#include <filesystem>
#include <string>

#include "retake/modes/modes.h"

namespace retake {

// One basis on disk (native byte order; a cache is not carried between machines):
//   magic and version, key, row count, mode count, rigid count, report, eigenvalues, rigid, shapes,
//   and a checksum of all that stands before it.

// Appears whole or not at all. Throws FileError.
void write_mode_file(const std::filesystem::path& path, const std::string& key,
                     const ModeResult& result);

// How many modes the file holds, by its header alone. Throws as read_mode_file.
int modes_in_file(const std::filesystem::path& path, const std::string& key);

// The lowest `count` modes. Throws InputError if the file is broken, cut short, of another version
// or for another key, or holds fewer; nothing is allocated before its size is checked.
ModeResult read_mode_file(const std::filesystem::path& path, const std::string& key, int count);

inline constexpr int mode_file_version = 1;

}  // namespace retake
