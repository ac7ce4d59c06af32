#pragma once
#include <vector>

#include "retake/picture/image.h"
#include "retake/picture/studio.h"

namespace retake {

// Sums over the samples of one pixel.
struct FilmPixel {
  Shading sum{Eigen::Vector3f::Zero(), Eigen::Vector3f::Zero(), Eigen::Vector3f::Zero()};
  // Luminances before and after shadows, over the samples where shadows were looked for.
  float key_possible = 0, key_arrived = 0;
  float ambient_possible = 0, ambient_arrived = 0;
  Eigen::Vector3f normal = Eigen::Vector3f::Zero();
  Eigen::Vector3f position = Eigen::Vector3f::Zero();
  int surfaces = 0;  // samples that met a mesh or the floor

  void add_background(const Eigen::Vector3f& color) { sum.base += color; }
  void add_surface(const Shading& shading, const Eigen::Vector3f& at,
                   const Eigen::Vector3f& facing);
  // What was found out about the light at one of the surfaces, parts of it from 0 to 1.
  void add_key(const Shading& shading, float arrived);
  void add_ambient(const Shading& shading, float arrived);
};

struct Film {
  int width = 0, height = 0, samples = 1;
  float view_radius = 1;
  std::vector<FilmPixel> pixels;

  Film(int w, int h, int sample_count, float radius);
  FilmPixel& at(int x, int y) { return pixels[static_cast<std::size_t>(y) * width + x]; }
  const FilmPixel& at(int x, int y) const {
    return pixels[static_cast<std::size_t>(y) * width + x];
  }
};

// Smooths how much light arrives over neighbours on the same surface (colours and outlines are left
// as they are), and brings the sums to 8 bits with a soft shoulder, so that nothing clips.
Image develop(const Film& film);

}  // namespace retake
