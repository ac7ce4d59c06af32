#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "retake/mesh/triangle_mesh.h"
#include "retake/numerics/progress.h"
#include "retake/picture/camera.h"
#include "retake/picture/image.h"

namespace retake {

// Something to draw: matte clay, lit and seen from both sides.
struct PictureMesh {
  TriangleMesh mesh;
  Eigen::Matrix3Xf colors;   // 3 x 1 for all or 3 x n, sRGB 0 to 1; none: the blue-grey clay
  double crease_angle = 50;  // degrees; edges that turn more stay crisp, others are smoothed
  double gloss = 0.06;       // strength of the highlight: 0 is chalk, 0.06 clay, 0.8 a wet eye
};

struct PictureOptions {
  int width = 960;   // pixels
  int height = 600;  // pixels
  int samples = 16;  // rays a pixel; 4 is a quick look
  Rgba backdrop_top = rgb(0x2a2f36);
  Rgba backdrop_bottom = rgb(0x15181b);
  std::optional<double> ground_height = 0.0;  // y of the floor that catches shadows; none: no floor
  double grid_spacing = 0;                    // between lines on the floor; 0 draws none
  std::optional<Vec3> key_light;  // towards the light; none: over the camera's left shoulder

  // Throws InputError that names the option.
  void validate() const;
};

// Draws the same meshes again and again while they move; keeps what motion does not change.
class PictureRenderer {
 public:
  // Throws InputError for triangles that name no vertex, for wrong counts and numbers not finite.
  explicit PictureRenderer(std::vector<PictureMesh> meshes);
  PictureRenderer(PictureRenderer&&) noexcept;
  PictureRenderer& operator=(PictureRenderer&&) noexcept;
  ~PictureRenderer();

  // New positions, 3 x n, of the mesh with that index.
  void move(int mesh, const Points& positions);

  // The same bits on any number of threads. Lengths (softness, reach of the occlusion, fading of
  // the floor) follow from what the camera sees at its target, so they stay the same as things
  // move.
  Image render(const Camera& camera, const PictureOptions& options,
               Progress& progress = Progress::silent()) const;

 private:
  struct Internals;
  std::unique_ptr<Internals> internals_;
};

// One frame in one call.
Image render_picture(const std::vector<PictureMesh>& meshes, const Camera& camera,
                     const PictureOptions& options = {}, Progress& progress = Progress::silent());

}  // namespace retake
