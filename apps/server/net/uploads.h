#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "apps/server/net/site.h"

namespace retake::net {

// Where tabs bring files: POST /upload/DROP/NAME.
inline constexpr std::string_view upload_path = "/upload/";

struct UploadOptions {
  std::filesystem::path folder = {};      // empty: nothing is taken
  std::vector<std::string> endings = {};  // of files that are taken, in lower case: ".obj"
  std::uint64_t file_bytes = 8ull << 30;  // of one file
  std::uint64_t all_bytes = 32ull << 30;  // of all that lie there
};

// What a page brings, kept in a folder for each drop until the program has read it. Knows no
// sockets.
class Uploads {
 public:
  explicit Uploads(UploadOptions options);
  ~Uploads();  // nothing stays behind
  Uploads(const Uploads&) = delete;
  Uploads& operator=(const Uploads&) = delete;

  // Where the file goes that this request brings, or why it is refused. `size`: of the body;
  // negative: not said.
  std::variant<std::filesystem::path, Reply> place_for(std::string_view target,
                                                       std::int64_t size) const;

 private:
  UploadOptions options_;
};

// What a file is called until it has arrived.
std::filesystem::path part_of(const std::filesystem::path& file);

// A file that arrives: it has its name when it is whole, and goes away otherwise.
class ArrivingFile {
 public:
  explicit ArrivingFile(std::filesystem::path file) : file_(std::move(file)) {}
  ~ArrivingFile();
  ArrivingFile(const ArrivingFile&) = delete;
  ArrivingFile& operator=(const ArrivingFile&) = delete;

  std::filesystem::path part() const { return part_of(file_); }
  // False: the file cannot be put in its place.
  bool is_whole();

 private:
  std::filesystem::path file_;
};

// The text of %-escapes; empty where they are wrong.
std::string unescaped(std::string_view text);

}  // namespace retake::net
