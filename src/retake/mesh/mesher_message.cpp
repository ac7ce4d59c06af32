#include "retake/mesh/mesher_message.h"

#include <cstdint>
#include <cstring>

#include "retake/numerics/errors.h"

namespace retake {
namespace {

// One after the other: a word for the kind, counts of vertices and elements, a flag, the cell size,
// positions, elements.
struct Header {
  char kind[8] = {};
  std::int64_t vertices = 0, elements = 0, flag = 0;
  double cell = 0;
};

constexpr char request_kind[8] = "surface";
constexpr char answer_kind[8] = "tets";

template <class Elements>
std::string message(Header header, const char (&kind)[8], const Points& positions,
                    const Elements& elements) {
  std::memcpy(header.kind, kind, sizeof(kind));
  header.vertices = positions.cols();
  header.elements = elements.cols();
  std::string bytes(reinterpret_cast<const char*>(&header), sizeof(header));
  bytes.append(reinterpret_cast<const char*>(positions.data()),
               static_cast<std::size_t>(positions.size()) * sizeof(double));
  bytes.append(reinterpret_cast<const char*>(elements.data()),
               static_cast<std::size_t>(elements.size()) * sizeof(int));
  return bytes;
}

[[noreturn]] void refuse(const std::string& found) {
  throw InputError({.what = "a message to or from the mesher is broken", .found = found});
}

template <class Elements>
Header take_apart(const std::string& bytes, const char (&kind)[8], Points& positions,
                  Elements& elements) {
  Header header;
  if (bytes.size() < sizeof(header)) refuse(std::to_string(bytes.size()) + " bytes");
  std::memcpy(&header, bytes.data(), sizeof(header));
  if (std::memcmp(header.kind, kind, sizeof(kind)) != 0) refuse("another kind of message");
  constexpr std::int64_t most = 1 << 28;
  if (header.vertices < 0 || header.vertices > most || header.elements < 0 ||
      header.elements > most) {
    refuse("counts out of range");
  }
  const auto rows = static_cast<std::int64_t>(elements.rows());
  const std::size_t places = 3 * sizeof(double) * static_cast<std::size_t>(header.vertices);
  const std::size_t corners = sizeof(int) * static_cast<std::size_t>(rows * header.elements);
  if (bytes.size() != sizeof(header) + places + corners) refuse("an unexpected end");
  positions.resize(3, header.vertices);
  elements.resize(rows, header.elements);
  if (places > 0) std::memcpy(positions.data(), bytes.data() + sizeof(header), places);
  if (corners > 0) std::memcpy(elements.data(), bytes.data() + sizeof(header) + places, corners);
  const bool in_range =
      elements.size() == 0 || (elements.minCoeff() >= 0 && elements.maxCoeff() < header.vertices);
  if (!in_range || !positions.allFinite()) refuse("numbers out of range");
  return header;
}

}  // namespace

std::string to_bytes(const MesherRequest& request) {
  return message({.flag = request.wrap ? 1 : 0, .cell = request.cell}, request_kind,
                 request.surface.positions, request.surface.triangles);
}

MesherRequest request_from_bytes(const std::string& bytes) {
  MesherRequest request;
  const Header header =
      take_apart(bytes, request_kind, request.surface.positions, request.surface.triangles);
  request.cell = header.cell;
  request.wrap = header.flag != 0;
  return request;
}

std::string to_bytes(const MesherAnswer& answer) {
  return message({.flag = answer.wrapped ? 1 : 0}, answer_kind, answer.tets.positions,
                 answer.tets.tets);
}

MesherAnswer answer_from_bytes(const std::string& bytes) {
  MesherAnswer answer;
  answer.wrapped =
      take_apart(bytes, answer_kind, answer.tets.positions, answer.tets.tets).flag != 0;
  return answer;
}

}  // namespace retake
