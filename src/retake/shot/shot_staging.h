#pragma once
#include <filesystem>
#include <string>
#include <string_view>

namespace retake {

// New files of a shot gather in a folder of their own and move to their places together, so that a
// failure on the way leaves an older shot whole. The JSON file, which names the others, moves last.
// Throws FileError where the system refuses.
class ShotStaging {
 public:
  explicit ShotStaging(const std::filesystem::path& json_file);
  ~ShotStaging();
  ShotStaging(const ShotStaging&) = delete;
  ShotStaging& operator=(const ShotStaging&) = delete;

  // Data files carry the shot's own name: dino.json, dino.veg, dino.pc2 ...
  std::string data_name(const std::string& ending) const;

  // Where to write the file of that name.
  std::filesystem::path operator/(const std::string& name) const { return folder_ / name; }

  // Moves everything, and `json` as the JSON file.
  void publish(std::string_view json) const;

 private:
  std::filesystem::path json_file_, folder_;
};

// Names become parts of file names: throws InputError for one that would lead out of the folder.
void check_file_name(const std::string& name, const std::string& whose);

}  // namespace retake
