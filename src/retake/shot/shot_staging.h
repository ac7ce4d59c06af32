#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace retake {

// New files of a shot gather in a folder of their own and become the shot in one step: the folder
// is renamed to `.NAME.saved`, and then its files move to their places, the JSON file last. A
// process that dies before the renaming leaves the old shot whole; one that dies after it leaves
// the rest of the moving to whoever opens the shot next (finish_interrupted_save). Throws FileError
// where the system refuses.
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

  // Where the files written so far, and the JSON file, will be.
  std::vector<std::filesystem::path> targets() const;

  // Moves everything, and `json` as the JSON file.
  void publish(std::string_view json) const;

 private:
  std::filesystem::path json_file_, folder_;
};

// Brings a save to its end that was interrupted after its point of no return, and sweeps up what
// one that was interrupted before it has left.
void finish_interrupted_save(const std::filesystem::path& json_file);

// Names become parts of file names: throws InputError for one that would lead out of the folder.
void check_file_name(const std::string& name, const std::string& whose);

}  // namespace retake
