#include "png_reader.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <zlib.h>

namespace retake {

namespace {

// PNG specification, annex D, bit by bit.
std::uint32_t crc_of(const std::string& bytes) {
  std::uint32_t crc = 0xffffffffU;
  for (const char byte : bytes) {
    crc ^= static_cast<std::uint8_t>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = crc & 1U ? 0xedb88320U ^ crc >> 1 : crc >> 1;
  }
  return ~crc;
}

std::string inflate_all(const std::string& packed, std::size_t size) {
  std::string bytes(size, '\0');
  uLongf got = size;
  const int status = uncompress(reinterpret_cast<Bytef*>(bytes.data()), &got,
                                reinterpret_cast<const Bytef*>(packed.data()), packed.size());
  if (status != Z_OK || got != size) throw std::runtime_error("pixel data has the wrong length");
  return bytes;
}

int predict(int filter, int a, int b, int c) {
  if (filter == 0) return 0;
  if (filter == 1) return a;
  if (filter == 2) return b;
  if (filter == 3) return (a + b) / 2;
  if (filter != 4) throw std::runtime_error("unknown filter");
  const int p = a + b - c;
  const int pa = std::abs(p - a), pb = std::abs(p - b), pc = std::abs(p - c);
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

Image decode(const std::string& packed, int width, int height, int channels) {
  const auto stride = static_cast<std::size_t>(width) * static_cast<std::size_t>(channels);
  std::string bytes = inflate_all(packed, (stride + 1) * static_cast<std::size_t>(height));
  std::vector<std::uint8_t> above(stride, 0), row(stride, 0);
  Image image(width, height);
  for (int y = 0; y < height; ++y) {
    const std::size_t start = static_cast<std::size_t>(y) * (stride + 1);
    for (std::size_t i = 0; i < stride; ++i) {
      const auto step = static_cast<std::size_t>(channels);
      const int left = i < step ? 0 : row[i - step], corner = i < step ? 0 : above[i - step];
      const int residual = static_cast<std::uint8_t>(bytes[start + 1 + i]);
      row[i] = static_cast<std::uint8_t>(residual + predict(bytes[start], left, above[i], corner));
    }
    for (int x = 0; x < width; ++x) {
      const std::uint8_t* pixel = &row[static_cast<std::size_t>(x * channels)];
      const std::uint8_t alpha = channels == 4 ? pixel[3] : 255;
      image.at(x, y) = {pixel[0], pixel[1], pixel[2], alpha};
    }
    above = row;
  }
  return image;
}

}  // namespace

std::uint32_t number_at(const std::string& bytes, std::size_t offset, int size) {
  std::uint32_t value = 0;
  for (int i = 0; i < size; ++i) {
    value = value << 8 | static_cast<std::uint8_t>(bytes.at(offset + static_cast<std::size_t>(i)));
  }
  return value;
}

std::vector<PngChunk> read_png_chunks(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  if (bytes.substr(0, 8) != "\x89PNG\r\n\x1a\n") throw std::runtime_error("no PNG signature");
  std::vector<PngChunk> chunks;
  for (std::size_t at = 8; at < bytes.size();) {
    const std::size_t length = number_at(bytes, at);
    const std::string body = bytes.substr(at + 4, length + 4);
    if (crc_of(body) != number_at(bytes, at + 8 + length)) throw std::runtime_error("wrong CRC");
    chunks.push_back({body.substr(0, 4), body.substr(4)});
    at += 12 + length;
  }
  return chunks;
}

std::vector<ApngFrame> read_png_frames(const std::filesystem::path& file) {
  const std::vector<PngChunk> chunks = read_png_chunks(file);
  const std::string& header = chunks.at(0).data;
  const int channels = header.at(9) == 6 ? 4 : 3;
  auto width = static_cast<int>(number_at(header, 0)),
       height = static_cast<int>(number_at(header, 4));
  std::vector<ApngFrame> frames;
  ApngFrame next;
  for (const auto& [type, data] : chunks) {
    if (type == "fcTL") {
      width = static_cast<int>(number_at(data, 4));
      height = static_cast<int>(number_at(data, 8));
      next.left = static_cast<int>(number_at(data, 12));
      next.top = static_cast<int>(number_at(data, 16));
      next.delay = static_cast<double>(number_at(data, 20, 2)) / number_at(data, 22, 2);
    } else if (type == "IDAT" || type == "fdAT") {
      next.image = decode(type == "IDAT" ? data : data.substr(4), width, height, channels);
      frames.push_back(next);
    }
  }
  return frames;
}

}  // namespace retake
