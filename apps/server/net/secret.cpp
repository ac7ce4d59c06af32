#include "apps/server/net/secret.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <sys/random.h>

#include <fmt/core.h>

#include "retake/numerics/errors.h"

namespace retake::net {

std::string random_secret() {
  std::array<std::uint8_t, 16> bits{};
  for (std::size_t filled = 0; filled < bits.size();) {
    const ssize_t count = getrandom(bits.data() + filled, bits.size() - filled, 0);
    if (count < 0 && errno != EINTR) {
      throw FileError({.what = "the system gives no random numbers, so no secret can be made"});
    }
    if (count > 0) filled += static_cast<std::size_t>(count);
  }
  std::string text;
  for (const std::uint8_t byte : bits) text += fmt::format("{:02x}", byte);
  return text;
}

bool same_secret(std::string_view given, std::string_view kept) {
  if (given.size() != kept.size() || kept.empty()) return false;  // the length is no secret
  unsigned difference = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    difference |= static_cast<unsigned char>(given[i]) ^ static_cast<unsigned char>(kept[i]);
  }
  return difference == 0;
}

}  // namespace retake::net
