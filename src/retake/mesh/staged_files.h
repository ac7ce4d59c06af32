#pragma once
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace retake {

// Files of one folder that appear together or not at all. What is written goes to a hidden folder
// inside; publish() moves it into place. Without publish() the destructor removes it, and the
// folder stays as it was. A process that is killed may leave the hidden folder. Members throw
// FileError.
class StagedFiles {
 public:
  explicit StagedFiles(const std::filesystem::path& folder);  // made where it does not exist
  ~StagedFiles();
  StagedFiles(const StagedFiles&) = delete;
  StagedFiles& operator=(const StagedFiles&) = delete;

  void write(const std::string& name, std::string_view bytes);

  // Also takes away the files called `leftovers`. A failure puts back what was there.
  void publish(const std::set<std::string>& leftovers = {});

 private:
  void move(const std::filesystem::path& from, const std::filesystem::path& to);
  void move_back() noexcept;

  std::filesystem::path folder_, staging_;
  bool made_folder_ = false;
  std::set<std::string> names_;
  std::vector<std::pair<std::filesystem::path, std::filesystem::path>> moves_;  // from, to
};

}  // namespace retake
