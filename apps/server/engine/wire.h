#pragma once
#include <cstdint>
#include <span>

#include <Eigen/Core>

#include "apps/server/engine/client.h"

// Binary messages (docs/protocol.md): 32 bytes of header, then numbers, all little endian.
namespace retake::server {

enum class BinaryKind : std::uint16_t {
  positions = 1,
  mesh = 2,
  trail = 3,
  amplitudes = 4,
  mode = 5,
  track = 6,
  pose = 7
};

namespace flags {
constexpr std::uint32_t draft = 1, heat = 2, integers = 4;
}

struct Header {
  BinaryKind kind = BinaryKind::positions;
  std::uint16_t stream = 0;  // of positions; of a mesh: the part
  std::uint32_t serial = 0;  // of answers: `reply`
  std::int32_t frame = 0;
  std::uint32_t revision = 0;  // state of the document
  std::uint32_t count = 0;     // columns of the payload
  std::uint32_t rows = 0;
  std::uint32_t flags = 0;
};
constexpr std::size_t header_size = 32;

using SharedBytes = std::shared_ptr<const Bytes>;

// Columns and rows are those of the matrix.
SharedBytes pack(Header header, const Eigen::MatrixXf& numbers);
SharedBytes pack(Header header, const Eigen::MatrixXi& indices);
// Positions (3 x n) and, where there are any, a heat for each.
SharedBytes pack_positions(Header header, const Eigen::Matrix3Xf& positions,
                           const Eigen::VectorXf& heat);

// The same for another stream.
SharedBytes for_stream(const SharedBytes& positions, int stream);

// Whether both show the same: all but serial number, stream and revision.
bool same_picture(const Bytes& a, const Bytes& b);

}  // namespace retake::server
