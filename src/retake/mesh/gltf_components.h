#pragma once
#include <cstddef>
#include <cstdint>

// How glTF numbers the kinds of numbers in its buffers: 5120 int8, 5121 uint8, 5122 int16, 5123
// uint16, 5125 uint32, 5126 float32; all little-endian.
namespace retake {

// 0: there is no such type.
std::size_t bytes_of_component(std::int64_t component_type);

double component_at(const char* at, std::int64_t component_type);

// What a whole number of this type is divided by where an accessor says "normalized".
double largest_component(std::int64_t component_type);

}  // namespace retake
