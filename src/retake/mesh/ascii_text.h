#pragma once
#include <filesystem>
#include <string>
#include <string_view>

namespace retake {

// Letters a to z only, without regard to the locale.
std::string lower_case(std::string_view text);
std::string upper_case(std::string_view text);

// Without blanks, tabs and line ends at both ends.
std::string_view trimmed(std::string_view text);

// The bytes EF BB BF, which some programs put before UTF-8 text, are no part of it.
std::string_view without_byte_order_mark(std::string_view text);

// ".obj" of "Cow.OBJ"; empty: the name has no ending.
std::string ending_of(const std::filesystem::path& path);

}  // namespace retake
