#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>

#include "retake/mesh/ascii_text.h"

// What reader and writer of glTF 2.0 know of the format alike.
namespace retake::gltf {

constexpr auto byte_order = std::endian::little;
constexpr std::size_t header_size = 12;       // of a .glb: "glTF", uint32 version, uint32 length
constexpr std::size_t chunk_header_size = 8;  // uint32 length, 4 letters
constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();  // of anything counted

// By its name.
inline bool is_file(const std::filesystem::path& path) {
  return ending_of(path) == ".glb" || ending_of(path) == ".gltf";
}

}  // namespace retake::gltf
