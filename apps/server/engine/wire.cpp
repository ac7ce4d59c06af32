#include "apps/server/engine/wire.h"

#include <bit>
#include <cstring>

namespace retake::server {

namespace {

static_assert(std::endian::native == std::endian::little, "the wire is little endian");

constexpr std::uint32_t magic = 0x314b5452;  // "RTK1"
constexpr std::size_t stream_offset = 6, frame_offset = 12, count_offset = 20;

template <class Value>
void put(Bytes& bytes, std::size_t offset, Value value) {
  std::memcpy(bytes.data() + offset, &value, sizeof(value));
}

std::shared_ptr<Bytes> with_header(const Header& header, std::size_t payload) {
  auto bytes = std::make_shared<Bytes>(header_size + payload);
  put(*bytes, 0, magic);
  put(*bytes, 4, static_cast<std::uint16_t>(header.kind));
  put(*bytes, stream_offset, header.stream);
  put(*bytes, 8, header.serial);
  put(*bytes, frame_offset, header.frame);
  put(*bytes, 16, header.revision);
  put(*bytes, count_offset, header.count);
  put(*bytes, 24, header.rows);
  put(*bytes, 28, header.flags);
  return bytes;
}

template <class Matrix>
SharedBytes pack_matrix(Header header, const Matrix& numbers) {
  header.count = static_cast<std::uint32_t>(numbers.cols());
  header.rows = static_cast<std::uint32_t>(numbers.rows());
  const std::size_t size = sizeof(*numbers.data()) * static_cast<std::size_t>(numbers.size());
  auto bytes = with_header(header, size);
  if (size > 0) std::memcpy(bytes->data() + header_size, numbers.data(), size);
  return bytes;
}

}  // namespace

SharedBytes pack(Header header, const Eigen::MatrixXf& numbers) {
  return pack_matrix(header, numbers);
}

SharedBytes pack(Header header, const Eigen::MatrixXi& indices) {
  header.flags |= flags::integers;
  return pack_matrix(header, indices);
}

SharedBytes pack_positions(Header header, const Eigen::Matrix3Xf& positions,
                           const Eigen::VectorXf& heat) {
  header.count = static_cast<std::uint32_t>(positions.cols());
  header.rows = 3;
  if (heat.size() > 0) header.flags |= flags::heat;
  const std::size_t first = sizeof(float) * static_cast<std::size_t>(positions.size());
  const std::size_t second = sizeof(float) * static_cast<std::size_t>(heat.size());
  auto bytes = with_header(header, first + second);
  std::memcpy(bytes->data() + header_size, positions.data(), first);
  if (second > 0) std::memcpy(bytes->data() + header_size + first, heat.data(), second);
  return bytes;
}

SharedBytes for_stream(const SharedBytes& positions, int stream) {
  auto copy = std::make_shared<Bytes>(*positions);
  put(*copy, stream_offset, static_cast<std::uint16_t>(stream));
  return copy;
}

bool same_picture(const Bytes& a, const Bytes& b) {
  return a.size() == b.size() &&
         std::memcmp(a.data() + frame_offset, b.data() + frame_offset, 4) == 0 &&
         std::memcmp(a.data() + count_offset, b.data() + count_offset, a.size() - count_offset) ==
             0;
}

}  // namespace retake::server
