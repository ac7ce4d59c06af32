// Row `editor/stream/30k`: what the program spends on 30,000 vertices at 60 Hz to one tab.
#include <array>
#include <cmath>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "apps/cli/bench_editor.h"
#include "retake/mesh/surface.h"
#include "retake/numerics/errors.h"
#include "retake/numerics/stopwatch.h"
#include "retake/shot/sources/cache.h"
#include "scenes/hex_cells.h"

namespace retake::cli {

namespace {

using namespace std::chrono_literals;
constexpr int stream_frames = 60;
constexpr auto frame_time = std::chrono::nanoseconds(1'000'000'000 / 60);
constexpr int measured_frames = 300;  // frames that are measured: 5 s

// A block that leans to and fro, once a second.
Shot swaying_block() {
  Shot shot;
  shot.name = "block";
  HexCells cells;
  cells.add_grid(even_lines(0, 1, 29), even_lines(0, 1, 32), even_lines(0, 1, 29));
  const TetMesh mesh = cells.tet_mesh();
  shot.bodies.only().name = shot.name;
  shot.bodies.only().rest_positions = mesh.positions;
  shot.bodies.only().tets = mesh.tets;
  shot.bodies.only().triangles = surface_triangles(mesh);
  Motion motion{.fps = 60};
  const Eigen::Matrix3Xf rest = shot.body().rest_positions.cast<float>();
  for (int frame = 0; frame < stream_frames; ++frame) {
    Eigen::Matrix3Xf positions = rest;
    const float lean = 0.2f * std::sin(6.2831853f * static_cast<float>(frame) / stream_frames);
    positions.row(0) += lean * rest.row(1);
    motion.frames.push_back(std::move(positions));
  }
  shot.source = CachedSource(std::move(motion));
  return shot;
}

// The tab, in a process of its own so that the program's time is the program's alone. Each word
// that it is told on `words` is one step; what it says on `done` is how many frames it has seen.
class TabProcess {
 public:
  TabProcess() {
    if (pipe(words_.data()) != 0 || pipe(done_.data()) != 0) {
      throw FileError({.what = "no pipe could be made"});
    }
    child_ = fork();
    if (child_ < 0) throw FileError({.what = "no process could be started"});
    if (child_ == 0) _exit(live());
    close(words_[0]);
    close(done_[1]);
  }
  ~TabProcess() {
    close(words_[1]);
    close(done_[0]);
    waitpid(child_, nullptr, 0);
  }
  TabProcess(const TabProcess&) = delete;
  TabProcess& operator=(const TabProcess&) = delete;

  // Lets it do the next step and waits for its end.
  int step(const std::string& word) {
    const std::string line = word + "\n";
    int seen = -1;
    if (write(words_[1], line.data(), line.size()) < 0 || read(done_[0], &seen, sizeof seen) <= 0) {
      throw SolveError({.what = "the tab's process has ended"});
    }
    return seen;
  }

 private:
  std::string next_word() const {
    std::string word;
    for (char letter = 0; read(words_[0], &letter, 1) == 1 && letter != '\n';) word += letter;
    return word;
  }
  bool finish_step(int seen) const { return write(done_[1], &seen, sizeof seen) == sizeof seen; }

  int live() const {
    close(words_[1]);
    try {
      BenchTab tab(next_word());
      tab.say({{"type", "open"}, {"scene", "bench"}});
      tab.await("modes");  // computed behind every shot that is opened: then the program is idle
      if (!finish_step(show(tab, stream_frames)) || next_word().empty()) return 1;
      return finish_step(show(tab, measured_frames)) ? 0 : 1;
    } catch (const std::exception&) {
      return 1;
    }
  }

  // Looks at one frame after the other, 60 a second, as playing does.
  static int show(BenchTab& tab, int count) {
    int seen = 0;
    auto next = std::chrono::steady_clock::now();
    for (int i = 0; i < count; ++i) {
      tab.say({{"type", "look"},
               {"stream", 1},
               {"frame", i % stream_frames},
               {"what", "result"},
               {"heat", "none"}});
      next += frame_time;
      const auto left = [&] {
        return std::chrono::duration_cast<std::chrono::milliseconds>(
                   next - std::chrono::steady_clock::now())
            .count();
      };
      for (; left() > 0 && tab.has_frame(static_cast<int>(left())); ++seen) tab.next_frame();
      std::this_thread::sleep_until(next);
    }
    return seen;
  }

  std::array<int, 2> words_{}, done_{};
  pid_t child_ = 0;
};

BenchRow stream(const BenchContext& context) {
  TabProcess tab;  // before any thread is started here
  context.progress.update("streaming", 0);
  const Shot shot = swaying_block();
  EditorUnderTest editor([&](const std::string&) { return shot; });
  tab.step(editor.address());
  std::this_thread::sleep_for(1s);
  const double before_idle = processor_seconds();
  std::this_thread::sleep_for(1s);
  const double idle = processor_seconds() - before_idle;  // for each second

  const Stopwatch watch;
  const double before = processor_seconds();
  const int seen = tab.step("go");
  const double seconds = watch.seconds();
  const double used = processor_seconds() - before - idle * seconds;
  return {.value = 100 * used / seconds,
          .unit = "% of a core",
          .detail = {{"vertices", shot.body().vertex_count()},
                     {"frames_asked_for", measured_frames},
                     {"frames_seen", seen},
                     {"frames_per_second", seen / seconds},
                     {"idle_percent", 100 * idle},
                     {"ms_a_frame", 1e3 * used / std::max(seen, 1)}}};
}

}  // namespace

std::vector<BenchCase> editor_stream_bench_cases() {
  return {{"editor/stream/30k", "30,000 vertices at 60 Hz to one tab: the program's processor time",
           stream}};
}

}  // namespace retake::cli
