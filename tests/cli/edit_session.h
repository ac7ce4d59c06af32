#pragma once
#include <nlohmann/json.hpp>

#include "apps/server/client/web_socket.h"
#include "cli/program.h"
#include "temporary_folder.h"

// What tests of the editor share: the program, and tabs over real sockets.
namespace retake {

using Json = nlohmann::json;

// A shot that needs no simulation.
inline const char* const still_beam = R"({"retake": 1, "scene": "beam",
  "source": {"kind": "rest", "frames": 30, "fps": 24}})";

// A state folder and a screen that nobody sees, for the time of a test.
class Surroundings {
 public:
  Surroundings() {
    setenv("XDG_STATE_HOME", folder_.path().c_str(), 1);
    for (const char* variable : {"DISPLAY", "WAYLAND_DISPLAY", "BROWSER"}) unsetenv(variable);
  }
  ~Surroundings() {
    unsetenv("XDG_STATE_HOME");
    unsetenv("BROWSER");
  }
  const TemporaryFolder& folder() const { return folder_; }

 private:
  TemporaryFolder folder_;
};

// The address that the program prints.
inline std::string address_of(Program& program) {
  return Json::parse(program.read_until('}'))["address"];
}

// The first message of this type that a tab gets.
inline Json await(client::WebSocket& tab, const std::string& type) {
  for (;;) {
    const client::Message message = tab.receive();
    if (message.kind == client::Opcode::close) return {{"closed", message.data}};
    if (message.kind != client::Opcode::text) continue;
    const Json json = Json::parse(message.data);
    if (json["type"] == type) return json;
  }
}

}  // namespace retake
