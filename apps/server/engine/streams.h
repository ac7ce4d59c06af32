#pragma once
#include <map>
#include <optional>

#include "apps/server/engine/look.h"
#include "apps/server/engine/wire.h"

namespace retake::server {

constexpr int most_streams = 16;  // of a tab

// What was sent last on a stream.
struct Shown {
  int revision = 0;  // of what it shows: see Pictures::revision
  Grade grade = Grade::finished;
  SharedBytes bytes;  // null: it could not be computed
};

struct StreamKey {
  int tab = 0, stream = 0;

  // clang-tidy takes the 0 in it for a pointer.
  auto operator<=>(const StreamKey&) const = default;  // NOLINT(modernize-use-nullptr)
};

struct Stream {
  Look look;
  std::optional<Shown> shown;
  long turn = 0;  // when it was served last: who has waited longest comes first
};

// The places of all tabs that show the body. Engine's thread.
class Streams {
 public:
  // A new look begins with nothing shown.
  void look(const StreamKey& key, const Look& look);
  void look_away(const StreamKey& key) { streams_.erase(key); }
  void leave(int tab);
  void clear() { streams_.clear(); }

  std::map<StreamKey, Stream>& all() { return streams_; }
  void served(Stream& stream) { stream.turn = ++last_turn_; }

 private:
  std::map<StreamKey, Stream> streams_;
  long last_turn_ = 0;
};

}  // namespace retake::server
