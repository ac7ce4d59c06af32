#pragma once
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace retake::net {

// A file of the page.
struct Asset {
  std::string_view data;
  std::string_view type;                                    // MIME
  std::string etag;                                         // in quotes
  bool is_gzip = false;                                     // data is compressed
  bool is_immutable = false;                                // its name holds a hash of what it is
  std::shared_ptr<const std::string> keep_alive = nullptr;  // of data that is not in the program

  std::string plain() const;  // as it was before compression
};

// The files of the page by path, "/index.html". Paths are looked up, never opened, so that nothing
// else can be asked for.
class Assets {
 public:
  // What is linked into the program.
  static Assets built_in();
  // A folder, read now: for working on the page without building the program again.
  static Assets of_folder(const std::filesystem::path& folder);

  const Asset* find(std::string_view path) const;  // null: there is none
  std::size_t size() const { return files_.size(); }

 private:
  std::map<std::string, Asset, std::less<>> files_;
};

// By the name's ending; "application/octet-stream" where it is unknown.
std::string_view mime_type(std::string_view path);

// Whether a build step named the file after what is in it: "assets/page-B7x2Pq9_.js".
bool is_named_by_content(std::string_view path);

}  // namespace retake::net
