#include "retake/mesh/base64.h"

#include <algorithm>
#include <cstdint>

namespace retake {
namespace {

int value_of_letter(char letter) {
  if (letter >= 'A' && letter <= 'Z') return letter - 'A';
  if (letter >= 'a' && letter <= 'z') return letter - 'a' + 26;
  if (letter >= '0' && letter <= '9') return letter - '0' + 52;
  if (letter == '+') return 62;
  return letter == '/' ? 63 : -1;
}

int value_of_hex(char letter) {
  if (letter >= '0' && letter <= '9') return letter - '0';
  if (letter >= 'a' && letter <= 'f') return letter - 'a' + 10;
  return letter >= 'A' && letter <= 'F' ? letter - 'A' + 10 : -1;
}

}  // namespace

std::optional<std::string> base64_decoded(std::string_view text) {
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t gathered = 0;  // the last `bits` of it wait to be written
  int bits = 0;
  for (const char letter : text) {
    const int value = value_of_letter(letter);
    if (value < 0) return std::nullopt;
    gathered = (gathered << 6 | static_cast<std::uint32_t>(value)) & 0xFFFFFF;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push_back(static_cast<char>(gathered >> bits & 0xFF));
    }
  }
  return bytes;
}

std::string base64_encoded(std::string_view bytes) {
  constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 3; ++i)
      group = group << 8 | (i < count ? static_cast<unsigned char>(bytes[at + i]) : 0U);
    for (std::size_t i = 0; i < 4; ++i)
      text += i <= count ? letters[group >> (18 - 6 * i) & 63] : '=';
  }
  return text;
}

std::string percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_escape = text[i] == '%' && i + 2 < text.size() &&
                           value_of_hex(text[i + 1]) >= 0 && value_of_hex(text[i + 2]) >= 0;
    decoded += is_escape
                   ? static_cast<char>(16 * value_of_hex(text[i + 1]) + value_of_hex(text[i + 2]))
                   : text[i];
    if (is_escape) i += 2;
  }
  return decoded;
}

}  // namespace retake
