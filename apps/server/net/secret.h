#pragma once
#include <string>
#include <string_view>

namespace retake::net {

// 128 bits from the system's generator, as 32 hexadecimal digits.
std::string random_secret();

// Takes the same time wherever the two differ, so that a guess learns nothing from the clock.
bool same_secret(std::string_view given, std::string_view kept);

}  // namespace retake::net
