#pragma once
#include <span>
#include <string_view>

namespace retake::net {

// A file of the page as scripts/pack_page.sh linked it into the program.
struct BuiltInFile {
  std::string_view path;  // "/index.html"
  std::string_view hash;  // of what is in it, before compression
  bool is_gzip;
  std::string_view data;
};

// Defined in the source that the script writes.
std::span<const BuiltInFile> built_in_files();

}  // namespace retake::net
