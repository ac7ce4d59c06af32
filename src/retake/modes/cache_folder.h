#pragma once
#include <cstdint>
#include <filesystem>
#include <string_view>

namespace retake {

// Removes the oldest files with this ending until the rest is within the bound; `newest` always
// stays.
void remove_oldest(const std::filesystem::path& folder, std::string_view ending,
                   const std::filesystem::path& newest, std::uintmax_t most_bytes);

}  // namespace retake
