#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace retake {

// Bytes written with 64 letters, as in a data address; nothing where a letter is none of them.
std::optional<std::string> base64_decoded(std::string_view text);

std::string base64_encoded(std::string_view bytes);

// "a b.bin" of "a%20b.bin".
std::string percent_decoded(std::string_view text);

}  // namespace retake
