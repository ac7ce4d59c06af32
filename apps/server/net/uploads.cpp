#include "apps/server/net/uploads.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <utility>

#include <fmt/core.h>

namespace retake::net {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t drop_digits = 32;    // 128 random bits, as hex
constexpr std::size_t longest_name = 200;  // bytes

bool is_drop(std::string_view text) {
  return text.size() == drop_digits && std::all_of(text.begin(), text.end(), [](unsigned char c) {
           return std::isdigit(c) != 0 || (c >= 'a' && c <= 'f');
         });
}

// A plain name: no way to another folder, nothing hidden, nothing that a terminal would obey.
bool is_plain(std::string_view name) {
  return !name.empty() && name.size() <= longest_name && name.front() != '.' &&
         std::none_of(name.begin(), name.end(), [](unsigned char c) {
           return c == '/' || c == '\\' || c < 0x20 || c == 0x7f;
         });
}

std::string ending_of(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  std::string ending(dot == std::string_view::npos ? "" : name.substr(dot));
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

std::uint64_t bytes_in(const fs::path& folder) {
  std::uint64_t sum = 0;
  std::error_code none;
  for (const auto& entry : fs::recursive_directory_iterator(folder, none)) {
    if (entry.is_regular_file(none)) sum += entry.file_size(none);
  }
  return sum;
}

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const int letter = std::tolower(static_cast<unsigned char>(c));
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

}  // namespace

std::string unescaped(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      plain += text[i];
      continue;
    }
    if (i + 2 >= text.size()) return "";
    const int high = digit(text[i + 1]), low = digit(text[i + 2]);
    if (high < 0 || low < 0) return "";
    plain += static_cast<char>(16 * high + low);
    i += 2;
  }
  return plain;
}

fs::path part_of(const fs::path& file) { return file.string() + ".part"; }

// What a program that was killed has left lies beside: gone after a day, when nobody can want it.
Uploads::Uploads(UploadOptions options) : options_(std::move(options)) {
  if (options_.folder.empty()) return;
  std::error_code none;
  const auto yesterday = fs::file_time_type::clock::now() - std::chrono::hours(24);
  for (const auto& entry : fs::directory_iterator(options_.folder.parent_path(), none)) {
    if (entry.last_write_time(none) < yesterday) fs::remove_all(entry.path(), none);
  }
}

Uploads::~Uploads() {
  std::error_code none;
  if (!options_.folder.empty()) fs::remove_all(options_.folder, none);
}

std::variant<fs::path, Reply> Uploads::place_for(std::string_view target, std::int64_t size) const {
  if (options_.folder.empty()) return refusal(404, "No files are taken here.");
  target.remove_prefix(std::min(target.size(), upload_path.size()));
  const std::size_t slash = target.find('/');
  const std::string_view drop = target.substr(0, slash);
  const std::string name =
      slash == std::string_view::npos ? "" : unescaped(target.substr(slash + 1));
  if (!is_drop(drop) || !is_plain(name)) {
    return refusal(400, "A file is brought to /upload/DROP/NAME: 32 hex digits, a plain name.");
  }
  const std::string ending = ending_of(name);
  if (std::find(options_.endings.begin(), options_.endings.end(), ending) ==
      options_.endings.end()) {
    return refusal(415, fmt::format("Files of the kind '{}' are not read.", ending));
  }
  if (size < 0) return refusal(411, "The size of the file must be said beforehand.");
  if (std::cmp_greater(size, options_.file_bytes) ||
      bytes_in(options_.folder) + static_cast<std::uint64_t>(size) > options_.all_bytes) {
    return refusal(413, fmt::format("The file is too large: at most {} bytes are taken. Open it "
                                    "from its folder instead.",
                                    options_.file_bytes));
  }
  const fs::path folder = options_.folder / drop;
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error) fs::permissions(options_.folder, fs::perms::owner_all, error);
  if (error) return refusal(507, "The file cannot be kept: " + error.message() + ".");
  if (fs::exists(folder / name, error) || fs::exists(part_of(folder / name), error)) {
    return refusal(409, "A file of this name was brought already.");
  }
  return folder / name;
}

ArrivingFile::~ArrivingFile() {
  std::error_code none;
  if (!file_.empty()) fs::remove(part(), none);
}

bool ArrivingFile::is_whole() {
  std::error_code error;
  fs::rename(part(), file_, error);
  if (error) return false;
  file_.clear();
  return true;
}

}  // namespace retake::net
