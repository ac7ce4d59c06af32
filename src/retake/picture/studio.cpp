#include "retake/picture/studio.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "retake/picture/color.h"
#include "retake/picture/sampling.h"

namespace retake {

namespace {

using Vec3f = Eigen::Vector3f;

// Strengths are for white clay, 1 being white in the picture. Chosen by eye against the design.
const Vec3f key_color(0.92F, 0.87F, 0.80F);
const Vec3f sky_color(0.220F, 0.250F, 0.295F);
const Vec3f ground_color(0.100F, 0.097F, 0.098F);
const Vec3f rim_color(0.150F, 0.175F, 0.215F);
constexpr float key_radius = 0.19F;  // tangent of the light's half angle: softness of shadows
constexpr float key_wrap = 0.22F;    // light bleeds past the terminator as in soft clay
constexpr float through =
    0.12F;  // of the key light that reaches into shadows, so that none is black
constexpr float bounce = 0.55F;           // of the light lost in a crevice, returned in its colour
constexpr float reach_of_ambient = 0.9F;  // in view radii
constexpr float floor_lift = 0.0085F;     // how much the floor is lighter than the backdrop
constexpr float floor_key = 0.50F, floor_ambient = 0.38F;  // parts that shadows can take away
constexpr float fade_begin = 1.8F, fade_end = 5.0F;        // in view radii
constexpr float grid_strength = 0.030F;

float smooth_step(float low, float high, float x) {
  const float t = std::clamp((x - low) / (high - low), 0.0F, 1.0F);
  return t * t * (3 - 2 * t);
}

// Coverage of a line one pixel wide at whole multiples of 1.
float line_coverage(float x, float footprint) {
  const float distance = std::abs(x - std::round(x));
  return std::clamp(1.2F - distance / footprint, 0.0F, 1.0F);
}

}  // namespace

Studio::Studio(const Camera& camera, const PictureOptions& options, const Vec3& origin)
    : eye_((camera.eye - origin).cast<float>()),
      target_((camera.target - origin).cast<float>()),
      top_(linear_color(options.backdrop_top)),
      bottom_(linear_color(options.backdrop_bottom)),
      size_(static_cast<float>(options.width), static_cast<float>(options.height)),
      grid_shift_(origin.x(), origin.z()),
      grid_spacing_(static_cast<float>(options.grid_spacing)) {
  const CameraAxes axes = axes_of(camera);
  right_ = axes.right.cast<float>();
  up_ = axes.up.cast<float>();
  forward_ = axes.forward.cast<float>();
  const double slope = std::tan(camera.vertical_field_of_view * std::numbers::pi / 360);
  pixels_per_slope_ = static_cast<float>(options.height / 2.0 / slope);
  view_radius_ = static_cast<float>((camera.target - camera.eye).norm() * slope);
  if (options.ground_height) floor_ = static_cast<float>(*options.ground_height - origin.y());

  // The lights stand about the camera, but upright: turning the camera about y turns them with it.
  const Vec3 ahead = Vec3::UnitY().cross(axes.right);
  const Vec3 key = options.key_light.value_or(-0.58 * axes.right + Vec3::UnitY() - 0.62 * ahead);
  key_ = key.normalized().cast<float>();
  const Tangents tangents = tangents_of(key_, right_, Vec3f::UnitY());
  key_u_ = tangents.u;
  key_v_ = tangents.v;
  rim_ = (0.75 * axes.right + 0.35 * Vec3::UnitY() + 0.75 * ahead).normalized().cast<float>();
}

Vec3f Studio::ray_through(const Eigen::Vector2f& pixel) const {
  const Eigen::Vector2f slope = (pixel - size_ / 2) / pixels_per_slope_;
  return (forward_ + slope.x() * right_ - slope.y() * up_).normalized();
}

Vec3f Studio::backdrop_at(const Eigen::Vector2f& pixel) const {
  const Eigen::Vector2f at = pixel.cwiseQuotient(size_);
  const float side = at.x() - 0.5F;
  const float t = std::clamp(at.y() + 0.8F * side * side, 0.0F, 1.0F);
  return top_ + t * (bottom_ - top_);
}

float Studio::distance_to_floor(const Vec3f& from, const Vec3f& direction) const {
  if (!floor_ || direction.y() >= -1e-6F) return std::numeric_limits<float>::infinity();
  const float distance = (*floor_ - from.y()) / direction.y();
  return distance > 0 ? distance : std::numeric_limits<float>::infinity();
}

std::optional<FloorPoint> Studio::floor_hit(const Vec3f& direction) const {
  const float distance = distance_to_floor(eye_, direction);
  if (!std::isfinite(distance)) return std::nullopt;
  FloorPoint point;
  point.position = eye_ + distance * direction;
  const Eigen::Vector2f away(point.position.x() - target_.x(), point.position.z() - target_.z());
  point.fade = 1 - smooth_step(fade_begin * view_radius_, fade_end * view_radius_, away.norm());
  point.footprint = distance * direction.dot(forward_) / pixels_per_slope_;
  if (point.fade <= 0) return std::nullopt;
  return point;
}

Shading Studio::shade(const SurfacePoint& point, const Vec3f& direction) const {
  const Vec3f& n = point.normal;
  const Vec3f& albedo = point.color;
  const float facing = std::clamp(-n.dot(direction), 0.0F, 1.0F);
  const float lit = std::max(0.0F, (n.dot(key_) + key_wrap) / (1 + key_wrap));
  const Vec3f half = (key_ - direction).normalized();
  const float shine =
      point.gloss > 0 ? std::pow(std::max(0.0F, n.dot(half)), 14 + 90 * point.gloss) : 0;
  const float sky = 0.5F + 0.5F * n.y();
  const Vec3f surround = ground_color + sky * (sky_color - ground_color);
  const float edge = (1 - facing) * (1 - facing) * (1 - facing);
  const float behind = 0.25F * edge + std::max(0.0F, n.dot(rim_)) * (0.35F + 0.65F * edge);
  const Vec3f open = albedo.cwiseProduct(surround) +
                     behind * rim_color.cwiseProduct(0.75F * albedo + Vec3f::Constant(0.2F));
  const Vec3f returned = open.cwiseProduct(bounce * albedo);
  const Vec3f key = lit * key_color.cwiseProduct(albedo);
  Shading shading;
  shading.base = returned + through * key;
  shading.ambient = open - returned;
  shading.key =
      (1 - through) * key + Vec3f::Constant(point.gloss * shine * std::min(1.0F, 4 * lit));
  return shading;
}

float Studio::grid_at(const FloorPoint& point) const {
  if (!(grid_spacing_ > 0)) return 0;
  const auto line = [&](float x, double shift, float spacing) {
    const auto cells = static_cast<float>(std::remainder(x + shift, spacing) / spacing);
    const float footprint = point.footprint / spacing;
    return line_coverage(cells, footprint) * std::clamp(0.12F / footprint - 0.2F, 0.0F, 1.0F);
  };
  const auto lines = [&](float spacing) {
    return std::max(line(point.position.x(), grid_shift_.x(), spacing),
                    line(point.position.z(), grid_shift_.y(), spacing));
  };
  return grid_strength * (0.5F * lines(grid_spacing_) + 0.6F * lines(5 * grid_spacing_));
}

Shading Studio::shade_floor(const FloorPoint& point, const Vec3f& backdrop) const {
  const Vec3f ground = backdrop + Vec3f::Constant(point.fade * floor_lift);
  const Vec3f grid = Vec3f::Constant(point.fade * grid_at(point));
  Shading shading;
  shading.key = point.fade * floor_key * (ground + grid);
  shading.ambient = point.fade * floor_ambient * (ground + grid);
  shading.base = ground + grid - shading.key - shading.ambient;
  return shading;
}

Vec3f Studio::towards_key(const Eigen::Vector2f& sample) const {
  const Eigen::Vector2f disc = key_radius * disc_point(sample.x(), sample.y());
  return (key_ + disc.x() * key_u_ + disc.y() * key_v_).normalized();
}

float Studio::ambient_reach(float sample) const {
  return reach_of_ambient * view_radius_ * (1 - std::sqrt(sample));
}

}  // namespace retake
