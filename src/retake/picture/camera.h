#pragma once
#include <Eigen/Geometry>

#include "retake/numerics/linear_types.h"

namespace retake {

// A pinhole that looks from eye to target; y is up (straight down or up, -z is up in the picture).
struct Camera {
  Vec3 eye = {3, 2, 4};
  Vec3 target = {0, 0.5, 0};
  double vertical_field_of_view = 35;  // degrees

  // Throws InputError for an eye on its target, an absurd field of view, numbers not finite.
  void validate() const;
};

// Unit vectors of the picture: right, up, forward (right x up = -forward).
struct CameraAxes {
  Vec3 right, up, forward;
};
CameraAxes axes_of(const Camera& camera);

struct Projection {
  Eigen::Vector2d pixel;  // from the upper left corner, y downwards
  double depth = 0;       // along the view direction; nothing at or below 0 is seen
};
Projection project(const Camera& camera, const Vec3& point, int width, int height);

// Whether all points lie in a picture of this aspect (width / height).
bool sees_all(const Camera& camera, const Points& points, double aspect);

struct FramingOptions {
  double vertical_field_of_view = 30;  // degrees
  double aspect = 1.6;                 // width / height of the picture
  double margin = 0.1;                 // of the picture's width or height, left free on each side
};

// The nearest camera looking along `direction` (from the eye into the scene) that sees all of it,
// centred. Throws InputError when there is nothing to look at.
Camera frame_to_fit(const Points& points, const Vec3& direction,
                    const FramingOptions& options = {});
Camera frame_to_fit(const Eigen::AlignedBox3d& bounds, const Vec3& direction,
                    const FramingOptions& options = {});

}  // namespace retake
