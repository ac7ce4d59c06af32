#include "retake/picture/ray_scene.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include <embree3/rtcore.h>

#include "retake/numerics/errors.h"
#include "retake/picture/color.h"

namespace retake {

namespace {

std::string name_of(std::size_t mesh) { return "picture, mesh " + std::to_string(mesh); }

void check_positions(const Points& positions, Eigen::Index count, std::size_t mesh) {
  if (positions.cols() != count) {
    throw InputError({.what = "wrong number of positions",
                      .where = name_of(mesh),
                      .expected = std::to_string(count),
                      .found = std::to_string(positions.cols())});
  }
  // Beyond this, squares overflow in single precision.
  constexpr double largest = 1e15;
  for (Eigen::Index v = 0; v < count; ++v) {
    if (positions.col(v).allFinite() && positions.col(v).cwiseAbs().maxCoeff() < largest) continue;
    throw InputError({.what = "position is not a finite number of reasonable size",
                      .where = name_of(mesh) + ", vertex " + std::to_string(v)});
  }
}

void check_mesh(const PictureMesh& look, std::size_t mesh) {
  const int count = look.mesh.vertex_count();
  check_positions(look.mesh.positions, count, mesh);
  for (Eigen::Index t = 0; t < look.mesh.triangles.cols(); ++t) {
    const auto corners = look.mesh.triangles.col(t);
    if (corners.minCoeff() >= 0 && corners.maxCoeff() < count) continue;
    const int wrong = corners.minCoeff() < 0 ? corners.minCoeff() : corners.maxCoeff();
    throw InputError({.what = "triangle names a vertex that is not there",
                      .where = name_of(mesh) + ", triangle " + std::to_string(t),
                      .expected = "0 to " + std::to_string(count - 1),
                      .found = std::to_string(wrong)});
  }
  const auto colors = look.colors.cols();
  if (colors > 1 && colors != count) {
    throw InputError({.what = "wrong number of colours",
                      .where = name_of(mesh),
                      .expected = "none, 1 or " + std::to_string(count),
                      .found = std::to_string(colors)});
  }
  if (!look.colors.allFinite()) {
    throw InputError({.what = "colour is not finite", .where = name_of(mesh)});
  }
}

Eigen::Matrix3Xf linear_colors(const Eigen::Matrix3Xf& colors) {
  if (colors.cols() == 0) return linear_color(clay);
  return colors.unaryExpr(
      [](float value) { return linear_from_srgb(std::clamp(value, 0.0F, 1.0F)); });
}

Eigen::Map<const Eigen::Vector3f> vector_at(const float* values) {
  return Eigen::Map<const Eigen::Vector3f>(values);
}

}  // namespace

// Geometry ids are the indices of the parts, as they are attached in order.
struct RayScene::Embree {
  RTCDevice device = rtcNewDevice(nullptr);
  RTCScene scene = rtcNewScene(device);
  std::vector<RTCGeometry> geometries;

  ~Embree() {
    for (RTCGeometry geometry : geometries) rtcReleaseGeometry(geometry);
    rtcReleaseScene(scene);
    rtcReleaseDevice(device);
  }
};

RayScene::RayScene(std::vector<PictureMesh> meshes) : embree_(std::make_unique<Embree>()) {
  rtcSetSceneFlags(embree_->scene, RTC_SCENE_FLAG_ROBUST);
  Eigen::AlignedBox3d bounds;
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    check_mesh(meshes[i], i);
    for (const auto& point : meshes[i].mesh.positions.colwise()) bounds.extend(point);
  }
  if (!bounds.isEmpty()) origin_ = bounds.center();
  for (PictureMesh& look : meshes) {
    Part part;
    part.corners = corners_of_vertices(look.mesh.triangles, look.mesh.vertex_count());
    part.colors = linear_colors(look.colors);
    part.look = std::move(look);
    parts_.push_back(std::move(part));
    embree_->geometries.push_back(rtcNewGeometry(embree_->device, RTC_GEOMETRY_TYPE_TRIANGLE));
    upload(parts_.size() - 1);
    rtcAttachGeometry(embree_->scene, embree_->geometries.back());
  }
  commit();
}

RayScene::~RayScene() = default;

void RayScene::move(int mesh, const Points& positions) {
  const auto index = static_cast<std::size_t>(mesh);
  if (mesh < 0 || index >= parts_.size()) {
    throw InputError({.what = "no such mesh",
                      .where = name_of(index),
                      .expected = "less than " + std::to_string(parts_.size())});
  }
  check_positions(positions, parts_[index].look.mesh.vertex_count(), index);
  parts_[index].look.mesh.positions = positions;
  upload(index);
  commit();
}

void RayScene::commit() {
  rtcCommitScene(embree_->scene);
  RTCBounds box;
  rtcGetSceneBounds(embree_->scene, &box);
  const Eigen::Vector3f low(box.lower_x, box.lower_y, box.lower_z);
  const Eigen::Vector3f high(box.upper_x, box.upper_y, box.upper_z);
  const bool empty = !(low.x() <= high.x());
  center_ = empty ? Eigen::Vector3f::Zero() : Eigen::Vector3f((low + high) / 2);
  radius_ = empty ? 0 : 0.501F * (high - low).norm();  // a little more, for rounding
}

void RayScene::upload(std::size_t index) {
  Part& part = parts_[index];
  const TriangleMesh& mesh = part.look.mesh;
  part.positions = (mesh.positions.colwise() - origin_).cast<float>();
  part.normals =
      corner_normals(mesh.positions, mesh.triangles, part.corners, part.look.crease_angle);
  RTCGeometry geometry = embree_->geometries[index];
  auto* vertices = static_cast<float*>(
      rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                              3 * sizeof(float), static_cast<std::size_t>(mesh.vertex_count())));
  std::copy_n(part.positions.data(), part.positions.size(), vertices);
  auto* triangles = static_cast<int*>(
      rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(int),
                              static_cast<std::size_t>(mesh.triangle_count())));
  std::copy_n(mesh.triangles.data(), mesh.triangles.size(), triangles);
  rtcCommitGeometry(geometry);
}

std::optional<SurfacePoint> RayScene::first_hit(const Eigen::Vector3f& from,
                                                const Eigen::Vector3f& direction) const {
  RTCRayHit query{};
  query.ray = {.org_x = from.x(), .org_y = from.y(), .org_z = from.z(), .tnear = 0};
  query.ray.dir_x = direction.x();
  query.ray.dir_y = direction.y();
  query.ray.dir_z = direction.z();
  query.ray.tfar = std::numeric_limits<float>::infinity();
  query.ray.mask = ~0U;
  query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
  rtcIntersect1(embree_->scene, &context, &query);
  if (query.hit.geomID == RTC_INVALID_GEOMETRY_ID) return std::nullopt;
  return surface_at(parts_[query.hit.geomID], static_cast<int>(query.hit.primID), query.hit.u,
                    query.hit.v, direction);
}

bool RayScene::blocked(const Eigen::Vector3f& from, const Eigen::Vector3f& direction,
                       float reach) const {
  // Most rays from the floor pass by everything: cheaper to see here than to ask the tree.
  const Eigen::Vector3f to_center = center_ - from;
  const float ahead = to_center.dot(direction);
  const float distance2 = to_center.squaredNorm();
  if (distance2 - ahead * ahead > radius_ * radius_) return false;
  if (distance2 > radius_ * radius_ && (ahead < 0 || ahead - radius_ > reach)) return false;
  RTCRay ray{.org_x = from.x(), .org_y = from.y(), .org_z = from.z(), .tnear = 0};
  ray.dir_x = direction.x();
  ray.dir_y = direction.y();
  ray.dir_z = direction.z();
  ray.tfar = reach;
  ray.mask = ~0U;
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  rtcOccluded1(embree_->scene, &context, &ray);
  return ray.tfar < 0;
}

SurfacePoint RayScene::surface_at(const Part& part, int triangle, float u, float v,
                                  const Eigen::Vector3f& direction) const {
  const auto corners = part.look.mesh.triangles.col(triangle);
  const Eigen::Vector3f weights(1 - u - v, u, v);
  SurfacePoint point{.position = Eigen::Vector3f::Zero(), .normal = Eigen::Vector3f::Zero()};
  point.color = part.colors.col(0);
  if (part.colors.cols() > 1) point.color.setZero();
  Eigen::Matrix3f at, normals;
  for (int k = 0; k < 3; ++k) {
    at.col(k) = vector_at(&part.positions(0, corners[k]));
    normals.col(k) = vector_at(&part.normals(0, 3 * Eigen::Index{triangle} + k));
    if (part.colors.cols() > 1) point.color += weights[k] * part.colors.col(corners[k]);
  }
  point.position = at * weights;
  point.normal = (normals * weights).normalized();
  const Eigen::Vector3f facet =
      (at.col(1) - at.col(0)).cross(at.col(2) - at.col(0)).stableNormalized();
  const float side = facet.dot(direction) > 0 ? -1.0F : 1.0F;
  point.normal *= side;
  if (!(point.normal.squaredNorm() > 0.5F)) point.normal = -direction;
  // Lift the start of shadow rays to the surface that the normals pretend (Hanika 2021), so that
  // the edge between light and own shadow does not show the facets.
  point.outside = point.position;
  for (int k = 0; k < 3; ++k) {
    const Eigen::Vector3f normal = side * normals.col(k);
    const float depth = std::min(0.0F, normal.dot(point.position - at.col(k)));
    point.outside -= weights[k] * depth * normal;
  }
  point.gloss = static_cast<float>(part.look.gloss);
  return point;
}

}  // namespace retake
