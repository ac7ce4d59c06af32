#include "retake/mesh/gltf_components.h"

#include "retake/mesh/byte_order.h"
#include "retake/mesh/gltf_format.h"

namespace retake {
namespace {}  // namespace

std::size_t bytes_of_component(std::int64_t component_type) {
  switch (component_type) {
    case 5120:  // int8
    case 5121:  // uint8
      return 1;
    case 5122:  // int16
    case 5123:  // uint16
      return 2;
    case 5125:  // uint32
    case 5126:  // float32
      return 4;
    default:
      return 0;
  }
}

double component_at(const char* at, std::int64_t component_type) {
  switch (component_type) {
    case 5120:
      return from_bytes<std::int8_t>(at, gltf::byte_order);
    case 5121:
      return from_bytes<std::uint8_t>(at, gltf::byte_order);
    case 5122:
      return from_bytes<std::int16_t>(at, gltf::byte_order);
    case 5123:
      return from_bytes<std::uint16_t>(at, gltf::byte_order);
    case 5125:
      return from_bytes<std::uint32_t>(at, gltf::byte_order);
    default:
      return from_bytes<float>(at, gltf::byte_order);
  }
}

double largest_component(std::int64_t component_type) {
  switch (component_type) {
    case 5120:
      return 127;
    case 5121:
      return 255;
    case 5122:
      return 32767;
    case 5123:
      return 65535;
    default:
      return 1;
  }
}

}  // namespace retake
