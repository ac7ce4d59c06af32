// Rows `import/...`: from files to an editor that is ready: the body made, the motion read, the
// modes of a first edit there. Each in a state and a cache folder of its own.
#include "apps/cli/bench_import.h"

#include <cstdlib>

#include "apps/server/engine/open_shot.h"
#include "retake/numerics/stopwatch.h"

namespace retake::cli {

namespace {

namespace fs = std::filesystem;

// A folder for the caches and for unsaved shots, empty at first; goes away with the object.
class FreshFolders {
 public:
  FreshFolders() {
    std::string name = (fs::temp_directory_path() / "retake-bench-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
    ::setenv("RETAKE_CACHE", (path_ / "cache").c_str(), 1);  // of this row's own process
  }
  ~FreshFolders() { fs::remove_all(path_); }
  FreshFolders(const FreshFolders&) = delete;
  FreshFolders& operator=(const FreshFolders&) = delete;
  server::StateFolder state() const { return server::StateFolder(path_ / "state"); }

 private:
  fs::path path_;
};

// How often a person hears how far it is.
class CountedProgress : public Progress {
 public:
  explicit CountedProgress(Progress& other) : other_(other) {}
  bool cancelled() const override { return other_.cancelled(); }
  int count() const { return count_; }

 private:
  void report(std::string_view step, double fraction) override {
    ++count_;
    other_.update(step, fraction);
  }

  Progress& other_;
  int count_ = 0;
};

struct Opening {
  double seconds = 0;
  int vertices = 0, frames = 0, updates = 0;
  std::ptrdiff_t tets = 0;
};

// As `retake edit MESH CACHE` does it.
Opening open_cow_files(const fs::path& folder, const server::StateFolder& state,
                       Progress& progress) {
  const Stopwatch watch;
  CountedProgress counted(progress);
  const auto shot = server::open_shot(
      {.file = folder / "elastic_cow.obj", .beside = {folder / "elastic_cow.pc2"}}, {}, state,
      counted);
  Evaluation& evaluation = shot->evaluation;
  WishLayer edit;
  edit.wishes.push_back({.id = 2, .wish = {.point = {{0, 1}}}});
  evaluation.set_layers({{.id = 1, .name = "Edit", .content = edit}});
  evaluation.stage().modes({{}, edit.settings.modes}, counted);
  return {watch.seconds(), shot->body().vertex_count(), evaluation.frame_count(), counted.count(),
          shot->body().tet_count()};
}

BenchRow open_cow(const BenchContext& context, int openings) {
  const fs::path folder = context.data / "anim/elastic_cow";
  if (!fs::exists(folder)) throw BenchSkipped{"the folder anim/elastic_cow is not there"};
  const FreshFolders folders;
  Opening last;
  for (int i = 0; i < openings; ++i)
    last = open_cow_files(folder, folders.state(), context.progress);
  BenchRow row = {.value = last.seconds, .unit = "s"};
  row.detail = {{"vertices", last.vertices},
                {"tets", last.tets},
                {"frames", last.frames},
                {"progress_updates", last.updates}};
  return row;
}

}  // namespace

std::vector<BenchCase> import_bench_cases() {
  return {{"import/cow/open", "elastic_cow (2,904 vertices, 102 frames), files to editor ready",
           [](const BenchContext& context) { return open_cow(context, 1); }},
          {"import/cow/reopen", "the same files once more, from the cache",
           [](const BenchContext& context) { return open_cow(context, 2); }}};
}

}  // namespace retake::cli
