#pragma once
#include "apps/server/engine/desk.h"

namespace retake::server {

// A file that a page has brought (POST /upload/DROP/NAME). Throws InputError where it has not.
std::filesystem::path brought_file(const Desk& desk, const std::string& drop,
                                   const std::string& name);

}  // namespace retake::server
