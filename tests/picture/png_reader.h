#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "retake/picture/image.h"

namespace retake {

struct PngChunk {
  std::string type;
  std::string data;
};

// The chunks of a PNG file, after its signature and every checksum have been verified; throws
// std::runtime_error otherwise. Written apart from the encoder, with its own CRC.
std::vector<PngChunk> read_png_chunks(const std::filesystem::path& file);

// `size` bytes at `offset`, most significant first.
std::uint32_t number_at(const std::string& bytes, std::size_t offset, int size = 4);

struct ApngFrame {
  int left = 0, top = 0;
  double delay = 0;  // seconds
  Image image;       // of the part that this frame replaces
};

// The frames of a (possibly animated) PNG, inflated and unfiltered.
std::vector<ApngFrame> read_png_frames(const std::filesystem::path& file);

}  // namespace retake
