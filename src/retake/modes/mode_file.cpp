#include "retake/modes/mode_file.h"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <string_view>
#include <type_traits>

#include "retake/mesh/atomic_file.h"
#include "retake/numerics/errors.h"

namespace retake {

namespace {

static_assert(std::is_trivially_copyable_v<ModeReport>);

struct Header {
  std::array<char, 12> magic = {'R', 'E', 'T', 'A', 'K', 'E', 'M', 'O', 'D', 'E', 'S', '\0'};
  std::int32_t version = mode_file_version;
  std::array<char, 64> key = {};
  std::int64_t rows = 0, count = 0, rigid = 0;
  ModeReport report;

  // Bytes between header and checksum.
  std::uintmax_t payload() const {
    return 8 * (static_cast<std::uintmax_t>(count) +
                static_cast<std::uintmax_t>(rows) * static_cast<std::uintmax_t>(count + rigid));
  }
};

// Finds flipped bits and swapped blocks; no defence against malice. Whole words but for the tail.
class Checksum {
 public:
  void add(const void* data, std::size_t bytes) {
    const char* next = static_cast<const char*>(data);
    for (; bytes >= 8; next += 8, bytes -= 8) add_word(next, 8);
    if (bytes > 0) add_word(next, bytes);
  }
  std::uint64_t value() const { return state_; }

 private:
  void add_word(const char* data, std::size_t bytes) {
    std::uint64_t word = bytes;
    std::memcpy(&word, data, bytes);
    state_ = std::rotl(state_ ^ word, 29) * 0x9e3779b97f4a7c15u;
  }
  std::uint64_t state_ = 0x243f6a8885a308d3u;
};

std::string_view bytes_of(const void* data, std::uintmax_t bytes) {
  return {static_cast<const char*>(data), static_cast<std::size_t>(bytes)};
}

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& what) {
  throw InputError({.what = what, .where = path.string()});
}

Header read_header(std::ifstream& file, const std::filesystem::path& path, const std::string& key) {
  const Header expected;
  Header header;
  file.read(reinterpret_cast<char*>(&header), sizeof header);
  if (!file || header.magic != expected.magic) refuse(path, "this is no file of modes");
  if (header.version != expected.version) refuse(path, "the modes are of another version");
  if (std::string_view(header.key.data(), header.key.size()) != key) {
    refuse(path, "the modes are of another body");
  }
  constexpr std::int64_t most = 1 << 30;
  const bool sane = header.rows >= 0 && header.rows < most && header.count >= 0 &&
                    header.count <= header.rows && header.rigid >= 0 && header.rigid <= header.rows;
  if (!sane || std::filesystem::file_size(path) !=
                   sizeof header + header.payload() + sizeof(std::uint64_t)) {
    refuse(path, "the file of modes is cut short");
  }
  return header;
}

template <class Matrix>
void read_matrix(std::ifstream& file, Matrix& matrix, Checksum& checksum) {
  const auto bytes = static_cast<std::size_t>(matrix.size()) * sizeof(double);
  file.read(reinterpret_cast<char*>(matrix.data()), static_cast<std::streamsize>(bytes));
  checksum.add(matrix.data(), bytes);
}

}  // namespace

void write_mode_file(const std::filesystem::path& path, const std::string& key,
                     const ModeResult& result) {
  const Modes& modes = result.modes;
  Header header;
  std::memcpy(header.key.data(), key.data(), std::min(key.size(), header.key.size()));
  header.rows = modes.shapes.rows();
  header.count = modes.shapes.cols();
  header.rigid = modes.rigid.cols();
  header.report = result.report;
  AtomicFile file(path);
  Checksum checksum;
  const auto write = [&](const void* data, std::size_t bytes) {
    checksum.add(data, bytes);
    file.write(bytes_of(data, bytes));
  };
  const auto bytes = [](const auto& m) { return static_cast<std::size_t>(m.size()) * 8; };
  write(&header, sizeof header);
  write(modes.eigenvalues.data(), bytes(modes.eigenvalues));
  write(modes.rigid.data(), bytes(modes.rigid));
  write(modes.shapes.data(), bytes(modes.shapes));
  const std::uint64_t sum = checksum.value();
  file.write(bytes_of(&sum, sizeof sum));
  file.commit();
}

int modes_in_file(const std::filesystem::path& path, const std::string& key) {
  std::ifstream file(path, std::ios::binary);
  return static_cast<int>(read_header(file, path, key).count);
}

ModeResult read_mode_file(const std::filesystem::path& path, const std::string& key, int count) {
  std::ifstream file(path, std::ios::binary);
  const Header header = read_header(file, path, key);
  if (header.count < count) refuse(path, "the file holds fewer modes than asked for");
  Checksum checksum;
  checksum.add(&header, sizeof header);
  ModeResult result{
      {VecX(header.count), MatX(header.rows, header.count), MatX(header.rows, header.rigid)},
      header.report};
  Modes& modes = result.modes;
  read_matrix(file, modes.eigenvalues, checksum);
  read_matrix(file, modes.rigid, checksum);
  read_matrix(file, modes.shapes, checksum);
  std::uint64_t sum = 0;
  file.read(reinterpret_cast<char*>(&sum), sizeof sum);
  if (!file || sum != checksum.value()) refuse(path, "the file of modes is damaged");
  if (count < header.count) {
    modes.eigenvalues.conservativeResize(count);
    modes.shapes.conservativeResize(Eigen::NoChange, count);
  }
  return result;
}

}  // namespace retake
