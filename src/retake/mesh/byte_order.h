#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <string>

namespace retake {

// A number as it lies in a file, in the given byte order.
template <class Number>
Number from_bytes(const char* bytes, std::endian order) {
  std::array<char, sizeof(Number)> copy;
  std::memcpy(copy.data(), bytes, sizeof(Number));
  if (order != std::endian::native) std::reverse(copy.begin(), copy.end());
  return std::bit_cast<Number>(copy);
}

template <class Number>
void append_bytes(std::string& bytes, Number value, std::endian order) {
  auto copy = std::bit_cast<std::array<char, sizeof(Number)>>(value);
  if (order != std::endian::native) std::reverse(copy.begin(), copy.end());
  bytes.append(copy.data(), copy.size());
}

}  // namespace retake
