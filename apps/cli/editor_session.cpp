#include "apps/cli/editor_session.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

#include "apps/cli/browser.h"
#include "apps/cli/json_report.h"
#include "apps/server/engine/editor.h"
#include "apps/server/net/server.h"
#include "retake/numerics/errors.h"
#include "retake/shot/import_files.h"
#include "scenes/scene_counts.h"

namespace retake::cli {

namespace {

namespace fs = std::filesystem;

// The signals that end the editor, from its beginning on. Any thread may be the one that gets a
// signal (BLAS starts some before main), so a handler passes it on through a pipe.
class EndSignals {
 public:
  EndSignals() {
    if (::pipe2(ends_, O_CLOEXEC) != 0) {
      throw FileError({.what = "no pipe could be opened", .found = std::strerror(errno)});
    }
    write_end = ends_[1];
    struct sigaction action = {};
    action.sa_handler = [](int) {
      const char byte = 0;
      [[maybe_unused]] const auto written = ::write(write_end, &byte, 1);
    };
    action.sa_flags =
        SA_RESTART | SA_RESETHAND;  // whoever asks a second time does not want to wait
    for (const int signal : signals) ::sigaction(signal, &action, nullptr);
  }
  ~EndSignals() {
    for (const int signal : signals) std::signal(signal, SIG_DFL);
    for (const int end : ends_) ::close(end);
  }
  EndSignals(const EndSignals&) = delete;
  EndSignals& operator=(const EndSignals&) = delete;

  void wait() const {
    char byte = 0;
    while (::read(ends_[0], &byte, 1) < 0 && errno == EINTR) {
    }
  }

 private:
  static constexpr int signals[] = {SIGINT, SIGTERM, SIGHUP};
  inline static int write_end = -1;
  int ends_[2] = {-1, -1};
};

// Of this process alone: another one has other pages.
fs::path uploads_folder() { return state_folder() / "uploads" / std::to_string(getpid()); }

server::EditorOptions editor_options(SceneSize size, const std::vector<fs::path>& files) {
  server::EditorOptions options;
  for (const SceneInfo& scene : scene_list()) {
    const bool is_known = size == SceneSize::standard || !scene.has_full_size;
    const auto [vertices, frames] = is_known ? scene_counts(scene.name) : SceneCounts{};
    options.scenes.push_back({scene.name, scene.blurb, vertices, frames});
  }
  options.open_scene = [size](const std::string& name) { return to_shot(build_scene(name, size)); };
  options.state_folder = state_folder();
  options.uploads = uploads_folder();
  for (const fs::path& file : files) options.folders.push_back(file.parent_path());
  options.folders.push_back(fs::current_path());
  options.version = RETAKE_VERSION;
  return options;
}

net::Host host_of(server::Editor& editor) {
  return {.join = [&](auto client) { return editor.join(std::move(client)); },
          .leave = [&](int tab) { editor.leave(tab); },
          .receive = [&](int tab, std::string_view json) { editor.receive(tab, json); },
          .ready = [&] { editor.ready(); }};
}

void tell_address(const net::Server& server, const CommonOptions& common) {
  if (common.json) {
    print_json({{"address", server.address()}, {"port", server.port()}});
  } else {
    fmt::print("Retake is ready:\n\n  {}\n\n", server.address());
  }
  std::fflush(stdout);
}

void show(const net::Server& server, bool open) {
  if (!open) return;
  if (!has_display()) {
    fmt::print(stderr,
               "There is no display here, so no browser was opened. From another machine: "
               "ssh -L {0}:127.0.0.1:{0} and this machine's name, then open the address there.\n",
               server.port());
  } else if (!open_in_browser(server.browser_address())) {
    fmt::print(stderr, "No browser could be started: open the address yourself.\n");
  }
}

std::vector<fs::path> existing(const std::vector<std::string>& files) {
  std::vector<fs::path> paths;
  for (const std::string& file : files) {
    if (!fs::exists(file)) {
      throw FileError({.what = "no such file",
                       .where = file,
                       .advice = "Check the path; `retake demo SCENE` opens a built-in scene"});
    }
    paths.push_back(fs::canonical(file));
  }
  return paths;
}

}  // namespace

fs::path state_folder() {
  if (const char* folder = std::getenv("XDG_STATE_HOME"); folder != nullptr && *folder == '/') {
    return fs::path(folder) / "retake";
  }
  const char* home = std::getenv("HOME");
  return fs::path(home != nullptr ? home : "/tmp") / ".local/state/retake";
}

void run_editor(const EditorWindow& window, const std::string& scene,
                const std::vector<std::string>& names, const CommonOptions& common) {
  const std::vector<fs::path> files = existing(names);
  if (!scene.empty()) scene_info(scene);  // there is one, or the error says which is near
  net::ServerOptions options{
      .port = window.port,
      .uploads = {.folder = uploads_folder(), .endings = importable_endings()}};
  if (!window.page.empty()) options.assets = net::Assets::of_folder(window.page);
  std::optional<EndSignals> signals(std::in_place);
  server::Editor editor(editor_options(window.size, files));
  net::Server server(std::move(options), host_of(editor));
  if (!scene.empty()) editor.open_scene(scene);
  if (!files.empty()) editor.open_files(files);
  tell_address(server, common);
  show(server, window.open);
  if (!common.json) fmt::print("Ctrl-C keeps your work and ends the program.\n");
  std::fflush(stdout);

  signals->wait();
  signals.reset();
  editor.finish();
  server.stop();
  fmt::print(stderr, "\nretake: ended; your work is kept\n");
}

}  // namespace retake::cli
