#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

// What reader and writer of glTF 2.0 know of the format alike.
namespace retake::gltf {

constexpr auto byte_order = std::endian::little;
constexpr std::size_t header_size = 12;       // of a .glb: "glTF", uint32 version, uint32 length
constexpr std::size_t chunk_header_size = 8;  // uint32 length, 4 letters
constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();  // of anything counted

}  // namespace retake::gltf
