#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "retake/picture/corner_normals.h"
#include "retake/picture/picture.h"

namespace retake {

// Where a ray met a mesh. Vectors are unit, colours linear.
struct SurfacePoint {
  Eigen::Vector3f position;
  Eigen::Vector3f outside;  // position lifted to the smooth surface: where new rays start
  Eigen::Vector3f normal;   // smooth, on the side the ray came from
  Eigen::Vector3f color;
  float gloss = 0;
};

// The meshes as a ray tracer sees them, in single precision about an origin near to them.
class RayScene {
 public:
  explicit RayScene(std::vector<PictureMesh> meshes);
  ~RayScene();
  RayScene(const RayScene&) = delete;
  RayScene& operator=(const RayScene&) = delete;

  void move(int mesh, const Points& positions);

  // All rays below are relative to this point.
  const Vec3& origin() const { return origin_; }

  std::optional<SurfacePoint> first_hit(const Eigen::Vector3f& from,
                                        const Eigen::Vector3f& direction) const;
  bool blocked(const Eigen::Vector3f& from, const Eigen::Vector3f& direction, float reach) const;

 private:
  struct Embree;
  struct Part {
    PictureMesh look;
    CornersOfVertices corners;
    Eigen::Matrix3Xf positions;  // 3 x n, about origin_
    Eigen::Matrix3Xf normals;    // 3 x 3f
    Eigen::Matrix3Xf colors;     // 3 x 1 or 3 x n, linear
  };
  void upload(std::size_t index);
  void commit();
  SurfacePoint surface_at(const Part& part, int triangle, float u, float v,
                          const Eigen::Vector3f& direction) const;

  std::unique_ptr<Embree> embree_;
  std::vector<Part> parts_;
  Vec3 origin_ = Vec3::Zero();
  Eigen::Vector3f center_ = Eigen::Vector3f::Zero();  // of a sphere about everything
  float radius_ = 0;
};

}  // namespace retake
