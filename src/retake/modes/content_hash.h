#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace retake {

// SHA-256 (FIPS 180-4) of bytes as they come: a name for content that collides for nobody.
class ContentHash {
 public:
  void add(const void* data, std::size_t bytes);
  template <class Number>
  void add_number(Number number) {
    add(&number, sizeof number);
  }
  // Its length first, so that "ab" + "c" differs from "a" + "bc".
  void add_text(std::string_view text);

  // 64 hexadecimal digits. Nothing may be added afterwards.
  std::string finish();

 private:
  void digest_block(const std::uint8_t* block);

  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::uint8_t, 64> pending_ = {};
  std::size_t pending_count_ = 0;
  std::uint64_t total_ = 0;
};

}  // namespace retake
