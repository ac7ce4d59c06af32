#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "retake/picture/image.h"

namespace retake {

// 8-bit PNG, sRGB; without alpha when every pixel is opaque. The file is whole or not there: it is
// written beside its place and then renamed. Throws InputError for an empty image, FileError when
// the system refuses.
void save_png(const std::filesystem::path& file, const Image& image);

// The same as bytes, for who writes several files at once.
std::string png_bytes(const Image& image);

// Animated PNG that repeats forever; programs that know no animation show the first frame. All
// frames have one size. fps is rounded to 1/1000 (the format keeps delays as fractions).
void save_apng(const std::filesystem::path& file, const std::vector<Image>& frames, double fps);

}  // namespace retake
