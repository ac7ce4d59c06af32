#pragma once
#include "retake/shot/json_fields.h"

namespace retake {

// For Json::parse: throws InputError where lists and objects lie more than so deep in each other,
// before anything that walks them could exhaust the stack.
Json::parser_callback_t nested_at_most(int deepest);

}  // namespace retake
