#include "retake/modes/content_hash.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

namespace retake {

namespace {

// The first 32 bits of the fractional parts of the first 64 primes' cube roots (FIPS 180-4, section
// 4.2.2), computed rather than listed: floor(2^32 frac(p^(1/3))).
std::array<std::uint32_t, 64> round_constants() {
  std::array<std::uint32_t, 64> constants{};
  std::size_t count = 0;
  for (std::uint64_t candidate = 2; count < constants.size(); ++candidate) {
    bool prime = true;
    for (std::uint64_t d = 2; d * d <= candidate; ++d) prime = prime && candidate % d != 0;
    if (!prime) continue;
    // 3 bits before the point (the last prime is 311, its root below 7) and 32 behind it are
    // needed; double has 53, long double 64. A test holds the hash against the standard's examples.
    const long double root = std::cbrt(static_cast<long double>(candidate));
    constants[count++] = static_cast<std::uint32_t>((root - std::floor(root)) * 4294967296.0L);
  }
  return constants;
}

std::uint32_t big_endian(const std::uint8_t* bytes) {
  return static_cast<std::uint32_t>(bytes[0]) << 24 | static_cast<std::uint32_t>(bytes[1]) << 16 |
         static_cast<std::uint32_t>(bytes[2]) << 8 | static_cast<std::uint32_t>(bytes[3]);
}

}  // namespace

void ContentHash::digest_block(const std::uint8_t* block) {
  static const std::array<std::uint32_t, 64> constants = round_constants();
  std::array<std::uint32_t, 64> w{};
  for (std::size_t i = 0; i < 16; ++i) w[i] = big_endian(block + 4 * i);
  for (std::size_t i = 16; i < 64; ++i) {
    const std::uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
    const std::uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = state_;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const std::uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + constants[i] + w[i];
    const std::uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const std::uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  const std::array<std::uint32_t, 8> change = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) state_[i] += change[i];
}

void ContentHash::add(const void* data, std::size_t bytes) {
  const auto* next = static_cast<const std::uint8_t*>(data);
  total_ += bytes;
  while (bytes > 0) {
    if (pending_count_ == 0 && bytes >= 64) {
      digest_block(next);
      next += 64, bytes -= 64;
      continue;
    }
    const std::size_t taken = std::min(bytes, 64 - pending_count_);
    std::memcpy(pending_.data() + pending_count_, next, taken);
    next += taken, bytes -= taken, pending_count_ += taken;
    if (pending_count_ < 64) continue;
    digest_block(pending_.data());
    pending_count_ = 0;
  }
}

void ContentHash::add_text(std::string_view text) {
  add_number(static_cast<std::uint64_t>(text.size()));
  add(text.data(), text.size());
}

std::string ContentHash::finish() {
  const std::uint64_t bits = 8 * total_;
  std::vector<std::uint8_t> padding(1 + (119 - pending_count_) % 64, 0);
  padding[0] = 0x80;
  for (int shift = 56; shift >= 0; shift -= 8) {
    padding.push_back(static_cast<std::uint8_t>(bits >> shift));
  }
  add(padding.data(), padding.size());
  std::string digits;
  for (const std::uint32_t word : state_) {
    for (int shift = 28; shift >= 0; shift -= 4) digits += "0123456789abcdef"[word >> shift & 15];
  }
  return digits;
}

}  // namespace retake
