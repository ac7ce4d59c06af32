#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "retake/mesh/embedding.h"
#include "retake/mesh/triangle_point.h"
#include "retake/numerics/errors.h"
#include "retake/numerics/parallel_for.h"

namespace retake {

namespace {

// Finds the triangle for a point among those around the vertex that is nearest to it.
class NearestTriangle {
 public:
  explicit NearestTriangle(const TriangleMesh& mesh)
      : mesh_(mesh), around_(static_cast<std::size_t>(mesh.vertex_count())) {
    for (int f = 0; f < mesh.triangle_count(); ++f) {
      for (const int v : mesh.triangles.col(f)) around_[static_cast<std::size_t>(v)].push_back(f);
    }
    for (int v = 0; v < mesh.vertex_count(); ++v) {
      if (!around_[static_cast<std::size_t>(v)].empty()) by_x_.push_back(v);
    }
    std::sort(by_x_.begin(), by_x_.end(),
              [&](int a, int b) { return mesh.positions(0, a) < mesh.positions(0, b); });
  }

  struct Found {
    int triangle = 0;
    Vec3 weights = Vec3::Zero();  // of its corners
  };
  Found at(const Vec3& point) const {
    Found best;
    double nearest = std::numeric_limits<double>::infinity();
    for (const int f : around_[static_cast<std::size_t>(nearest_vertex(point))]) {
      const auto corner = [&](int k) { return mesh_.positions.col(mesh_.triangles(k, f)); };
      const TrianglePoint on = nearest_on_triangle(point, corner(0), corner(1), corner(2));
      if (on.distance < nearest) {
        nearest = on.distance;
        best = {f, on.weights};
      }
    }
    return best;
  }

 private:
  // Goes away from the point along x to both sides, until x alone is farther than the best.
  int nearest_vertex(const Vec3& point) const {
    const auto x = [&](std::ptrdiff_t i) {
      return mesh_.positions(0, by_x_[static_cast<std::size_t>(i)]);
    };
    const auto middle =
        std::lower_bound(by_x_.begin(), by_x_.end(), point.x(),
                         [&](int v, double at) { return mesh_.positions(0, v) < at; });
    int best = by_x_.front();
    double nearest = (mesh_.positions.col(best) - point).squaredNorm();
    const auto look = [&](std::ptrdiff_t i) {
      const int v = by_x_[static_cast<std::size_t>(i)];
      const double distance = (mesh_.positions.col(v) - point).squaredNorm();
      if (distance < nearest) nearest = distance, best = v;
    };
    const auto far = [&](std::ptrdiff_t i) { return std::pow(x(i) - point.x(), 2) > nearest; };
    const std::ptrdiff_t start = middle - by_x_.begin();
    for (std::ptrdiff_t i = start; i < std::ssize(by_x_) && !far(i); ++i) look(i);
    for (std::ptrdiff_t i = start - 1; i >= 0 && !far(i); --i) look(i);
    return best;
  }

  const TriangleMesh& mesh_;
  std::vector<std::vector<int>> around_;  // triangles around each vertex
  std::vector<int> by_x_;                 // vertices of triangles, in order of x
};

}  // namespace

Embedding embed_in_triangles(const Points& points, const TriangleMesh& mesh) {
  if (points.cols() > 0 && mesh.triangle_count() == 0) {
    throw InputError({.what = "cannot embed points in a mesh without triangles"});
  }
  Embedding embedding;
  embedding.vertices.setZero(4, points.cols());
  embedding.weights.setZero(4, points.cols());
  if (points.cols() == 0) return embedding;
  const NearestTriangle triangles(mesh);
  parallel_for(
      points.cols(),
      [&](std::ptrdiff_t i) {
        const NearestTriangle::Found found = triangles.at(points.col(i));
        embedding.vertices.col(i) << mesh.triangles.col(found.triangle),
            mesh.triangles(0, found.triangle);
        embedding.weights.col(i).head<3>() = found.weights.cast<float>();
      },
      64);
  return embedding;
}

}  // namespace retake
