#include "apps/cli/bench_editor.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <sys/resource.h>

#include "retake/numerics/errors.h"

namespace retake::cli {

namespace {

constexpr int protocol = 1;
constexpr std::size_t header_bytes = 32, kind_at = 4, stream_at = 6, serial_at = 8;
constexpr int positions_kind = 1;

int short_at(const std::string& bytes, std::size_t at) {
  return static_cast<int>(client::header_number(bytes, at) & 0xffffU);
}

std::filesystem::path new_folder() {
  std::string name = (std::filesystem::temp_directory_path() / "retake-bench-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw FileError({.what = "no folder", .where = name});
  return name;
}

}  // namespace

double processor_seconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

EditorUnderTest::EditorUnderTest(SceneOpener open) : state_folder_(new_folder()) {
  server::EditorOptions options;
  options.scenes = {{"bench", ""}};
  options.open_scene = std::move(open);
  options.state_folder = state_folder_;
  options.version = RETAKE_VERSION;
  editor_ = std::make_unique<server::Editor>(std::move(options));
  server_ = std::make_unique<net::Server>(
      net::ServerOptions{},
      net::Host{.join = [this](auto client) { return editor_->join(std::move(client)); },
                .leave = [this](int tab) { editor_->leave(tab); },
                .receive = [this](int tab, std::string_view json) { editor_->receive(tab, json); },
                .ready = [this] { editor_->ready(); }});
}

EditorUnderTest::~EditorUnderTest() {
  server_.reset();
  editor_.reset();
  std::filesystem::remove_all(state_folder_);
}

Vec3 ReceivedFrame::vertex(int index) const {
  std::array<float, 3> xyz{};
  std::memcpy(xyz.data(),
              bytes.data() + header_bytes + sizeof xyz * static_cast<std::size_t>(index),
              sizeof xyz);
  return {xyz[0], xyz[1], xyz[2]};
}

BenchTab::BenchTab(const std::string& address) : socket_(client::Address(address)) {
  ask({{"type", "hello"}, {"protocol", protocol}});
}

// Reads one message from the socket and puts it where it belongs.
void BenchTab::take_message() {
  client::Message message = socket_.receive();
  if (message.kind == client::Opcode::close) {
    throw SolveError({.what = "the editor closed the connection: " + message.data});
  }
  if (message.kind == client::Opcode::text) {
    texts_.push_back(Json::parse(message.data));
  } else if (short_at(message.data, kind_at) == positions_kind) {
    socket_.acknowledge(client::header_number(message.data, serial_at));
    const int stream = short_at(message.data, stream_at);
    frames_.push_back({stream, std::move(message.data)});
  }
}

Json BenchTab::ask(Json message) {
  const int id = ++last_id_;
  message["id"] = id;
  say(message);
  const auto is_reply = [&](const Json& text) { return text.value("reply", 0) == id; };
  for (;;) {
    const auto reply = std::find_if(texts_.begin(), texts_.end(), is_reply);
    if (reply == texts_.end()) {
      take_message();
      continue;
    }
    Json answer = std::move(*reply);
    texts_.erase(reply);
    if (answer["type"] == "problem") throw SolveError({.what = answer.dump()});
    return answer;
  }
}

Json BenchTab::await(const std::string& type) {
  for (;;) {
    const auto found = std::find_if(texts_.begin(), texts_.end(),
                                    [&](const Json& text) { return text["type"] == type; });
    if (found != texts_.end()) {
      Json message = std::move(*found);
      texts_.erase(found);
      return message;
    }
    take_message();
  }
}

ReceivedFrame BenchTab::next_frame() {
  while (frames_.empty()) take_message();
  ReceivedFrame frame = std::move(frames_.front());
  frames_.pop_front();
  return frame;
}

bool BenchTab::has_frame(int milliseconds) {
  while (frames_.empty() && socket_.waits(milliseconds)) take_message();
  return !frames_.empty();
}

void BenchTab::settle(int milliseconds) {
  while (has_frame(milliseconds)) frames_.clear();
  texts_.clear();
}

}  // namespace retake::cli
