#include "apps/server/engine/streams.h"

namespace retake::server {

const std::vector<std::string> what_names = {"result", "input", "layer",  "blend",
                                             "rest",   "pose",  "linear", "warped"};
const std::vector<std::string> heat_names = {"none", "edit_size", "strain", "penetration",
                                             "handle_error"};

void Streams::look(const StreamKey& key, const Look& look) {
  Stream& stream = streams_[key];
  stream.look = look;
  stream.shown.reset();
}

void Streams::leave(int tab) {
  std::erase_if(streams_, [&](const auto& entry) { return entry.first.tab == tab; });
}

}  // namespace retake::server
