#include "retake/mesh/surface_field.h"

#include <cmath>
#include <memory>

#include "retake/mesh/triangle_tree.h"

namespace retake {
namespace {

struct SharedSurface {
  TriangleMesh mesh;
  TriangleTree tree;

  explicit SharedSurface(const TriangleMesh& surface) : mesh(surface), tree(mesh) {}
};

constexpr double half_around = 0.5;

}  // namespace

DistanceField offset_field(const DistanceField& field, double offset) {
  DistanceField moved;
  moved.distance = [inner = field.distance, offset](const Vec3& x) { return inner(x) - offset; };
  moved.box = {field.box.min().array() - offset, field.box.max().array() + offset};
  return moved;
}

DistanceField surface_field(const TriangleMesh& surface, double offset) {
  const auto shared = std::make_shared<const SharedSurface>(surface);
  DistanceField field;
  field.distance = [shared](const Vec3& point) {
    const double distance = shared->tree.distance(point);
    return std::abs(shared->tree.winding(point)) > half_around ? -distance : distance;
  };
  for (const int v : surface.triangles.reshaped()) field.box.extend(surface.positions.col(v));
  return offset == 0 ? field : offset_field(field, offset);
}

}  // namespace retake
