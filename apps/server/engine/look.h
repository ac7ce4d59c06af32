#pragma once
#include <string>
#include <vector>

#include "retake/shot/json_fields.h"

namespace retake::server {

// What a stream can show (docs/protocol.md, Streams), in the order of the names.
enum class What { result, input, layer, blend, rest, pose, linear, warped };
enum class Heat { none, edit_size, strain, penetration, handle_error };
extern const std::vector<std::string> what_names, heat_names;

struct Look {
  int frame = 0;
  What what = What::result;
  int layer = 0;  // for What::layer
  int pose = 0;   // for What::pose, its id
  Heat heat = Heat::none;

  // clang-tidy takes the 0 in it for a pointer.
  auto operator<=>(const Look&) const = default;  // NOLINT(modernize-use-nullptr)
};

// How good a picture is: the input in place of what cannot be computed yet, the quick solve, the
// last word.
enum class Grade { placeholder, draft, finished };

}  // namespace retake::server
