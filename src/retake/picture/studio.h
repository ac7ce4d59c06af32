#pragma once
#include <optional>

#include "retake/picture/picture.h"
#include "retake/picture/ray_scene.h"

namespace retake {

// What a point sends to the eye, linear RGB: base + key * k + ambient * a, where k is the part of
// the key light and a the part of the surroundings that reach the point.
struct Shading {
  Eigen::Vector3f base, key, ambient;
};

struct FloorPoint {
  Eigen::Vector3f position;
  float fade = 0;       // 1 near the target, 0 where the floor has become backdrop
  float footprint = 0;  // length on the floor that a pixel covers across the view
};

// Lights, backdrop and floor around the meshes; the look of every picture is decided here.
// Positions are relative to the origin of the RayScene.
class Studio {
 public:
  Studio(const Camera& camera, const PictureOptions& options, const Vec3& origin);

  const Eigen::Vector3f& eye() const { return eye_; }
  const Eigen::Vector3f& right() const { return right_; }
  // Unit direction of the ray through a point of the picture, in pixels from its upper left corner.
  Eigen::Vector3f ray_through(const Eigen::Vector2f& pixel) const;
  Eigen::Vector3f backdrop_at(const Eigen::Vector2f& pixel) const;
  std::optional<FloorPoint> floor_hit(const Eigen::Vector3f& direction) const;

  Shading shade(const SurfacePoint& point, const Eigen::Vector3f& direction) const;
  Shading shade_floor(const FloorPoint& point, const Eigen::Vector3f& backdrop) const;

  // Towards a point of the round key light; `sample` in [0, 1)².
  Eigen::Vector3f towards_key(const Eigen::Vector2f& sample) const;
  // How far a ray looks for what takes surrounding light away; `sample` in [0, 1).
  float ambient_reach(float sample) const;
  // Length along `direction` to the floor, infinite when there is none.
  float distance_to_floor(const Eigen::Vector3f& from, const Eigen::Vector3f& direction) const;
  // Half of the height that the picture shows at the camera's target.
  float view_radius() const { return view_radius_; }

 private:
  float grid_at(const FloorPoint& point) const;

  Eigen::Vector3f eye_, target_, right_, up_, forward_;
  Eigen::Vector3f key_, key_u_, key_v_, rim_;
  Eigen::Vector3f top_, bottom_;
  Eigen::Vector2f size_;
  Eigen::Vector2d grid_shift_;  // of the scene's origin against the grid, x and z
  float pixels_per_slope_ = 1;
  float view_radius_ = 1;
  std::optional<float> floor_;
  float grid_spacing_ = 0;
};

}  // namespace retake
